"""t-SNE: drawn rows, number of examined rows, equal rows and rows of zeros."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from explorer.vectors import sklearn_tsne
from explorer.views import projection
from explorer.views.projection import point_sample
from explorer.views.projection.point_sample import Selection
from explorer.wording import fixed, share


def saved(path: Path, rows: Sequence[Sequence[float]]) -> str:
    path.write_text("word,a,b,c,d\n" + "".join(f"q{at}z,{','.join(map(str, row))}\n" for at, row in enumerate(rows)))
    return str(path)


def test_a_call_runs_tsne_and_keeps_what_an_own_count_finds(tmp_path: Path) -> None:
    rows = np.random.default_rng(0).normal(size=(60, 4)).round(3)
    path = saved(tmp_path / "mine.csv", rows.tolist())
    view = projection.tsne(table=path, perplexity=5, seed=1, near="Euclid")
    points = np.stack([view.table["across"], view.table["up"]], axis=1).astype(float)

    def nearest(each: np.ndarray) -> np.ndarray:
        apart = ((each[:, None] - each) ** 2).sum(axis=2)
        np.fill_diagonal(apart, np.inf)
        return apart.argsort(axis=1)[:, :10]

    kept = np.mean([len({*a} & {*b}) / 10 for a, b in zip(nearest(rows), nearest(points), strict=True)])
    assert f"{share(float(kept), digits=2)} of each word's 10 nearest kept (by straight line (Euclid)" in view.sentence
    assert view.left_out == ""
    request = sklearn_tsne.request_for(rows, seeds=(1,), perplexity=5)
    (record,) = [record for record in sklearn_tsne.run(request) if record.points is not None]
    assert f"t-SNE with seed 1: divergence {fixed(record.divergence, 3)}," in view.sentence


@pytest.mark.slow
def test_how_many_rows_are_drawn_and_examined_is_left_out_in_words() -> None:
    view = projection.tsne_pca(table="GloVe", first=1000)
    assert view.table.rows == 1546
    assert "The other 28,454 of GloVe's 30,000 rows are left out." in view.left_out
    assert "1,000 of 1,546 points were examined" in view.left_out
    assert projection.tsne_pca(table="GloVe", first=5000).table.rows == sklearn_tsne.LARGEST


def test_equal_rows_are_one_spot_and_one_point_to_listen_to(tmp_path: Path) -> None:
    other = np.random.default_rng(0).normal(size=(30, 4)).round(3).tolist()
    path = saved(tmp_path / "equal.csv", [*[other[3]] * 25, *other])
    view = projection.tsne(table=path, perplexity=5)
    spots = {*zip(view.table["across"][:25], view.table["up"][:25], strict=True)}
    assert len(spots) == 1 and "25 points equal an earlier one and stand on its spot." in view.sentence
    alone = saved(tmp_path / "alone.csv", [other[3], *other[:3], *other[4:]])
    found, once = (projection.tsne_pca(table=each, perplexity=5, near="Euclid").formula for each in (path, alone))
    assert found is not None and once is not None
    assert found.worked.split("the nearest")[0] == once.worked.split("the nearest")[0]
    with pytest.raises(ValueError, match=r"below the number of points, 30 \(of 55 rows, equal ones counted once\)"):
        projection.tsne_pca(table=path, perplexity=30)


def test_a_row_of_zeros_is_said_and_is_nobodys_neighbour(tmp_path: Path) -> None:
    rows = np.random.default_rng(0).normal(size=(60, 4)).round(3)
    rows[[4, 9]] = 0
    where = projection.file(saved(tmp_path / "zeros.csv", rows.tolist()))
    found = point_sample.draw_sample(where, Selection())
    said = point_sample.examined(found, [point_sample.of_pca(where, Selection())])
    assert said.startswith("All 58 other points were examined. 2 points are rows of zeros")
    assert found.near[4].tolist() == [4] * 5
    others = np.delete(found.near, [4, 9], axis=0)
    assert not np.isin(others, [4, 9]).any()


def test_one_neighbour_each_is_said_in_the_singular(tmp_path: Path) -> None:
    path = tmp_path / "four.csv"
    path.write_text("".join(f"w{at},{x},{y},{x * y}\n" for at, (x, y) in enumerate([(1, 2), (2, 1), (-1, 3), (3, -2)])))
    assert "% of the words' nearest kept" in projection.tsne_pca(table=str(path), perplexity=2).sentence
