"""Experiments of the ablations: model, training positions, evaluations."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from explorer.nn.config import Encoding, ModelConfig
from explorer.nn.position_inputs import PositionInputs, position_inputs
from explorer.nn.transformer import Transformer
from explorer.training.ablations.loss_rises import BASE, BASES, WINDOWS, Training
from explorer.training.character_corpus import Ids, char_text
from explorer.training.findings.shipped_model_losses import TRAIN_LEN
from explorer.training.precompute_standard_runs import SEEDS
from explorer.training.train_transformer import BATCH, optimize
from tools.ablations import position_sampling
from tools.ablations.changed_window_losses import Reader
from tools.ablations.position_sampling import Regime

Arrays = dict[str, npt.NDArray[Any]]

STEPS = 600


@dataclass(frozen=True)
class AblationItem:
    """One training and its evaluations.

    Attributes:
        encoding: the positional encoding.
        seed: of the initialization and the order of the text.
        regime: positions of its training windows.
        base: of a sinusoidal row.
        readings: names of its evaluations in `READINGS`.
        windows: held-out windows behind each number.
    """

    encoding: Encoding
    seed: int
    regime: Regime = position_sampling.STANDARD
    base: float = BASE
    readings: tuple[str, ...] = ("long",)
    windows: int = WINDOWS

    @property
    def name(self) -> str:
        """Prefix of its arrays' names, without the seed."""
        return Training(self.encoding, self.regime.name, self.base).name

    def train(self, steps: int = STEPS) -> Transformer:
        """Train the model; every regime gets the same windows of text in the same order."""
        text = char_text()
        model = Transformer(ModelConfig(text.vocab_size, self.encoding, TRAIN_LEN, seed=self.seed))
        rng = np.random.default_rng([self.seed, 5])  # for positions; the text has its own

        def windows(rng: np.random.Generator) -> tuple[Ids, Ids, None]:
            return (*text.batch(rng, BATCH, TRAIN_LEN), None)

        def inputs_at(positions: Ids) -> PositionInputs:
            return position_inputs(model.config, model.weights, positions, base=self.base)

        steady = self.regime.steady and inputs_at(self.regime.positions(rng, 1, TRAIN_LEN)[0])

        def positional() -> list[PositionInputs]:
            if steady:
                return [steady, steady]
            # Added rows may differ per sequence; encodings that act on pairs share one input per half batch.
            if self.encoding == "sinusoidal":
                halves = np.split(self.regime.positions(rng, BATCH, TRAIN_LEN), [BATCH // 2])
            else:
                halves = list(self.regime.positions(rng, 2, TRAIN_LEN))
            return [inputs_at(at) for at in halves]

        for _ in optimize(model, windows, steps, positional=positional):
            pass
        return model

    def measure(self) -> Arrays:
        """Train and run all evaluations."""
        reader = Reader(self.train(), char_text(), TRAIN_LEN, base=self.base, windows=self.windows)
        return {reading: READINGS[reading](reader) for reading in self.readings}


READINGS: dict[str, Callable[[Reader], npt.NDArray[np.float32]]] = {
    "long": Reader.by_position,
    "window": lambda reader: reader.by_position(reader.train_len),
    "starts": Reader.by_start,
    "gaps": Reader.by_gap,
    "stretched": Reader.stretched,
}
"""Evaluations by name; each returns an array."""


def ablation_items() -> list[AblationItem]:
    """All shipped experiments, the longest first."""
    plans: list[dict[str, Any]] = [
        {"encoding": "sinusoidal", "readings": ("long", "starts")},
        *({"encoding": "sinusoidal", "base": each.base, "readings": ("starts",)} for each in BASES),
        {"encoding": "sinusoidal", "regime": position_sampling.STARTS, "readings": ("long", "starts", "gaps")},
        {"encoding": "sinusoidal", "regime": position_sampling.JUMP, "readings": ("long", "window")},
        {"encoding": "RoPE", "readings": ("long", "window", "gaps")},
        *(
            {"encoding": name, "regime": position_sampling.JUMP, "readings": ("long", "window")}
            for name in ("RoPE", "ALiBi")
        ),
        *({"encoding": name, "readings": ("long", "window", "gaps")} for name in ("T5", "ALiBi")),
        {"encoding": "none", "readings": ("long", "window")},
        {"encoding": "learned", "readings": ("stretched",)},
    ]
    return [AblationItem(seed=seed, **plan) for plan in plans for seed in SEEDS]
