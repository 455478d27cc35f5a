"""The trainings behind "why": which model, what it saw, what it is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from explorer.nn.config import Encoding, ModelConfig
from explorer.nn.encodings import Placement
from explorer.nn.transformer import Transformer
from explorer.training.reasons import regimes
from explorer.training.reasons.measures import REMOVED, WINDOWS, Reader
from explorer.training.reasons.placing import STANDARD_WAVES, Waves, place_at
from explorer.training.reasons.regimes import Regime, window_starts
from explorer.training.runs import optimize
from explorer.training.text import CharText, Ids, char_text

Arrays = dict[str, npt.NDArray[Any]]

SEEDS = (0, 1, 2)
STEPS = 600
TRAIN_LEN = 64
TOKENS = 1024  # in a batch: 16 windows of 64
EDGES = (0, 1, 2, 5, 17)  # how far back attention looks: itself, 1, 2 to 4, 5 to 16, 17 and more
HOLE_STARTS = range(200, 257, 8)  # of windows around the rows that one regime leaves out
BASES = (3.0, 10.0, 100.0, 1_000.0, 10_000.0, 100_000.0)


@dataclass(frozen=True)
class ReasonItem:
    """One training and the readings of it.

    Attributes:
        encoding: how a token's place is told.
        seed: of the start and of the order of the text.
        regime: at which positions it sees its windows.
        waves: of a sinusoidal row; of RoPE by their base.
        train_len: tokens in a training window.
        steps: of training.
        readings: names of the methods of `Readings` that measure it.
        windows: held-out windows behind each number.
    """

    encoding: Encoding
    seed: int
    regime: Regime = regimes.STANDARD
    waves: Waves = STANDARD_WAVES
    train_len: int = TRAIN_LEN
    steps: int = STEPS
    readings: tuple[str, ...] = ("long",)
    windows: int = WINDOWS

    @property
    def name(self) -> str:
        """Start of its arrays' names, without the seed: what differs from the standard training is named."""
        told = [self.regime.name]
        if self.waves.period:
            told.append(f"period {self.waves.period}")
        elif self.waves.base != STANDARD_WAVES.base:
            told.append(f"base {self.waves.base:g}")
        if self.train_len != TRAIN_LEN:
            told.append(f"length {self.train_len}")
        if self.steps != STEPS:
            told.append(f"{self.steps} steps")
        return f"reasons/{self.encoding}/{', '.join(told)}"

    @property
    def table(self) -> int | None:
        """Rows of a learned table."""
        return self.regime.rows(self.train_len) if self.encoding == "learned" else None

    def model(self) -> Transformer:
        """At its start. A learned table has as many rows as the regime can show."""
        length = self.table or self.train_len
        return Transformer(ModelConfig(char_text().vocab_size, self.encoding, length, seed=self.seed))

    def train(self) -> Transformer:
        """The trained model. Regimes that keep no letter early see the same windows of the text in the same order."""
        text, model = char_text(), self.model()
        batch = TOKENS // self.train_len
        rng = np.random.default_rng([self.seed, 5])  # of the positions, apart from the text's
        kept = letters(text, self.regime.kept_early)
        starts = window_starts(text.train, self.train_len, kept) if len(kept) else None

        def windows(rng: np.random.Generator) -> tuple[Ids, Ids, None]:
            if starts is None:
                return (*text.batch(rng, batch, self.train_len), None)
            places = rng.choice(starts, batch)[:, None] + np.arange(self.train_len + 1)
            picked = text.train[places].astype(np.int64)
            return picked[:, :-1], picked[:, 1:], None

        steady = self.regime.steady and self.place_of(model, self.regime.positions(rng, 1, self.train_len)[0])

        def places() -> list[Placement]:
            if steady:
                return [steady, steady]
            # Rows are added to each sequence apart; what acts on pairs has one placement for half a batch.
            if self.encoding in ("learned", "sinusoidal"):
                halves = np.split(self.regime.positions(rng, batch, self.train_len), [batch // 2])
            else:
                halves = list(self.regime.positions(rng, 2, self.train_len))
            return [self.place_of(model, at) for at in halves]

        for _ in optimize(model, windows, self.steps, places=places):
            pass
        return model

    def place_of(self, model: Transformer, positions: Ids) -> Placement:
        """Where tokens stand in training."""
        return place_at(model.config, model.weights, positions, waves=self.waves)

    def measure(self) -> Arrays:
        """Train, then take every reading."""
        model = self.train()
        reader = Reader(model, char_text(), self.train_len, waves=self.waves, table=self.table, windows=self.windows)
        out: Arrays = {}
        for reading in self.readings:
            out |= READINGS[reading](reader)
        return out


def letters(text: CharText, kept: str) -> Ids:
    """Ids of the letters in `kept`."""
    return np.array([text.symbols.index(letter) for letter in kept], np.int64)


READINGS: dict[str, Callable[[Reader], Arrays]] = {
    "long": lambda reader: {"long": reader.by_position()},
    "window": lambda reader: {"window": reader.by_position(reader.train_len)},
    "starts": lambda reader: {"starts": reader.by_start()},
    "hole": lambda reader: {"hole": reader.by_start(starts=HOLE_STARTS)},
    "waves": lambda reader: {"waves": reader.by_start_of_some_waves()},
    "removed": lambda reader: {f"removed/{removed}": reader.by_position(None, removed) for removed in REMOVED[1:]},
    "wrapped": lambda reader: {"wrapped": reader.by_position(reader.train_len, REMOVED[3])},
    "gaps": lambda reader: {"gaps": reader.by_gap()},
    "probe": lambda reader: {"probe": reader.probed()},
    "stretched": lambda reader: {"stretched": reader.stretched()},
    "held": lambda reader: {"held": reader.held_back(reader.train_len - 1)},
    "swap": lambda reader: {"swap": reader.swapped(reader.train_len)},
    "looks": lambda reader: {
        f"looks/{start}": reader.looks(start, reader.train_len, EDGES) for start in (0, reader.train_len)
    },
    "letters": lambda reader: {"letters": reader.after_letters(letters(reader.text, regimes.EARLY.kept_early))},
}
"""Each reading by name: arrays of a trained model."""


def reason_items() -> list[ReasonItem]:
    """All trainings behind "why" that ship, the longest first."""
    standard = ("long", "window", "starts", "waves", "removed", "wrapped", "swap", "looks", "letters", "probe")
    plans: list[dict[str, Any]] = [
        {"encoding": "sinusoidal", "steps": 4 * STEPS, "readings": ("long", "starts")},
        {
            "encoding": "learned",
            "regime": regimes.STARTS,
            "steps": 4 * STEPS,
            "readings": ("long", "window", "starts", "gaps"),
        },
        {"encoding": "sinusoidal", "readings": standard},
        *(
            {"encoding": "sinusoidal", "waves": Waves(base), "readings": readings}
            for base, readings in (
                (3.0, ("long", "starts", "wrapped", "swap", "looks")),
                (10.0, ("long", "starts", "wrapped", "swap", "looks")),
                (100.0, ("long", "starts")),
                (1_000.0, ("long", "starts")),
                (100_000.0, ("long", "starts")),
            )
        ),
        *({"encoding": "sinusoidal", "train_len": n, "readings": ("long", "starts")} for n in (16, 32, 128)),
        {"encoding": "sinusoidal", "waves": Waves(period=64), "readings": ("long", "window")},
        {
            "encoding": "sinusoidal",
            "waves": Waves(period=64),
            "regime": regimes.ALL_TURNS,
            "readings": ("long", "window"),
        },
        {"encoding": "sinusoidal", "regime": regimes.SHIFTED, "readings": ("long", "starts")},
        {"encoding": "sinusoidal", "regime": regimes.SHORT_STARTS, "readings": ("long", "starts")},
        {
            "encoding": "sinusoidal",
            "regime": regimes.STARTS,
            "readings": ("long", "window", "starts", "gaps", "swap", "looks"),
        },
        {"encoding": "sinusoidal", "regime": regimes.JUMP, "readings": ("long", "window", "starts", "gaps")},
        {"encoding": "sinusoidal", "regime": regimes.HOLE, "readings": ("starts", "hole")},
        {"encoding": "sinusoidal", "regime": regimes.EARLY, "readings": ("starts", "letters")},
        {"encoding": "learned", "regime": regimes.STARTS, "readings": ("long", "window", "starts", "gaps")},
        {"encoding": "RoPE", "readings": ("long", "window", "gaps", "held", "probe")},
        {"encoding": "RoPE", "waves": Waves(10.0), "readings": ("long", "window", "gaps")},
        {"encoding": "RoPE", "regime": regimes.JUMP, "readings": ("long", "window", "gaps")},
        *({"encoding": name, "readings": ("long", "window", "gaps", "probe")} for name in ("T5", "ALiBi", "none")),
        {"encoding": "learned", "readings": ("probe", "stretched")},
    ]
    return [ReasonItem(seed=seed, **plan) for plan in plans for seed in SEEDS]
