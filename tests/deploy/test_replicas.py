"""Two servers behind Debian's nginx, as deploy/nginx.conf sets it up: one is killed, and its visitors go on."""

from __future__ import annotations

import shutil
import subprocess
import time
import urllib.parse
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest

from benchmarks.servers import free_port, server, wait_for
from benchmarks.visitor import Visitor

ROOT = Path(__file__).resolve().parents[2]
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
TEXT = "a text that no other visitor has typed"


@pytest.mark.slow
@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_visitors_of_a_killed_server_go_on_at_the_other_from_their_address(tmp_path: Path) -> None:
    front = free_port()
    with server() as one, server() as two:
        text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        both = [f"server 127.0.0.1:{each.port} max_fails=1 fail_timeout=5s;" for each in (one, two)]
        for old, new in {
            "server explorer:8501 max_fails=1 fail_timeout=5s;": "\n    ".join(both),
            "listen 8080;": f"listen 127.0.0.1:{front};",
            "/dev/stdout": str(tmp_path / "access"),
            "/dev/stderr": str(tmp_path / "errors"),
            "worker_connections 4096": "worker_connections 512",
        }.items():
            assert old in text, old
            text = text.replace(old, new)
        conf = tmp_path / "nginx.conf"
        conf.write_text(f"pid {tmp_path}/pid; daemon off;\n{text}", encoding="utf-8")
        proxy = subprocess.Popen([str(NGINX), "-p", str(tmp_path), "-c", str(conf)], stderr=subprocess.DEVNULL)
        try:
            wait_for(front)
            query = {"t_part": "Tokens", "text": TEXT}
            with Visitor(front, "tokens", query) as visitor:
                asked = visitor.elements
                mine = one if connected(one.port) else two
                mine.process.kill()
                mine.process.wait(20)
                with pytest.raises(Exception):  # noqa: B017 - whatever a cut line raises
                    visitor.ask("text", "gone")
            for number in range(12):  # some fall to the one that is away: nginx asks the other, and would say so
                address = f"http://127.0.0.1:{front}/tokens?{urllib.parse.urlencode(query)}"
                asks = urllib.request.Request(address, headers={"User-Agent": f"browser {number}", "Referer": address})
                urllib.request.urlopen(asks, timeout=60).close()
            with again(front, query) as visitor:
                assert visitor.elements == asked
                assert visitor.ask("text", "another text") >= 0
        finally:
            proxy.terminate()
            proxy.wait(20)
        log = (tmp_path / "access").read_text(encoding="utf-8")
        assert "/_stcore/stream" in log and "/tokens" in log and TEXT.split()[-1] not in log
        assert TEXT.split()[-1] not in (tmp_path / "errors").read_text(encoding="utf-8")


def connected(port: int) -> bool:
    """Whether somebody holds a line to that port of this machine (Linux)."""
    wanted, established = f":{port:04X}", "01"
    lines = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
    return any(line.split()[1].endswith(wanted) and line.split()[3] == established for line in lines)


def again(port: int, query: dict[str, str]) -> Visitor:
    """A visitor who reloads the page until it is there."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with suppress(Exception):
            return Visitor(port, "tokens", query)
        time.sleep(0.5)
    raise TimeoutError("the other server did not take over within 60 s")
