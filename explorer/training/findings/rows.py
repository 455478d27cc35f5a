"""What the shipped runs say about the rows past the trained length: whether there are any, and what they are worth."""

from __future__ import annotations

import numpy as np

from explorer.nn.config import Encoding, Extension
from explorer.training import results
from explorer.training.findings.losses import TRAIN_LEN, Line, span
from explorer.training.reasons.loss_rises import SINUSOIDAL, rows_new, rows_read
from explorer.training.reasons.readings import STRETCHED

LATE = rows_read(TRAIN_LEN)
"""First and last row at which new rows alone are judged: the second half of a window that begins at row 64."""


def loss_past(encoding: Encoding, extension: Extension, length: int) -> tuple[float, int]:
    """Mean loss at positions 64 to `length` − 1, and the length of the windows in which that was measured.

    What a position sees lies before it, so windows of 512 serve for every length, but for a table that is stretched
    over the window: there the nearest length of those tried is taken.

    Raises:
        ValueError: the length lies inside the trained one, where nothing is past it.
    """
    if length <= TRAIN_LEN:
        raise ValueError(f"Nothing lies past {TRAIN_LEN} in a window of {length}")
    if extension == "interpolate":
        at = int(np.argmin(abs(np.array(STRETCHED) - length)))
        return float(results.reasons()["reasons/learned/standard/stretched"][:, at].mean()), STRETCHED[at]
    return span(Line(encoding, extension), TRAIN_LEN, length), 512


def alone() -> tuple[float, float]:
    """Loss of the sinusoidal model on rows 96 to 127, the second half of windows that begin at its trained length.

    Nothing but the rows is new there. The second number is for comparison: the same rows in windows of 512, where
    distances and the number of tokens are new as well.
    """
    return float(rows_new(SINUSOIDAL).away.mean()), span(Line("sinusoidal", "plain"), LATE[0], LATE[1] + 1)
