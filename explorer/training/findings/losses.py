"""What the shipped runs say, as numbers and as sentences made from them.

No sentence here is written before its numbers: each is put together from the arrays of `results`, so that a new sweep
changes the text with the pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from explorer.nn.config import ENCODINGS, EXTENSIONS, Encoding, Extension, spoken
from explorer.training.evaluate import first_above, smooth
from explorer.training.ngrams import NAMES
from explorer.training.results import arrays
from explorer.training.sweep import SEEDS
from explorer.wording import count, listed

Array = npt.NDArray[np.float32]

TRAIN_LEN = 64
LENGTHS = (64, 128, 256, 512)
MARGIN = 0.1
WIDTH = 16  # positions joined where a first rise is looked for
INSIDE = f"positions {TRAIN_LEN // 2} to {TRAIN_LEN - 1}"  # of which `inside` is the mean


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
        """The same model's plain reading; for a learned table, which has none, the first way out."""
        return Line(self.encoding, EXTENSIONS[self.encoding][0], self.position_std)


def first_line(encoding: Encoding) -> Line:
    """The first reading of the standard model with this encoding."""
    return Line(encoding, EXTENSIONS[encoding][0])


def by_position(line: Line) -> Array:
    """Loss in nats: (seeds, 512)."""
    return arrays()[f"{line.key}/by position"]


def by_length(line: Line) -> Array:
    """Mean loss over windows of `LENGTHS`: (seeds, 4)."""
    return arrays()[f"{line.key}/by length"]


def baselines() -> dict[str, float]:
    """Loss of the counting models on the same held-out text."""
    return dict(zip(NAMES, arrays()["ngrams"].tolist(), strict=True))


def span(line: Line, start: int, stop: int) -> float:
    """Mean loss over positions start … stop − 1 and the seeds."""
    return float(by_position(line)[:, start:stop].mean())


def inside(line: Line) -> float:
    """Mean loss over the second half of the trained length."""
    return span(line, TRAIN_LEN // 2, TRAIN_LEN)


def rises_at(line: Line) -> int | None:
    """First block of 16 positions whose loss lies `MARGIN` above that of the model's first reading, or None.

    Past the trained length that is the first reading's level inside; within it, its loss at the same positions, for
    early ones see few characters under any reading. So a reading that spoils the trained positions has risen there.
    """
    plain = smooth(by_position(line.first).mean(axis=0), WIDTH)
    plain[TRAIN_LEN // WIDTH :] = inside(line.first)
    return worse_from(line, plain + MARGIN)


def worse_from(line: Line, level: float | npt.NDArray[np.floating]) -> int | None:
    """First block of 16 positions whose loss lies above `level`, one for all or one for each block, or None."""
    return first_above(by_position(line).mean(axis=0), level, width=WIDTH)


def where_sentence(places: Sequence[tuple[str, int | None]], never: str = "nowhere up to 511") -> str:
    """Names and where the loss of each first rises, the earliest first; it may come down again after that.

    >>> where_sentence([("ALiBi", None), ("none", 96), ("sinusoidal", 64)])
    'sinusoidal at 64, “none” at 96; ALiBi nowhere up to 511'
    """
    fallen: dict[int, list[str]] = {}
    for name, at in sorted(places, key=lambda pair: pair[0]):
        if at is not None:
            fallen.setdefault(at, []).append(spoken(name))
    standing = [spoken(name) for name, at in places if at is None]
    parts = [", ".join(f"{listed(fallen[at])} at {at}" for at in sorted(fallen))] if fallen else []
    if standing:
        parts.append(f"{', '.join(standing)} {never}")
    return "; ".join(parts)


def rise_summary(lines: Sequence[Line]) -> str:
    """Where each line rises above its own level, and where it is worse than counting pairs of characters."""
    bigram = baselines()["bigram"]
    rise = where_sentence([(line.label, rises_at(line)) for line in lines])
    worse = where_sentence([(line.label, worse_from(line, bigram)) for line in lines])
    return (
        f"First position where the loss, a mean of {WIDTH}, is more than {MARGIN} above the model's level at {INSIDE} "
        f"(before {TRAIN_LEN}: above its plain reading at the same positions): {rise}. First where it is worse than "
        f"looking at one character only (bigram, {bigram:.2f}): {worse}."
    )


FAMOUS: tuple[Encoding, ...] = ("sinusoidal", "RoPE", "T5", "ALiBi")


def rising_places() -> tuple[dict[str, int | None], dict[str, int | None]]:
    """Where the loss of each of the four famous encodings rises: by the first rise, and by the bigram's level."""
    bigram = baselines()["bigram"]
    lines = [first_line(encoding) for encoding in FAMOUS]
    return {line.encoding: rises_at(line) for line in lines}, {
        line.encoding: worse_from(line, bigram) for line in lines
    }


def order_sentence() -> str:
    """The order in which our models get worse, beside the one that the ALiBi paper is known for, ties as ties."""
    by_rise, by_bigram = rising_places()
    return (
        f"The ALiBi paper is known for the order in which these get worse: {', '.join(FAMOUS)}. "
        f"Ours, by the first place where a model is worse than the bigram: {_ordered(by_bigram)}. "
        f"By the first rise of {MARGIN}: {_ordered(by_rise)}."
    )


def _ordered(places: dict[str, int | None]) -> str:
    """The places, and whether their order is the known one; `places` stands in the known order."""
    at = [10**6 if place is None else place for place in places.values()]
    tied = [" and ".join(pair) for pair, (a, b) in zip(pairwise(places), pairwise(at), strict=True) if a == b]
    if at != sorted(at):
        verdict = "not the same order"
    elif tied:
        verdict = f"the same order, but {listed(tied)} tie"
    else:
        verdict = "the same order"
    return f"{where_sentence(list(places.items()))} ({verdict})"


def alibi_sentence() -> str:
    """Whether ALiBi has the lowest loss everywhere, inside and past the trained length, against every other reading."""
    others = [Line(name, way) for name in ENCODINGS if name != "ALiBi" for way in EXTENSIONS[name]]
    alibi, told = first_line("ALiBi"), []
    for start, stop in ((TRAIN_LEN // 2, TRAIN_LEN), (TRAIN_LEN, 512)):
        best = best_way(others, start, stop)
        ours, theirs = span(alibi, start, stop), span(best, start, stop)
        if theirs < ours:
            told.append(f"at positions {start}–{stop - 1} {spoken(best.label)} has {theirs:.2f} against its {ours:.2f}")
    if not told:
        return "In these runs ALiBi has the lowest loss of all, inside and past the trained length."
    return f"ALiBi isn't best at everything: {'; '.join(told)}."


def best_way(lines: Sequence[Line], start: int, stop: int) -> Line:
    """The reading with the lowest loss over positions start … stop − 1."""
    return min(lines, key=lambda line: span(line, start, stop))


def best_ways(lines: Sequence[Line], start: int, stop: int) -> tuple[str, ...]:
    """The ways with the lowest loss there, all that have the same two digits after the point."""
    losses = {line.extension: round(span(line, start, stop), 2) for line in lines}
    return tuple(way for way, loss in losses.items() if loss == min(losses.values()))


MODELS: dict[str, tuple[Encoding, float]] = {
    "learned, start 0.02": ("learned", 0.02),
    "learned, start 0.3": ("learned", 0.3),
    "RoPE": ("RoPE", 0.02),
    "sinusoidal": ("sinusoidal", 0.02),
    "none": ("none", 0.02),
}
"""Trained models that can be read in more than one way."""


def readings(model: str) -> tuple[Line, ...]:
    """Every way to read one of `MODELS`."""
    encoding, std = MODELS[model]
    return tuple(Line(encoding, extension, std) for extension in EXTENSIONS[encoding])


def way_sentence(model: str) -> str:
    """Which reading of one model has the lowest loss where."""
    lines = readings(model)
    best = [(a, b, best_ways(lines, a, b)) for a, b in ((64, 128), (128, 256), (256, 512))]
    if len({ways for _, _, ways in best}) == 1:
        told = f"{listed(best[0][2])} throughout ({span(best_way(lines, 64, 512), 64, 512):.2f})"
    else:
        told = ", ".join(
            f"{listed(ways)} at {a}–{b - 1} ({span(best_way(lines, a, b), a, b):.2f})" for a, b, ways in best
        )
    return f"Lowest loss past the trained length, {spoken(model)}: {told}."


def all_ways_sentence() -> str:
    """The best reading of every model, and whether it is the same for all."""
    best = {model: best_ways(readings(model), TRAIN_LEN, 512) for model in MODELS}
    told = ", ".join(
        f"{spoken(model)}: {listed(ways)} ({span(best_way(readings(model), TRAIN_LEN, 512), TRAIN_LEN, 512):.2f})"
        for model, ways in best.items()
    )
    common = set.intersection(*map(set, best.values()))
    verdict = "One way out is best for all." if common else "No way out is best everywhere."
    return f"Of all trained models over positions 64–511: {told}. {verdict}"


def seeds_text() -> str:
    """How the spread is to be read."""
    return f"Bands run from the lowest to the highest of {count(len(SEEDS), 'seed')}."
