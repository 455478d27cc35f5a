"""What the shipped runs say, as numbers and as sentences made from them.

No sentence here is written before its numbers: each is put together from the arrays of `results`, so that a new sweep
changes the text with the pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from explorer.training.config import ENCODINGS, EXTENSIONS, Encoding, Extension
from explorer.training.evaluate import first_fall, smooth
from explorer.training.ngrams import NAMES
from explorer.training.results import arrays
from explorer.training.sweep import BUDGETS, SEEDS
from explorer.training.tasks import SYMBOLS, TASKS, Task

Array = npt.NDArray[np.float32]

TRAIN_LEN = 64
LENGTHS = (64, 128, 256, 512)
TASK_LENGTHS = (32, 64, 128, 256)
MARGIN = 0.1


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
        return self.encoding if self.extension == "plain" else f"{self.encoding}, {self.extension}"


def first_line(encoding: Encoding) -> Line:
    """The plain reading of an encoding; for a learned table, which has none, the first way out."""
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


def budget(encoding: Encoding) -> Array:
    """Loss inside the trained length after each of `BUDGETS` steps: (seeds, budgets)."""
    return np.concatenate([arrays()[f"budget/{encoding}/{steps}/inside"] for steps in BUDGETS], axis=1)


def task_accuracy(task: Task, encoding: Encoding) -> Array:
    """Share of right answers in the second half of a window of each of `TASK_LENGTHS`: (seeds, 4)."""
    by_place = arrays()[f"task/{task}/{encoding}/accuracy"]
    return np.stack([np.nanmean(by_place[:, n // 2 : n], axis=1) for n in TASK_LENGTHS], axis=1)


def span(line: Line, start: int, stop: int) -> float:
    """Mean loss over positions start … stop − 1 and the seeds."""
    return float(by_position(line)[:, start:stop].mean())


def inside(line: Line) -> float:
    """Mean loss over the second half of the trained length."""
    return span(line, TRAIN_LEN // 2, TRAIN_LEN)


def rises_at(line: Line) -> int | None:
    """First block of 16 positions past the trained length whose loss lies `MARGIN` above the level inside."""
    return first_fall(by_position(line).mean(axis=0), TRAIN_LEN, margin=MARGIN)


def worse_from(line: Line, level: float) -> int | None:
    """First block of 16 positions past the trained length whose loss lies above `level`, or None."""
    blocks = smooth(by_position(line).mean(axis=0), 16)
    above = [block for block in range(TRAIN_LEN // 16, len(blocks)) if blocks[block] > level]
    return above[0] * 16 if above else None


def where_sentence(places: Sequence[tuple[str, int | None]], never: str = "nowhere up to 511") -> str:
    """Names and where each falls, the earliest first.

    >>> where_sentence([("ALiBi", None), ("RoPE", 96), ("sinusoidal", 64)])
    'sinusoidal from 64, RoPE from 96; ALiBi nowhere up to 511'
    """
    fallen = sorted((at, name) for name, at in places if at is not None)
    standing = [name for name, at in places if at is None]
    parts = [", ".join(f"{name} from {at}" for at, name in fallen)] if fallen else []
    if standing:
        parts.append(f"{', '.join(standing)} {never}")
    return "; ".join(parts)


def fall_summary(lines: Sequence[Line]) -> str:
    """Where each line rises above its own level, and where it is worse than counting pairs of characters."""
    bigram = baselines()["bigram"]
    rise = where_sentence([(line.label, rises_at(line)) for line in lines])
    worse = where_sentence([(line.label, worse_from(line, bigram)) for line in lines])
    return (
        f"Loss more than {MARGIN} above its own level inside: {rise}. "
        f"Worse than looking at one character only (bigram, {bigram:.2f}): {worse}."
    )


FAMOUS: tuple[Encoding, ...] = ("sinusoidal", "RoPE", "T5", "ALiBi")


def falling_order() -> tuple[list[str], list[str]]:
    """The four famous encodings from the first to fall to the last: by the first rise, and by the bigram's level.

    Equal places are ordered by the loss over the 64 positions after the trained length.
    """
    bigram = baselines()["bigram"]
    lines = [first_line(encoding) for encoding in FAMOUS]

    def order(places: list[int | None]) -> list[str]:
        keyed = [
            (at if at is not None else 10**6, -span(line, 64, 128), line.encoding)
            for at, line in zip(places, lines, strict=True)
        ]
        return [name for _, _, name in sorted(keyed)]

    return order([rises_at(line) for line in lines]), order([worse_from(line, bigram) for line in lines])


def order_sentence() -> str:
    """Our order of falling beside the one that the ALiBi paper is known for."""
    by_rise, by_bigram = falling_order()
    known = list(FAMOUS)
    told = ", ".join(known)
    text = f"The ALiBi paper is known for this order of falling: {told}. "
    text += f"Ours, by the place where a model gets worse than the bigram: {', '.join(by_bigram)}"
    text += " (the same). " if by_bigram == known else " (not the same). "
    text += f"By the first rise of {MARGIN}: {', '.join(by_rise)}"
    text += " (the same)." if by_rise == known else " (not the same)."
    return text


def alibi_sentence() -> str:
    """Whether ALiBi has the lowest loss everywhere, inside and past the trained length, against every other reading."""
    others = [Line(name, way) for name in ENCODINGS if name != "ALiBi" for way in EXTENSIONS[name]]
    alibi, told = first_line("ALiBi"), []
    for start, stop in ((TRAIN_LEN // 2, TRAIN_LEN), (TRAIN_LEN, 512)):
        best = best_way(others, start, stop)
        ours, theirs = span(alibi, start, stop), span(best, start, stop)
        if theirs < ours:
            told.append(f"at positions {start}–{stop - 1} {best.label} has {theirs:.2f} against its {ours:.2f}")
    if not told:
        return "In these runs ALiBi has the lowest loss of all, inside and past the trained length."
    return f"ALiBi isn't best at everything: {'; '.join(told)}."


def best_way(lines: Sequence[Line], start: int, stop: int) -> Line:
    """The reading with the lowest loss over positions start … stop − 1."""
    return min(lines, key=lambda line: span(line, start, stop))


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
    best = [(a, b, best_way(lines, a, b)) for a, b in ((64, 128), (128, 256), (256, 512))]
    if len({line for _, _, line in best}) == 1:
        told = f"{best[0][2].extension} throughout ({span(best[0][2], 64, 512):.2f})"
    else:
        told = ", ".join(f"{line.extension} at {a}–{b - 1} ({span(line, a, b):.2f})" for a, b, line in best)
    return f"Lowest loss past the trained length, {model}: {told}."


def all_ways_sentence() -> str:
    """The best reading of every model, and whether it is the same for all."""
    best = {model: best_way(readings(model), TRAIN_LEN, 512) for model in MODELS}
    told = ", ".join(f"{model}: {line.extension} ({span(line, TRAIN_LEN, 512):.2f})" for model, line in best.items())
    one = len({line.extension for line in best.values()}) == 1
    verdict = "One way out is best for all." if one else "No way out is best everywhere."
    return f"Of all trained models over positions 64–511: {told}. {verdict}"


def budget_sentence() -> str:
    """Who leads inside the trained length at each budget, with the seeds' spread taken into account."""
    learned, waves = budget("learned"), budget("sinusoidal")
    told = []
    for i, steps in enumerate(BUDGETS):
        a, b = learned[:, i], waves[:, i]
        if a.max() < b.min():
            who = "learned ahead"
        elif b.max() < a.min():
            who = "sinusoidal ahead"
        else:
            who = "level within the seeds"
        told.append(f"{steps} steps: {who} ({a.mean():.2f} and {b.mean():.2f})")
    return f"Learned and sinusoidal inside the trained length. {'; '.join(told)}."


GUESSING: dict[Task, float] = {
    "copy k back": 1 / SYMBOLS,
    "first token": 1 / SYMBOLS,
    "position modulo 4": 1 / 4,
    "running majority": 1 / 2,
    "induction": 1 / SYMBOLS,
}


def task_winners(length: int) -> dict[Task, tuple[float, list[Encoding]]]:
    """For each task the best mean accuracy at that length, and the encodings within 0.02 of it.

    Nobody where the best is not 0.05 better than guessing.
    """
    at = TASK_LENGTHS.index(length)
    winners: dict[Task, tuple[float, list[Encoding]]] = {}
    for task in TASKS:
        means = {encoding: float(task_accuracy(task, encoding)[:, at].mean()) for encoding in ENCODINGS}
        best = max(means.values())
        able = best >= GUESSING[task] + 0.05
        winners[task] = best, [name for name, mean in means.items() if able and mean >= best - 0.02]
    return winners


def best_everywhere(length: int) -> list[Encoding]:
    """The encodings that are among the best at every task that anybody can do at that length."""
    groups = [names for _, names in task_winners(length).values() if names]
    return [name for name in ENCODINGS if all(name in names for names in groups)]


def task_sentence(length: int) -> str:
    """Who does best at each task at one length, and whether one encoding is best at all of them."""
    told = [
        f"{task}: {', '.join(names)} ({best:.0%})" if names else f"{task}: nobody better than guessing ({best:.0%})"
        for task, (best, names) in task_winners(length).items()
    ]
    leaders = best_everywhere(length)
    verdict = f"Best at everything: {', '.join(leaders)}." if leaders else "No encoding is best at everything."
    return f"Best at length {length}. {'; '.join(told)}. {verdict}"


def seeds_text() -> str:
    """How the spread is to be read."""
    return f"Bands run from the lowest to the highest of {len(SEEDS)} seeds."
