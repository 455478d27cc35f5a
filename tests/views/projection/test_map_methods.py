"""Maps side by side and other seeds: calls without a browser, and kept and shared neighbours."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from explorer.figures.projection.maps_side_by_side import maps
from explorer.vectors.map_quality import distortion
from explorer.views import projection
from explorer.views.projection import point_sample
from explorer.views.projection.map_methods import BrowserMaps
from explorer.views.projection.point_sample import Selection
from explorer.wording import share
from explorer.words.shipped_tables import shipped
from tests.support import numbers_in

GLOVE = shipped("GloVe")


def saved(path: Path, rows: Sequence[Sequence[float]]) -> str:
    path.write_text("word,a,b,c,d\n" + "".join(f"q{at}z,{','.join(map(str, row))}\n" for at, row in enumerate(rows)))
    return str(path)


def coordinates(points: int, seeds: range) -> tuple[np.ndarray, ...]:
    return tuple(np.random.default_rng(seed).normal(size=(points, 2)).astype(np.float32) for seed in seeds)


def nearest(points: np.ndarray, k: int) -> np.ndarray:
    apart = ((points[:, None].astype(float) - points) ** 2).sum(axis=2)
    np.fill_diagonal(apart, np.inf)
    return apart.argsort(axis=1, kind="stable")[:, :k]


def test_without_a_browser_tsne_is_run_and_umap_is_left_out(tmp_path: Path) -> None:
    rows = np.random.default_rng(0).normal(size=(60, 4)).round(3)
    path = saved(tmp_path / "mine.csv", rows.tolist())
    view = projection.ways(table=path, maps=("t-SNE", "UMAP"), perplexity=5, near="Euclid")
    assert list(view.table) == ["word", "t-SNE (one), across", "t-SNE (one), up"]
    assert "UMAP" in view.left_out and "UMAP" not in view.says and "scikit-learn" in view.says
    kept = projection.ways_kept(table=path, maps=("t-SNE", "UMAP"), perplexity=5, near="Euclid")
    points = np.stack([view.table["t-SNE (one), across"], view.table["t-SNE (one), up"]], axis=1)
    found = np.mean([len({*a} & {*b}) / 10 for a, b in zip(nearest(rows, 10), nearest(points, 10), strict=True)])
    assert kept.table["map"] == ["t-SNE", "drawn by chance"]
    assert kept.table["neighbours kept, %"][0] == pytest.approx(100 * float(found))


@pytest.mark.slow
def test_a_map_begins_where_the_call_says(tmp_path: Path) -> None:
    rows = np.random.default_rng(0).normal(size=(60, 4)).round(3)
    path = saved(tmp_path / "mine.csv", rows.tolist())

    def drawn(start: str, seed: int) -> np.ndarray:
        return projection.ways(table=path, maps=("t-SNE",), perplexity=5, start=start, seed=seed).table["t-SNE (1), up"]

    assert not np.allclose(drawn("pca", 0), drawn("random", 0))
    assert not np.allclose(drawn("random", 0), drawn("random", 1))


def test_a_browsers_maps_are_what_is_counted_and_drawn() -> None:
    given = BrowserMaps((1000,), coordinates(665, range(1)))
    settings = {"table": "GloVe", "maps": ("t-SNE", "PCA"), "browser_maps": given}
    view, kept = projection.ways(**settings), projection.ways_kept(**settings)
    np.testing.assert_array_equal(view.table["t-SNE (one), up"], given.positions[0][:, 1])
    assert 1_000 in numbers_in(view.says)
    rows = [GLOVE.find(word) or 0 for word in view.table["word"]]
    expected = distortion(GLOVE.vectors[rows], given.positions[0], k=10, sample=500)
    assert kept.table["neighbours kept, %"][0] == pytest.approx(100 * expected.share)
    assert {500, 665} <= numbers_in(kept.left_out)
    assert "browser_maps" not in view.call.code()
    waiting = projection.ways(**settings | {"browser_maps": BrowserMaps()})
    assert waiting.left_out != view.left_out and "t-SNE" in waiting.left_out
    both = projection.ways(table="GloVe", maps=("UMAP", "t-SNE"), browser_maps=BrowserMaps())
    assert both.spec is None and both.left_out


@pytest.mark.slow
def test_what_two_seeds_share_is_an_own_count() -> None:
    given = BrowserMaps((1000,) * 2, coordinates(665, range(2)))
    view = projection.seeds_shared(table="GloVe", browser_maps=given)
    one, two = (nearest(points, 10) for points in given.positions[:2])
    shared = np.mean([len({*a} & {*b}) / 10 for a, b in zip(one, two, strict=True)])
    assert share(float(shared), digits=3) in view.sentence
    assert {500, 665} <= numbers_in(view.left_out)
    rows = [GLOVE.find(word) or 0 for word in projection.seeds(table="GloVe", browser_maps=given).table["word"]]
    kept = [100 * distortion(GLOVE.vectors[rows], each, k=10, sample=500).share for each in given.positions]
    assert view.table["neighbours kept, %"] == pytest.approx(kept, abs=0.01)
    waiting, without = (
        projection.seeds(table="GloVe", method="UMAP", **how) for how in ({"browser_maps": BrowserMaps()}, {})
    )
    assert waiting.left_out != without.left_out and "UMAP" in without.left_out


def test_settings_that_cannot_be_had_are_refused(tmp_path: Path) -> None:
    path = saved(tmp_path / "few.csv", np.eye(4).tolist())
    with pytest.raises(ValueError, match=r"20 .* 4"):
        projection.ways(table=path)
    with pytest.raises(ValueError, match=r"30 .* 4"):
        projection.seeds(table=path)
    with pytest.raises(ValueError, match="Expected colour to be one of 'kind of word', got 'sort'"):
        projection.seeds(table="GloVe", colour="sort", browser_maps=BrowserMaps())


def test_a_setting_that_few_points_do_not_allow_is_said(tmp_path: Path) -> None:
    """Each of 24 points has 23 others, so no Gaussian has a perplexity of 100."""
    path = saved(tmp_path / "few.csv", np.random.default_rng(0).normal(size=(24, 4)).round(3).tolist())
    said = projection.ways(
        table=path, maps=("t-SNE", "UMAP"), perplexity=100, neighbours=50, browser_maps=BrowserMaps()
    ).sentence
    assert {23, 100, 24, 50} <= numbers_in(said)
    fits = projection.ways(
        table=path, maps=("t-SNE", "UMAP"), perplexity=23, neighbours=24, browser_maps=BrowserMaps()
    ).sentence
    assert not {100, 50} & numbers_in(fits)


def test_a_row_of_zeros_is_said_and_is_nobodys_neighbour(tmp_path: Path) -> None:
    rows = np.random.default_rng(0).normal(size=(60, 4)).round(3)
    rows[[4, 9]] = 0
    where = projection.file(saved(tmp_path / "zeros.csv", rows.tolist()))
    found = point_sample.draw_sample(where, Selection())
    said = point_sample.examined(found, [point_sample.of_pca(where, Selection())])
    assert {58, 2} <= numbers_in(said)
    assert found.near[4].tolist() == [4] * 5
    others = np.delete(found.near, [4, 9], axis=0)
    assert not np.isin(others, [4, 9]).any()


def test_every_map_is_to_scale_and_has_all_points() -> None:
    given = coordinates(5, range(6))
    spec = maps([(str(at), each) for at, each in enumerate(given)], [*"abcde"], {"kind": np.array([1, 3])})
    for at in range(6):
        number = str(at + 1) if at else ""
        traces = [trace for trace in spec.data if trace["xaxis"] == f"x{number}"]
        assert sorted(word for trace in traces for word in trace["text"]) == [*"abcde"]
        assert spec.layout[f"yaxis{number}"]["scaleanchor"] == f"x{number}"
