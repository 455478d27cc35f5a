"""A start without knowing Python: the two files to double-click, and what they run."""

import ast
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.linalg
from threadpoolctl import threadpool_info

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = ROOT / "tools" / "start.py"
BAT = (ROOT / "start.bat").read_text(encoding="ascii")
COMMAND = (ROOT / "start.command").read_text(encoding="ascii")


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., tuple[Any, list[list[str]]]]:
    """Run `main` of the script for an empty folder; returns its result and the commands, of which `fails` fails."""

    def run(
        *, ready: bool = False, fails: str = "nothing", version: tuple[int, ...] = (3, 12), bits: int = 64
    ) -> tuple[Any, list[list[str]]]:
        commands: list[list[str]] = []

        def call(command: list[str], **_: Any) -> int:
            commands.append(command)
            (tmp_path / ".venv").mkdir(exist_ok=True)
            return int(fails in command)

        found = runpy.run_path(str(SCRIPT))
        names = found["main"].__globals__
        names["ROOT"], names["VENV"] = tmp_path, tmp_path / ".venv"
        names["NEEDED"] = tmp_path / "requirements.txt"
        names["PYTHON"], names["DONE"] = tmp_path / ".venv" / "python", tmp_path / ".venv" / ".run"
        names["NEEDED"].touch()
        names["VENV"].mkdir(exist_ok=True)
        if ready:
            names["PYTHON"].touch()
            names["DONE"].touch()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(names["subprocess"], "call", call)
            patch.setattr(sys, "version_info", version)
            patch.setattr(sys, "maxsize", 2 ** (bits - 1) - 1)
            patch.setattr(sys, "argv", ["start.py", "--port", "9000"])
            return found["main"](), commands

    return run


def test_the_environment_is_made_once_and_the_options_go_on(start: Callable[..., Any]) -> None:
    result, commands = start()
    assert result == 0
    assert [command[1:3] for command in commands] == [["-m", "venv"], ["-m", "pip"], ["-m", "explorer"]]
    assert commands[-1][3:] == ["--port", "9000"]
    result, commands = start(ready=True)
    assert result == 0 and [command[1:3] for command in commands] == [["-c", ""], ["-m", "explorer"]]


def test_an_environment_whose_python_is_gone_is_made_again(start: Callable[..., Any]) -> None:
    _, commands = start(ready=True, fails="-c")
    assert [command[2] for command in commands] == ["", "venv", "pip", "explorer"]


@pytest.mark.parametrize(
    ("case", "told"),
    [
        ({"version": (3, 10)}, "3.11 or newer"),
        ({"bits": 32}, "64"),
        ({"fails": "venv"}, "write to this folder"),
        ({"fails": "pip"}, "online"),
    ],
)
def test_what_is_missing_is_told_and_nothing_is_started(
    start: Callable[..., Any], case: dict[str, Any], told: str
) -> None:
    result, commands = start(**case)
    assert told in result and not any("explorer" in command for command in commands)


def test_an_old_python_can_read_the_script_that_says_so() -> None:
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 7))


def test_both_files_run_the_script_with_python_or_uv_and_say_where_python_is() -> None:
    jumps, labels = re.findall(r"goto (\w+)", BAT), re.findall(r"^:(\w+)", BAT, re.MULTILINE)
    assert set(jumps) == set(labels)
    for text, script in ((BAT, "tools\\start.py"), (COMMAND, "tools/start.py")):
        assert text.count(f" {script} ") >= 2 and f"uv run --no-project --python 3.12 {script} " in text
        assert "https://www.python.org/downloads/" in text
    assert "*.bat eol=crlf" in (ROOT / ".gitattributes").read_text(encoding="utf-8")


@pytest.mark.slow
def test_blas_has_one_thread_in_a_process_that_starts_with_the_explorer() -> None:
    code = (
        "import explorer.ui, numpy, scipy.linalg, threadpoolctl\n"
        "print({p['num_threads'] for p in threadpoolctl.threadpool_info() if p['user_api'] == 'blas'})"
    )
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "{1}"


def test_the_tests_compute_with_as_many_threads_as_the_app() -> None:
    scipy.linalg.lu(np.eye(3))
    assert {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"} == {1}
