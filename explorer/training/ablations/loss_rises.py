"""Results of the ablations: the rise of the loss when one thing alone is new.

A rise is the loss under the new condition minus the same model's loss where nothing is new, in nats per character, one
per seed.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from explorer.nn.config import Encoding
from explorer.training import precomputed_run_results
from explorer.training.findings.shipped_model_losses import TRAIN_LEN

Array = npt.NDArray[np.float32]

WINDOWS = 128  # held-out windows of an evaluation
BLOCK = 8  # positions averaged
FACTOR = 8  # long windows, in trained lengths
STARTS = (0, 64)
STRETCHED = (*range(65, 72), *range(72, 513, 8))  # window lengths for stretched tables
BASE = 10_000.0
STANDARD, ANY_START, ONE_JUMP = "standard", "starts 0 to 448", "one jump"
"""Positions of the training windows: as in the text, from a random start, cut in two with a jump between."""
SMALL = 0.1  # nats: a rise below this in every seed is called none, one above `LARGE` in every seed a rise
LARGE = 0.3
LAST = FACTOR * TRAIN_LEN


def rows_read(start: int) -> tuple[int, int]:
    """First and last row of the second half of a window that begins at `start`, where its loss is measured.

    >>> rows_read(64)
    (96, 127)
    """
    return start + TRAIN_LEN // 2, start + TRAIN_LEN - 1


@dataclass(frozen=True)
class Training:
    """One shipped training, with all its seeds."""

    encoding: Encoding = "sinusoidal"
    regime: str = STANDARD
    base: float = BASE

    @property
    def name(self) -> str:
        """Prefix of its arrays' names.

        >>> Training("sinusoidal", base=10.0).name
        'ablations/sinusoidal/standard, base 10'
        """
        base = f", base {self.base:g}" * (self.base != BASE)
        return f"ablations/{self.encoding}/{self.regime}{base}"

    def read(self, reading: str) -> Array:
        """Array of an evaluation: (seeds, …)."""
        return precomputed_run_results.ablations()[f"{self.name}/{reading}"]

    def span(self, reading: str, start: int, stop: int) -> Array:
        """Mean over positions start … stop − 1 of a reading by position: (seeds,)."""
        blocks = self.read(reading)[:, start // BLOCK : stop // BLOCK]
        return np.asarray(blocks.mean(axis=1))

    def inside(self, reading: str = "long") -> Array:
        """Mean over the second half of the trained length: (seeds,)."""
        return self.span(reading, TRAIN_LEN // 2, TRAIN_LEN)

    def at_start(self, start: int) -> Array:
        """Mean loss over the second half of windows that begin at `start`: (seeds,)."""
        blocks = self.read("starts")[:, STARTS.index(start)]
        return np.asarray(blocks[:, blocks.shape[1] // 2 :].mean(axis=1))


@dataclass(frozen=True, eq=False)
class Rise:
    """Rise of the loss under a condition.

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
        """Verdict of all seeds: "rises", "holds", or "between".

        >>> Rise(np.full(3, 2.0), np.array([3.0, 2.9, 2.8])).verdict
        'rises'
        """
        if self.seeds.min() > LARGE:
            return "rises"
        return "holds" if abs(self.seeds).max() < SMALL else "between"


SINUSOIDAL = Training()
ROWS_SEEN = Training(regime=ANY_START)
ALL_SEEN = Training(regime=ONE_JUMP)
ROPE = Training("RoPE")
ROPE_ALL_SEEN = Training("RoPE", ONE_JUMP)
ALIBI_ALL_SEEN = Training("ALiBi", ONE_JUMP)
BASES = Training(base=3.0), Training(base=10.0)
"""At these bases of sinusoidal rows training sees all waves whole."""


def all_new(training: Training) -> Rise:
    """Windows of 8 trained lengths, read plainly, past the trained length."""
    return Rise(training.inside(), training.span("long", TRAIN_LEN, LAST))


def rows_new(training: Training, start: int = TRAIN_LEN) -> Rise:
    """Windows of the trained length that begin at `start`: rows are new, distances and number of tokens are not."""
    return Rise(training.at_start(0), training.at_start(start))


def distances_new(training: Training) -> Rise:
    """The window's first half is moved back, by the gap with the highest loss; rows are those of training."""
    losses = training.read("gaps")
    worst = 1 + int(losses[:, 1:].mean(axis=0).argmax())  # the first gap is none
    return Rise(losses[:, 0], losses[:, worst])


def tokens_new(training: Training) -> Rise:
    """Long windows compared with the same where each token sees the last 64 only, past the trained length."""
    return Rise(*(training.span(reading, TRAIN_LEN, LAST) for reading in ("window", "long")))


NEW = ("rows", "distances", "number of tokens", "all at once")


def one_at_a_time() -> dict[Encoding, tuple[Rise | None, ...]]:
    """Rise where one thing alone is new, for each encoding in the order of `NEW`; None where nothing can be new.

    New distances of a sinusoidal model are tested on a training with all rows; more tokens, also of RoPE and ALiBi, on
    one with all rows and distances. T5 has one learned number for all far distances, which training has seen.
    """
    t5, alibi, none = Training("T5"), Training("ALiBi"), Training("none")
    return {
        "sinusoidal": (rows_new(SINUSOIDAL), distances_new(ROWS_SEEN), tokens_new(ALL_SEEN), all_new(SINUSOIDAL)),
        "RoPE": (None, distances_new(ROPE), tokens_new(ROPE_ALL_SEEN), all_new(ROPE)),
        "T5": (None, distances_new(t5), tokens_new(t5), all_new(t5)),
        "ALiBi": (None, distances_new(alibi), tokens_new(ALIBI_ALL_SEEN), all_new(alibi)),
        "none": (None, None, tokens_new(none), all_new(none)),
    }


SEEN: dict[Encoding, dict[str, tuple[Training, str]]] = {
    "sinusoidal": {
        "rows 0 to 63": (SINUSOIDAL, "long"),
        "rows 0 to 511": (ROWS_SEEN, "long"),
        "rows and distances 0 to 511": (ALL_SEEN, "long"),
    },
    "RoPE": {
        "distances 0 to 63": (ROPE, "long"),
        "distances 0 to 511": (ROPE_ALL_SEEN, "long"),
        "distances 0 to 63, read with a window": (ROPE, "window"),
    },
    "T5": {"as trained": (Training("T5"), "long"), "read with a window": (Training("T5"), "window")},
}
"""Trainings by what they had seen (always in windows of 64), and the evaluation of long windows."""
