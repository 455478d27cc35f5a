"""The health check: healthy if a page renders, otherwise a one-line reason."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.conftest import start_server

ROOT = Path(__file__).resolve().parents[2]


def health(address: str, *options: str) -> subprocess.CompletedProcess[str]:
    port = address.rpartition(":")[2]
    command = [sys.executable, "tools/health_check.py", "--port", port, "--timeout", "300", *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_page_that_renders_is_healthy_at_its_path_only_and_none_that_is_missing_or_gone() -> None:
    process, address = start_server(STREAMLIT_SERVER_BASE_URL_PATH="school/words", below="/school/words")
    try:
        assert health(address, "--base", "school/words/").returncode == 0
        missing = health(address, "--base", "school/words", "--page", "nonsense")
        assert (missing.returncode, missing.stderr.strip()) == (1, "unhealthy: there is no page 'nonsense'")
        elsewhere = health(address)
    finally:
        process.terminate()
        process.wait(120)
    for told in (elsewhere, health(address, "--base", "school/words")):
        assert told.returncode == 1
        assert told.stderr.startswith("unhealthy: no answer at") and "Traceback" not in told.stderr


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
