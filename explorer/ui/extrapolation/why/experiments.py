"""The experiments: one new thing at a time, and what training had seen."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
import streamlit as st

from explorer import ui
from explorer.figures.extrapolation import cells, loss
from explorer.figures.extrapolation.loss import Curve
from explorer.figures.spec import Spec
from explorer.nn.config import Encoding
from explorer.scripts import reasons as scripts
from explorer.training.findings.losses import TRAIN_LEN, baselines
from explorer.training.reasons import findings, sentences
from explorer.training.reasons.findings import NEW, SINUSOIDAL
from explorer.training.reasons.measures import BLOCK
from explorer.views.extrapolation._curves import middles
from explorer.views.extrapolation._formulas import of_rise
from explorer.views.extrapolation._sentences import seeds_text
from explorer.wording import signed

LARGEST = 1.8  # nats: the deepest colour of a rise

TRIED = """
How one thing alone is made new:

- **New rows** (sinusoidal only): windows of 64, as in training, that begin at position 64 instead of 0. No distance
  and no number of tokens is new in them.
- **New distances**: windows of 64 whose first half stands further back, by the gap of 64, 128, 256 or 384 with the
  highest loss. For the sinusoidal model this is tried on a training that has seen all rows.
- **More tokens**: windows of 512, against the same windows where each token sees the last 64 only. For sinusoidal,
  RoPE and ALiBi this is tried on trainings that have seen all rows and distances; T5 has one number for all far
  distances, which its training saw.
- **All at once**: windows of 512, read plainly, positions 64 to 511 against 32 to 63.

RoPE, T5 and ALiBi add no rows."""

OPEN = """
What stays open: what goes wrong inside the model on a row that training never showed, why some waves matter more than
others, and whether larger models, words instead of characters, or other texts behave alike. All of this is one small
model on one text.
"""


@lru_cache(maxsize=1)
def _one() -> Spec:
    table = findings.one_at_a_time()
    rise = np.array([[np.nan if r is None else r.mean for r in rises] for rises in table.values()], np.float32)
    text = [
        ["–" if r is None else f"{signed(r.mean)}<br>±{float(np.ptp(r.seeds)) / 2:.2f}" for r in rises]
        for rises in table.values()
    ]
    return cells.rises(rise, text, list(table), [sentences.THINGS[new] for new in NEW], largest=LARGEST)


def show_one() -> None:
    """The matrix of rises, what it says, and how each thing was made new."""
    ui.say(
        "**Where to look:** the first three columns, where one thing alone is new. The brighter a cell, the more the "
        "[[loss]] rises; in the last column all comes at once. ± is half of the [[seed|seeds']] range."
    )
    ui.picture(
        "x_one",
        _one(),
        summary=_sentence(),
        table=_one_table,
        script=scripts.one,
    )
    rise = findings.rows_new(SINUSOIDAL)
    worked = of_rise(
        float(rise.home.mean()),
        float(rise.away.mean()),
        "Sinusoidal, new rows",
        ("where nothing is new to the model", "where one thing is new"),
    )
    ui.formulas("x_one", (worked,))
    st.markdown(_verdicts())
    st.markdown(f"{TRIED} {_homes()}\n{OPEN}")


# Of the shipped trainings, which stay as they are: put together once.
_sentence, _homes = cache(sentences.one_sentence), cache(sentences.two_homes)


@cache
def _verdicts() -> str:
    return "\n".join(f"- {sentences.verdict(name)}" for name in findings.one_at_a_time())


def _one_table() -> ui.Table:
    columns: dict[str, list[object]] = {
        "encoding": [],
        "new": [],
        "seed": [],
        "loss where nothing is new": [],
        "loss": [],
        "rise": [],
    }
    for name, rises in findings.one_at_a_time().items():
        for new, rise in zip(NEW, rises, strict=True):
            if rise is None:
                continue
            for seed, (home, away) in enumerate(zip(rise.home.tolist(), rise.away.tolist(), strict=True)):
                row = (name, sentences.THINGS[new], seed, round(home, 4), round(away, 4), round(away - home, 4))
                for column, value in zip(columns.values(), row, strict=True):
                    column.append(value)
    return ui.Table(columns, "one_new_thing")


@lru_cache(maxsize=8)
def _seen(encoding: Encoding) -> Spec:
    curves = [
        Curve(name, i, training.read(reading))
        for i, (name, (training, reading)) in enumerate(findings.SEEN[encoding].items())
    ]
    return loss.loss_by_position(
        middles(512, BLOCK), curves, train_len=TRAIN_LEN, levels=baselines(), length=512, y_range=(1.4, 4.4)
    )


def show_seen() -> None:
    """The same windows of 64 at other positions: what training saw, and the loss in windows of 512."""
    ui.say(
        "If new rows or new distances do the harm, a model that has seen them should not get worse, though it never "
        "read more than 64 tokens at once. **Where to look:** which line stays down, and which rises late."
    )
    with ui.controls("x_seen"):
        encoding: Encoding = (
            st.segmented_control(
                "Encoding", list(findings.SEEN), default="sinusoidal", required=True, key="x_senc", bind="query-params"
            )
            or "sinusoidal"
        )
    ui.picture(
        "x_seen",
        _seen(encoding),
        summary=f"{sentences.seen_sentence(encoding)} {seeds_text()}",
        table=lambda: _seen_table(encoding),
        script=lambda: scripts.seen(encoding),
    )
    ui.say(sentences.how_seen(encoding))


def _seen_table(encoding: Encoding) -> ui.Table:
    columns: dict[str, object] = {"first position": np.arange(0, 512, BLOCK)}
    for name, (training, reading) in findings.SEEN[encoding].items():
        for seed, losses in enumerate(training.read(reading)):
            columns[f"{name}, seed {seed}"] = losses.round(4)
    return ui.Table(columns, "seen_in_training")
