"""Controls and wording shared by several parts: the choice of encodings, and notes on what their names mean."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from explorer.nn.config import ENCODINGS, Encoding, spoken
from explorer.ui.frame import guide
from explorer.views.extrapolation._loss_curves import READINGS, SHOWN
from explorer.views.extrapolation._loss_sentences import way_sentence

PLAIN = "sinusoidal", "none"
"""What a step of the path compares."""
MEANING: dict[Encoding, str] = {
    "learned": "*clamp*: the last row for all that follow. *wrap*: row 0 again after the last. *interpolate*: the "
    "table is stretched over the whole window. *spare rows*: rows that were there from the start and never trained.",
    "RoPE": "*position interpolation*: the window's positions are squeezed into the trained range, the first 64 too. "
    "*NTK scaling*: a larger base, so that slow waves stretch and fast ones stay. *window*: no key further back "
    "than 63 positions, as in training. None is fine-tuned here; position "
    "interpolation was published with fine-tuning.",
    "sinusoidal": "*window*: no key further back than 63 positions, as in training. The rows themselves stay new to "
    "the model.",
    "none": "*window*: no key further back than 63 positions, as in training.",
}
"""Descriptions of each encoding's extension methods."""

KINDS = (
    "*learned*: a table of rows, found by training. *sinusoidal*: rows of waves, by a formula. *none*: no positions. "
    "*RoPE*: queries and keys are turned by the position. *T5*: a learned number for each range of distances; far "
    "ones share one. *ALiBi*: each letter further back counts less."
)
"""A short description of each encoding."""


def choice() -> tuple[str, ...]:
    """Draw the choice of encodings, and of ways to read them further, that loss by position and by length share."""
    every = (*ENCODINGS, *(name for name in READINGS if name not in ENCODINGS))  # the models first, then ways out
    offered = PLAIN if guide.is_hidden("x_other_encodings") else every
    picked = st.pills(
        "Models, by how they are told where a letter stands",
        offered,
        default=[name for name in SHOWN if name in offered],
        selection_mode="multi",
        key="x_enc",
        bind="query-params",
        help=None
        if offered == PLAIN
        else f"Ways to tell a model where a token stands. {KINDS} In brackets is a way out: how a model that was "
        "trained on 64 positions is read further, without training it again.",
    )
    return tuple(name for name in READINGS if name in picked)


def extension_notes(chosen: Sequence[str]) -> str:
    """What the ways out of the chosen models mean, and which is best; "" where none is chosen."""
    told = []
    for encoding in ENCODINGS:
        if any(READINGS[name].encoding == encoding and name != encoding for name in chosen):
            told.append(f"**{spoken(encoding)}**: {MEANING[encoding]} {way_sentence(encoding)}")
        elif encoding == "learned" and encoding in chosen:
            told.append("A learned table is read with *clamp*: the last row for all that follow.")
    return "\n\n".join(told)
