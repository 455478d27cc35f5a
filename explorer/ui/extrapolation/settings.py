"""What several parts of the page need: the choice of encodings, and what their names mean."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from explorer.nn.config import Encoding
from explorer.views.extrapolation._curves import READINGS, SHOWN

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
"""What the ways out of each encoding do."""

KINDS = (
    "*learned*: a table of rows, found by training. *sinusoidal*: rows of waves, by a formula. *none*: no positions. "
    "*RoPE*: queries and keys are turned by the position. *T5*: a learned number for each range of distances; far "
    "ones share one. *ALiBi*: each letter further back counts less."
)
"""The encodings in a few words each."""


def choice() -> tuple[str, ...]:
    """What the loss by position and the loss by length show; the two share it."""
    picked = st.pills(
        "Encodings",
        list(READINGS),
        default=list(SHOWN),
        selection_mode="multi",
        key="x_enc",
        bind="query-params",
        help=f"Ways to tell a model where a token stands. {KINDS} The words after RoPE name a way to read it further "
        f"out: {MEANING['RoPE']}",
    )
    return tuple(name for name in READINGS if name in picked)


def notes(chosen: Sequence[str]) -> str:
    """What has to be said about how some of the chosen models are read past their length; nothing for plain ones."""
    told = ["A learned table is read with *clamp*; see Ways out."] if "learned" in chosen else []
    if any(READINGS[name].extension != "plain" for name in chosen if name != "learned"):
        told.append(f"RoPE: {MEANING['RoPE']}")
    return " ".join(told)
