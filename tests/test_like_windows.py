"""The app without what Windows' Python lacks: users, process groups, limits, signals."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "tests" / "like_windows"


@pytest.fixture
def windows(tmp_path: Path) -> dict[str, str]:
    """Environment of a process without what Windows lacks; its files are ASCII unless an encoding is named."""
    environment = {key: value for key, value in os.environ.items() if key not in ("EXPLORER_ROOMS", "EXPLORER_CACHE")}
    return environment | {
        "LIKE_WINDOWS": "1",
        "PYTHONPATH": os.pathsep.join(map(str, (HERE, ROOT))),
        "TMPDIR": str(tmp_path),
        "TEMP": str(tmp_path),
        "USERNAME": "Ada Lovelace",
        "LOGNAME": "Ada Lovelace",
        "PYTHONIOENCODING": "utf-8",
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
    }


@pytest.mark.slow
def test_the_whole_app_works_without_what_windows_lacks(windows: dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, "-W", "ignore", str(HERE / "whole_app.py")]
    done = subprocess.run(command, cwd=ROOT, env=windows, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    pages = sorted(path.stem for path in (ROOT / "pages").glob("*.py"))
    said = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    assert said == {
        "lacking": "True True",
        "room": "[2]",
        "jobs": "done 3 stopped",
        "upload": "(3, 2)",
        "pages": " ".join(pages),
    }
    if hasattr(os, "getuid"):  # a folder of one user, by the name since there is no number
        assert (tmp_path / "explorer-rooms-AdaLovelace" / "rooms.sqlite").is_file()


@pytest.mark.nightly
def test_rooms_jobs_files_and_the_start_pass_their_tests_without_it(windows: dict[str, str], tmp_path: Path) -> None:
    subjects = "rooms", "jobs", "data", "tokenizers", "ui", "tools", "views", "test_start.py", "test_install.py"
    tests = [*(f"tests/{name}" for name in subjects), "tests/browser/test_room_join.py"]
    # Ending what a job has started takes `taskkill`, which only a real Windows has.
    options = ["-m", "not slow and not nightly", "-k", "not also_ends_what", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "-q", f"--basetemp={tmp_path / 'tests'}", *options, *tests]
    done = subprocess.run(command, cwd=ROOT, env=windows, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout[-5000:]
