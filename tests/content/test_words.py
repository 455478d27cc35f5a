"""What stands above every picture: each part says why and where to look, and marks the terms of the glossary."""

from __future__ import annotations

import re

import pytest

from explorer.content.en import glossary
from explorer.content.en.glossary import find
from explorer.content.pages import PAGES
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
ENTRIES = {entry.term: (entry.term, *entry.forms) for entry in glossary.ENTRIES if entry.term not in EVERYDAY}


def wordless() -> set[tuple[str, str]]:
    return {(page, part.name) for page, part in PARTS if not (part.why and part.look)}


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


def test_every_part_says_why_and_where_to_look() -> None:
    assert len(PARTS) > 40
    assert wordless() == set()


def test_why_is_one_sentence() -> None:
    found = {(page, part.name) for page, part in PARTS if re.search(r"[.!?]”? (?=[A-Z“\[])", plain(part.why))}
    assert found == set()


def test_a_part_that_has_expert_words_marks_one() -> None:
    """None of the words below is one of them: they are about mistakes, lessons and sheets."""
    everyday = {("projection", "Two tables"), ("failures", "Without a message"), ("failures", "Who says a word?")}
    everyday |= {("check", name) for name in ("Questions", "Misconceptions")}
    found = {(page, part.name) for page, part in PARTS if not any(terms(f"{part.why} {part.look}"))}
    assert {where for where in found - everyday if where[0] != "teach"} == set()


def test_where_to_look_begins_with_a_capital_and_both_end_as_sentences_do() -> None:
    for page, part in PARTS:
        assert not part.look[0].islower() and not part.why[0].islower(), (page, part.name)
        assert part.look[-1] in ".?!" and part.why[-1] in ".?!", (page, part.name)


def test_a_term_is_marked_where_it_first_appears() -> None:
    assert len(ENTRIES) > 80
    assert {"(B, T, D)", "batch", "window", "mask", "tied", "query", "key", "head", "loss"} < set(ENTRIES)
    found, allowed = unmarked(), OTHERWISE | IN_PLACE
    assert found - allowed == set()
    assert allowed - found == set(), "excused, and no longer there"


@pytest.mark.parametrize(("page", "part"), PARTS, ids=str)
def test_every_mark_is_in_the_glossary(page: str, part: object) -> None:
    text = f"{part.why} {part.look}"  # type: ignore[attr-defined]
    assert [term for term in terms(text) if find(term) is None] == []
