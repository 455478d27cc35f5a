"""Where rows or dots are as near as each other, a share or an order follows the file; the sentence counts them."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from explorer.vectors.map_quality import distortion
from explorer.views import projection
from explorer.words.analogies import ask
from tests.support import numbers_in

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
    for view in (projection.own_sentences, projection.own_sentence_search):
        said = view(table=str(tmp_path / "ray.npy"), line=5).sentence.split(" Two of")[0]
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
