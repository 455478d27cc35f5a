"""The health check: healthy if a page renders, otherwise a one-line reason."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import start_server

ROOT = Path(__file__).resolve().parents[2]


def health(address: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "tools/health_check.py",
        "--port",
        address.rpartition(":")[2],
        "--timeout",
        "60",
        *options,
    ]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def server_under_a_path() -> Iterator[str]:
    """A server whose address ends in /school/words."""
    process, address = start_server(STREAMLIT_SERVER_BASE_URL_PATH="school/words", below="/school/words")
    yield address
    process.terminate()
    process.wait(120)


@pytest.mark.slow
def test_a_page_that_renders_is_healthy_and_one_that_does_not_is_not(tmp_path: Path) -> None:
    process, address = start_server()
    try:
        assert health(address).returncode == 0
        missing = health(address, "--page", "nonsense")
        assert (missing.returncode, missing.stderr.strip()) == (1, "unhealthy: there is no page 'nonsense'")
    finally:
        process.terminate()
        process.wait(120)
    gone = health(address)
    assert gone.returncode == 1
    assert gone.stderr.startswith("unhealthy: no answer at")


@pytest.mark.slow
@pytest.mark.parametrize(("base", "code"), [("school/words/", 0), ("school", 1), ("", 1)])
def test_a_server_under_a_path_is_healthy_at_this_path_only(base: str, code: int, server_under_a_path: str) -> None:
    found = health(server_under_a_path, "--base", base)
    assert found.returncode == code
    assert code == 0 or (found.stderr.startswith("unhealthy: no answer at") and "Traceback" not in found.stderr)


@pytest.mark.slow
def test_a_page_with_an_error_box_is_unhealthy_though_the_port_answers(tmp_path: Path) -> None:
    app = tmp_path / "app.py"
    app.write_text("import streamlit as st\nst.title('a')\nst.text('b')\nst.text('c')\nraise ValueError('broken')\n")
    process, address = start_server(app)
    try:
        found = health(address)
        assert (found.returncode, found.stderr.strip()) == (1, "unhealthy: the page shows an error box")
    finally:
        process.terminate()
        process.wait(120)
