"""Training of the language model: windows, learning rate, and checkpoints.

Muon updates the matrices inside the blocks, Adam the two tables and the gains. A step depends only on the request and
its own number (windows are drawn from the seed and the epoch), so a resumed run ends with the same bits as an
uninterrupted one.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explorer.lm.shipped_model import CONFIG
from explorer.nn import adam_optimizer
from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer
from explorer.nn.transformer_layers import Weights
from tools.language_model.muon import Muon

Ids = NDArray[np.int64]


@dataclass(frozen=True)
class TrainRequest:
    """Training settings: all that the weights depend on besides the text and the processor's rounding.

    Args:
        steps: number of steps.
        decay: number of last steps in which the rate decays linearly towards 0.
        batch: windows per step.
        peak: Adam's learning rate between warm-up and decay.
        muon_peak: Muon's.
        warmup: steps in which the rate rises to its peak.
        clip: maximum norm of Adam's gradient.
        seed: of the order of the windows.
    """

    steps: int
    decay: int
    batch: int = 16
    peak: float = 5e-3
    muon_peak: float = 0.02
    warmup: int = 200
    clip: float = 1.0
    seed: int = 0


def rate_at(step: int, request: TrainRequest) -> float:
    """Learning rate of step 0 … steps − 1 as a share of its peak: warm-up, constant, linear decay.

    >>> request = TrainRequest(steps=100, decay=40, warmup=10)
    >>> [round(rate_at(step, request), 3) for step in (0, 9, 59, 60, 80, 99)]
    [0.1, 1.0, 1.0, 1.0, 0.5, 0.025]
    """
    up = (step + 1) / request.warmup
    down = (request.steps - step) / request.decay
    return min(1.0, up, down)


def windows(step: int, tokens: int, batch: int, seq_len: int, seed: int) -> Ids:
    """Start offsets of a step's windows, (batch,).

    An epoch covers the text with adjacent windows from a random offset and takes them in random order: except for fewer
    than `batch` + 2 windows, every token is a target once per epoch.

    >>> sorted((windows(0, tokens=12, batch=3, seq_len=3, seed=0) // 3).tolist())
    [0, 1, 2]
    """
    in_a_round = (tokens - seq_len) // seq_len // batch
    number, index = divmod(step, in_a_round)
    return _round(number, tokens, seq_len, seed)[index * batch : (index + 1) * batch]


@lru_cache(maxsize=1)
def _round(number: int, tokens: int, seq_len: int, seed: int) -> Ids:
    rng = np.random.default_rng([seed, number])
    start = rng.integers(0, seq_len)
    return rng.permutation((tokens - 1 - start) // seq_len) * seq_len + start


def batch_at(step: int, text: NDArray[np.uint16], request: TrainRequest, seq_len: int) -> tuple[Ids, Ids]:
    """Inputs and targets of a step: two (batch, seq_len)."""
    at = windows(step, len(text), request.batch, seq_len, request.seed)
    picked = text[at[:, None] + np.arange(seq_len + 1)].astype(np.int64)
    return picked[:, :-1], picked[:, 1:]


def inner(weights: Weights) -> list[NDArray[np.floating]]:
    """Matrices inside the blocks, as views; queries, keys and values are three."""
    parts: list[NDArray[np.floating]] = []
    for name, weight in weights.items():
        if name.endswith("qkv"):
            parts += np.split(weight, 3, axis=1)
        elif ".attention." in name or ".feed." in name:
            parts.append(weight)
    return parts


class Training:
    """Training state: weights, the optimizers' moving averages, and the loss of every step so far."""

    def __init__(self, request: TrainRequest, config: ModelConfig = CONFIG) -> None:
        self.request, self.config = request, config
        self.model = Transformer(config)
        self.adam = adam_optimizer.adam(self.model.flat)
        self.muon = Muon(inner(self.model.weights))
        self.losses: list[float] = []

    @property
    def step(self) -> int:
        """Number of steps made."""
        return len(self.losses)

    def run(self, text: NDArray[np.uint16], until: int | None = None) -> Iterator[tuple[int, float]]:
        """Make steps up to `until` (all by default): yields (steps made, loss in nats) after each.

        Raises:
            FloatingPointError: the loss is no longer finite.
        """
        for step in range(self.step, self.request.steps if until is None else until):
            ids, targets = batch_at(step, text, self.request, self.config.train_len)
            loss, gradient = self.model.loss_and_gradient(ids, targets)
            if not math.isfinite(loss):
                raise FloatingPointError(f"The loss of step {step} is {loss}; try a rate below {self.request.peak}")
            self._move(gradient, rate_at(step, self.request))
            self.losses.append(loss)
            yield step + 1, loss

    def _move(self, gradient: NDArray[np.floating], rate: float) -> None:
        parts = inner(self.model.views(gradient))
        self.muon.step(parts, rate * self.request.muon_peak)
        for part in parts:
            part[...] = 0  # Adam's means and step stay 0 for Muon's matrices
        adam_optimizer.step(self.adam, gradient, rate * self.request.peak, self.request.clip)

    def save(self, path: Path) -> None:
        """Save the state atomically; an interrupted write keeps the previous one."""
        part = path.with_suffix(".part.npz")
        np.savez(
            part,
            flat=self.model.flat,
            m=self.adam.means[0][0],
            v=self.adam.means[0][1],
            muon=np.concatenate([mean.ravel() for mean in self.muon.m]),
            losses=np.array(self.losses),
            request=np.array(json.dumps(asdict(self.request))),
        )
        part.replace(path)

    def load(self, path: Path) -> None:
        """Resume from a saved state.

        Steps and decay may have changed, if all steps already made keep their learning rates.

        Raises:
            ValueError: the steps already made are not the first ones of this request.
        """
        with np.load(path) as kept:
            before = TrainRequest(**json.loads(str(kept["request"])))
            made = len(kept["losses"])
            same = replace(before, steps=self.request.steps, decay=self.request.decay) == self.request
            rates = [rate_at(step, self.request) == rate_at(step, before) for step in range(made)]
            if not (same and all(rates) and kept["flat"].shape == self.model.flat.shape):
                raise ValueError(f"{path.name} holds {made} steps of {before}, which don't begin {self.request}")
            self.model.flat[...] = kept["flat"]
            (m, v), self.adam.steps = self.adam.means[0], made
            m[...], v[...] = kept["m"], kept["v"]
            ends = np.cumsum([mean.size for mean in self.muon.m])[:-1]
            for mean, part in zip(self.muon.m, np.split(kept["muon"], ends), strict=True):
                mean[...] = part.reshape(mean.shape)
            self.losses = kept["losses"].tolist()
