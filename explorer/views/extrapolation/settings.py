"""Settings shared by the pictures of models past their trained length: the models, and how they are read further."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from explorer.nn.config import ENCODINGS, Encoding, Extension
from explorer.training.findings.shipped_model_losses import FAMOUS, LENGTHS, Line, first_line, readings
from explorer.views.setting import Several

LONGEST = LENGTHS[-1]
READINGS: dict[str, Line] = {encoding: first_line(encoding) for encoding in ENCODINGS}
"""Names of comparable curves: every encoding, then the further ways to read its model past the trained length."""
READINGS |= {line.label: line for encoding in ENCODINGS for line in readings(encoding)[1:]}

HOW_READ: dict[Encoding, str] = {
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

Kind = Literal["learned table", "sinusoidal formula"]
KINDS: dict[Kind, Encoding] = {"learned table": "learned", "sinusoidal formula": "sinusoidal"}
Way = Literal["none", "clamp", "wrap", "interpolate", "spare rows"]
WAYS: dict[Way, Extension] = {
    "none": "plain",
    "clamp": "clamp",
    "wrap": "wrap",
    "interpolate": "interpolate",
    "spare rows": "spare rows",
}
"""Methods for positions past the end of a learned table."""

TOLD_PLACES = "Models, by how they are told where a letter stands"
MODELS: Any = Several(
    TOLD_PLACES,
    tuple(name for name in ENCODINGS if name in ("learned", *FAMOUS)),
    tuple(READINGS),
    pills=True,
    key="x_enc",
    help="Ways to tell a model where a token stands. *learned*: a table of rows, found by training. *sinusoidal*: rows "
    "of waves, by a formula. *none*: no positions. *RoPE*: queries and keys are turned by the position. *T5*: a "
    "learned number for each range of distances; far ones share one. *ALiBi*: each letter further back counts less. "
    "In brackets is a way out: how a model that was trained on 64 positions is read further, without training it "
    "again.",
    about="the models: encodings, and in brackets other ways to read one past its length",
)


def lines_of(encodings: Sequence[str]) -> tuple[Line, ...]:
    """The curves with these names."""
    return tuple(READINGS[name] for name in encodings)
