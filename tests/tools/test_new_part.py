"""The skeleton of a part in a copy of the tree: it runs, is on its page, and one test fails until a case is derived."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.new_part import FILES, SUBJECTS, chosen, make, prefix_of, register

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project without its data, which is linked."""
    for name in ("explorer", "pages", "tests", ".streamlit", "tools"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "files"))
    (tmp_path / "explorer/data/files").symlink_to(ROOT / "explorer/data/files", target_is_directory=True)
    (tmp_path / "static").symlink_to(ROOT / "static", target_is_directory=True)
    for name in ("app.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTEST_ADDOPTS": ""}  # the outer run's flags are its own
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.nightly
def test_a_new_part_runs_and_one_test_waits_for_a_case_by_hand(copy: Path) -> None:
    name = "Hours and minutes"
    written = make(copy, "positions", name)
    tests = [path for path in written if path.startswith("tests/")]
    done = run(copy, "pytest", "-q", "-p", "no:cacheprovider", *tests)
    assert done.stdout.startswith("F."), done.stdout + done.stderr
    assert "derive this by hand" in done.stdout
    make(copy, "extrapolation", name)  # the page whose tests ask for most
    about = chosen(name)
    done = run(copy, "pytest", "-p", "no:cacheprovider", "tests/pages", "tests/content", "-k", about)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_what_is_written_on_each_page_is_formatted_and_exported(copy: Path) -> None:
    written = [path for page in SUBJECTS for path in make(copy, page, "Numbers up to the largest one")]
    exported = "tests/views/test_view.py::test_a_page_lists_its_views_and_no_helpers"
    done = run(copy, "pytest", "-q", "-p", "no:cacheprovider", exported)
    assert done.returncode == 0, done.stdout + done.stderr
    for check in (("check",), ("format", "--check")):
        done = run(copy, "ruff", *check, "--no-cache", *written)
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_page_with_parts_has_a_subject_and_a_prefix() -> None:
    for page, subject in SUBJECTS.items():
        assert (ROOT / "explorer" / subject).is_dir()
        assert re.search(
            rf'^ui\.page\(\s*"{page}",', (ROOT / f"pages/{page}.py").read_text(encoding="utf-8"), re.MULTILINE
        ), page
        assert f'key="{prefix_of(ROOT, page)}_' in "".join(
            path.read_text(encoding="utf-8") for path in (ROOT / "explorer/ui" / page).glob("*.py")
        )


def test_the_guide_tells_what_is_written() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    words = {"page": "positions", "subject": SUBJECTS["positions"], "slug": "hours_and_minutes"}
    assert re.findall(r"^   \| `([\w/]+\.py)` \|", guide, re.MULTILINE) == [path.format(**words) for path in FILES]


def test_a_part_is_registered_behind_the_others() -> None:
    page = 'from explorer import ui\nfrom explorer.ui.memory import bill, cards\n\nui.page("memory", [bill, cards])\n'
    once = register(page, "alpha")
    assert "import alpha, bill, cards\n" in once
    assert once.endswith('ui.page("memory", [bill, cards, alpha])\n')
    split = page.replace("[bill, cards])", "[\n        bill,\n        cards,\n    ],\n)")
    assert register(split, "alpha").endswith("        cards, alpha],\n)\n")


@pytest.mark.parametrize(
    ("page", "name", "message"),
    [
        ("nowhere", "A", "Expected a page of tokens, positions, projection"),
        ("memory", "42", "Expected a name .* that begins with a letter .* got '42'"),
        ("positions", "Größe", "Expected a name .* has only A to Z, .* got 'Größe'"),
        ("positions", "Hours " * 6, "Expected a name of at most 30 characters"),
        ("positions", "cLocks", "positions has a part 'Clocks' already"),
        ("projection", "Map", "projection has a part 'Map' already"),
        ("memory", "Lambda", "A function 'lambda' would hide another one"),
        ("memory", "Layout", "A function 'layout' would hide another one"),
        ("memory", "Precision", "A function 'precision' would hide another one"),
        ("memory", "Size controls", "there already: explorer/ui/memory/size_controls.py"),
    ],
)
def test_what_cannot_be_made_is_said(copy: Path, page: str, name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make(copy, page, name)
