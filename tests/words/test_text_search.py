from __future__ import annotations

import re
import string
import sys

import numpy as np
import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from explorer.words import text_search
from explorer.words.text_search import PatternError, Texts, matching, within_lines
from tests.support import examples

WORDS = ["King", "singing", "a.b", "acb", "ß", "STRASSE", ""]
ODD = ["a", "b\na", "", "A b", "aab", "\n", "ab\tb", "zb-1", "β", "a\rb"]


def test_a_pattern_is_read_as_characters_or_as_a_regular_expression() -> None:
    assert matching(WORDS, "ING", expression=False).tolist() == [0, 1]
    assert matching(WORDS, "a.b", expression=False).tolist() == [2]
    assert matching(WORDS, "a.b", expression=True).tolist() == [2, 3]
    assert matching(WORDS, "^.ing$", expression=True).tolist() == [0]
    assert matching(WORDS, "ss", expression=False).tolist() == [4, 5]
    assert matching(WORDS, "", expression=False).tolist() == list(range(7))
    assert matching([], "a", expression=True).tolist() == matching([], "a", expression=False).tolist() == []


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "(?P<x", "\\"])
def test_a_bad_expression_is_told(pattern: str) -> None:
    with pytest.raises(PatternError, match="This is not a regular expression: "):
        matching(WORDS, pattern, expression=True)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["a" * 4000 + "b", "a" * 4000 + "\nb"], ids=["a line", "with a line break"])
@pytest.mark.parametrize("pattern", [r"(a|a)*(a|a)*(a|a)*c\1?$|((a+)+)+$", "(a|aa)+$"])
def test_a_pattern_that_would_take_years_is_given_up(text: str, pattern: str) -> None:
    with pytest.raises(PatternError, match=r"given up after 0\.2 seconds of computing"):
        matching([text] * 50, pattern, expression=True, seconds=0.2)


def test_a_pattern_that_is_too_long_is_told() -> None:
    with pytest.raises(PatternError, match="201 characters; at most 200"):
        matching(WORDS, "a" * 201, expression=False)


PARTS = [
    "a",
    "b",
    "^",
    "$",
    ".",
    "a*",
    "b+?",
    "(a|b)",
    "(?:ab)?",
    "[ab]",
    "[^a]",
    r"[^\w]",
    r"[\w-]",
    r"\b",
    r"\d",
    r"\w",
    r"\.",
    "-",
    "{",
    "a{1,2}",
]
LOOKS_PAST = [
    r"\s",
    r"\W",
    "(?=b)",
    "(?!a)",
    r"\D",
    r"(a)\1",
    r"a\Z",
    "(?s).",
    "(?m)$",
    r"\n",
    r"[\s]",
    "(?<=a)",
]


@pytest.mark.slow
@settings(max_examples=examples(300))
@given(st.lists(st.sampled_from([*PARTS, *LOOKS_PAST]), min_size=1, max_size=4).map("".join))
@example("[^b]+b")
@example("$")
def test_all_texts_at_once_give_what_each_gives_alone(pattern: str) -> None:
    try:
        alone = re.compile(pattern, re.IGNORECASE)
    except re.error:
        return
    expected = [row for row, text in enumerate(ODD) if alone.search(text)]
    # Python's own module takes $ before a last line break too, as the other does.
    assert matching(ODD, pattern, expression=True).tolist() == expected, pattern


@pytest.mark.slow
@settings(max_examples=examples(200))
@given(
    st.lists(st.text("aAsſkKSßiİı\n", max_size=5), max_size=12),
    st.from_regex(r"\^?[aAsSkKiI]{1,3}\$?", fullmatch=True),
    st.sampled_from([0, 2, 200]),
)
@example(["ß", "ſS", "K"], "ss", 200)  # one character that folds into the two is none of an expression's
@example(["İs", "İ", "ıs"], "IS", 200)
def test_an_expression_of_letters_gives_what_each_text_gives_alone(texts: list[str], pattern: str, few: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_search, "FEW", few)  # up to which texts are searched one by one
        found = matching(texts, pattern, expression=True).tolist()
    alone = regex.compile(pattern, regex.IGNORECASE)
    assert found == [row for row, text in enumerate(texts) if alone.search(text)]


@pytest.mark.slow
def test_what_an_expression_takes_for_a_letter_folds_into_that_letter() -> None:
    """So a text without the folded letters can't match and need not be searched."""
    every = [chr(u) for u in range(sys.maxunicode + 1) if not 0xD800 <= u < 0xE000]
    several = [u for u in every if len({u, u.lower(), u.upper(), u.casefold()}) > 1]
    assert len(several) > 2_000
    for letter in string.ascii_letters:
        alone = regex.compile(letter, regex.IGNORECASE)
        assert {u.casefold() for u in several if alone.fullmatch(u) and u not in "İı"} == {letter.lower()}


def test_few_texts_with_the_letters_are_searched_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searching all 30,000 words as lines took 0.75 ms."""
    monkeypatch.setattr(text_search, "_compiled", lambda *_: pytest.fail("an expression was searched for"))
    texts = Texts(["Land", "ireland", "landed", "sea"])
    assert matching(texts, "land$", expression=True).tolist() == [0, 1]
    assert matching(texts, "^LAND", expression=True).tolist() == [0, 2]


@pytest.mark.parametrize("pattern", LOOKS_PAST)
def test_what_looks_past_its_line_is_searched_text_by_text(pattern: str) -> None:
    assert within_lines(pattern) is None
    assert within_lines(f"a{pattern}b") is None


@pytest.mark.parametrize("pattern", [part for part in PARTS if part != "{"])
def test_what_stays_in_its_line_is_searched_at_once(pattern: str) -> None:
    assert within_lines(pattern) is not None


@settings(max_examples=examples(100))
@given(st.lists(st.text("aAß\n.", max_size=4), max_size=12), st.text("aAß\n.", max_size=3))
def test_characters_are_found_in_every_text(texts: list[str], wanted: str) -> None:
    expected = [row for row, text in enumerate(texts) if wanted.casefold() in text.casefold()]
    assert matching(Texts(texts), wanted, expression=False).tolist() == expected


def test_texts_can_be_searched_again() -> None:
    texts = Texts(ODD)
    for _ in range(2):
        assert np.array_equal(matching(texts, "b$", expression=True), matching(ODD, "b$", expression=True))
