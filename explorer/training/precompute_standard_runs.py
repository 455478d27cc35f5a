"""Standard runs that ship with the app: their measurement.

`tools/run_standard_trainings.py` lists, runs and packs them. A run is a frozen item, whose `measure()` gives named
arrays. Items share nothing, so joblib can distribute them to processes or, as Dask's backend does, to a cluster.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from explorer.nn.config import EXTENSIONS, Encoding
from explorer.nn.transformer import Transformer
from explorer.training.character_corpus import char_text
from explorer.training.loss_by_position_and_length import loss_by_length, loss_by_position
from explorer.training.train_transformer import BATCH, CopyRun, LanguageRun, optimize, records

Arrays = dict[str, npt.NDArray[Any]]

SEEDS = (0, 1, 2)
STANDARD_STEPS = 600
POSITION_STDS = (0.02, 0.3)
WINDOWS = 256


def train_model(run: LanguageRun) -> Transformer:
    """Train the character model of a run."""
    text, model = char_text(), Transformer(run.config)

    def batch(rng: np.random.Generator) -> Any:
        return (*text.batch(rng, BATCH, run.train_len), None)

    for _ in optimize(model, batch, run.steps):
        pass
    return model


@dataclass(frozen=True)
class LanguageItem:
    """One character model, measured by position and by length under every extension."""

    encoding: Encoding
    seed: int
    position_std: float = 0.02
    steps: int = STANDARD_STEPS
    train_len: int = 64
    windows: int = WINDOWS

    @property
    def name(self) -> str:
        """Start of its arrays' names, without the seed."""
        std = f" {self.position_std:g}" if self.encoding == "learned" else ""
        return f"language/{self.encoding}{std}"

    def measure(self) -> Arrays:
        """Loss by position and by length for each extension, and the learned rows."""
        run = LanguageRun(
            self.encoding, EXTENSIONS[self.encoding][0], self.seed, self.steps, self.train_len, self.position_std
        )
        text, model = char_text(), train_model(run)
        lengths = tuple(self.train_len * factor for factor in (1, 2, 4, 8))
        longest = lengths[-1]
        out: Arrays = {}
        for extension in EXTENSIONS[self.encoding]:
            out[f"{extension}/by position"] = loss_by_position(
                model, text, longest, windows=self.windows, extension=extension
            )
            out[f"{extension}/by length"] = loss_by_length(
                model, text, lengths, size=self.windows * self.train_len, extension=extension
            )
        if self.encoding == "learned":
            out["rows"] = model.weights["positions"].astype(np.float32)
        return out


@dataclass(frozen=True)
class CopyItem:
    """One model that learns to copy."""

    encoding: Encoding
    seed: int
    steps: int = 300

    @property
    def name(self) -> str:
        """Start of its arrays' names, without the seed."""
        return f"task/copy k back/{self.encoding}"

    def measure(self) -> Arrays:
        """Accuracy by position."""
        run = CopyRun(self.encoding, EXTENSIONS[self.encoding][0], seed=self.seed, steps=self.steps)
        *_, last = records(run, Transformer(run.config))
        assert last.curve is not None
        return {"accuracy": last.curve}
