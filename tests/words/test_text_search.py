"""Words chosen by a pattern, by kind, by an outline; and the toy words."""

import re
import time
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.data import load_glove
from explorer.ui.plot.chart import MOST_CORNERS
from explorer.words.selection_outlines import MOST, OutlineError, loop_of, read_outline, within, write_outline
from explorer.words.shipped_tables import shipped
from explorer.words.text_search import PatternError, Texts, containing, matching
from explorer.words.toy_words import COLUMNS, WORDS, points
from explorer.words.word_categories import FROM_GOOGLE, words_in
from tests.support import examples

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


def test_each_point_is_two_numbers_of_its_words_row() -> None:
    table = shipped("GloVe")
    assert load_glove().token_q.shape[1] > max(COLUMNS)
    for word, point in zip(WORDS, points(), strict=True):
        row = table.find(word)
        assert row is not None
        np.testing.assert_array_equal(point, table.vectors[row][list(COLUMNS)])


SIDES = {
    "countries": ("Nigeria", "Abuja"),
    "capitals": ("Abuja", "Nigeria"),
    "nationalities": ("Albanian", "Albania"),
    "verbs, -ing": ("dancing", "dance"),
    "verbs, past": ("danced", "dancing"),
    "verbs": ("dance", "dancing"),
    "adjectives, -er": ("bigger", "big"),
    "adjectives, -est": ("biggest", "big"),
    "adverbs, -ly": ("calmly", "calm"),
    "plurals": ("bananas", "banana"),
}
"""A word of the category, and its pair's other word, which is in another category or in none."""


@pytest.mark.parametrize("kind", SIDES)
def test_a_kind_takes_one_side_of_its_pairs(kind: str) -> None:
    of_it, other = SIDES[kind]
    words = words_in(kind)
    assert of_it in words and other not in words
    assert len(set(words)) == len(words)


def test_families_take_both_sides_and_no_kind_is_left_out() -> None:
    assert {"king", "queen"} <= set(words_in("family"))
    assert {*SIDES, "family"} == set(FROM_GOOGLE)


def test_a_box_includes_its_edges_whichever_corners_it_is_given_by() -> None:
    points = np.array([[0, 0], [1, 1], [1.01, 0.5], [-1, 0.5]])
    for corners in ([(0, 0), (1, 1)], [(1, 0), (0, 1)], [(1, 1), (0, 0)]):
        assert within(points, corners).tolist() == [0, 1]
    assert within(points, []).tolist() == []


def test_a_loop_with_a_bay_leaves_the_bay_out() -> None:
    bay = [(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)]
    points = np.array([[2, 0.5], [2, 3], [0.5, 2], [3.5, 2], [5, 1]])
    assert within(points, bay).tolist() == [0, 2, 3]
    assert within(points, bay[::-1]).tolist() == [0, 2, 3]


@settings(max_examples=examples(60))
@given(
    st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=3, max_size=8),
    st.lists(st.tuples(st.floats(-10, 10), st.floats(-10, 10)), min_size=1, max_size=20),
)
def test_inside_a_loop_is_an_odd_number_of_crossings(corners: list, coordinates: list) -> None:
    points = np.array(coordinates, np.float64)

    def crossings(x: float, y: float) -> int:
        pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
        return sum((y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0) for (x0, y0), (x1, y1) in pairs)

    expected = [row for row, (x, y) in enumerate(coordinates) if crossings(x, y) % 2]
    assert within(points, corners).tolist() == expected


def test_what_is_written_is_read_again() -> None:
    corners = [["-2.46", "0.966"], ["2e-7", "1"], ["0", "−3"]]
    assert read_outline(write_outline(corners)) == ((-2.46, 0.966), (2e-7, 1.0), (0.0, -3.0))
    assert read_outline("") == read_outline("  ") == ()
    assert loop_of(((0, 0), (1, 2), (3, 3))) == [(0, 0), (1, 2), (3, 3)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,2", "This one has 1."),
        ("; ".join(["1,2"] * 25), "2 to 24 corners with semicolons between.*This one has 25."),
        ("0,0; 1", "Corner 2 should be two numbers with a comma between.*It is “1”."),
        ("a,0; 1,2", "Corner 1 .*It is “a,0”."),
        ("0,0; 1,nan", "Corner 2"),
        ("0,0; 1,1e13", "Corner 2"),
        ("0,0; 1," + "9" * 5000, "Corner 2"),
    ],
)
def test_an_outline_that_cant_be_read_is_told(text: str, message: str) -> None:
    with pytest.raises(OutlineError, match=message):
        read_outline(text)


def test_the_browser_may_send_as_many_corners_as_are_read() -> None:
    assert MOST_CORNERS == MOST
