"""Search by characters and by patterns with * and ?, whatever a visitor writes."""

import re
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.words.text_search import PatternError, Texts, containing, matching

TEXTS = st.lists(st.text("aAbİıß[]!.*?\n", max_size=8), max_size=6)


def like(pattern: str, text: str) -> bool:
    """The plain way: one star after the other, each with every length."""
    if not pattern:
        return not text
    if pattern[0] == "*":
        return any(like(pattern[1:], text[at:]) for at in range(len(text) + 1))
    return bool(text) and pattern[0] in ("?", text[0]) and like(pattern[1:], text[1:])


@given(TEXTS, st.text("aAb[]!.*?", max_size=5))
def test_a_pattern_finds_what_the_plain_way_finds(texts: list[str], pattern: str) -> None:
    wanted = pattern.casefold()
    plain = [
        at
        for at, text in enumerate(texts)
        if (like(wanted, text.casefold()) if re.search(r"[*?]", pattern) else wanted in text.casefold())
    ]
    assert matching(texts, pattern).tolist() == plain


@given(TEXTS, st.text("aAbİıß.*?\n", max_size=3))
def test_characters_are_found_in_every_text(texts: list[str], wanted: str) -> None:
    expected = [at for at, text in enumerate(texts) if wanted.casefold() in text.casefold()]
    assert containing(Texts(texts), wanted).tolist() == expected


@pytest.mark.parametrize(
    "pattern", ["(?:a{1000000})", "(?:(a){999}){999}", "(?R)*", "*a" * 100, "?*" * 100, "[" * 199 + "*", "(a+)+*"]
)
def test_no_pattern_takes_long_or_fails(pattern: str) -> None:
    begun = time.thread_time()
    with suppress(PatternError):
        matching(["a" * 4000 + "b"] * 20, pattern, seconds=0.5)
    assert time.thread_time() - begun < 5


def test_a_pattern_that_is_too_long_is_told() -> None:
    with pytest.raises(PatternError, match="201 characters; at most 200"):
        matching(["a"], "a" * 201)
