"""The displayed scripts run on the project as installed, and print every number that the screen says."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest

from explorer.scripts import extrapolation as scripts
from explorer.scripts import reasons, why
from explorer.training.findings import budget
from explorer.training.findings import tasks as findings_tasks
from explorer.training.findings import why as findings_why
from explorer.training.reasons import sentences
from explorer.training.runs import LanguageRun, TaskRun, train_language, train_task
from explorer.training.why import waves_seen, waves_sentence
from explorer.ui.extrapolation import tasks, train
from tests.support import run_script

NUMBER = re.compile(r"(?<![\w.\-])[+\-−]?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?")


def numbers(text: str) -> list[str]:
    """Every number in a text, as it is written there."""
    return [
        found.strip(",") for found in NUMBER.findall(text.replace("–", " ").replace("10⁻⁹", "").replace("10⁻³", ""))
    ]


def value(written: str) -> float:
    return float(written.replace(",", "").replace("−", "-").replace("+", ""))


def assert_printed(sentence: str, output: str) -> None:
    """Each number of the sentence stands in the output, which may have more digits of it."""
    printed = np.array([value(number) for number in numbers(output)])
    for number in numbers(sentence):
        digits = len(number.partition(".")[2])
        near = abs(printed - value(number)) <= 0.5 * 10.0**-digits * 1.01  # the output is rounded too
        assert near.any(), f"{number} of {sentence!r} is not in\n{output}"


def test_the_reading_of_numbers_itself() -> None:
    assert numbers("9 of 32, 0.42 %, 2,400 steps; −0.01 at 64–127, RoPE2 +1.5 1e-9.") == [
        *("9", "32", "0.42", "2,400", "−0.01", "64", "127", "+1.5", "1e-9")
    ]
    assert_printed("12 % of 1,024: 0.35", "shares 11.96 %, 1024, [0.3472, 0.346]")
    with pytest.raises(AssertionError, match=r"0\.36 of"):
        assert_printed("0.36", "0.3472")


RUN, TASK = (
    LanguageRun("RoPE", "NTK scaling", seed=3, steps=20, train_len=16, windows=4),
    TaskRun("copy k back", k=2, steps=5),
)
WAVES = [(64, 64, 10_000.0), (16, 4096, 3.0)]

SAID: list[tuple[str, Callable[[], str], Callable[[], str]]] = [
    ("budget", lambda: scripts.budget(("learned", "sinusoidal")), budget.budget_sentence),
    *((f"tasks at {n}", lambda n=n: scripts.tasks((n,)), lambda n=n: findings_tasks.task_sentence(n))
      for n in (32, 256)),
    ("tasks", lambda: scripts.tasks((32, 64, 128, 256)), findings_tasks.lengths_sentence),
    *((f"waves {w}", lambda w=w: why.waves(*w), lambda w=w: waves_sentence(waves_seen(w[0], w[1], base=w[2]), w[1]))
      for w in WAVES),
    *((f"shift {k}, {ridge}", lambda k=k, r=ridge: why.shift(k, r),
       lambda k=k, r=ridge: findings_why.shift_sentence(findings_why.shift(k, r)))
      for k, ridge in ((4, 1e-9), (1, 0.0))),
    *((f"probe {name}", lambda n=name: why.probe(n), lambda n=name: findings_why.probe_sentence(n))
      for name in ("sinusoidal", "none")),
    ("neighbours", why.neighbours, findings_why.neighbours_sentence),
    ("one thing", reasons.one, sentences.one_sentence),
    *((f"seen {name}", lambda n=name: reasons.seen(n), lambda n=name: sentences.seen_sentence(n))
      for name in ("sinusoidal", "RoPE")),
    ("bases", reasons.bases, sentences.bases_sentence),
    ("waves moved", reasons.bases, sentences.moved_sentence),
    *((f"task k = {run.k}", lambda r=run: scripts.one_task(r), lambda r=run: tasks.told(r, tuple(train_task(r))))
      for run in (TASK, TaskRun("copy k back", "none", k=0, steps=10))),
    *((f"run {run.encoding}", lambda r=run: scripts.one_language(r, 16),
       lambda r=run: train.told(r, tuple(train_language(r))))
      for run in (RUN, LanguageRun(steps=10, windows=4))),
]  # fmt: skip


def trains(name: str) -> bool:
    """Whether script and sentence train a model each."""
    return name.startswith(("run ", "task k"))


@pytest.mark.parametrize(
    ("script", "said"),
    [pytest.param(a, b, id=name, marks=pytest.mark.slow if trains(name) else ()) for name, a, b in SAID],
)
def test_a_script_prints_every_number_of_its_sentence(script: Callable[[], str], said: Callable[[], str]) -> None:
    sentence = said()
    assert numbers(sentence)
    assert_printed(sentence, run_script(script()))
