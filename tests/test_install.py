"""What pip installs: a wheel with the data, and a command that opens the app from any folder, without the checkout."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import urllib.request
import venv
from pathlib import Path

import pytest

from benchmarks.servers import free_port, wait_for
from explorer.__main__ import app_folder, arguments

ROOT = Path(__file__).resolve().parents[1]
MOST = 90_000_000
"""Bytes of the wheel; PyPI takes 100 MB."""


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_wheel_opens_the_app_and_draws_a_picture_from_any_folder(tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    run(*pip, "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", tmp_path, ROOT, cwd=ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size < MOST
    place = tmp_path / "environment"
    venv.create(place)
    python = place / "bin" / "python"
    # What it needs is there already: the test asks no registry.
    (site,) = place.glob("lib/python*/site-packages")
    (site / "needs.pth").write_text(sysconfig.get_path("purelib"))
    run(*pip, "--python", python, "install", "-q", "--no-deps", "--no-index", wheel, cwd=tmp_path)
    code = (
        "import explorer; from explorer.views import memory\n"
        "print(explorer.__file__, memory.bill().figure().data[0].type)"
    )
    where, kind = run(python, "-c", code, cwd=tmp_path).split()
    assert str(place) in where and kind == "bar"
    port = free_port()
    command = [str(place / "bin" / "embedding-explorer"), "--port", str(port), "--no-browser"]
    server = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as page:
            assert page.status == 200
    finally:
        server.terminate()
        server.wait(20)


def test_a_copy_without_its_pages_says_what_it_lacks(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"Expected app\.py and pages/ in"):
        app_folder([tmp_path])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--port", "70000"], "expected a port from 1 to 65535, got 70000"),
        (["--table", "no-such-file"], "expected a file, got no-such-file"),
    ],
)
def test_a_bad_option_is_named(given: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        arguments(given)
    assert said in capsys.readouterr().err
