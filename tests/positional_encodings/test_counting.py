"""Counting on dials: digits, jumping and gliding hands, and the sinusoidal table with the same wavelengths."""

import numpy as np
import pytest

from explorer.core.functional import sinusoidal
from explorer.positional_encodings.counting import Counter


@pytest.mark.parametrize("radices", [(60, 12), (10, 10, 10), (2,) * 7])
def test_digits_are_those_of_repeated_division(radices):
    counter = Counter(radices)
    for position in range(0, counter.count, 7):
        rest, expected = position, []
        for radix in radices:
            rest, digit = divmod(rest, radix)
            expected.append(digit)
        assert counter.digits(position) == expected


@pytest.mark.parametrize("radices", [(60, 12), (10, 10, 10), (2,) * 7])
def test_jumping_hands_put_some_neighbours_further_apart_and_gliding_hands_none(radices):
    last = Counter(radices).count - 1
    jumping, gliding = (Counter(radices).steps(last, glide=glide) for glide in (False, True))
    assert np.ptp(gliding) < 1e-9
    assert jumping[radices[0] - 1] > jumping[0] + 0.1
    # A carry moves one hand more: between two carries only the fastest one moves.
    expected = 2 * np.sin(np.pi / radices[0])
    assert jumping[0] == pytest.approx(expected)
    assert jumping.max() > 1.4 * jumping.min()


def test_gliding_hands_are_the_sinusoidal_table_of_a_base_and_a_stride():
    # Dials of ten marks: wavelengths 10, 100, 1000. The table has 2π, 20π, 200π with base 10³ at width 6.
    rows = Counter((10, 10, 10)).rows(np.arange(1_000), glide=True)
    table = sinusoidal(np.arange(1_000) * 2 * np.pi / 10, 6, base=1_000.0, dtype=np.float64)
    np.testing.assert_allclose(rows, table, atol=1e-9)


@pytest.mark.parametrize(
    ("call", "message"),
    [(lambda: Counter(()), "at least two marks"), (lambda: Counter((60, 1)), r"at least two marks, got \(60, 1\)")],
)
def test_what_goes_wrong_is_said(call, message):
    with pytest.raises(ValueError, match=message):
        call()
