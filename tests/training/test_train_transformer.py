"""Training: bitwise reproducible, decreasing loss, and reproducible shipped results."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import joblib
import numpy as np
import pytest
from distributed import Client, LocalCluster

from explorer.nn.config import ENCODINGS
from explorer.nn.transformer import Transformer
from explorer.training import precomputed_run_results
from explorer.training.precompute_standard_runs import CopyItem
from explorer.training.train_transformer import CopyRun, LanguageRun, Progress, records, train_language
from tools import run_standard_trainings
from tools.ablations.experiments import ablation_items

ROOT = Path(__file__).resolve().parents[2]
SMALL = LanguageRun("RoPE", "window", steps=40, train_len=16, windows=4, curve_every=20)


@cache
def small() -> list[Progress]:
    return list(train_language(SMALL))


@pytest.mark.slow
def test_a_run_tells_where_it_is_and_learns() -> None:
    records = small()
    assert [record.step for record in records] == [10, 20, 30, 40]
    assert [record.curve is None for record in records] == [True, False, True, False]
    assert records[-1].curve is not None and records[-1].curve.shape == (128,)
    assert records[-1].loss < records[0].loss - 0.5
    # As computed when the shipped runs were checked last; with a rate 1 % higher it is 2.58895.
    assert records[2].loss == pytest.approx(2.58933, abs=1e-4)


@pytest.mark.slow
def test_the_same_request_gives_the_same_bits() -> None:
    once, again = small()[-1], list(train_language(SMALL))[-1]
    assert once.loss == again.loss
    np.testing.assert_array_equal(once.curve, again.curve)
    other = list(train_language(LanguageRun("RoPE", "window", seed=1, steps=40, train_len=16, windows=4)))[-1]
    assert other.loss != once.loss


@pytest.mark.slow
def test_a_task_is_learned_in_seconds() -> None:
    run = CopyRun("learned", "clamp", k=2, steps=200, train_len=16)
    *_, last = records(run, Transformer(run.config))
    assert last.curve is not None
    assert last.curve[2:16].mean() > 0.9


def test_a_tasks_model_is_half_as_wide_as_the_language_models() -> None:
    task, language = CopyRun(encoding="ALiBi").config, LanguageRun("ALiBi").config
    assert 2 * task.ff_mult * task.embed_dim == language.ff_mult * language.embed_dim


def test_requests_that_make_no_sense() -> None:
    with pytest.raises(ValueError, match="learned can be read as clamp, wrap, interpolate, spare rows; got 'plain'"):
        LanguageRun("learned")
    with pytest.raises(ValueError, match="at least 1"):
        LanguageRun(steps=0)
    with pytest.raises(ValueError, match="T5 can be read as plain"):
        CopyRun(encoding="T5", extension="window")


@pytest.mark.slow
@pytest.mark.nightly
def test_a_shipped_experiment_comes_out_again() -> None:
    """One of the runs behind "why", as `tools/run_standard_trainings.py --file ablations --check --close` checks all.

    Past the trained length rounding differences grow: on an AMD EPYC the losses differ by up to .049 and .088 of their
    mean from the shipped ones (Intel Xeon); other seeds differ by .105 to .49.
    """
    (item,) = (item for item in ablation_items() if item.base == 3 and item.seed == 0)
    shipped = precomputed_run_results.ablations()
    fresh = item.measure()
    assert {name.partition("/")[0] for name in fresh} == set(item.readings)
    for name, values in fresh.items():
        old = shipped[f"{item.name}/{name}"][0]
        np.testing.assert_allclose(values, old, rtol=0, atol=0.1 * abs(np.nanmean(old)))


def test_all_standard_runs_are_shipped() -> None:
    shipped = precomputed_run_results.arrays()
    for item in run_standard_trainings.standard_items():
        assert any(name.startswith(f"{item.name}/") for name in shipped), item.name
    for encoding in ENCODINGS:
        for name, value in shipped.items():
            if name.startswith(f"language/{encoding}") and name.endswith("by position"):
                assert value.shape == (3, 512)
                assert np.isfinite(value).all()
    assert precomputed_run_results.path("precomputed_run_results").stat().st_size < 1_500_000


TINY: list[run_standard_trainings.Item] = [
    CopyItem("none", 0, steps=5),
    CopyItem("T5", 1, steps=5),
]


@pytest.mark.slow
def test_a_dask_cluster_takes_the_sweep() -> None:
    here = list(run_standard_trainings.run_all(TINY))
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        Client(cluster),
        joblib.parallel_config(backend="dask"),
    ):
        there = list(run_standard_trainings.run_all(TINY, jobs=-1))
    assert [item for item, _ in there] == TINY
    for (_, mine), (_, its) in zip(here, there, strict=True):
        np.testing.assert_array_equal(mine["accuracy"], its["accuracy"])


@pytest.mark.slow
@pytest.mark.nightly
def test_the_sweeps_command_line_compares_with_what_is_shipped() -> None:
    command = [
        sys.executable,
        "tools/run_standard_trainings.py",
        "--only",
        "task/copy k back/RoPE",
        "--check",
        "--close",
        "--jobs",
        "1",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 of 2 arrays are the same within 1 % on average" in done.stdout
    refused = subprocess.run([*command[:4], "--jobs", "1"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "use it with --check" in refused.stderr


@pytest.mark.slow
def test_finished_runs_are_kept(tmp_path) -> None:
    first = list(run_standard_trainings.run_all(TINY[:1], keep=tmp_path))
    (file,) = tmp_path.iterdir()
    with np.load(file) as stored:
        np.testing.assert_array_equal(stored["accuracy"], first[0][1]["accuracy"])
    np.savez(file, accuracy=np.zeros(3))
    ((_, kept),) = run_standard_trainings.run_all(TINY[:1], keep=tmp_path)
    assert kept["accuracy"].tolist() == [0, 0, 0]


@pytest.mark.parametrize("file", run_standard_trainings.FILES)
def test_what_is_shipped_was_made_by_the_plan_of_today(file: str) -> None:
    with np.load(precomputed_run_results.path(file)) as stored:
        assert str(stored["plan"]) == run_standard_trainings.plan(file)
