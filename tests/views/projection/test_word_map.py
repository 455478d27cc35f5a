"""The map and its quality against plain computations, with odd tables."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from explorer.ui.projection.on_map.map_quality import options, projection_reason
from explorer.vectors.preprocessing import Preprocessing
from explorer.views import projection
from explorer.words.shipped_tables import shipped
from tests.support import numbers_in

SMALL = {"w000": (1, 2), "w001": (1, 2), "w002": (0, 0), "w003": (2, -1), "w004": (-3, 1)}


def write(path: Path, rows: dict[str, tuple[float, ...]]) -> str:
    path.write_text("".join("\t".join([word, *map(str, row)]) + "\n" for word, row in rows.items()))
    return str(path)


def normal(rows: int, width: int, scale: float = 1.0) -> dict[str, tuple[float, ...]]:
    drawn = np.random.default_rng(0).normal(0, scale, (rows, width))
    return {f"w{at:03}": tuple(row) for at, row in enumerate(drawn.tolist())}


def test_equal_rows_are_counted_and_a_list_that_could_have_others_says_so(tmp_path: Path) -> None:
    path = write(tmp_path / "equal.tsv", {f"w{at:03}": (1, 2, 3) if at < 25 else (at, 1, -at) for at in range(40)})
    assert 24 in numbers_in(projection.word_map(table=path).sentence)
    view = projection.neighbour_lists(table=path, word="w000", neighbours=10)
    assert view.table["cosine"] == pytest.approx([1] * 10) and view.left_out
    assert not projection.neighbour_lists(table=path, word="w000", neighbours=24).left_out


def test_nothing_is_near_a_row_of_zeros_and_it_is_in_no_share(tmp_path: Path) -> None:
    path = write(tmp_path / "small.tsv", SMALL)
    assert not projection.neighbour_lists(table=path, word="w002").table
    assert projection.neighbour_lists(table=path, word="w002", near="Euclid").table["distance"][0] == pytest.approx(
        5**0.5
    )
    assert "w002" not in projection.neighbour_lists(table=path, word="w000").table["nearest in both numbers"]
    assert 4 in numbers_in(projection.neighbours_kept(table=path).sentence)
    assert 5 in numbers_in(projection.neighbours_kept(table=path, near="Euclid").sentence)
    word_map = projection.word_map(table=path, find=("w002",))
    assert [trace["name"].partition(":")[0] for trace in word_map.spec.data][1:] == ["halo", "found"]


def test_a_map_of_all_directions_claims_no_loss_and_one_neighbour_is_asked_as_one(tmp_path: Path) -> None:
    path = write(tmp_path / "small.tsv", {word: row for word, row in SMALL.items() if word != "w001"})
    by_distance = projection.neighbours_kept(table=path, near="Euclid")
    assert by_distance.table["value"][0] == 1
    assert projection_reason(2, 2, 0.0, Preprocessing()) != projection_reason(2, 3, 0.5, Preprocessing())
    assert all("6" not in option for k in range(1, 6) for option in options(k))


def test_the_second_of_two_rows_with_one_word_can_be_ringed(tmp_path: Path) -> None:
    path = write(tmp_path / "twice.tsv", SMALL | {"plum": (1, 0)})
    (tmp_path / "twice.tsv").write_text(Path(path).read_text() + "plum\t0\t1\n")
    first, second = (projection.word_map(table=path, find=(word,), neighbours=0) for word in ("plum", "row 6"))
    coordinates = [view.spec.data[-1]["x"][0] for view in (first, second)]
    assert coordinates[0] != coordinates[1]
    assert coordinates == [view.table["component 1"][at] for view, at in ((first, 5), (second, 6))]


def test_a_zoomed_map_says_how_many_rows_it_leaves_out_and_no_names_where_none_are(tmp_path: Path) -> None:
    path = write(tmp_path / "five.tsv", SMALL)
    spots = projection.word_map(table=path).table
    x, y = np.array(spots["component 1"]), np.array(spots["component 2"])
    view = projection.word_map(table=path, window=(0.0, -9.0, 9.0, 9.0), labels=0)
    assert numbers_in(view.left_out) == {int((x >= 0).sum()), len(x)} and (np.abs(y) < 9).all()
    assert "none left out" not in view.sentence


def test_a_map_cut_to_its_marks_says_so_and_names_no_others(tmp_path: Path) -> None:
    path = write(tmp_path / "rows.tsv", normal(60, 4))
    word = projection.word_map(table=path).table["word"][0]
    whole, view = (
        projection.word_map(table=path, find=(word,), neighbours=3, closer=closer) for closer in (False, True)
    )
    x, y = np.array(whole.table["component 1"]), np.array(whole.table["component 2"])
    (x0, x1), (y0, y1) = view.spec.layout["xaxis"]["range"], view.spec.layout["yaxis"]["range"]
    inside = int(((x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)).sum())
    assert inside < 60 and numbers_in(view.left_out) == {inside, 60} and not whole.left_out
    assert "where there is room" in whole.sentence and "where there is room" not in view.sentence


def test_rows_that_are_all_equally_near_are_said_to_be(tmp_path: Path) -> None:
    path = write(tmp_path / "line.csv", {f"w{at}": (at, 2.0 * at) for at in range(1, 40)})
    alike, apart = (projection.neighbours_kept(table=path, near=near).sentence for near in ("cosine", "Euclid"))
    assert alike.count("39") > apart.count("39")


@pytest.mark.parametrize("scale", [1e-6, 1, 1e4])
def test_a_worked_coordinate_has_no_digit_that_is_rounding(tmp_path: Path, scale: float) -> None:
    rows = np.float32(np.random.default_rng(5).normal(size=(40, 3)) * scale)
    rows[7, 1] *= 1000
    path = write(tmp_path / "rows.tsv", {f"w{at:03}": tuple(map(float, row)) for at, row in enumerate(rows)})
    view = projection.word_map(table=path)
    assert view.formula is not None
    written = view.formula.worked.split("add up to ")[1].split(", and")[0].replace(",", "").replace("−", "-")
    exact = rows.astype(float) - rows.mean(axis=0, dtype=float)
    true = abs(exact[0] @ np.linalg.svd(exact)[2][0])
    assert abs(abs(float(written)) - true) <= 0.51 * 10.0 ** -len(written.partition(".")[2])


def test_a_window_has_four_finite_numbers() -> None:
    with pytest.raises(ValueError, match="Expected window to be"):
        projection.word_map(table="GloVe", window=(float("nan"), 0, 1, 1))


def test_what_only_the_map_draws_near_is_marked_apart_from_what_is_near_in_all_numbers() -> None:
    view = projection.word_map(table="GloVe", find=("dog",), neighbours=10, closer=True)
    marked = {
        trace["name"]: trace["text"]
        for trace in view.spec.data
        if trace.get("name") in ("truly near", "near only here")
    }
    lists = projection.neighbour_lists(table="GloVe", word="dog").table
    both = zip(lists["nearest in the picture"], lists["truly near too"], strict=True)
    assert marked == {
        "truly near": lists["nearest in all 50 numbers"],
        "near only here": [word for word, too in both if too == "no"],
    }
    written = {note["text"] for note in view.spec.layout["annotations"]}
    assert written <= {"dog", *marked["truly near"], *marked["near only here"]}, "and no other name"


def test_dots_lie_where_the_rows_components_are() -> None:
    view = projection.word_map(table="GloVe", components=(2, 1))
    rows = shipped("GloVe").vectors.astype(np.float64)
    rows -= rows.mean(axis=0)
    axes = np.linalg.svd(rows, full_matrices=False)[2][:2]
    for name, axis in (("component 1", axes[0]), ("component 2", axes[1])):
        np.testing.assert_allclose(np.abs(view.table[name]), np.abs(rows @ axis), atol=1e-3)


def test_a_dot_far_out_is_told_with_the_digits_that_it_has(tmp_path: Path) -> None:
    view = projection.word_map(table=write(tmp_path / "huge.tsv", normal(30, 6, 1e12)))
    told = max(numbers_in(view.formula.worked))
    assert told > 1e9 and told % 1e5 == 0


def test_names_stand_off_the_ring_of_a_found_word() -> None:
    view = projection.word_map(table="GloVe", find=("king",), neighbours=0, labels=8)
    at = view.figure().data[-1]
    (own,) = (note for note in view.figure().layout.annotations if note.text == "king")
    assert at.name.startswith("found") and at.meta["clear"] > 0
    assert max(abs(own.xshift), abs(own.yshift)) > at.marker.size[0] / 2


@pytest.mark.slow
def test_two_found_words_that_lie_on_nearly_one_spot_are_both_named() -> None:
    view = projection.word_map(find=("king", "pi"), labels=2, neighbours=0)
    assert [note.text for note in view.figure().layout.annotations] == ["king", "pi"]
    rings = view.figure().data[-1]
    assert rings.marker.size[0] < rings.marker.size[1], "a ring around a ring is seen as two"
    assert rings.name == "found: king, pi"


def test_rows_that_point_all_one_way_are_said_beside_the_list_with_their_mean_cosine(tmp_path: Path) -> None:
    rows = np.hstack([np.full((20, 1), 20.0), np.random.default_rng(0).normal(size=(20, 7))]).round(4)
    path = write(tmp_path / "alike.csv", {f"w{at:03}": tuple(row) for at, row in enumerate(rows.tolist())})
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    mean = (unit @ unit.T)[np.triu_indices(20, 1)].mean()
    said = numbers_in(projection.neighbour_lists(table=path, word="w000").sentence)
    assert min(abs(number - mean) for number in said) < 1e-3


@pytest.mark.parametrize("colour", ["knd", "height"])
@pytest.mark.parametrize("kinds", [{"kind": ["a", "b", "a"]}, {}])
def test_a_wrong_colour_of_a_frame_names_its_own_columns_and_why_numbers_are_none(
    kinds: dict[str, list[str]], colour: str
) -> None:
    frame = pd.DataFrame(np.eye(3), ["x", "y", "z"], ["height", "breadth", "weight"]).assign(**kinds)
    with pytest.raises(ValueError) as caught:
        projection.word_map(table=frame, colour=colour)
    said = str(caught.value)
    assert "numbers make up the rows" in said and f"“#{colour}”" in said
    assert ("of a row ('kind')" in said) == bool(kinds) and ("did you mean 'kind'?" in said) == (
        kinds != {} and colour == "knd"
    )
    assert said.count("did you mean") == said.count("did you mean 'kind'?")
