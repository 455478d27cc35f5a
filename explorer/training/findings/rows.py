"""What the shipped runs say about the rows past the trained length: whether there are any, and what they are worth."""

from __future__ import annotations

import numpy as np

from explorer.nn.config import Encoding, Extension
from explorer.training import results
from explorer.training.findings.losses import TRAIN_LEN, Line, baselines, inside, span
from explorer.training.reasons.findings import SINUSOIDAL, rows_new
from explorer.training.reasons.measures import STRETCHED
from explorer.training.rows import trained_rows
from explorer.wording import count


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


def understood(encoding: Encoding, extension: Extension, length: int) -> str:
    """What the model's loss says about the rows past the trained length."""
    if encoding == "learned" and extension == "plain" and length > TRAIN_LEN:
        return "Without a row there is nothing to measure: choose a way out."
    level, bigram = inside(Line(encoding, "clamp" if encoding == "learned" else "plain")), baselines()["bigram"]
    if length <= TRAIN_LEN:
        return f"Inside the trained length this model's loss is {level:.2f} nats per character."
    loss, window = loss_past(encoding, extension, length)
    where = (
        f"Loss at positions {TRAIN_LEN} to {length - 1}" if length > TRAIN_LEN + 1 else f"Loss at position {TRAIN_LEN}"
    )
    at = f"{level:.2f} at positions {TRAIN_LEN // 2} to {TRAIN_LEN - 1}"
    verdict = "worse" if loss > bigram else "better"
    new = {
        "plain": f"rows alone, in windows of {TRAIN_LEN} that begin at row {TRAIN_LEN}, have {alone():.2f}",
        "clamp": "no row is, for training showed row 63: it is not that a row isn't understood",
        "wrap": "no row is, for training showed each of them: it is not that a row isn't understood",
        "interpolate": "so are the mixtures of two rows",
        "spare rows": "so are the rows, which were never trained",
    }[extension]
    return (
        f"{where}: {loss:.2f} nats per character, against {at}; {verdict} than looking at the last character only "
        f"(bigram, {bigram:.2f}). Measured in windows of {window}, where distances and the number of tokens are new as "
        f"well; {new}."
    )


def alone() -> float:
    """Loss of the sinusoidal model where nothing but its rows is new: in windows that begin at its trained length."""
    return float(rows_new(SINUSOIDAL).away.mean())


def rows_sentence(encoding: Encoding, extension: Extension, length: int) -> str:
    """Which rows there are in a window of that length, and what those past the trained length are."""
    if length <= TRAIN_LEN:
        if length == 1:
            return "The one position has a row, and training has seen it."
        return f"All {length} positions have a row, and training has seen each of them."
    past = length - TRAIN_LEN
    if encoding == "learned" and extension == "plain":
        return f"Learned table: rows 0 to {TRAIN_LEN - 1} exist, {count(past, 'position')} without a row."
    norms = np.linalg.norm(trained_rows(), axis=1)
    single = int(np.isin(np.arange(TRAIN_LEN) * (length - 1) % (TRAIN_LEN - 1), 0).sum())
    rows, positions = (
        f"{noun}s {TRAIN_LEN} to {length - 1}" if past > 1 else f"{noun} {TRAIN_LEN}" for noun in ("Row", "Position")
    )
    them, their, each = ("them", "their", " each") if past > 1 else ("it", "its", "")
    what = {
        "plain": f"{rows}: computed by the formula; training never showed {them}",
        "clamp": f"{positions}: row {TRAIN_LEN - 1}{each}. That is an odd one: in training no later position ever "
        f"looked back at it, and its length is {norms[-1]:.2f} beside {norms[-2]:.2f} of the row before (both of "
        "seed 0, whose rows are drawn)",
        "wrap": f"{positions}: " + (f"rows 0 to {min(past, TRAIN_LEN) - 1} again" if past > 1 else "row 0 again"),
        "interpolate": f"All of them, from 0 on: the table stretched over the whole window. {single} fall on a row of "
        "the table, the others get a mixture of two",
        "spare rows": f"{rows}: still at {their} random start",
    }[extension]
    return f"{count(length, 'position')}. {what}."
