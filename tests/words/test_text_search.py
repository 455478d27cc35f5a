"""Words chosen by a pattern, by kind, by an outline; and the toy words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.data import load_glove
from explorer.words.shipped_tables import shipped
from explorer.words.text_search import Texts, containing
from explorer.words.toy_words import COLUMNS, WORDS, points
from explorer.words.word_categories import FROM_GOOGLE, words_in

TEXTS = st.lists(st.text("aAbİıß[]!.*?\n", max_size=8), max_size=6)


@given(TEXTS, st.text("aAbİıß.*?\n", max_size=3))
def test_characters_are_found_in_every_text(texts: list[str], wanted: str) -> None:
    expected = [at for at, text in enumerate(texts) if wanted.casefold() in text.casefold()]
    assert containing(Texts(texts), wanted).tolist() == expected


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
