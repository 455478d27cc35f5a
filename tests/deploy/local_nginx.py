"""Debian's nginx with deploy/nginx.conf, in front of local servers."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from benchmarks.app_server import ROOT, free_port

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
    with _running(folder, text, front):
        yield front


@contextmanager
def nginx_of_a_school(folder: Path, port: int) -> Iterator[tuple[int, Path, int]]:
    """nginx with deploy/nginx-site.conf below /explorer: its port, its certificate, its port without TLS."""
    plain = free_port()
    front, key, certificate = free_port(), folder / "privkey.pem", folder / "fullchain.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2"]
    make += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(make, check=True, capture_output=True)
    text = (ROOT / "deploy" / "nginx-site.conf").read_text(encoding="utf-8")
    for old, new in {
        "127.0.0.1:8501": f"127.0.0.1:{port}",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{front} ssl http2;",
        "listen [::]:80;": "",  # a container may have no IPv6
        "listen [::]:443 ssl http2;": "",
        "/etc/letsencrypt/live/school.example": str(folder),
        "/var/log/nginx/explorer.log": str(folder / "access"),
        "/var/log/nginx/explorer-errors.log": str(folder / "errors"),
    }.items():
        assert old in text, old
        text = text.replace(old, new)
    paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in _WRITTEN)
    with _running(folder, f"events {{}}\nhttp {{\n{paths}{text}}}\n", front):
        yield front, certificate, plain


@contextmanager
def _running(folder: Path, text: str, front: int) -> Iterator[None]:
    conf = folder / "nginx.conf"
    conf.write_text(f"pid {folder}/pid; daemon off; error_log {folder}/other_errors;\n{text}", encoding="utf-8")
    proxy = subprocess.Popen([str(NGINX), "-p", str(folder), "-c", str(conf)], stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with suppress(OSError), socket.create_connection(("127.0.0.1", front), timeout=1):
                break
            time.sleep(0.1)
        yield
    finally:
        proxy.terminate()
        proxy.wait(120)
