"""Ways out without training again: of a learned table, of RoPE, of the others by a window on attention."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from explorer import ui
from explorer.figures.extrapolation import loss as figures
from explorer.figures.spec import Spec
from explorer.nn.config import spoken
from explorer.scripts import extrapolation as scripts
from explorer.training.findings.losses import (
    INSIDE,
    LENGTHS,
    MODELS,
    TRAIN_LEN,
    Line,
    all_ways_sentence,
    baselines,
    inside,
    readings,
    seeds_text,
    span,
    way_sentence,
)
from explorer.ui.extrapolation import settings
from explorer.ui.extrapolation.formulas import loss

PART = ui.Part(
    "Ways out",
    why="A text is longer than any in training, and there is no time to train again: what can be put where there is "
    "no [[row]], or done to the [[positions]], and at what price?",
    look="Left of the dashed line too. A way that helps further on but raises the [[loss]] there has its price.",
)

MEASURES = ("by position", "by length")


@lru_cache(maxsize=32)
def _figure(model: str, measure: str) -> Spec:
    lines = readings(model)
    if measure == "by length":
        curves = settings.length_curves(lines, by_way=True)
        return figures.loss_by_length(LENGTHS, curves, train_len=TRAIN_LEN, levels=baselines())
    return figures.loss_by_position(
        settings.middles(512, 16),
        settings.position_curves(lines, 16, by_way=True),
        train_len=TRAIN_LEN,
        levels=baselines(),
        length=512,
    )


def show() -> None:
    """Model, measure, picture, and who is best where."""
    with ui.controls("x_ways"):
        model = st.segmented_control(
            "Trained model", list(MODELS), default=next(iter(MODELS)), required=True, key="x_model", bind="query-params"
        )
        measure = st.segmented_control(
            "Loss", MEASURES, default=MEASURES[0], required=True, key="x_measure", bind="query-params"
        )
    model, measure = model or next(iter(MODELS)), measure or MEASURES[0]
    lines = readings(model)
    ui.picture(
        "x_ways",
        _figure(model, measure),
        summary=f"{summary(lines)} {seeds_text()}",
        table=lambda: (settings.position_table if measure == MEASURES[0] else settings.length_table)(lines, "ways_out"),
        script=lambda: scripts.language(settings.triples(lines)),
    )
    encoding = MODELS[model][0]
    st.markdown(f"{settings.MEANING[encoding]}\n\n{way_sentence(model)} {all_ways_sentence()}")
    loss.of_rise(
        "x_ways",
        inside(lines[0]),
        span(lines[0], 256, 512),
        f"{spoken(model)}, {lines[0].extension}",
        (f"at {INSIDE}, as in training", "at positions 256 to 511"),
    )


def summary(lines: tuple[Line, ...]) -> str:
    """Loss inside and at the far end of each reading."""
    told = ", ".join(
        f"{line.extension} {inside(line):.2f} inside, {span(line, 256, 512):.2f} at 256–511" for line in lines
    )
    return f"In windows of 512: {told}."
