"""RoPE and ALiBi: their sentences against independently computed angles and slopes."""

import numpy as np
import pytest

from explorer.positional_encodings.rope_alibi_scores import query_and_key
from explorer.views import positions
from tests.support import decimals_in, numbers_in


def _score(dim: int, base: float, offset: int) -> float:
    """Score of the random query `offset` positions after the random key, with pairs as complex numbers."""
    query, key = (each[::2] + 1j * each[1::2] for each in query_and_key(dim, 0))
    turn = np.exp(1j * offset * base ** (-np.arange(0, dim, 2) / dim))
    return float((query * turn * key.conj()).real.sum())


@pytest.mark.parametrize(("dim", "base", "position"), [(128, 10_000.0, 3), (4, 10.0, 8_191), (6, 100.0, 0)])
def test_a_turned_pair_is_the_pair_times_a_complex_number(dim: int, base: float, position: int) -> None:
    view = positions.rope_turn(position=position, dim=dim, base=base)
    angles = position * base ** (-2 * np.array(view.table["pair"]) / dim)
    np.testing.assert_allclose(view.table["angle"], angles)
    before, after = (view.table[f"{when}, first"] + 1j * view.table[f"{when}, second"] for when in ("before", "after"))
    np.testing.assert_allclose(after, before * np.exp(1j * angles), atol=1e-9)
    drawn = len(view.table["pair"])
    assert numbers_in(view.left_out) == ({dim // 2, drawn} if drawn < dim // 2 else set())


@pytest.mark.parametrize(
    ("length", "dim", "base"), [(256, 128, 10_000.0), (4, 4, 100_000.0), (2, 4, 10.0), (3_000, 16, 50.0)]
)
def test_what_the_order_of_query_and_key_makes_is_a_number(length: int, dim: int, base: float) -> None:
    """At width 4 and base 100,000 the scores 3 positions apart are 1.05 and 1.05."""
    far = min(5, length - 1)
    before, after = _score(dim, base, far), _score(dim, base, -far)
    view = positions.rope_over_distance(length=length, dim=dim, base=base)
    np.testing.assert_allclose(
        [view.table[f"key {side} the query"][far] for side in ("before", "after")], [before, after], atol=1e-9
    )
    said = numbers_in(view.sentence.rpartition("difference of")[2])
    assert min(abs(number - abs(before - after)) for number in said) <= 0.06 * abs(before - after)


_PLAIN = str.maketrans({"−": "-", ",": None, "(": None, ")": None})


def test_the_score_stays_where_query_and_key_move_alike() -> None:
    def score(position: int, key: int) -> float:
        return decimals_in(positions.rope_turn(position=position, key=key).says)[-1]

    assert score(3, 0) == score(8, 5) == score(103, 100) != score(8, 0)
