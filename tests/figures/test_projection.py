from __future__ import annotations

import numpy as np
import pytest

from explorer.figures.projection import point_cloud as projection_cloud
from explorer.figures.projection import word_map as projection
from explorer.figures.projection.category_styles import look
from explorer.figures.projection.dot_labels import Label
from explorer.figures.projection.label_placement import place_labels
from explorer.figures.projection.map_axis_ranges import extent
from explorer.figures.projection.map_frame import map_frame
from explorer.figures.projection.word_map import Marks
from explorer.words.word_categories import NAMES
from tests.support import checked

RNG = np.random.default_rng(0)
POINTS = RNG.normal(size=(40, 3)).astype(np.float32)
WORDS = [f"w{row}" for row in range(40)]
MARKS = Marks({"animals": np.array([1, 2]), "food": np.array([3])}, (5,), (6, 7), (Label(5, "w5"), Label(6, "<a>")))


def test_numbers_far_from_most_do_not_take_the_colours_of_all_others() -> None:
    values = np.exp(np.random.default_rng(0).normal(size=1500) * 2)
    points = np.zeros((1500, 2), np.float32)
    codes = projection_cloud.cloud(points, None, size=3, opacity=1, values=values)["meta"]["codes"]
    plain = np.rint((values - values.min()) / np.ptp(values) * 254)
    assert (plain <= 2).mean() > 0.7 > 0.5 > (codes <= 2).mean()
    scale = projection_cloud.scale_of(values)
    assert (scale.low, scale.high) == pytest.approx(np.quantile(values, (0.01, 0.99)))
    assert scale.beyond == 30 == (values < scale.low).sum() + (values > scale.high).sum()
    assert set(codes[values > scale.high]) == {254} and set(codes[values < scale.low]) == {0}


@pytest.mark.parametrize(
    "values", [np.arange(40.0), RNG.normal(size=500), np.append(np.zeros(500), 9), np.full(5, 2.0), np.full(3, np.nan)]
)
def test_a_scale_without_a_number_far_from_most_holds_all_of_them(values: np.ndarray) -> None:
    scale = projection_cloud.scale_of(values)
    assert scale.beyond == 0
    if np.isfinite(values).any():
        assert (scale.low, scale.high) == (values.min(), values.max())


def test_a_row_without_a_number_stays_grey() -> None:
    values = np.array([np.nan, 1.0, 2.0])
    trace = projection_cloud.cloud(POINTS[:3, :2], None, size=3, opacity=1, values=values)
    assert trace["meta"]["codes"].tolist() == [projection_cloud.NO_VALUE, 0, 254]


def test_a_kind_with_many_rows_is_painted_like_the_dots_in_its_own_shape() -> None:
    points = RNG.normal(size=(projection.MANY + 50, 3)).astype(np.float32)
    words = [f"w{row}" for row in range(len(points))]
    groups = {"small": np.arange(5), "large": np.arange(5, len(points))}
    for width, kinds in ((2, ["scattergl", "scatter", "scattergl"]), (3, ["scatter3d"] * 3)):
        figure = checked(projection.word_map(points[:, :width], words, Marks(groups), titles="abc", revision="r"))
        assert [trace.type for trace in figure.data] == kinds
        large = figure.data[2]
        assert np.unpackbits(large.meta["bits"])[: len(points)].nonzero()[0].tolist() == groups["large"].tolist()
        assert (len(large.x), large.meta["of"], large.showlegend) == (0, 0, None)
        assert large.marker.symbol != figure.data[1].marker.symbol


def test_a_unit_is_as_long_across_as_up_wherever_distances_are_read_off() -> None:
    box = extent(POINTS[:, :2])
    for spec in (
        projection.word_map(POINTS[:, :2], WORDS, MARKS, titles=["a", "b"], revision="r"),
        map_frame(POINTS[:, :2], WORDS, {}, [], box=box),
    ):
        figure = checked(spec)
        assert (figure.layout.yaxis.scaleanchor, figure.layout.yaxis.scaleratio) == ("x", 1)
        assert tuple(figure.layout.xaxis.range) == (box[0], box[2])
        assert tuple(figure.layout.yaxis.range) == (box[1], box[3])
    near = checked(projection.word_map(POINTS[:, :2], WORDS, MARKS, titles="ab", revision="r", window=(-1, -2, 3, 4)))
    assert (tuple(near.layout.xaxis.range), tuple(near.layout.yaxis.range)) == ((-1, 3), (-2, 4))
    scene = checked(projection.word_map(POINTS, WORDS, MARKS, titles="abc", revision="r")).layout.scene
    assert scene.aspectmode == "data"


def test_no_two_kinds_look_alike() -> None:
    looks = [look(number) for number in range(len(NAMES))]
    assert len(NAMES) == 18
    assert len({(look["color"], look["symbol"]) for look in looks}) == len(NAMES)
    assert len({(look["color"], look["symbol3d"]) for look in looks}) == len(NAMES)


def test_of_a_group_of_points_one_gets_a_label_where_there_is_room() -> None:
    points = [[1, 1], [1, 1], [1, 1.9], [1, 0.1]]
    found = place_labels(
        points, ["one", "other", "one", "other"], sizes=[(60, 200)], bounds=(0, 0, 2, 2), font=10, groups=[1, 2, 1, 2]
    )
    assert sorted([1, 2][label.index % 2] for label in found) == [1, 2]


def test_no_name_covers_the_ring_around_an_earlier_word() -> None:
    points, texts = [[1.0, 1.0], [0.2, 1.25]], ["king", "martin"]
    room = {"sizes": [(200, 200)], "bounds": (0, 0, 2, 2), "gap": 12.0}
    left, _, right, bottom = place_labels(points, texts, **room)[1].boxes[0]
    assert right > 100 - 40 > left and bottom > 100 - 40  # martin's only dot is under a ring 40 pixels around king
    assert [label.index for label in place_labels(points, texts, **room, marks=[40])] == [0]


@pytest.mark.parametrize(("rows", "measured"), [(100_000, True), (100_001, False)])
def test_the_numbers_beside_a_crowded_map_are_not_measured_while_it_is_dragged(rows: int, measured: bool) -> None:
    points = np.arange(2 * rows, dtype=np.float32).reshape(rows, 2)
    made = projection.word_map(points, ("w",) * rows, Marks({}), titles=["across", "up"], revision="r").layout
    for name in ("xaxis", "yaxis"):
        assert made[name]["automargin"] is measured
        assert (made[name].get("ticklabeloverflow") == "allow") is not measured
    # A key and no switch: what it named could be switched by mouse only.
    assert made["legend"]["itemclick"] is made["legend"]["itemdoubleclick"] is False
