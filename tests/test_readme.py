"""README and docs are correct: the example runs, the pages exist, the commands are the Makefile's."""

import re
from pathlib import Path

from explorer.rooms.room_store import MOST_SEATS
from explorer.ui import PAGES
from explorer.ui.teach.tomorrow_morning import LINKS, TEXT
from tests.support import parts_of, run_script

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


def test_hosting_names_the_most_students_of_a_room() -> None:
    assert f"up to {MOST_SEATS} students" in " ".join(DOCS["teachers.md"].split())


def test_the_text_of_tomorrow_morning_has_five_small_pictures_and_links_that_lead_somewhere() -> None:
    text = TEXT.read_text(encoding="utf-8")
    pictures = [TEXT.parent / name for name in re.findall(r"^!\[.+\]\((.+)\)$", text, re.MULTILINE)]
    assert len(pictures) == 5 and all(picture.stat().st_size <= 150_000 for picture in pictures)
    files = set(re.findall(r"(?<!!)\[[^]]+\]\(([^)]+)\)", text))
    assert files == set(LINKS) and all((TEXT.parent / name).is_file() for name in files)
    parts = set(parts_of("teach"))
    assert {"The plan", "Handout"} <= parts & set(re.findall(r"\*\*([^*]+)\*\*", text))
