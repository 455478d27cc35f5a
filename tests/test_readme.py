"""The README says what is so: its example runs, its pages exist, its commands are the Makefile's."""

from __future__ import annotations

import re
from pathlib import Path

from explorer.content.en.hosting import LEAVES, MANY, WAYS
from explorer.rooms.registry import MOST_SEATS
from explorer.ui import PAGES
from tests.support import run_script

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_runs_and_touches_three_rows() -> None:
    (block,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    out = run_script(block + "print(x.shape, layer.parameters()[0].grad.any(axis=1).nonzero()[0].tolist())\n")
    assert out == "(1, 3, 64) [464, 3332, 3797]\n"


def test_the_table_of_pages_is_the_navigation() -> None:
    rows = re.findall(r"^\| (\w[\w ]*) \| ([^|]+?) \|$", README, re.MULTILINE)[1:]
    assert [title for title, _ in rows] == [page.title for page in PAGES]
    for (_, question), page in zip(rows, PAGES, strict=True):
        assert question.startswith(page.question)


def test_every_file_and_folder_it_names_exists() -> None:
    named = re.findall(r"`((?:explorer|tools|benchmarks|tests)/[\w/.]*)`", README)
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_plain_commands_install_what_make_installs() -> None:
    make = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in ("requirements.txt", "requirements-dev.txt", "playwright install chromium", "--dist worksteal"):
        assert command in README
        assert command in make


def test_hosting_is_told_as_on_the_page_teach() -> None:
    told = " ".join(README.split())
    for sentence in (*WAYS.values(), MANY, LEAVES):
        assert sentence in told
    assert f"up to {MOST_SEATS} students" in MANY
    measured = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8").split("begin rooms.one_server")[1]
    for what, said in (("200 students join", "within 8 seconds"), ("the teacher reveals", "within 6 seconds")):
        (seconds,) = re.findall(rf"{what}[^|]*\| ([\d.]+) s \|", measured.split("end rooms.one_server")[0])
        assert said in MANY and float(seconds) < float(said.split()[1])
    named = re.findall(r"`([\w/]+\.md|deploy/)`", " ".join([*WAYS.values(), MANY, LEAVES]))
    assert {"deploy/", "SCALING.md", "PRIVACY.md"} <= set(named)
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_memory_that_scaling_tells_is_the_measured_table() -> None:
    measured = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    told = " ".join((ROOT / "SCALING.md").read_text(encoding="utf-8").split())

    def notes(name: str) -> dict[str, str]:
        section = measured.split(f"begin {name} -->")[1].split("<!-- end")[0]
        rows = [line.strip("| ").split("|") for line in section.splitlines() if line.startswith("| ")][1:]
        return {row[0].strip(): row[-1].strip() for row in rows}

    parts, soak, training = (notes(name) for name in ("footprint.memory", "soak.day", "footprint.training"))
    seen = next(note for what, note in parts.items() if what.startswith("every part"))
    visits = [note for what, note in soak.items() if what.startswith("after ")]
    sizes = sorted(int(note.split(" MB")[0]) for note in visits)
    assert f"{parts['Home seen once'].split(',')[0]} with Home, {seen.split(',')[0]} once every part" in told
    assert f"between {sizes[0]} and {sizes[-1]} MB throughout 2,000 visits" in told and "after 2,000 visits" in soak
    assert f"process takes {next(iter(training.values()))} more" in told
    files = [re.findall(r"(\d+) open", note)[0] for note in (visits[-1], soak["three minutes after the last one"])]
    assert f"{files[0]} descriptors were open, and {files[1]} three minutes later" in told
    left = soak["three minutes after the last one"].split(",")[0]
    assert f"and {left} three minutes after the last one" in told


def test_the_speed_that_scaling_tells_is_the_measured_table() -> None:
    measured = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    told = " ".join((ROOT / "SCALING.md").read_text(encoding="utf-8").split())
    section = measured.split("begin load.changing -->")[1].split("<!-- end")[0]
    found = re.findall(r"^\| 100 visitors: ([a-z]+)[^|]* \| ([\d.]+) ms .* a core (\d+)% busy", section, re.MULTILINE)
    took = {page: round(float(time)) for page, time, _ in found}
    home, others = took.pop("home"), sorted(time for page, time in took.items() if page != "nothing")
    assert len(others) == len(PAGES) - 1 and home > others[-1]
    assert f"within {home} ms on Home, which costs most, and within {others[0]} to {others[-1]} ms on the other" in told
    busy = sorted(int(share) for page, _, share in found if page != "nothing")
    assert f"the core was {busy[0]} to {busy[-1]} % busy" in told
    section = measured.split("begin load.two_servers -->")[1].split("<!-- end")[0]
    found = re.findall(r"^\| (\w+): two servers .* (\d+) changes a second against (\d+);", section, re.MULTILINE)
    (_, two, one), (_, more, less) = found
    assert f"{two} a second against {one}, {more} against {less}" in told
    first, second = (f"{round(20 * int(many) / int(few)) / 20:g}" for _, many, few in found)
    assert f"answered {first} times as many changes as one on Tokens and {second} times as many on Positions" in told


def test_what_is_told_of_sockets_that_never_read_is_the_measured_table() -> None:
    measured = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    told = {name: " ".join((ROOT / name).read_text(encoding="utf-8").split()) for name in ("SCALING.md", "SECURITY.md")}
    section = measured.split("begin sockets.silent -->")[1].split("<!-- end")[0]
    found = re.findall(
        r"^\| ([^|]+) \|  \|  \| leave ([\d,]+) and .* greedy ([\d,]+) and (\d+) MB \|", section, re.MULTILINE
    )
    rows = {what: (files, greedy, int(size)) for what, files, greedy, size in found}
    at_first, minute, later = (rows[what][0] for what in ("300 have asked", "1 min later", "3 min later"))
    assert f"never read, {at_first} were open" in told["SCALING.md"] and at_first in told["SECURITY.md"]
    assert f"{minute} were left a minute after" in told["SCALING.md"]
    assert f"and {later} after three minutes" in told["SCALING.md"] and later == rows["before"][0]
    assert rows["5 min later"][1] == rows["before"][1] and "nothing after five" in told["SECURITY.md"]
    each = (rows["1 min later"][2] - rows["2 min later"][2]) / 30
    assert f"({each:.1f} MB of the server's memory each)" in told["SCALING.md"]
