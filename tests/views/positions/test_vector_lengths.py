"""Norms of initialized and trained rows against the tables, at even and odd widths."""

from __future__ import annotations

import math

import numpy as np
import pytest

from explorer.core.functional import sinusoidal
from explorer.data import load_whisper
from explorer.views import positions
from tests.support import numbers_in


@pytest.mark.parametrize("dim", [1, 7, 512])
def test_the_lengths_are_those_of_the_rows(dim: int) -> None:
    table = positions.row_lengths(vocab_size=100, dim=dim).table
    at = table["vectors"].index
    waves = np.linalg.norm(sinusoidal(1_000, dim, dtype=np.float64), axis=1)
    found = [table[name][at("position, sinusoidal")] for name in ("5 %", "median", "95 %")]
    assert found == pytest.approx(np.percentile(waves, [5, 50, 95]).tolist(), rel=1e-5)
    token, scaled = (table["median"][at(name)] for name in ("token, Xavier", "token, Xavier × √D"))
    assert scaled == pytest.approx(token * math.sqrt(dim))
    whisper = np.linalg.norm(load_whisper().tokens.astype(np.float32), axis=1)
    assert table["median"][at("Whisper tokens")] == pytest.approx(float(np.median(whisper)), rel=1e-5)


@pytest.mark.parametrize(("dim", "row"), [(512, 0), (510, 3), (1, 1), (7, 1)])
def test_the_formula_says_how_long_a_sinusoidal_row_is(dim: int, row: int) -> None:
    """At an odd width the rows' norms differ, so the formula computes row 1."""
    length = float(np.linalg.norm(sinusoidal([row], dim, dtype=np.float64)))
    said = positions.row_lengths(dim=dim).formula.worked.partition(", and ")[2]
    assert min(abs(each - length) for each in numbers_in(said)) < 0.005 * length


def test_what_is_sampled_is_said() -> None:
    assert numbers_in(positions.row_lengths().left_out) == {1_000}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"vocab_size": 99}, "vocab_size to be a whole number from 100 to 200,000, got 99"),
        ({"dim": 1_025}, "dim to be a whole number from 1 to 1,024, got 1025"),
    ],
)
def test_what_goes_wrong_is_said(wrong: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        positions.row_lengths(**wrong)
