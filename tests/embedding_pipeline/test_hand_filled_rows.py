"""Rows filled in by hand: how alike they are, by paper and pencil."""

import itertools

import pytest

from explorer.embedding_pipeline.hand_filled_rows import MOST, WORDS, ends_said, nearest_first
from explorer.views import tokens


def test_a_words_own_numbers_are_nearest_to_it_and_all_words_are_compared() -> None:
    for word, row in WORDS.items():
        near = nearest_first(row)
        assert near[0] == (word, pytest.approx(1)) and {name for name, _ in near} == {*WORDS}
        assert all(abs(number) <= MOST for number in row)
    assert dict(nearest_first((3, 0, 0, 0)))["hamster"] == pytest.approx(3 / 26**0.5)


def test_the_picture_has_ones_own_row_on_top_and_the_others_by_nearness() -> None:
    view = tokens.hand_filled(pet=3, big=-1, royal=-1, moves=2)
    assert view.table["word"][:2] == ["yours", "dog"]
    assert [round(float(number)) for number in view.figure().data[0].z[0]] == [3, -1, -1, 2]
    assert "“dog”, with a cosine of +1.00" in view.sentence
    assert "points nowhere" in tokens.hand_filled().sentence


def test_words_that_are_as_near_are_all_named() -> None:
    for row in itertools.product(range(-MOST, MOST + 1), repeat=4):
        if not any(row):
            continue
        dots = {word: sum(a * b for a, b in zip(row, other, strict=True)) for word, other in WORDS.items()}
        order = {word: dot * abs(dot) / sum(b * b for b in WORDS[word]) for word, dot in dots.items()}
        said = ends_said(nearest_first(row)).split("Farthest")
        for end, part in zip((max, min), said, strict=True):
            best = end(order.values())
            assert {word for word in WORDS if f"“{word}”" in part} == {
                word for word, value in order.items() if value == pytest.approx(best, abs=1e-9)
            }
