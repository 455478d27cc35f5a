"""Clusters, the spectrum and ties of a table: numbers of the sentences, also where rows are as near as each other."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from explorer.vectors.map_quality import distortion
from explorer.vectors.pca import pca, prepare
from explorer.vectors.preprocessing import PreparedTable, Preprocessing
from explorer.views import projection
from explorer.views.animation_frames import frames_of
from explorer.wording import fixed, share
from explorer.words.analogies import ask
from explorer.words.clusters import divide
from explorer.words.shipped_tables import shipped
from tests.support import numbers_in, parse_number


@pytest.mark.slow
def test_the_clusters_of_another_start_are_found_by_the_call() -> None:
    found = divide(PreparedTable(shipped("GloVe").vectors), 4, 1)
    view = projection.clusters(table="GloVe", k=4, start=1, only=3)
    assert (np.array(view.table["cluster"]) == found.labels + 1).all()
    assert {4, found.sizes.min(), found.sizes.max(), 3, found.sizes[2], 2} <= numbers_in(view.sentence)
    assert fixed(found.shuffled, 3) in view.sentence and share(found.again, digits=3) in view.sentence
    assert view.formula is not None and fixed(found.examples[2, 2], 3) in view.formula.worked
    names = projection.cluster_names(table="GloVe", k=4, start=1)
    assert names.table["fit"] == list(found.fits)


def test_a_row_alone_counts_as_0_and_its_line_works_out_no_quotient(tmp_path: Path) -> None:
    path = tmp_path / "three.csv"
    path.write_text("word,x,y\na,1,2\nb,3,5\nc,9,9\n")
    view = projection.clusters(table=str(path), k=2, near="Euclid", only=2)
    assert view.table["silhouette"][2] == 0
    assert view.formula is not None and "b =" not in view.formula.worked


def test_fewer_clusters_than_asked_for_are_not_said_to_be_as_many(tmp_path: Path) -> None:
    path = tmp_path / "equal.csv"
    path.write_text("word,x,y\n" + "".join(f"w{at},{at % 3},{at % 3 * 2}\n" for at in range(30)))
    assert {3, 10} <= numbers_in(projection.clusters(table=str(path), k=12, near="Euclid").sentence)
    with pytest.raises(ValueError, match="from 0 to 3"):
        projection.clusters(table=str(path), k=12, near="Euclid", only=4)


def test_rows_of_zeros_have_no_unit_length_and_no_cosine(tmp_path: Path) -> None:
    path = tmp_path / "zeros.csv"
    path.write_text("word,x,y\nz0,0,0\nz1,0,0\n" + "".join(f"w{at},{at},{9 - at * at}\n" for at in range(9)))
    assert "zeros" in projection.clusters(table=str(path), k=3).sentence
    assert "zeros" not in projection.clusters(table=str(path), k=3, near="Euclid").sentence


@pytest.mark.parametrize("center", [True, False])
def test_the_spectrum_is_that_of_the_singular_values(center: bool) -> None:
    rows = shipped("GloVe").vectors.astype(np.float64)
    values = np.linalg.svd(rows - center * rows.mean(axis=0), compute_uv=False) ** 2
    total = np.cumsum(values) / values.sum()
    view = projection.spectrum(table="GloVe", center=center, shown=8)
    assert view.table["sum of squares, summed"] == pytest.approx(total)
    half, most = (int(np.argmax(total >= part)) + 1 for part in (0.5, 0.9))
    assert {half, most, 50} <= numbers_in(view.sentence) and numbers_in(view.left_out) == {50, 8}


@pytest.mark.parametrize("unit", [True, False])
@pytest.mark.parametrize("center", [True, False])
@pytest.mark.parametrize("rows", [5, 30])
def test_rounding_is_not_taken_for_variance(rows: int, center: bool, unit: bool, tmp_path: Path) -> None:
    line = np.outer(np.arange(1, rows + 1), np.random.default_rng(0).normal(size=8))
    for remove in (0, 1):
        found = pca(prepare(line, Preprocessing(center, unit, remove)), center=center)
        assert not found.moments[1:].any() and not found.shares[1:].any()
        # One direction holds everything: its spread, or (rows of length 1 that are all the same) the mean row.
        assert found.squares[0] == 1 - remove and found.shares[0] == 1 - (remove or (unit and not center))
    path = tmp_path / "line.csv"
    path.write_text("\n".join(f"w{i},{','.join(map(str, row))}" for i, row in enumerate(line)))
    view = projection.spectrum(table=str(path), center=center, unit=unit, remove=1)
    assert not np.any(view.table["share of the sum of squares"])
    assert all(not np.any(trace["y"]) for trace in view.spec.data if "random" not in trace["name"])


@pytest.mark.parametrize("rows", [3, 8, 9, 10])
def test_all_columns_of_the_spectrum_are_equally_long(tmp_path: Path, rows: int) -> None:
    numbers = np.random.default_rng(0).normal(size=(rows, 9)).round(3).tolist()
    path = tmp_path / "few.tsv"
    path.write_text("".join("\t".join([f"w{at}", *map(str, row)]) + "\n" for at, row in enumerate(numbers)))
    table = projection.spectrum(table=str(path)).table
    assert {len(column) for column in table.values()} == {min(rows, 9)}
    assert len(table.csv().splitlines()) == min(rows, 9) + 1


GRID = np.array([[at % 8, at // 8] for at in range(64)], np.float32) + 1


def ties(points: np.ndarray, k: int) -> int:
    """Points with more points as near as the last of their k nearest."""
    gaps = np.sort(np.square(points[:, None] - points).sum(axis=2), axis=1)  # the first is the point itself
    return int((gaps[:, k] == gaps[:, k + 1]).sum())


@pytest.mark.parametrize("k", [3, 4, 7, 10])
def test_dots_as_near_as_each_other_are_counted(k: int) -> None:
    rows = np.random.default_rng(k).normal(size=(64, 5))
    assert 0 < (many := ties(GRID, k)) == distortion(rows, GRID, k=k).dots_tied
    assert distortion(rows, rows[:, :2], k=k).dots_tied == 0 != many


@pytest.fixture
def grid(tmp_path: Path) -> str:
    np.save(tmp_path / "grid.npy", GRID)
    return str(tmp_path / "grid.npy")


def test_the_sentence_has_their_number(grid: str) -> None:
    assert ties(GRID, 10) in numbers_in(projection.neighbours_kept(table=grid, near="Euclid").sentence)
    for neighbours, tied in ((3, True), (2, False)):  # from a corner: two at 1, one at √2, two at 2
        view = projection.neighbour_lists(table=grid, word="row 0", neighbours=neighbours, near="Euclid")
        assert view.table["distance"] == pytest.approx([1, 1, 2**0.5][:neighbours])
        assert not view.left_out
        more = projection.neighbour_lists(table=grid, word="row 0", neighbours=neighbours + 1, near="Euclid")
        assert bool(more.left_out) == tied, more.left_out


@pytest.mark.parametrize(("rows", "tied"), [([[1, 0.2, 0], [1, 0.2, 0]], 1), ([[1, 0.2, 0], [1, 0.3, 0]], 0)])
def test_questions_with_two_answers_as_good_are_counted(rows: list[list[float]], tied: int) -> None:
    table = np.array([[1.0, 0, 0], [0, 0, 1], [1, 0, 1], *rows])
    words = {"a": 0, "b": 1, "c": 2, "d": 3}
    assert ask(table, words.get, {"all": [("b", "a", "c", "d")]}).tied == tied


def test_a_line_of_zeros_has_no_nearest(tmp_path: Path) -> None:
    rows = np.arange(1, 31)[:, None] * np.array([[1.0, 2.0, 3.0]])
    rows[4] = 0
    np.save(tmp_path / "ray.npy", rows)
    said = projection.own_sentences(table=str(tmp_path / "ray.npy"), line=5).sentence.split(" Two of")[0]
    assert numbers_in(said) == {0, 5}, said


def test_one_cluster_has_nothing_to_be_apart_from(tmp_path: Path) -> None:
    np.save(tmp_path / "ray.npy", np.arange(1, 31)[:, None] * np.array([[1.0, 2.0, 3.0]]))
    view = projection.clusters(table=str(tmp_path / "ray.npy"), k=7)
    assert numbers_in(view.says.split("k = ")[1]) == {0, 7}, view.says
    assert numbers_in(view.details) == {1, 2, 100}, "the components drawn; no silhouette of 1, no other start"


@pytest.mark.parametrize("equal", [True, False])
def test_an_answer_with_rows_as_near_says_so(tmp_path: Path, equal: bool) -> None:
    rows = np.random.default_rng(0).normal(size=(40, 3))
    rows[:3] = [[1, 0, 0], [1, 1, 0], [0, 0, 1]]
    rows[3:5] = np.array([-0.293, 0.707, 1.0])  # the fourth corner of rows of length 1
    rows[4, 0] -= 0 if equal else 0.1
    names = ["man", "king", "woman", *(f"w{chr(97 + at % 26)}{chr(97 + at // 26)}" for at in range(37))]
    path = tmp_path / "mine.tsv"
    path.write_text("".join("\t".join([name, *map(str, row)]) + "\n" for name, row in zip(names, rows, strict=True)))
    said = projection.analogy(table=str(path), a="man", b="king", c="woman").sentence
    assert names[3] in said and ("as near as an answer" in said) == equal


def test_a_list_of_a_clusters_words_that_ends_among_equal_rows_says_so() -> None:
    rows = np.random.default_rng(0).normal(size=(40, 3))
    frame = pd.DataFrame(rows, index=[f"w{at}" for at in range(40)])
    assert not projection.cluster_names(table=frame, k=3).left_out
    frame[:20] = 2 * rows[0]
    frame[10:20] *= 3  # the same by cosine, at three times the length
    view = projection.cluster_names(table=frame, k=3)
    (largest,) = numbers_in(view.left_out)
    assert view.table["words nearest to its middle"][int(largest) - 1].startswith("w0, w1, w2")


@pytest.mark.parametrize("scale", [1e-6, 1, 1e5])
def test_a_silhouette_is_worked_from_the_two_distances_shown(tmp_path: Path, scale: float) -> None:
    rows = np.random.default_rng(5).normal(size=(60, 4)) * scale
    path = tmp_path / "rows.csv"
    path.write_text("".join(f"w{at},{','.join(map(str, row))}\n" for at, row in enumerate(rows)))
    for only in range(1, 6):
        view = projection.clusters(table=str(path), k=5, near="Euclid", only=only)
        assert view.formula is not None
        own, other = (parse_number(each) for each in re.findall(r"[ab] = ([\d.,]*\d)", view.formula.worked))
        assert f"s = {fixed((other - own) / max(own, other), 3)}." in view.formula.worked


def test_what_the_first_components_hold_moves_with_the_line_behind_the_last() -> None:
    rows = shipped("GloVe").vectors.astype(np.float64)
    values = np.linalg.svd(rows - rows.mean(axis=0), compute_uv=False) ** 2
    frames = frames_of(projection.spectrum(table="GloVe").call, "kept", range(1, 51))
    assert frames.traces == (), "the bars and the lines stand still"
    for kept in (1, 2, 7, 50):
        layout, said = frames.layout[kept - 1], frames.sentences[kept - 1]
        share = 100 * values[:kept].sum() / values.sum()
        assert layout["shapes"][0]["x0"] == kept + 0.5
        found = re.search(r"holds? ([\d.]+|all|100) ?%?", said)
        noted = re.search(r": ([\d.]+) %", layout["annotations"][0]["text"])
        assert found and noted and float(found[1]) == float(noted[1]) == pytest.approx(share, rel=6e-3)


@pytest.mark.parametrize("unit", [False, True])
def test_without_unit_length_a_removed_direction_leaves_the_second_as_the_first(unit: bool) -> None:
    """With unit length the rows are scaled afterwards, so the directions differ."""
    whole, rest = (
        projection.spectrum(table="GloVe", unit=unit, remove=k).table["share of the variance"] for k in (0, 1)
    )
    assert (rest[:5] / rest[0] == pytest.approx(whole[1:6] / whole[1], rel=1e-4)) != unit
