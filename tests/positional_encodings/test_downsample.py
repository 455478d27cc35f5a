"""Cells of the heatmap are the stated means, at every size, and the picture stays small."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.functional import sinusoidal
from explorer.positional_encodings.consecutive_sinusoids import consecutive_sinusoids
from explorer.positional_encodings.downsample import CELLS, MOST_COLUMNS, Window, downsample
from explorer.positional_encodings.position_similarity import Waves, pair_of_column
from tests.support import examples


def by_hand(waves: Waves, window: Window, per_row: int, per_column: int) -> np.ndarray:
    table = waves.rows(np.arange(window.first, window.last + 1))[:, window.left : window.right + 1]
    cosine = pair_of_column(waves.dim, waves.layout)[1][window.left : window.right + 1]
    columns = {}
    for kind in (False, True):
        of_kind = np.flatnonzero(cosine == kind)
        for start in range(0, len(of_kind), per_column):
            columns[of_kind[start]] = table[:, of_kind[start : start + per_column]].mean(axis=1)
    joined = np.stack([columns[at] for at in sorted(columns)], axis=1)
    return np.stack([joined[at : at + per_row].mean(axis=0) for at in range(0, len(joined), per_row)])


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
@pytest.mark.parametrize(("length", "dim"), [(1, 2), (7, 6), (512, 128), (3_000, 64), (1_030, 300), (900, 1_022)])
def test_every_cell_is_the_mean_of_what_it_stands_for(length, dim, layout):
    waves = Waves(length, dim, 3_000.0, layout)
    view = downsample(waves)
    expected = by_hand(waves, Window(0, length - 1, 0, dim - 1), view.per_row, view.per_column)
    assert view.cells.shape == expected.shape
    np.testing.assert_allclose(view.cells, expected, atol=1e-6)


@given(st.data())
@settings(max_examples=examples(60))
def test_any_window_of_any_table(data):
    waves = Waves(
        data.draw(st.integers(1, 8_192)),
        2 * data.draw(st.integers(1, 512)),
        1e4,
        data.draw(st.sampled_from(["interleaved", "concatenated"])),
    )
    first = data.draw(st.integers(0, waves.length - 1))
    left = data.draw(st.integers(0, waves.dim - 1))
    window = Window(
        first,
        data.draw(st.integers(first, min(waves.length - 1, first + 3_000))),
        left,
        data.draw(st.integers(left, waves.dim - 1)),
    )
    view = downsample(waves, window)
    assert view.cells.size <= CELLS
    assert view.cells.shape[1] <= MOST_COLUMNS + 2
    assert len(view.columns) == len(view.pair) == len(view.is_cosine) == view.cells.shape[1]
    if view.per_column == 1:
        assert (view.pair == pair_of_column(waves.dim, waves.layout)[0][window.left : window.right + 1]).all()
    if window.last - window.first < 300:
        np.testing.assert_allclose(view.cells, by_hand(waves, window, view.per_row, view.per_column), atol=1e-6)


def test_the_largest_table_is_drawn_within_the_limit_and_a_zoom_shows_single_values():
    waves = Waves(8_192, 1_024)
    whole = downsample(waves)
    assert whole.cells.nbytes <= 300_000
    assert (whole.per_row, whole.per_column) == (64, 4)
    assert whole.positions[0] == 31.5
    assert whole.columns[:2].tolist() == [1.5, 5.5]
    part = downsample(waves, Window(8_000, 8_191, 100, 199))
    assert (part.per_row, part.per_column) == (1, 1)
    np.testing.assert_allclose(part.cells, waves.rows(np.arange(8_000, 8_192))[:, 100:200], atol=1e-6)
    assert part.positions[0] == 8_000
    assert part.columns[0] == 100


def test_a_window_outside_the_table_is_refused():
    with pytest.raises(ValueError, match="does not lie within a table of 4 × 4"):
        downsample(Waves(4, 4), Window(0, 4, 0, 3))


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
@pytest.mark.parametrize(("length", "dim", "start"), [(0, 4, 0), (300, 8, 0), (300, 6, 127), (1, 64, 131_071)])
def test_the_fast_table_is_the_core_s(length, dim, start, layout):
    fast = consecutive_sinusoids(length, dim, base=3_000.0, layout=layout, start_pos=start)
    slow = sinusoidal(length, dim, base=3_000.0, layout=layout, start_pos=start)
    assert fast.shape == slow.shape and np.allclose(fast, slow, atol=1e-6)
