"""A local Redis or Valkey server for tests, which can be killed and restarted."""

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

import redis

MISSING = "Neither redis-server nor valkey-server is here. Type: apt-get install redis-server (as root)"


def redis_binary() -> str | None:
    """The server's executable, Redis's or Valkey's; None if neither is installed."""
    names = (os.environ.get("REDIS_SERVER", ""), "redis-server", "valkey-server")
    return next((path for name in names if name and (path := shutil.which(name))), None)


class RedisServer:
    """Stores its data in `folder`, so that a restart after a kill restores everything."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.address = f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it and wait until it answers."""
        binary = redis_binary()
        assert binary, MISSING
        command = [binary, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self._folder)]
        command += ["--appendonly", "yes", "--appendfsync", "always", "--save", "", "--daemonize", "no"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(600):
            try:
                with redis.Redis.from_url(self.address) as line:
                    line.ping()
                return
            except redis.RedisError:
                time.sleep(0.1)
        self.stop()
        raise RuntimeError("The Redis server did not answer within a minute")

    def clear(self) -> None:
        """Delete all data."""
        with redis.Redis.from_url(self.address) as line:
            line.flushall()

    def stop(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait(120)
