"""The Home page's heatmap: rows in order, one scale centred at zero."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from explorer.figures.home.output import output_heatmap


@given(st.integers(1, 6), st.integers(1, 9), st.floats(0, 1e3))
def test_scale_is_symmetric_and_rows_are_labelled(rows: int, columns: int, size: float) -> None:
    values = np.full((rows, columns), size, np.float32)
    figure = output_heatmap(values, [str(i) for i in range(rows)], 0)
    (trace,) = figure.data
    assert trace.zmin == -trace.zmax < 0
    assert trace.z.shape == values.shape
    assert figure.layout.yaxis.ticktext[0] == "▶ 0"
    assert figure.layout.yaxis.autorange == "reversed"


def test_a_visitors_words_are_shown_letter_by_letter() -> None:
    figure = output_heatmap(np.ones((2, 3), np.float32), ["0 <b>x", "1 " + "y" * 40], 0)
    assert figure.layout.yaxis.ticktext == ("▶ 0 &lt;b&gt;x", "1 yyyyyyyyyyy…")
