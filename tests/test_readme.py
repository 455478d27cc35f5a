"""README and docs are correct: the example runs, the pages exist, the commands are the Makefile's."""

from __future__ import annotations

import re
from pathlib import Path

from explorer.content.en.hosting_notes import LEAVES, MANY, WAYS
from explorer.rooms.room_store import MOST_SEATS
from explorer.ui import PAGES
from tests.support import run_script

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCS = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md")}


def test_the_example_runs_and_touches_three_rows() -> None:
    (block,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    out = run_script(block + "print(x.shape, layer.parameters()[0].grad.any(axis=1).nonzero()[0].tolist())\n")
    assert out == "(1, 3, 64) [464, 3332, 3797]\n"


def test_the_table_of_pages_is_the_navigation() -> None:
    rows = re.findall(r"^\| (\w[\w ]*) \| ([^|]+?) \|$", README, re.MULTILINE)[1:]
    assert [title for title, _ in rows] == [page.title for page in PAGES]
    for (_, question), page in zip(rows, PAGES, strict=True):
        assert question.startswith(page.question)


def test_every_file_and_folder_they_name_exists() -> None:
    texts = README + "".join(DOCS.values())
    named = re.findall(r"`((?:explorer|tools|benchmarks|tests|examples|docs|deploy)/[\w/.]*)`", texts)
    assert len(named) > 20
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_plain_commands_install_what_make_installs() -> None:
    make = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in ("requirements.txt", "requirements-dev.txt", "playwright install chromium", "--dist worksteal"):
        assert command in README
        assert command in make


def test_hosting_is_told_as_on_the_page_teach() -> None:
    told = " ".join(DOCS["teachers.md"].split())
    for sentence in (*WAYS.values(), MANY, LEAVES):
        assert sentence in told
    assert f"up to {MOST_SEATS} students" in MANY
    named = re.findall(r"`([\w/]+\.md|deploy/)`", " ".join([*WAYS.values(), MANY, LEAVES]))
    assert {"deploy/", "SCALING.md", "PRIVACY.md"} <= set(named)
    assert [name for name in named if not (ROOT / name).exists()] == []
