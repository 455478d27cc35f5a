"""Rows past the trained length in the shipped runs: whether they exist, and the loss with them."""

import numpy as np

from explorer.nn.config import Encoding, Extension
from explorer.training import precomputed_run_results
from explorer.training.ablations.loss_rises import SINUSOIDAL, STRETCHED, rows_new, rows_read
from explorer.training.findings.shipped_model_losses import TRAIN_LEN, Line, span

LATE = rows_read(TRAIN_LEN)
"""First and last row for the loss on new rows: the second half of a window that begins at row 64."""


def loss_past(encoding: Encoding, extension: Extension, length: int) -> tuple[float, int]:
    """Mean loss at positions 64 to `length` − 1, and the length of the windows in which that was measured.

    A position sees only what is before it, so windows of 512 serve for every length, except for a table that is
    stretched over the window: then the nearest measured length is used.

    Raises:
        ValueError: the length is not past the trained one.
    """
    if length <= TRAIN_LEN:
        raise ValueError(f"Nothing lies past {TRAIN_LEN} in a window of {length}")
    if extension == "interpolate":
        at = int(np.argmin(abs(np.array(STRETCHED) - length)))
        return float(
            precomputed_run_results.ablations()["ablations/learned/standard/stretched"][:, at].mean()
        ), STRETCHED[at]
    return span(Line(encoding, extension), TRAIN_LEN, length), 512


def alone() -> tuple[float, float]:
    """Loss of the sinusoidal model on rows 96 to 127, the second half of windows that begin at its trained length.

    Only the rows are new there. The second number, for comparison, is for the same rows in windows of 512, where
    distances and the number of tokens are new, too.
    """
    return float(rows_new(SINUSOIDAL).away.mean()), span(Line("sinusoidal", "plain"), LATE[0], LATE[1] + 1)
