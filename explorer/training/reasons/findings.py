"""What the trainings behind "why" say, as numbers: how far the loss rises when one thing alone is new.

A rise is the loss under the new condition minus the same model's loss where nothing is new, in nats per character, one
per seed. Nothing here knows beforehand how an experiment ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from explorer.nn.config import Encoding
from explorer.training import results
from explorer.training.reasons import regimes
from explorer.training.reasons.items import BASES as ALL_BASES
from explorer.training.reasons.items import HOLE_STARTS, STEPS, TRAIN_LEN, ReasonItem
from explorer.training.reasons.measures import BLOCK, FACTOR, GAPS, MOVED, REMOVED, STARTS
from explorer.training.reasons.placing import STANDARD_WAVES, Waves
from explorer.training.reasons.regimes import Regime

Array = npt.NDArray[np.float32]

SMALL = 0.1  # nats: a rise below this in every seed is called none, one above `LARGE` in every seed a rise
LARGE = 0.3
LAST = FACTOR * TRAIN_LEN


@dataclass(frozen=True)
class Training:
    """One of the shipped trainings, of which every seed is there."""

    encoding: Encoding = "sinusoidal"
    regime: Regime = regimes.STANDARD
    waves: Waves = STANDARD_WAVES
    train_len: int = TRAIN_LEN
    steps: int = STEPS

    @property
    def name(self) -> str:
        """Start of its arrays' names."""
        return ReasonItem(self.encoding, 0, self.regime, self.waves, self.train_len, self.steps).name

    def read(self, reading: str) -> Array:
        """An array of a reading: (seeds, …)."""
        return results.reasons()[f"{self.name}/{reading}"]

    def span(self, reading: str, start: int, stop: int) -> Array:
        """Mean over positions start … stop − 1 of a reading by position: (seeds,)."""
        blocks = self.read(reading)[:, start // BLOCK : stop // BLOCK]
        return np.asarray(blocks.mean(axis=1))

    def inside(self, reading: str = "long") -> Array:
        """Mean over the second half of the trained length: (seeds,)."""
        return self.span(reading, self.train_len // 2, self.train_len)

    def at_start(self, start: int) -> Array:
        """Mean loss over the second half of windows that begin there: (seeds,)."""
        blocks = self.read("starts")[:, STARTS.index(start)]
        return np.asarray(blocks[:, blocks.shape[1] // 2 :].mean(axis=1))

    def starts(self) -> Array:
        """The same at every start that has rows: (seeds, starts)."""
        blocks = self.read("starts")
        return np.asarray(blocks[:, :, blocks.shape[2] // 2 :].mean(axis=2))


@dataclass(frozen=True, eq=False)
class Rise:
    """How much higher the loss is under a condition than where nothing is new.

    Attributes:
        home: the same model's loss where nothing is new, (seeds,).
        away: the loss under the condition, (seeds,).
    """

    home: Array
    away: Array

    @property
    def seeds(self) -> Array:
        """Nats, (seeds,)."""
        return np.asarray(self.away - self.home)

    @property
    def mean(self) -> float:
        """Mean over the seeds."""
        return float(self.seeds.mean())

    @property
    def verdict(self) -> str:
        """What all seeds agree on: "rises", "holds", or "between".

        >>> Rise(np.full(3, 2.0), np.array([3.0, 2.9, 2.8])).verdict
        'rises'
        """
        if self.seeds.min() > LARGE:
            return "rises"
        return "holds" if abs(self.seeds).max() < SMALL else "between"


SINUSOIDAL = Training()
ROWS_SEEN = Training(regime=regimes.STARTS)
ALL_SEEN = Training(regime=regimes.JUMP)
ROPE = Training("RoPE")
ROPE_ALL_SEEN = Training("RoPE", regimes.JUMP)
BASES: tuple[Training, ...] = tuple(
    Training(waves=Waves(base)) if base != STANDARD_WAVES.base else SINUSOIDAL for base in ALL_BASES
)
LENGTHS: tuple[Training, ...] = tuple(Training(train_len=n) for n in (16, 32, 64, 128))


def all_new(training: Training) -> Rise:
    """Windows of 8 trained lengths, read plainly, past the trained length."""
    return Rise(training.inside(), training.span("long", training.train_len, FACTOR * training.train_len))


def rows_new(training: Training, start: int = TRAIN_LEN) -> Rise:
    """Windows of the trained length that begin at `start`: rows are new, distances and number of tokens are not."""
    return Rise(training.at_start(0), training.at_start(start))


def distances_new(training: Training) -> Rise:
    """The first half of the window further back by the gap that does most harm; rows are those of training."""
    gaps = training.read("gaps")[:, : len(GAPS)]
    worst = int(gaps.mean(axis=0).argmax())
    return Rise(gaps[:, 0], gaps[:, worst])


def tokens_new(training: Training) -> Rise:
    """Long windows against the same where each token sees the last 64 only, past the trained length."""
    return Rise(*(training.span(reading, training.train_len, LAST) for reading in ("window", "long")))


NEW = ("rows", "distances", "number of tokens", "all at once")


def one_at_a_time() -> dict[Encoding, tuple[Rise | None, ...]]:
    """For each encoding the rise where one thing alone is new, in the order of `NEW`; None where there is none.

    A sinusoidal model's distances are tried on a training that has seen all rows, its number of tokens (and RoPE's) on
    one that has seen all rows and distances. T5's learned numbers have one for all far distances, and training saw it.
    """
    table: dict[Encoding, tuple[Rise | None, ...]] = {
        "sinusoidal": (rows_new(SINUSOIDAL), distances_new(ROWS_SEEN), tokens_new(ALL_SEEN), all_new(SINUSOIDAL)),
        "RoPE": (None, distances_new(ROPE), tokens_new(ROPE_ALL_SEEN), all_new(ROPE)),
    }
    others: tuple[Encoding, ...] = ("T5", "ALiBi", "none")
    for encoding in others:
        training = Training(encoding)
        distances = None if encoding == "none" else distances_new(training)
        table[encoding] = (None, distances, tokens_new(training), all_new(training))
    return table


SEEN: dict[Encoding, dict[str, tuple[Training, str]]] = {
    "sinusoidal": {
        "rows 0 to 63": (SINUSOIDAL, "long"),
        "rows 0 to 511": (ROWS_SEEN, "long"),
        "rows and distances 0 to 511": (ALL_SEEN, "long"),
    },
    "RoPE": {
        "distances 0 to 63": (ROPE, "long"),
        "distances 0 to 511": (ROPE_ALL_SEEN, "long"),
        "distances 0 to 63, further ones read as 63": (ROPE, "held"),
        "distances 0 to 63, read with a window": (ROPE, "window"),
    },
    "learned": {
        "rows 0 to 511": (Training("learned", regimes.STARTS), "long"),
        "rows 0 to 511, four times the steps": (Training("learned", regimes.STARTS, steps=2400), "long"),
    },
    "T5": {"as trained": (Training("T5"), "long"), "read with a window": (Training("T5"), "window")},
    "ALiBi": {"as trained": (Training("ALiBi"), "long"), "read with a window": (Training("ALiBi"), "window")},
    "none": {"as trained": (Training("none"), "long"), "read with a window": (Training("none"), "window")},
}
"""For each encoding, what its trainings had seen (windows of 64 in all of them) and how the long window is read."""


def tries() -> dict[str, Rise]:
    """Each other explanation that was tried on the sinusoidal model, by what was done, and the rise that it left.

    The bases have a picture of their own, by `BASES`.
    """
    longer, shifted, hole = Training(steps=2400), Training(regime=regimes.SHIFTED), Training(regime=regimes.HOLE)
    period, turns = Training(waves=Waves(period=64)), Training(regime=regimes.ALL_TURNS, waves=Waves(period=64))
    letters = Training(regime=regimes.EARLY).read("letters")
    found = {f"trained length {training.train_len}": rows_new(training, training.train_len) for training in LENGTHS}
    return found | {
        "four times the steps": rows_new(longer),
        "trained on rows 64 to 127 only, read on 0 to 63": Rise(shifted.at_start(64), shifted.at_start(0)),
        "rows 240 to 271 left out of 0 to 511, read there": Rise(hole.at_start(0), hole_loss(hole)),
        "from row 0 again after 63, window of 64, base 10,000": wrapped(SINUSOIDAL),
        "from row 0 again after 63, window of 64, base 3": wrapped(BASES[0]),
        "waves that come back after 64, window of 64": Rise(period.inside(), period.span("window", TRAIN_LEN, LAST)),
        "the same, windows begin at any row": Rise(turns.inside(), turns.span("window", TRAIN_LEN, LAST)),
        "b, v and k never late in training, read after them": Rise(SINUSOIDAL.read("letters")[:, 0], letters[:, 0]),
    }


def wrapped(training: Training) -> Rise:
    """Rows begin again at 0 after 63, and each token sees the last 64 tokens: no row, no number of tokens is new."""
    return Rise(training.inside(), training.span("wrapped", TRAIN_LEN, LAST))


def hole_loss(training: Training) -> Array:
    """Loss on the rows left out, where the rows before them were seen: (seeds,)."""
    assert training.regime.hole is not None
    window = training.read("hole")[:, (training.regime.hole[0] - TRAIN_LEN // 2 - HOLE_STARTS[0]) // BLOCK]
    return np.asarray(window[:, window.shape[1] // 2 :].mean(axis=1))


def moved() -> dict[str, Rise]:
    """Windows at start 64 where all waves move there, or only some of them, by `measures.MOVED`."""
    read = SINUSOIDAL.read("waves")[:, :, STARTS.index(TRAIN_LEN)]
    losses = read[:, :, read.shape[2] // 2 :].mean(axis=2)
    return {name: Rise(SINUSOIDAL.at_start(0), losses[:, i]) for i, name in enumerate(MOVED)}


def looks(training: Training) -> Array:
    """Share of attention by how far back, mean over heads: (seeds, 2, blocks, edges), at rows 0 … 63 and 64 … 127."""
    return np.stack([training.read(f"looks/{start}").mean(axis=2) for start in (0, TRAIN_LEN)], axis=1)


def swapped(training: Training) -> Array:
    """Loss by whose rows and whose attention, 0 to 63 before 64 to 127: (seeds, 2, 2)."""
    return training.read("swap")


def removed() -> dict[str, Rise]:
    """What stands past the trained length in place of the rows there, in long windows."""
    return {
        what: Rise(SINUSOIDAL.inside(), SINUSOIDAL.span(f"removed/{what}", TRAIN_LEN, LAST)) for what in REMOVED[1:]
    }


def agreed(rises: Sequence[Rise]) -> str:
    """The verdict that all share, or ""."""
    verdicts = {rise.verdict for rise in rises}
    return verdicts.pop() if len(verdicts) == 1 else ""
