"""Losses of the shipped language models, by position and by length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from explorer.nn.config import EXTENSIONS, Encoding, Extension
from explorer.training.loss_by_position_and_length import first_above, smooth
from explorer.training.precomputed_run_results import arrays

Array = npt.NDArray[np.float32]

NAMES = ("unigram", "bigram", "trigram")
"""Baselines: predictions from none, one or two characters before."""
TRAIN_LEN = 64
LENGTHS = (64, 128, 256, 512)
MARGIN = 0.1
WIDTH = 16  # block of positions in the search for a first rise
INSIDE = f"positions {TRAIN_LEN // 2} to {TRAIN_LEN - 1}"  # averaged by `inside`


@dataclass(frozen=True)
class Line:
    """One trained model and one way to read it."""

    encoding: Encoding
    extension: Extension
    position_std: float = 0.02

    @property
    def key(self) -> str:
        """Start of its arrays' names."""
        std = f" {self.position_std:g}" if self.encoding == "learned" else ""
        return f"language/{self.encoding}{std}/{self.extension}"

    @property
    def label(self) -> str:
        """Its name on screen."""
        return self.encoding if self.extension == "plain" else f"{self.encoding} ({self.extension})"

    @property
    def first(self) -> Line:
        """The same model's plain reading; for a learned table, which has none, its first extension."""
        return Line(self.encoding, EXTENSIONS[self.encoding][0], self.position_std)


def first_line(encoding: Encoding) -> Line:
    """The first reading of the standard model with this encoding."""
    return readings(encoding)[0]


def by_position(line: Line) -> Array:
    """Loss in nats: (seeds, 512)."""
    return arrays()[f"{line.key}/by position"]


def by_length(line: Line) -> Array:
    """Mean loss over windows of `LENGTHS`: (seeds, 4)."""
    return arrays()[f"{line.key}/by length"]


def baselines() -> dict[str, float]:
    """Losses of the n-gram models on the same held-out text."""
    return dict(zip(NAMES, arrays()["ngrams"].tolist(), strict=True))


def span(line: Line, start: int, stop: int) -> float:
    """Mean loss over positions start … stop − 1 and the seeds."""
    return float(by_position(line)[:, start:stop].mean())


def inside(line: Line) -> float:
    """Mean loss over the second half of the trained length."""
    return span(line, TRAIN_LEN // 2, TRAIN_LEN)


def rises_at(line: Line) -> int | None:
    """First block of 16 positions whose loss lies `MARGIN` above that of the model's first reading, or None.

    The reference is the first reading: past the trained length its level inside, within it its loss at the same
    positions, since early positions see few characters. So a reading that harms the trained positions rises there.
    """
    plain = smooth(by_position(line.first).mean(axis=0), WIDTH)
    plain[TRAIN_LEN // WIDTH :] = inside(line.first)
    return worse_from(line, plain + MARGIN)


def worse_from(line: Line, level: float | npt.NDArray[np.floating]) -> int | None:
    """First block of 16 positions whose loss exceeds `level` (one for all or one per block), or None."""
    return first_above(by_position(line).mean(axis=0), level, width=WIDTH)


FAMOUS: tuple[Encoding, ...] = ("sinusoidal", "RoPE", "T5", "ALiBi")


def best_way(lines: Sequence[Line], start: int, stop: int) -> Line:
    """The reading with the lowest loss over positions start … stop − 1."""
    return min(lines, key=lambda line: span(line, start, stop))


def tied_best_ways(lines: Sequence[Line], start: int, stop: int) -> tuple[str, ...]:
    """All extensions whose loss there equals the lowest one to two decimals."""
    losses = {line.extension: round(span(line, start, stop), 2) for line in lines}
    return tuple(way for way, loss in losses.items() if loss == min(losses.values()))


def readings(encoding: Encoding) -> tuple[Line, ...]:
    """Every way to read the standard model with this encoding."""
    return tuple(Line(encoding, extension) for extension in EXTENSIONS[encoding])
