"""The map of a class's sentences: near in meaning, upright while it grows, and worst inputs."""

from collections.abc import Callable

import numpy as np
import pytest

from explorer.sentences.class_map import places
from explorer.sentences.sentence_vectors import vectors
from explorer.vectors.pca import strongest
from explorer.views.projection.class_map import class_map

LINES = (
    "I swam in the ocean",
    "We were at the beach",
    "Dad taught me to fish",
    "I studied maths for an exam",
    "I revised for a test",
    "Homework, every day",
    "We camped in a forest",
    "I hiked in the mountains",
)


@pytest.mark.slow
def test_the_nearest_shares_its_meaning_and_no_word() -> None:
    found = places(LINES)
    assert LINES[found.nearest[3]] == "I revised for a test"
    cosines = vectors(LINES) @ vectors(LINES).T - 2 * np.eye(len(LINES))
    assert found.nearest == tuple(cosines.argmax(axis=1)) and found.cosines == pytest.approx(cosines.max(axis=1))


@pytest.mark.slow
def test_it_moves_less_than_components_do_when_another_sentence_comes() -> None:
    def plain(many: int) -> np.ndarray:
        found = vectors(LINES[:many])
        plane = strongest(found, 2)
        return (found - plane.mean) @ plane.components[:2].T

    def moved(kept: Callable[[int], np.ndarray]) -> float:
        return sum(np.abs(kept(many + 1)[:many] - kept(many)).mean() for many in range(3, len(LINES)))

    assert moved(lambda many: places(LINES[:many]).xy) < 0.6 * moved(plain)


def test_the_axes_are_cosines_with_two_sentences() -> None:
    axes = ("a day at the sea", "learning for school")
    assert places(LINES, axes).xy == pytest.approx(vectors(LINES) @ vectors(axes).T, abs=1e-4)


@pytest.mark.parametrize(
    "lines",
    [("Nothing.",), ("Same.", "Same."), ("Same.", "Same.", "Other."), ("🐙",), ("मैं गाँव गया", "🐙", "?"), ("x",) * 40],
)
def test_few_equal_and_strange_sentences_have_places(lines: tuple[str, ...]) -> None:
    found = places(lines)
    assert found.xy.shape == (len(lines), 2) and np.isfinite(found.xy).all()
    assert all(at != near for at, near in enumerate(found.nearest)) or len(lines) == 1
    assert class_map(lines).table["line"] == list(lines)
