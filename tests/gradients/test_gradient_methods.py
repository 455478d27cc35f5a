"""Four methods for one gradient."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core import RowSparse
from explorer.gradients import gradient_methods


@given(st.lists(st.integers(0, 9), max_size=60), st.integers(0, 6), st.integers(0, 2**32))
def test_the_four_methods_agree_to_the_last_bit(ids, width, seed):
    gradient = np.random.default_rng(seed).standard_normal((len(ids), width), np.float32)
    made = [method(gradient, np.array(ids, np.int64), 10) for method in gradient_methods.METHODS.values()]
    dense = [result.dense() if isinstance(result, RowSparse) else result for result in made]
    assert {result.tobytes() for result in dense} == {dense[0].tobytes()}
    assert {result.shape for result in dense} == {(10, width)}


@pytest.mark.parametrize("source", gradient_methods.SOURCES)
def test_a_measurement_reports_every_way(source):
    request = gradient_methods.Request(source, 256, 16, text="the cat and the dog and the bird")
    records = list(gradient_methods.measure(request, seconds=0.002))
    assert [record.method for record in records] == list(gradient_methods.METHODS)
    assert [(record.step, record.steps) for record in records] == [(i, 4) for i in (1, 2, 3, 4)]
    for record in records:
        assert record.same_bits
        assert record.apart == 0
        assert 0 <= record.error < 1e-4
        assert record.seconds > 0
        assert record.peak_bytes >= record.result_bytes
    assert records[0].result_bytes == 50_257 * 16 * 4
    assert records[-1].result_bytes == records[-1].rows * (16 * 4 + 8)


def test_ids_come_from_where_they_should():
    words, vocab_size = gradient_methods.ids_of(gradient_methods.Request(gradient_methods.WORDS, 20_000))
    assert vocab_size == 50_257
    assert 0.06 < np.mean(words == 0) < 0.12  # 1 / (1 + 1/2 + … + 1/50257) is 0.088
    alike, _ = gradient_methods.ids_of(gradient_methods.Request(gradient_methods.ALIKE, 20_000))
    assert np.mean(alike == 0) < 0.001
    assert gradient_methods.ids_of(gradient_methods.Request(gradient_methods.YOURS, 2, text="a cat sat"))[
        0
    ].tolist() == [64, 3797]
    with pytest.raises(ValueError, match="source must be one of your text, as words come, all rows alike, got 'x'"):
        gradient_methods.ids_of(gradient_methods.Request("x"))
