"""What stands above every picture: each part says why and where to look, and marks the terms of the glossary."""

from __future__ import annotations

import re

import pytest

from explorer.content.en import glossary
from explorer.content.en.glossary import find
from explorer.content.pages import PAGES
from explorer.ui import Part
from explorer.ui.frame.say import plain, terms
from tests.support import views_of

PARTS = [(page.name, view.PART) for page in PAGES for view in views_of(page.name)]
OTHERWISE = {("positions", name, "cosine") for name in ("Heatmap", "Shift", "Sine and cosine")}
OTHERWISE |= {("extrapolation", name, "length of a vector") for name in ("Inside the range", "Why")}
OTHERWISE |= {("positions", "Shift", "block"), ("teach", "Notes", "window")}
"""Words that mean something else there: the cosine of an angle, not of two vectors; a text's length."""
IN_PLACE = {("memory", "The bill", "(B, T, D)"), ("memory", "MB or MiB", "MiB")}
"""Words that the sentence itself explains."""
EVERYDAY = {"table", "row", "token", "position", "language model", "byte"}
"""Terms that every page is about; a mark in every sentence would say nothing."""
WITHOUT_A_TERM = {("projection", "Two tables"), ("failures", "Without a message"), ("failures", "Who says a word?")}
WITHOUT_A_TERM |= {("check", name) for name in ("Questions", "Misconceptions")}
"""Parts without an expert's word: they are about mistakes, lessons and sheets, as all of Teach is."""
ENTRIES = {entry.term: (entry.term, *entry.forms) for entry in glossary.ENTRIES if entry.term not in EVERYDAY}


def unmarked() -> set[tuple[str, str, str]]:
    """Terms whose first appearance in a part's words is outside of a mark; its own name doesn't count."""
    found = set()
    for page, part in PARTS:
        text = f"{part.why} {part.look}"
        for term, names in ENTRIES.items():
            words = "|".join(map(re.escape, names))
            first = re.search(rf"(?<![\w-])({words})(?![\w-])", text)
            if first and text.rfind("[[", 0, first.start()) <= text.rfind("]]", 0, first.start()):
                found.add((page, part.name, term))
    return found


of_each_part = pytest.mark.parametrize(("page", "part"), PARTS, ids=[f"{page}-{part.name}" for page, part in PARTS])


def test_all_parts_are_read() -> None:
    assert len(PARTS) > 40
    assert {(page, part.name) for page, part in PARTS} >= WITHOUT_A_TERM


@of_each_part
def test_a_part_says_why_in_one_sentence_and_where_to_look(page: str, part: Part) -> None:
    assert part.why and part.look, "Part(…) lacks why= or look="
    assert not re.search(r"[.!?]”? (?=[A-Z“\[])", plain(part.why)), "why= is one sentence"
    assert not part.look[0].islower() and not part.why[0].islower()
    assert part.look[-1] in ".?!" and part.why[-1] in ".?!"


@of_each_part
def test_a_part_that_has_expert_words_marks_one(page: str, part: Part) -> None:
    marks = any(terms(f"{part.why} {part.look}"))
    assert marks or page == "teach" or (page, part.name) in WITHOUT_A_TERM, (
        "Mark the first term of the glossary in why= or look=, as [[row]] or [[row|rows]]; if no word of them is one, "
        "the part belongs into WITHOUT_A_TERM of this file"
    )


def test_a_term_is_marked_where_it_first_appears() -> None:
    assert len(ENTRIES) > 80
    assert {"(B, T, D)", "batch", "window", "mask", "tied", "query", "key", "head", "loss"} < set(ENTRIES)
    found, allowed = unmarked(), OTHERWISE | IN_PLACE
    assert not found - allowed, f"Mark each with [[…]] where it first appears, or say why not above: {found - allowed}"
    assert allowed - found == set(), "excused, and no longer there"


@of_each_part
def test_every_mark_is_in_the_glossary(page: str, part: Part) -> None:
    text = f"{part.why} {part.look}"
    assert [term for term in terms(text) if find(term) is None] == []
