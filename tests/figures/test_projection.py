from __future__ import annotations

import zlib
from itertools import combinations

import numpy as np
import pytest

from explorer.figures.projection import point_cloud as projection_cloud
from explorer.figures.projection import word_arithmetic as projection_words
from explorer.figures.projection import word_map as projection
from explorer.figures.projection.category_styles import look
from explorer.figures.projection.dot_labels import Label, annotation
from explorer.figures.projection.label_placement import place_labels
from explorer.figures.projection.map_axis_ranges import extent
from explorer.figures.projection.map_frame import map_frame
from explorer.figures.projection.word_map import Marks
from explorer.vectors.line_projection import closest_shadows, shadow
from explorer.views.projection import _line_projection as projection_shadow
from explorer.words import toy_words
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


def test_all_rows_are_drawn_and_kinds_differ_by_shape_and_colour() -> None:
    figure = checked(projection.word_map(POINTS[:, :2], WORDS, MARKS, titles=["a", "b"], revision="r"))
    cloud, animals, food, halo, near, found = figure.data
    assert [trace.type for trace in figure.data] == ["scattergl", *["scatter"] * 5]
    assert (halo.marker.size, halo.x.tolist()) == (found.marker.size, found.x.tolist()), "behind the ring"
    assert halo.marker.line.width > 2 * found.marker.line.width and halo.marker.color != found.marker.color
    assert found.marker.color not in (animals.marker.color, food.marker.color), "seen among the marks of any kind"
    low, step = cloud.meta["x"]
    np.testing.assert_allclose(low + step * cloud.x, POINTS[:, 0], atol=np.ptp(POINTS[:, 0]) / 131_000)
    assert zlib.decompress(cloud.meta["names"].tobytes()).decode().split("\n") == WORDS
    assert animals.marker.symbol != food.marker.symbol
    assert animals.marker.color != food.marker.color
    assert (animals.name, list(animals.customdata), list(near.customdata), list(found.text)) == (
        "animals",
        [1, 2],
        [6, 7],
        ["w5"],
    )
    assert [note.text for note in figure.layout.annotations] == ["w5", "&lt;a>"]
    assert figure.layout.uirevision == "r"


def test_a_long_name_is_cut_on_the_picture_and_takes_no_more_room_than_it_shows() -> None:
    long = "a" * 300
    note = annotation([0.0, 0.0], Label(0, long, "middle right"))
    assert note["text"] == "a" * 23 + "…"
    # Beside a point at the left of a phone's picture there is room for it.
    assert len(place_labels([[0.3, 0.5]], [long], sizes=[(358, 430)], bounds=(0, 0, 1, 1))) == 1


def test_kinds_that_the_page_lists_are_in_the_legend_of_a_saved_picture_only() -> None:
    marks = Marks({"animals": np.arange(5)}, found=[3], listed=True)
    kind = projection.word_map(POINTS[:, :2], WORDS, marks, titles="ab", revision="r").data[1]
    assert (kind["name"], kind["showlegend"], kind["legendrank"]) == ("animals", False, 999)


def test_the_parallelogram_keeps_its_shape_on_the_page() -> None:
    corners = np.array([[0, 0], [1, 0], [0.2, 1], [1.2, 1]], np.float32)
    figure = checked(projection_words.parallelogram(corners, ["a", "<b>", "c"], corners[3:] - 0.1, ["d"]))
    assert figure.layout.yaxis.scaleanchor == "x"
    assert [note.text for note in figure.layout.annotations if note.text] == ["a", "&lt;b>", "c", "d"]


def test_a_given_word_that_is_the_answer_too_is_named_once() -> None:
    corners = np.array([[0, 0], [1, 0], [0, 1], [1, 1]], np.float32)
    for answers in (["c", "d"], ["d", "c"]):
        figure = checked(projection_words.parallelogram(corners, ["a", "b", "c"], corners[2:], answers))
        assert [note.text for note in figure.layout.annotations if note.text] == ["a", "b", "c", "d"]
        assert figure.data[-1].marker.size == (12, 8), "the nearest is larger than all others"


def test_a_ruler_names_both_ends() -> None:
    labels = [Label(0, "nurse", "middle left")]
    figure = checked(
        projection_words.ruler(
            POINTS[:, :2],
            WORDS,
            labels,
            ends=[("he", "she"), ("bad", "good")],
            spread=[(0.1, 0.5), (0, 1)],
            box=(-1, -2, 1, 2),
            revision="r",
        )
    )
    assert figure.layout.xaxis.title.text == "← he      she →"
    assert figure.layout.yaxis.title.text == "← bad      good →"
    assert figure.layout.annotations[-1].xanchor == "right"
    assert (tuple(figure.layout.xaxis.range), tuple(figure.layout.yaxis.range)) == ((-1, 1), (-2, 2))
    band = figure.layout.shapes[0]
    assert (band.x0, band.x1, band.yref) == (-0.4, 0.6, "paper")


def test_intervals_are_whiskers_that_end_where_they_end() -> None:
    ends = np.array([[0.4, 0.7], [0.9, 1.0]])
    bar = checked(projection_words.accuracy(["a", "b"], np.array([0.5, 1]), np.array([0.1, 0.2]), ends)).data[0]
    np.testing.assert_allclose(bar.x - bar.error_x.arrayminus, [40, 90])
    np.testing.assert_allclose(bar.x + bar.error_x.array, [70, 100])
    how = {"ends": [("he", "she"), ("bad", "good")], "spread": [(0, 1), (0, 1)], "box": (-1, -1, 1, 1), "revision": "r"}
    around = np.stack([POINTS[:, 0] - 0.25, POINTS[:, 0] + 0.5], axis=1)
    dots = checked(projection_words.ruler(POINTS[:, :2], WORDS, [], **how, intervals=[around, None])).data[0]
    np.testing.assert_allclose((dots.error_x.arrayminus[3], dots.error_x.array[3]), (0.25, 0.5), atol=1e-6)
    assert dots.error_y.array is None


def test_a_map_whose_axes_have_no_names_has_no_numbers_on_them_and_names_hide_no_dots():
    box = extent(POINTS[:, :2])
    bare = map_frame(POINTS[:, :2], WORDS, {}, [Label(1, "w1")], box=box).layout
    assert bare["xaxis"]["showticklabels"] is False
    assert "bgcolor" not in bare["annotations"][0]


def test_a_visitors_words_are_never_markup() -> None:
    marks = Marks({"<b>&": np.array([1])})
    figure = checked(
        projection.word_map(
            POINTS[:, :2],
            ["<i>", *WORDS[1:]],
            marks,
            titles=["a", "b"],
            revision="r",
            values=np.arange(40),
            values_name="<u>",
        )
    )
    assert figure.data[0].text is None  # the browser shows names of dots as text content
    assert figure.data[0].marker.colorbar.title.text == "&lt;u>"
    assert figure.data[1].name == "&lt;b>&amp;"
    assert "<b>" not in figure.data[1].hovertemplate


def test_names_beside_a_shadow_cover_none_in_the_large_letters_of_a_small_projector() -> None:
    side, letter, line, dot, beyond_the_ring = 288, 14, 37, 10, 14  # pixels of a window of 1280 × 720
    cloud = toy_words.points()
    middle = cloud.mean(axis=0)
    scale = side / (2.2 * np.linalg.norm(cloud - middle, axis=1).max())
    for angle in range(0, 180, 5):
        met = closest_shadows(cloud, angle)[:2]
        words = projection_shadow.shadows(cloud, shadow(cloud, angle).feet, toy_words.WORDS, met).data[2]
        boxes = []
        for at, (word, where) in enumerate(zip(toy_words.WORDS, words["textposition"], strict=True)):
            up, across = where.split()
            x, y = (cloud[at] - middle) * (scale, -scale) + side / 2
            wide = letter * len(word) + 2 * beyond_the_ring * (at in met)
            x += {"left": -1, "center": 0, "right": 1}[across] * (dot + wide / 2)
            y += {"top": -1, "middle": 0, "bottom": 1}[up] * (dot + line / 2)
            boxes.append((word, x - wide / 2, x + wide / 2, y))
        assert all(left > -2 for _, left, _, _ in boxes), f"{angle}°: a name covers the axis' numbers"
        for one, two in combinations(boxes, 2):
            apart = max(one[1], two[1]) > min(one[2], two[2]) - 2 or abs(one[3] - two[3]) > 0.6 * line
            assert apart, (angle, one[0], two[0])
