"""Shipped weights of the language model, and the report on them.

`lm_weights.npz` holds every matrix of `CONFIG` in float16, `lm_report.json` the training settings and losses;
`tools/train_lm.py` writes both.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data import FILES, shipped_files
from explorer.data.cache import cached
from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer
from explorer.tokenizers.vocabularies import SMALL_SIZE

WEIGHTS = "lm_weights.npz"
REPORT = "lm_report.json"
CONFIG = ModelConfig(
    vocab_size=SMALL_SIZE,
    encoding="learned",
    train_len=64,
    embed_dim=128,
    n_layers=3,
    n_heads=4,
    ff_mult=4,
    token_std=0.05,
    position_std=0.02,
    seed=0,
    tied=True,
)

Weights = dict[str, NDArray[np.floating]]


@dataclass(frozen=True, eq=False)
class Model:
    """A trained model, read-only: configuration, and matrices by name ("tokens" (V, D), "positions" (L, D), …)."""

    config: ModelConfig
    weights: Weights

    @property
    def numbers(self) -> int:
        """Number of learned parameters."""
        return sum(weight.size for weight in self.weights.values())

    @property
    def readout(self) -> NDArray[np.floating]:
        """Output matrix (D, V), one column per token; of a tied model the transposed token table."""
        return self.weights["tokens"].T if self.config.tied else self.weights["readout.out"]


def write_weights(model: Transformer, folder: Path = FILES) -> None:
    """Save a model's matrices in float16."""
    halves: dict[str, Any] = {name: weight.astype(np.float16) for name, weight in model.weights.items()}
    np.savez_compressed(folder / WEIGHTS, **halves)


def read_weights(config: ModelConfig = CONFIG, folder: Path = FILES) -> Model:
    """Load the matrices of `write_weights` as float32.

    Raises:
        ValueError: their sizes are not those of `config`.
    """
    with np.load(folder / WEIGHTS) as archive:
        weights: Weights = {name: archive[name].astype(np.float32) for name in archive.files}
    try:
        Transformer.of(config, weights)
    except ValueError as error:
        raise ValueError(f"{WEIGHTS} does not hold this model: {error}") from None
    for weight in weights.values():
        weight.flags.writeable = False
    return Model(config, weights)


def network(model: Model) -> Transformer:
    """The model as a `Transformer`, which can be trained and evaluated in batches."""
    return Transformer.of(model.config, model.weights)


@cached(max_entries=1, stays=True)
def load_lm() -> Model:
    """The shipped model, loaded once per process."""
    shipped_files.path(WEIGHTS)
    return read_weights()


@lru_cache(maxsize=1)
def load_report() -> dict[str, Any]:
    """Report on the shipped model: its training, and its losses from `tools/language_model/evaluation.py`."""
    report: dict[str, Any] = json.loads(shipped_files.path(REPORT).read_text(encoding="utf-8"))
    return report
