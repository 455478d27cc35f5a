"""Two servers behind Debian's nginx with deploy/nginx.conf: one is killed, and its visitors continue at the other."""

import http.client
import os
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from contextlib import closing, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from streamlit.web.server.starlette.starlette_app_utils import generate_xsrf_token_string

from benchmarks.app_server import ROOT, free_port, server
from benchmarks.simulated_visitor import Visitor
from tests.browser.conftest import start_server
from tests.deploy.local_nginx import NGINX, nginx, nginx_of_a_school

TEXT = "a text that no other visitor has typed"


class Named(BaseHTTPRequestHandler):
    """Replies with the port of its server."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(str(self.server.server_address[1]).encode())

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_a_class_behind_one_address_is_spread_and_each_student_stays(tmp_path: Path) -> None:
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Named) for _ in range(2)]
    for each in servers:
        threading.Thread(target=each.serve_forever, daemon=True).start()

    def fetch_page(cookie: str) -> str:
        wanted = urllib.request.Request(f"http://127.0.0.1:{front}/", headers={"Cookie": cookie} if cookie else {})
        with urllib.request.urlopen(wanted, timeout=300) as answer:
            return answer.read().decode()

    def cookie(came: int) -> str:
        token = generate_xsrf_token_string(bytes(16), came)  # another XSRF mask each time, as in Streamlit
        return f"_streamlit_xsrf={token}; another=1|2"

    try:
        with nginx(tmp_path, [each.server_address[1] for each in servers]) as front:
            seats = {came: {fetch_page(cookie(came)) for _ in range(3)} for came in range(1_795_512_935, 1_795_512_965)}
            without = {fetch_page("") for _ in range(6)}
    finally:
        for each in servers:
            each.shutdown()
            each.server_close()
    assert all(len(seat) == 1 for seat in seats.values()), "a student stays with one server"
    of_each = Counter(next(iter(seat)) for seat in seats.values())
    assert len(of_each) == 2 and min(of_each.values()) >= 6, of_each
    assert len(without) == 1


@pytest.mark.slow
@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_visitors_of_a_killed_server_go_on_at_the_other_from_their_address(tmp_path: Path) -> None:
    with server() as one, server() as two:
        with nginx(tmp_path, (one.port, two.port)) as front:
            query = {"t_part": "Tokens", "text": TEXT}
            with Visitor(front, "tokens", query) as visitor:
                fetch_page = visitor.elements
                mine = one if connected(one.port) else two
                mine.process.kill()
                mine.process.wait(120)
                with pytest.raises(Exception):  # noqa: B017 - whatever a cut line raises
                    visitor.ask("text", "gone")
            for number in range(12):  # nginx retries requests to the stopped server at the other
                address = f"http://127.0.0.1:{front}/tokens?{urllib.parse.urlencode(query)}"
                asks = urllib.request.Request(address, headers={"User-Agent": f"browser {number}", "Referer": address})
                urllib.request.urlopen(asks, timeout=300).close()
            with again(front, query) as visitor:
                assert visitor.elements == fetch_page
                visitor.ask("text", "another text")
                assert visitor.elements > 5, "the page that the other server sends is drawn anew"
        log = (tmp_path / "access").read_text(encoding="utf-8")
        assert "/_stcore/stream" in log and "/tokens" in log and TEXT.split()[-1] not in log
        assert TEXT.split()[-1] not in (tmp_path / "errors").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_a_schools_nginx_serves_a_page_below_a_path_with_tls_and_no_metrics(tmp_path: Path) -> None:
    below = {"STREAMLIT_SERVER_BASE_URL_PATH": "explorer"}
    process, address = start_server(**below, below="/explorer")
    port = address.rpartition(":")[2]

    def healthy(*options: str, **environ: str) -> bool:
        check = [sys.executable, "tools/health_check.py", "--page", "tokens", "--timeout", "300", *options]
        return subprocess.run(check, cwd=ROOT, env=os.environ | environ, check=False).returncode == 0

    try:
        assert healthy("--port", port, **below), "as in a container, whose check has the server's environment"
        with nginx_of_a_school(tmp_path, int(port)) as (front, certificate, _):
            assert healthy("--port", str(front), "--base", "explorer", "--tls", SSL_CERT_FILE=str(certificate))
            context = ssl.create_default_context(cafile=certificate)
            for path, code in (("join", 200), ("_stcore/health", 200), ("_stcore/metrics", 404)):
                asked = f"https://127.0.0.1:{front}/explorer/{path}"
                try:
                    with urllib.request.urlopen(asked, timeout=300, context=context) as answer:
                        assert answer.status == code, path
                except urllib.error.HTTPError as error:
                    assert error.code == code, path
    finally:
        process.terminate()
        process.wait(120)


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_a_schools_nginx_logs_no_word_while_the_app_is_stopped(tmp_path: Path) -> None:
    with nginx_of_a_school(tmp_path, free_port()) as (front, certificate, plain):
        context = ssl.create_default_context(cafile=certificate)
        asked = f"https://127.0.0.1:{front}/explorer/tokens?text=xylophone"
        with pytest.raises(urllib.error.HTTPError, match="502"):
            urllib.request.urlopen(asked, timeout=60, context=context)
        with closing(http.client.HTTPConnection("127.0.0.1", plain, timeout=60)) as without_tls:
            without_tls.request("GET", "/explorer/tokens?text=xylophone", headers={"Host": "school.example"})
            answer = without_tls.getresponse()
            assert answer.status == 301
            assert answer.headers["Location"] == "https://school.example/explorer/tokens?text=xylophone"
    logs = {each.name: each.read_text(encoding="utf-8") for each in tmp_path.iterdir() if each.is_file()}
    assert "/explorer/tokens" in logs["access"]
    assert not [name for name, log in logs.items() if "xylophone" in log]


def connected(port: int) -> bool:
    """Whether a connection to this local port is established (Linux)."""
    wanted, established = f":{port:04X}", "01"
    lines = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
    return any(line.split()[1].endswith(wanted) and line.split()[3] == established for line in lines)


def again(port: int, query: dict[str, str]) -> Visitor:
    """Reload the page until it loads."""
    until = time.monotonic() + 300
    while time.monotonic() < until:
        with suppress(Exception):
            return Visitor(port, "tokens", query)
        time.sleep(0.5)
    raise TimeoutError("the other server did not take over within 60 s")
