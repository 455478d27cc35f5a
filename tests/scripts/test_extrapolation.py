"""The displayed scripts run on the project as installed, and print the numbers on the screen."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.scripts import extrapolation as scripts
from explorer.training import findings, sweep
from explorer.training.evaluate import smooth
from explorer.training.results import arrays
from explorer.training.runs import LanguageRun, TaskRun, train_language
from explorer.training.why import waves_seen
from tests.support import run_script


def test_rows() -> None:
    assert "ValueError: Sequence length 65 exceeds maximum 64" in run_script(scripts.rows("learned", "plain", 65))
    assert "rows (65, 64)" in run_script(scripts.rows("learned", "wrap", 65))


def test_language_trains_the_chosen_model_and_prints_the_chosen_curve() -> None:
    lines = [("learned", "clamp", 0.3), ("learned", "wrap", 0.3)]
    printed = run_script(scripts.language(lines, "by position", 32, seeds=(0,), steps=10, windows=8))
    fresh = sweep.measure(sweep.LanguageItem("learned", 0, 0.3, 10, windows=8))
    for line, extension in zip(printed.splitlines(), ("clamp", "wrap"), strict=True):
        expected = smooth(fresh[f"{extension}/by position"], 32).round(3).tolist()
        assert line == f"learned {extension} 0.3 {expected}"
    by_length = run_script(scripts.language(lines[:1], "by length", seeds=(0,), steps=10, windows=8))
    assert by_length.startswith("learned clamp 0.3 [") and by_length.count(",") == 3


def test_the_full_language_script_uses_the_shipped_plan() -> None:
    script = scripts.language([("RoPE", "plain", 0.02)], "by position")
    assert "seeds, steps, windows = ((0, 1, 2), 600, 256)" in script
    item = sweep.LanguageItem("RoPE", 0)
    assert (item.steps, item.windows) == (600, 256)
    assert item in sweep.standard_items()


def test_budget_prints_what_is_shipped() -> None:
    printed = run_script(scripts.budget([75], seeds=(1,)))
    shipped = [float(arrays()[f"budget/{name}/75/inside"][1, 0]) for name in ("learned", "sinusoidal")]
    for line, loss in zip(printed.splitlines(), shipped, strict=True):
        assert float(line.split("[")[1].rstrip("]")) == pytest.approx(loss, abs=0.01)


def test_tasks_print_shares() -> None:
    printed = run_script(scripts.tasks(["first token"], ["none"], (32, 64), seeds=(0,), steps=5))
    curve = sweep.measure(sweep.TaskItem("first token", "none", 0, 5))["accuracy"]
    assert printed == f"first token none {[round(float(curve[n // 2 : n].mean()), 3) for n in (32, 64)]}\n"


def test_one_run_prints_the_curve_of_the_page() -> None:
    run = LanguageRun("RoPE", "NTK scaling", seed=3, steps=10, train_len=16, windows=4)
    printed = run_script(scripts.one_language(run))
    *_, last = train_language(run)
    assert last.curve is not None
    assert f"loss by position: {smooth(last.curve, 16).round(3).tolist()}" in printed
    task = run_script(scripts.one_task(TaskRun("copy k back", "none", k=2, steps=5)))
    assert task.count("positions") == 4


def test_reasons() -> None:
    assert f"seen whole: {waves_seen(64, 64).whole} of 32" in run_script(scripts.waves(64, 64))
    printed = run_script(scripts.shift(4, 64, 64, 512))
    assert printed.startswith("fitted: ") and "exact: " in printed
    neighbours = run_script(scripts.neighbours((0.02,)))
    from explorer.training.rows import trained_rows
    from explorer.training.why import neighbour_similarity

    first = np.mean([neighbour_similarity(trained_rows(0.02, seed))[0] for seed in sweep.SEEDS])
    assert f"0.02 trained [{first:.3f}" in neighbours
    probe = run_script(scripts.probe("sinusoidal", seeds=(0,), steps=5, windows=8))
    assert probe.splitlines()[0].startswith("0 read as [")
    assert findings.TRAIN_LEN == 64
