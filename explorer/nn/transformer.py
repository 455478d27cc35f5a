"""A small causal transformer (pre-norm).

`Transformer` holds the parameters in one flat vector, with a view into it for every matrix, so that the optimizer makes
one step for all. `Pass` is one forward and backward over (B, T) ids. A training batch is split into two halves,
whose gradients are added in that order: so the shipped runs were trained, and come out again to the bit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from explorer.core import functional
from explorer.core.argument_checks import check_ids
from explorer.nn.config import T5_BUCKETS, Extension, ModelConfig
from explorer.nn.position_inputs import PositionInputs, position_inputs
from explorer.nn.transformer_layers import (
    Array,
    Attention,
    FeedForward,
    Readout,
    RMSNorm,
    TiedReadout,
    Weights,
    cross_entropy,
)


def start(config: ModelConfig, *, drawn: bool = True) -> Weights:
    """Randomly initialized matrices, in the order of the flat vector; without `drawn`, empty arrays of their shapes."""
    rng, rng_positions = np.random.default_rng([config.seed, 0]), np.random.default_rng([config.seed, 1])
    width, wide, deep = config.embed_dim, config.ff_mult * config.embed_dim, math.sqrt(2 * config.n_layers)

    def normal(rows: int, columns: int, std: float) -> Array:
        return rng.normal(0.0, std, (rows, columns)) if drawn else np.empty((rows, columns))

    weights = {"tokens": normal(config.vocab_size, width, config.token_std)}
    for i in range(config.n_layers):
        weights[f"layer{i}.norm1.gain"] = np.ones(width)
        weights[f"layer{i}.attention.qkv"] = normal(width, 3 * width, 1 / math.sqrt(width))
        # Residual projections start smaller in deeper models (Radford et al. 2019, section 2.3).
        weights[f"layer{i}.attention.out"] = normal(width, width, 1 / math.sqrt(width) / deep)
        weights[f"layer{i}.norm2.gain"] = np.ones(width)
        weights[f"layer{i}.feed.up"] = normal(width, wide, math.sqrt(2 / width))
        weights[f"layer{i}.feed.down"] = normal(wide, width, 1 / math.sqrt(wide) / deep)
    weights["norm.gain"] = np.ones(width)
    if not config.tied:
        weights["readout.out"] = normal(width, config.vocab_size, 1 / math.sqrt(width))
    if config.encoding == "learned":
        weights["positions"] = rng_positions.normal(0.0, config.position_std, (config.train_len, width))
    elif config.encoding == "T5":
        weights["t5"] = np.zeros((T5_BUCKETS, config.n_heads))
    return weights


def views(flat: Array, shapes: Weights) -> Weights:
    """Views into the flat vector, one for each matrix."""
    views, at = {}, 0
    for name, like in shapes.items():
        views[name] = flat[at : at + like.size].reshape(like.shape)
        at += like.size
    return views


Ids = npt.NDArray[np.int64]
Block = tuple[RMSNorm, Attention, RMSNorm, FeedForward]
HALVES = 2


class Transformer:
    """Parameters of a model, and its predictions and gradients.

    Args:
        config: size, encoding and seed. The same seed gives the same matrices whatever the encoding.
        dtype: float32, or float64 for checking gradients.

    >>> model = Transformer(ModelConfig(vocab_size=54))
    >>> model.flat.size
    105536
    >>> model.logits(np.zeros((1, 5), np.int64)).shape
    (1, 5, 54)
    """

    def __init__(self, config: ModelConfig, dtype: npt.DTypeLike = np.float32) -> None:
        self.config = config
        self._shapes = start(config)
        self.flat: Array = np.concatenate([value.ravel() for value in self._shapes.values()]).astype(dtype)
        self.weights = views(self.flat, self._shapes)
        self._passes: dict[tuple[int, int, str, int], tuple[Pass, Array]] = {}

    @classmethod
    def of(cls, config: ModelConfig, weights: Mapping[str, Array]) -> Transformer:
        """Build a model from copies of these matrices, without the slow random initialization.

        Raises:
            ValueError: names or shapes differ from those of the configuration.

        >>> model = Transformer(ModelConfig(vocab_size=9, train_len=8, embed_dim=4, n_heads=1))
        >>> again = Transformer.of(model.config, model.weights)
        >>> bool((again.flat == model.flat).all()), again.flat is model.flat
        (True, False)
        """
        shapes = start(config, drawn=False)
        expected, found = ({name: value.shape for name, value in each.items()} for each in (shapes, weights))
        if found != expected:
            raise ValueError(f"These matrices are not this model's: expected {expected}, got {found}")
        model = cls.__new__(cls)
        model.config, model._shapes, model._passes = config, shapes, {}
        model.flat = np.concatenate([weights[name].ravel() for name in shapes])
        model.weights = views(model.flat, shapes)
        return model

    def views(self, flat: Array) -> Weights:
        """Matrices by name, as views into a vector laid out like `flat` (a gradient, for example)."""
        return views(flat, self._shapes)

    def logits(self, ids: Ids, extension: Extension = "plain") -> Array:
        """Scores of every next token: (B, T) → (B, T, V). Any T that the encoding covers."""
        return self._pass(ids.shape, extension)[0].forward(ids).reshape(*ids.shape, -1).copy()

    def _check(self, ids: Ids, targets: Ids) -> None:
        """Raise a ValueError unless there is a token of the vocabulary to predict for each one that is read."""
        if targets.shape != ids.shape:
            raise ValueError(f"Expected a target for each of the ids {ids.shape}, got targets of shape {targets.shape}")
        check_ids(targets, self.config.vocab_size, "Target")

    def surprise(
        self, ids: Ids, targets: Ids, extension: Extension = "plain", positional: PositionInputs | None = None
    ) -> Array:
        """−log p(target) at every position, in nats: (B, T), (B, T) → (B, T).

        `positional` replaces the encoding's own inputs, those of positions 0 … T − 1.
        """
        self._check(ids, targets)
        logits = self._pass(ids.shape, extension, positional=positional)[0].forward(ids)
        return cross_entropy(logits, targets.ravel()).reshape(ids.shape)

    def hidden(self, ids: Ids, extension: Extension = "plain") -> list[Array]:
        """Residual stream (B, T, D) before the first block and after each block."""
        run, _ = self._pass(ids.shape, extension)
        kept: list[Array] = []
        run.forward(ids, kept)
        return [rows.reshape(*ids.shape, -1) for rows in kept]

    def loss_and_gradient(
        self,
        ids: Ids,
        targets: Ids,
        counts: npt.NDArray[Any] | None = None,
        positional: Sequence[PositionInputs] | None = None,
    ) -> tuple[float, Array]:
        """Mean loss over a batch, and its gradient as one flat vector laid out like `flat`.

        Args:
            ids: (B, T).
            targets: (B, T), the next tokens.
            counts: (B, T), weight of each position; None: equal.
            positional: position inputs for each half of the batch; None for the encoding's own, at 0 … T − 1.
        """
        self._check(ids, targets)
        weight = np.ones(ids.shape, self.flat.dtype) if counts is None else counts.astype(self.flat.dtype)
        weight /= weight.sum()
        cut = [len(ids) * i // HALVES for i in range(HALVES + 1)]
        halves = [
            (ids[a:b], targets[a:b], weight[a:b], half, positional[half] if positional else None)
            for half, (a, b) in enumerate(pairwise(cut))
            if b > a
        ]
        results = [self._half(*half) for half in halves]
        loss, total = results[0]
        for more, gradient in results[1:]:
            loss += more
            total += gradient
        return loss, total

    def _half(
        self, ids: Ids, targets: Ids, weight: Array, half: int, positional: PositionInputs | None
    ) -> tuple[float, Array]:
        run, gradient = self._pass(ids.shape, "plain", half, positional)
        gradient[...] = 0
        logits = run.forward(ids)
        losses = cross_entropy(logits, targets.ravel())
        logits[np.arange(len(logits)), targets.ravel()] -= 1  # cross_entropy left probabilities: p − one-hot
        logits *= weight.reshape(-1, 1)
        run.backward(logits)
        return float(losses @ weight.ravel()), gradient

    def _pass(
        self, shape: tuple[int, ...], extension: Extension, half: int = 0, positional: PositionInputs | None = None
    ) -> tuple[Pass, Array]:
        """Cached pass for batches of this shape, with its buffers, and the flat gradient that it adds to."""
        key = (shape[0], shape[1], extension if positional is None else "given", half)
        if key not in self._passes:
            gradient = np.zeros_like(self.flat)
            own = positional or position_inputs(self.config, self.weights, shape[1], extension)
            self._passes[key] = Pass(self.config, self.weights, own, self.views(gradient)), gradient
        elif positional is not None:
            self._passes[key][0].positional = positional
        elif extension in ("interpolate", "spare rows"):
            # These rows are computed from learned ones, which an optimizer may have changed.
            self._passes[key][0].positional = position_inputs(self.config, self.weights, shape[1], extension)
        return self._passes[key]


class Pass:
    """One forward and one backward over (B, T) ids, and the buffers for them.

    The attention weights of a block stay available until the next call: `layers[i][1].attention` (B, H, T, T).

    Args:
        config: the model's.
        weights: the model's, by name.
        positional: position inputs of its tokens.
        gradients: arrays that the backward adds to, by name; None: no gradients.
    """

    def __init__(
        self, config: ModelConfig, weights: Weights, positional: PositionInputs, gradients: Weights | None = None
    ) -> None:
        self.weights, self.positional, self.gradients = weights, positional, gradients or {}
        self.layers = [
            (
                RMSNorm(f"layer{i}.norm1", weights, self.gradients),
                Attention(f"layer{i}.attention", weights, self.gradients, config.n_heads),
                RMSNorm(f"layer{i}.norm2", weights, self.gradients),
                FeedForward(f"layer{i}.feed", weights, self.gradients),
            )
            for i in range(config.n_layers)
        ]
        self.norm = RMSNorm("norm", weights, self.gradients)
        self.readout: Readout | TiedReadout = (
            TiedReadout(
                "tied",
                {"tied.rows": weights["tokens"]},
                {"tied.rows": self.gradients["tokens"]} if "tokens" in self.gradients else {},
            )
            if config.tied
            else Readout("readout", weights, self.gradients)
        )

    def forward(self, ids: Ids, keep: list[Array] | None = None) -> Array:
        """Scores (B·T, V) of ids (B, T); copies of the residual stream are appended to `keep`."""
        return self.scores(self.through(self.embed(ids), keep))

    def after(self, ids: Ids) -> Array:
        """Scores of the token after each text only: (B, T) → (B, V). The last block feeds only that token forward."""
        *others, (norm1, attention, norm2, feed_forward) = self.layers
        x = self.through(self.embed(ids), layers=others)
        x += attention.forward(norm1.forward(x), self.positional)
        last = np.ascontiguousarray(x.reshape(*ids.shape, -1)[:, -1])
        return self.scores(last + feed_forward.forward(norm2.forward(last)))

    def embed(self, ids: Ids) -> Array:
        """Token rows plus position rows: (B, T) → (B·T, D)."""
        self.positional.read_again(self.weights)
        self.ids, table = ids, self.weights["tokens"]
        if not hasattr(self, "_rows"):
            self._rows = np.empty((*ids.shape, table.shape[1]), table.dtype)
        np.take(table, check_ids(ids, len(table)), axis=0, out=self._rows, mode="clip")  # "clip": without a buffer
        if self.positional.added is not None:
            self._rows += self.positional.added
        return self._rows.reshape(ids.size, -1)

    def through(self, x: Array, keep: list[Array] | None = None, layers: Sequence[Block] | None = None) -> Array:
        """Apply the blocks, or some of them, in place: (B·T, D) → (B·T, D)."""
        for norm1, attention, norm2, feed_forward in self.layers if layers is None else layers:
            if keep is not None:
                keep.append(x.copy())
            x += attention.forward(norm1.forward(x), self.positional)
            x += feed_forward.forward(norm2.forward(x))
        if keep is not None:
            keep.append(x.copy())
        return x

    def scores(self, x: Array) -> Array:
        """Scores of the next token from the last block's output: (N, D) → (N, V)."""
        return self.readout.forward(self.norm.forward(x))

    def backward(self, dlogits: Array) -> None:
        """From dL/dlogits, add the gradient of every weight to `gradients`."""
        dx = self.down(dlogits)
        if self.positional.buckets is not None:
            # T5 shares one table between layers, and a pair's bias between sequences.
            # For rows of four numbers np.bincount per head is ten times faster than the lookup's backward.
            buckets = self.positional.buckets.ravel()
            for head in range(self.gradients["t5"].shape[1]):
                per_pair = sum(attention.dscores[:, head].sum(axis=0) for _, attention, _, _ in self.layers)
                self.gradients["t5"][:, head] += np.bincount(buckets, np.ravel(per_pair), T5_BUCKETS)
        vocab_size, width = self.weights["tokens"].shape
        self.gradients["tokens"] += functional.embedding_backward(dx, self.ids.ravel(), vocab_size)
        if self.positional.rows is not None:
            rows, by_position = self.positional.rows, dx
            if rows.ndim == 1:  # shared by all sequences
                by_position = dx.reshape(*self.ids.shape, width).sum(axis=0)
            self.gradients["positions"] += functional.embedding_backward(
                by_position, rows.ravel(), len(self.weights["positions"])
            )

    def down(self, dlogits: Array) -> Array:
        """dL/dlogits → dL/dx of the embedded input, (B·T, D); adds to the blocks' gradients."""
        dx = self.norm.backward(self.readout.backward(dlogits))
        for norm1, attention, norm2, feed_forward in reversed(self.layers):
            dx += norm2.backward(feed_forward.backward(dx))
            dx += norm1.backward(attention.backward(dx))
        return dx
