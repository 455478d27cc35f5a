"""The heatmap: the sentence on faded pairs, and the requested window."""

import numpy as np
import pytest

from explorer.core import functional
from explorer.positional_encodings.downsample import Window, downsample, faded
from explorer.positional_encodings.position_similarity import Waves
from explorer.views import positions as views
from explorer.views.animation_frames import frames_of
from tests.support import decimals_in, numbers_in


def swing(numbers: np.ndarray) -> np.ndarray:
    return np.sqrt((numbers.astype(float) ** 2).mean())


@pytest.mark.slow
@pytest.mark.parametrize("base", [10.0, 10_000.0, 1e6])
@pytest.mark.parametrize(("length", "dim"), [(8_192, 1_024), (8_192, 1_022), (3_000, 128)])
def test_the_pairs_that_are_called_pale_are_those_whose_cells_have_lost_half_of_their_swing(length, dim, base):
    waves, every = Waves(length, dim, base), Window(0, length - 1, 0, dim - 1)
    view = downsample(waves, every)
    table = functional.sinusoidal(length, dim, base=base, layout="interleaved")
    quarter = -(-len(view.cells) // 4)
    lost: dict[str, set[int]] = {"upper": set(), "lower": set()}
    for at, (pair, cosine) in enumerate(zip(view.pair.tolist(), view.is_cosine.tolist(), strict=True)):
        joined = [p for p in range(pair, pair + view.per_column) if 2 * p + cosine < dim]
        values = table[:, [2 * p + cosine for p in joined]]
        for name, cells, rows in (
            ("upper", view.cells[:quarter, at], values[: quarter * view.per_row]),
            ("lower", view.cells[-quarter:, at], values[(len(view.cells) - quarter) * view.per_row :]),
        ):
            if swing(cells) < swing(rows) / 2:
                lost[name].update(joined)
    assert faded(waves, every, view) == (sorted(lost["upper"]), sorted(lost["lower"]))


def test_a_part_is_drawn_as_the_table_has_it_and_said_to_be_one():
    view = views.heatmap(length=512, dim=16, positions=(300, 302), dimensions=(4, 7))
    table = functional.sinusoidal(512, 16, base=10_000.0, layout="interleaved")
    np.testing.assert_allclose(view.spec.data[0]["z"], table[300:303, 4:8], atol=1e-6)
    assert numbers_in(view.left_out) == {300, 302, 512, 4, 7, 16}
    assert views.heatmap(length=512, dim=16).left_out == ""


@pytest.mark.parametrize("wrong", [(5, 4), (-1, 3), (0, 512), (0.0, 3), (1, 2, 3)])
def test_a_part_outside_the_table_is_refused(wrong):
    with pytest.raises(ValueError, match="first and the last of 0 to 511"):
        views.heatmap(length=512, positions=wrong)


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
def test_the_framed_row_moves_with_its_numbers_and_the_table_stands_still(layout):
    frames = frames_of(views.heatmap(length=300, dim=16, layout=layout, cursor=3).call, "cursor", range(300))
    table = functional.sinusoidal(300, 16, base=10_000.0, layout=layout)
    assert frames.traces == () and set(frames.layout[0]) == {"shapes"}
    for row in (0, 7, 299):
        assert {(shape["y0"], shape["y1"]) for shape in frames.layout[row]["shapes"]} == {(row - 0.5, row + 0.5)}
        np.testing.assert_allclose(decimals_in(frames.sentences[row])[:6], table[row, :6], atol=5.1e-4)
