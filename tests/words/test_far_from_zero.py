"""What is told of words in a table that lies far from zero, against plain float64 on the stored numbers."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from explorer.vectors.map_quality import distortion
from explorer.vectors.pca import pca
from explorer.vectors.preprocessing import PreparedTable
from explorer.vectors.similarity_measures import COSINE, EUCLID, comparable
from explorer.words.analogies import ask, complete
from explorer.words.parallelogram import corners

OFFSETS = (0.0, 100.0, 2e3, 1e5, 1e6)
OFFSET = st.sampled_from(OFFSETS)


def table(offset: float, spread: float = 1.0, *, rows: int = 60, width: int = 5, seed: int = 0) -> NDArray[np.float32]:
    return (offset + spread * np.random.default_rng(seed).normal(size=(rows, width))).astype(np.float32)


def unit(rows: NDArray[Any]) -> NDArray[np.float64]:
    exact = rows.astype(np.float64)
    made: NDArray[np.float64] = exact / np.linalg.norm(exact, axis=1, keepdims=True)
    return made


def is_best(values: NDArray[np.float64], chosen: int, out: list[int], spread: float) -> bool:
    """Whether a row is one of the best, up to what float32 leaves open where nothing is large."""
    values = values.copy()
    values[out] = -np.inf
    return bool(values[chosen] >= values.max() - spread)


@settings(deadline=None, max_examples=40)
@given(offset=OFFSET, spread=st.sampled_from([1e-6, 1e-3, 1.0, 300.0]), seed=st.integers(0, 500), half=st.booleans())
def test_an_analogy_has_the_answer_of_float64(offset: float, spread: float, seed: int, half: bool) -> None:
    stored: NDArray[Any] = table(offset, spread * max(offset, 1.0), seed=seed)
    if half and np.abs(stored).max() < 6e4:
        stored = stored.astype(np.float16)
    rows = unit(stored)
    cosines = rows @ (rows[1] - rows[0] + rows[2])
    loose = 0.0 if PreparedTable(stored).narrow else 1e-6
    found = complete(stored, 0, 1, 2, 1)
    assert is_best(cosines, int(found.ids[0]), [0, 1, 2], 1e-12 + loose)
    questions = {"all": [("0", "1", "2", "3"), ("5", "9", "2", "8")]}
    answers = ask(stored, lambda word: int(word), questions)
    for (a, b, c, _), strict, anyone in zip(answers.asked.tolist(), answers.strict, answers.loose, strict=True):
        values = rows @ (rows[b] - rows[a] + rows[c])
        assert is_best(values, int(strict), [a, b, c], 1e-12 + loose) and is_best(
            values, int(anyone), [], 1e-12 + loose
        )


@pytest.mark.parametrize("tied", [True, False])
def test_ties_that_a_share_counts_are_counted(tied: bool) -> None:
    stored = np.outer(np.arange(1, 41), [3, 4]).astype(np.float32) if tied else table(0, rows=40)
    assert distortion(stored, stored[:, :2], k=5, sample=None).tied == 40 * tied


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("measure", [COSINE, EUCLID])
def test_rows_that_differ_are_no_ties_however_far_from_zero(offset: float, measure: str) -> None:
    stored = table(min(offset, 2e3))
    assert distortion(stored, stored[:, :2], k=5, sample=None, measure=measure).tied == 0
    assert distortion(np.repeat(stored, 9, axis=0), np.repeat(stored[:, :2], 9, axis=0), k=5, sample=None).tied == 540


@pytest.mark.parametrize("offset", OFFSETS)
def test_the_corners_of_a_parallelogram(offset: float) -> None:
    stored = table(offset)
    rows = unit(stored)
    points, away = corners(stored, [0, 1, 2], [7])
    length = np.linalg.norm(rows[1] - rows[0])
    np.testing.assert_allclose(points[1], [length, 0], rtol=1e-6, atol=1e-12)
    flat, out = points[4].astype(np.float64), float(away[4])
    assert np.hypot(np.linalg.norm(flat), out) == pytest.approx(np.linalg.norm(rows[7] - rows[0]), rel=1e-6)


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("measure", [COSINE, EUCLID])
def test_rows_of_a_picture_keep_the_order_of_the_table(offset: float, measure: str) -> None:
    stored = table(offset)
    truth = comparable(PreparedTable(stored).rows(slice(None)), measure)
    exact = unit(stored) if measure == COSINE else stored.astype(np.float64)
    picture = pca(exact - exact.mean(axis=0)).project(exact - exact.mean(axis=0))
    gaps = np.linalg.norm(exact[:, None] - exact[None], axis=2)
    np.fill_diagonal(gaps, np.inf)
    drawn = np.linalg.norm(picture[:, None] - picture[None].astype(np.float64), axis=2)
    np.fill_diagonal(drawn, np.inf)
    true, seen = (np.argsort(each, axis=1, kind="stable")[:, :6] for each in (gaps, drawn))
    shared = np.mean([len({*a} & {*b}) / 6 for a, b in zip(true.tolist(), seen.tolist(), strict=True)])
    assert distortion(truth, picture, k=6, sample=None, measure=measure).share == pytest.approx(shared, abs=1e-9)
