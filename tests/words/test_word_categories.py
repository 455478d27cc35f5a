"""Word categories have the words of their own side of the Google set's pairs, and none of the other side."""

import pytest

from explorer.words.word_categories import FROM_GOOGLE, words_in

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
