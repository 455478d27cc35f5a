import numpy as np
import pytest

from explorer.vectors.compare_two_maps import agreement_of_distances, most_changed
from explorer.vectors.map_quality import distortion
from explorer.vectors.preprocessing import unit_rows
from explorer.vectors.sklearn_tsne import distinct, reduce, run
from explorer.words.shipped_tables import shipped
from explorer.words.word_categories import NAMES, members


def share_kept(truth: np.ndarray, points: np.ndarray) -> float:
    return distortion(truth, points, k=10, sample=None).share


@pytest.mark.slow
def test_two_seeds_keep_neighbours_but_make_different_pictures() -> None:
    rng = np.random.default_rng(0)
    rows = np.concatenate([rng.normal(size=(20, 20)) + 8 * np.eye(20)[island] for island in range(5)])
    points = reduce(rows)
    one, two, again = (run(points, perplexity=6, seed=seed) for seed in (0, 1, 0))
    assert not np.allclose(one, two)
    assert share_kept(rows, one) > share_kept(rows, points[:, :2])
    np.testing.assert_allclose(again, one, atol=1e-3)


@pytest.mark.nightly
def test_distances_between_islands_change_with_the_seed() -> None:
    table = shipped("GloVe")
    groups = members(table.find, NAMES)
    rows = np.concatenate(list(groups.values()))
    ends = np.cumsum([len(ids) for ids in groups.values()])
    groups_rows = [np.arange(end - len(ids), end) for end, ids in zip(ends, groups.values(), strict=True)]
    points = reduce(unit_rows(table.vectors[rows]))
    one, two = (run(points, perplexity=5, seed=seed) for seed in (0, 1))
    assert most_changed(one, two, groups_rows)[2] > 1.5
    truth = unit_rows(table.vectors[rows])
    flat = points[:, :2]
    assert share_kept(truth, one) > 2 * share_kept(truth, flat)
    # They still keep some neighbours, though no more than the flat PCA does.
    against = [agreement_of_distances(truth, each, groups_rows)[0] for each in (one, two, flat)]
    assert 0.5 < min(against[:2]) < against[2]


def test_equal_rows_are_one_spot_and_the_others_are_drawn_as_without_them() -> None:
    rows = np.random.default_rng(0).normal(size=(40, 3)).astype(np.float32)
    rows[10:30] = rows[5]
    assert len(distinct(reduce(rows))[0]) == 20
    points = run(reduce(rows), perplexity=6)
    assert len(points) == 40
    assert (points[10:30] == points[5]).all()
    assert len(np.unique(points, axis=0)) == 20
