"""Debian's nginx with deploy/nginx.conf, in front of local servers."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.app_server import ROOT, free_port, wait_for

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
"""Path of nginx; None if it is not installed."""
_WRITTEN = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
"""Options with writable paths; nginx's default folders belong to another user."""


@contextmanager
def nginx(folder: Path, ports: Iterable[int]) -> Iterator[int]:
    """nginx with deploy/nginx.conf in front of servers on these ports; yields its own port."""
    front = free_port()
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for old, new in {
        "server explorer:8501 max_fails=1 fail_timeout=5s;": "\n    ".join(
            f"server 127.0.0.1:{port} max_fails=1 fail_timeout=5s;" for port in ports
        ),
        "listen 8080;": f"listen 127.0.0.1:{front};",
        "/dev/stdout": str(folder / "access"),
        "/dev/stderr": str(folder / "errors"),
        "http {": "http {\n" + "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in _WRITTEN),
    }.items():
        assert old in text, old
        text = text.replace(old, new)
    conf = folder / "nginx.conf"
    conf.write_text(f"pid {folder}/pid; daemon off;\n{text}", encoding="utf-8")
    proxy = subprocess.Popen([str(NGINX), "-p", str(folder), "-c", str(conf)], stderr=subprocess.DEVNULL)
    try:
        wait_for(front)
        yield front
    finally:
        proxy.terminate()
        proxy.wait(20)
