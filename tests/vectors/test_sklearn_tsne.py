from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from explorer.vectors.compare_two_maps import agreement_of_distances, most_changed
from explorer.vectors.map_quality import distortion
from explorer.vectors.preprocessing import unit_rows
from explorer.vectors.sklearn_tsne import affinities, printed_lines, request_for, run
from explorer.words.shipped_tables import shipped
from explorer.words.word_categories import NAMES, members


def share_kept(truth: np.ndarray, points: np.ndarray) -> float:
    return distortion(truth, points, k=10, sample=None).share


@pytest.mark.slow
def test_two_seeds_keep_neighbours_but_make_different_pictures() -> None:
    rng = np.random.default_rng(0)
    rows = np.concatenate([rng.normal(size=(20, 20)) + 8 * np.eye(20)[island] for island in range(5)])
    request = request_for(rows, seeds=(0, 1), perplexity=6)
    records = list(run(request))
    steps = [record.step for record in records]
    assert steps == sorted(steps)
    assert (steps[0], steps[-1], {record.steps for record in records}) == (0, 2000, {2000})
    assert sum(0 < step < 1000 for step in steps) >= 5, "progress comes while a seed is being worked on"
    pictures = [record for record in records if record.points is not None]
    assert [(record.seed, record.step) for record in pictures] == [(0, 1000), (1, 2000)]
    one, two = (record.points for record in pictures)
    assert one is not None
    assert two is not None
    assert not np.allclose(one, two)
    assert share_kept(rows, one) > share_kept(rows, request.array()[:, :2])
    again = list(run(request_for(rows, seeds=(0,), perplexity=6)))[-1]
    np.testing.assert_allclose(again.points, one, atol=1e-3)


@pytest.mark.slow
def test_distances_between_islands_change_with_the_seed() -> None:
    table = shipped("GloVe")
    groups = members(table.find, NAMES)
    rows = np.concatenate(list(groups.values()))
    ends = np.cumsum([len(ids) for ids in groups.values()])
    groups_rows = [np.arange(end - len(ids), end) for end, ids in zip(ends, groups.values(), strict=True)]
    agreement, perplexity = (0.5, 5)
    request = request_for(unit_rows(table.vectors[rows]), perplexity=perplexity)
    one, two = (record.points for record in run(request) if record.points is not None)
    assert most_changed(one, two, groups_rows)[2] > 1.5
    truth = unit_rows(table.vectors[rows])
    flat = request.array()[:, :2]
    assert share_kept(truth, one) > 2 * share_kept(truth, flat)
    # They still keep some neighbours, though no more than the flat PCA does.
    against = [agreement_of_distances(truth, points, groups_rows)[0] for points in (one, two, flat)]
    assert agreement < min(against[:2]) < against[2]


def test_bounds() -> None:
    with pytest.raises(ValueError, match="at most 5,000 points here, got 5,001"):
        request_for(np.zeros((5001, 2)))
    with pytest.raises(ValueError, match="less than the 20 points, got 30"):
        request_for(np.random.default_rng(0).normal(size=(20, 3)))


@pytest.mark.slow
def test_scikit_learn_is_not_imported_on_the_way_to_the_picture() -> None:
    code = (
        "import sys, explorer.ui.projection.word_map, explorer.ui.projection.tsne_beside_pca\n"
        "import explorer.ui.projection.word_vector_training\n"
        "print([name for name in ('sklearn', 'gensim', 'pandas.core.frame') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "sklearn" not in done.stdout.splitlines()[-1]


def test_an_error_of_work_that_prints_reaches_the_caller() -> None:
    def work() -> None:
        print("begun")
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        list(printed_lines(work))


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e4])
@pytest.mark.parametrize("wanted", [2, 30, 90])
def test_affinities_count_as_many_points_as_the_perplexity_says_whatever_the_scale(scale: float, wanted: int) -> None:
    found = affinities(np.random.default_rng(1).normal(size=(200, 20)) * scale, 3, wanted)
    assert (found.perplexity, found.shares.sum()) == (pytest.approx(wanted, rel=1e-9), pytest.approx(1))
    assert found.shares[3] == 0
    closer = affinities(np.random.default_rng(1).normal(size=(200, 20)) * scale, 3, wanted / 2)
    assert closer.sigma < found.sigma


def test_all_equal_points_count_however_few_are_asked_for() -> None:
    points = np.concatenate([np.zeros((50, 3)), np.random.default_rng(0).normal(size=(50, 3))])
    few = affinities(points, 0, 5)
    assert few.perplexity == pytest.approx(49)
    assert few.shares[50:].max() < 1e-12
    assert affinities(points, 0, 60).perplexity == pytest.approx(60)
    assert affinities(np.ones((20, 4)), 0, 30).perplexity == pytest.approx(19)


def test_equal_rows_are_one_spot_and_the_others_are_drawn_as_without_them() -> None:
    rows = np.random.default_rng(0).normal(size=(40, 3)).astype(np.float32)
    rows[10:30] = rows[5]
    request = request_for(rows, seeds=(0,), perplexity=6)
    assert request.different == 20
    points = list(run(request))[-1].points
    assert points is not None and len(points) == 40
    assert (points[10:30] == points[5]).all()
    assert len(np.unique(points, axis=0)) == 20
