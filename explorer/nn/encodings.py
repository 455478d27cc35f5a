"""What each way to say where a token stands does to the model: rows added, queries turned, scores biased.

A `Placement` is all that a forward pass needs to know about positions, for one sequence length. The kernels are the
core's; this file says which positions they are asked for, and so holds every way past the trained
length: clamp, wrap, interpolate, spare rows (learned table), position interpolation and NTK scaling (RoPE), a window on
attention. Left out: YaRN's split of frequencies and its temperature, xPos, KERPLE.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from explorer.core import functional
from explorer.core.errors import ShapeError
from explorer.nn.bias import alibi_bias, t5_buckets
from explorer.nn.config import EXTENSIONS, T5_BUCKETS, Extension, ModelConfig
from explorer.nn.rotary import ntk_base, rotary_tables

Array = npt.NDArray[np.floating]


@dataclass(frozen=True, eq=False)
class Placement:
    """How position enters one forward pass over T tokens.

    Attributes:
        added: (T, D) added to the token rows, or (B, T, D) where each sequence has its own; None where nothing is.
        rows: (T,) or (B, T), which learned row stands where, for the gradient; None where no table is learned.
        cos: (T, head_dim / 2), with `sin` the turn of queries and keys, or None.
        sin: see `cos`.
        bias: (H or 1, T, T) added to the scores; −inf where a query must not look.
        hidden: (T, T) true where a query must not look.
        buckets: (T, T) T5's bucket of every pair, for the gradient, or None.
    """

    added: Array | None
    rows: npt.NDArray[np.int64] | None
    cos: Array | None
    sin: Array | None
    bias: Array
    hidden: npt.NDArray[np.bool_]
    buckets: npt.NDArray[np.int64] | None

    def read_again(self, weights: dict[str, Array]) -> None:
        """Read the learned parts from the weights again, in place: an optimizer has moved them."""
        if self.rows is not None and self.added is not None:
            np.take(weights["positions"], self.rows, axis=0, out=self.added, mode="clip")
        if self.buckets is not None:
            self.bias[...] = functional.embedding(self.buckets, weights["t5"]).transpose(2, 0, 1)
            self.bias[:, self.hidden] = -np.inf


def place(config: ModelConfig, weights: dict[str, Array], seq_len: int, extension: Extension = "plain") -> Placement:
    """The placement of `seq_len` tokens under `config.encoding`, read with `extension`.

    Within the trained length every extension but "window" is the plain reading.

    Args:
        config: the model's.
        weights: the model's, by name; "positions" and "t5" are read where they exist.
        seq_len: tokens in the sequence.
        extension: what to do past the trained length.

    Raises:
        ShapeError: a learned table, read plainly, has no row for the sequence's end.
        ValueError: the encoding has no such extension.

    >>> config = ModelConfig(vocab_size=3, encoding="learned", train_len=4, embed_dim=4)
    >>> table = {"tokens": np.zeros((3, 4), np.float32), "positions": np.arange(16, dtype=np.float32).reshape(4, 4)}
    >>> place(config, table, 6, "wrap").added[:, 0].tolist()
    [0.0, 4.0, 8.0, 12.0, 0.0, 4.0]
    >>> place(config, table, 6)
    Traceback (most recent call last):
    explorer.core.errors.ShapeError: Sequence length 6 exceeds maximum 4
    """
    if extension != "plain" and extension not in EXTENSIONS[config.encoding]:
        allowed = ", ".join(dict.fromkeys(("plain", *EXTENSIONS[config.encoding])))
        raise ValueError(f"{config.encoding} can be read as {allowed}; got {extension!r}")
    dtype = weights["tokens"].dtype
    beyond = seq_len > config.train_len
    added = rows = cos = sin = buckets = None
    if config.encoding == "learned":
        added, rows = _learned(config, weights["positions"], seq_len, extension if beyond else "plain")
    elif config.encoding == "sinusoidal":
        added = functional.sinusoidal(seq_len, config.embed_dim, layout="interleaved", dtype=dtype.type)
    elif config.encoding == "RoPE":
        scale = seq_len / config.train_len if beyond else 1.0
        positions = np.arange(seq_len) / (scale if extension == "position interpolation" else 1.0)
        base = ntk_base(10_000.0, scale, config.head_dim) if extension == "NTK scaling" else 10_000.0
        cos, sin = rotary_tables(positions, config.head_dim, base=base, dtype=dtype)

    distance = np.arange(seq_len)[:, None] - np.arange(seq_len)
    bias = np.zeros((1, seq_len, seq_len), dtype)
    if config.encoding == "ALiBi":
        bias = alibi_bias(config.n_heads, seq_len, seq_len).astype(dtype)
    elif config.encoding == "T5":
        buckets = t5_buckets(-distance, num_buckets=T5_BUCKETS, max_distance=config.t5_max_distance)
        bias = np.ascontiguousarray(functional.embedding(buckets, weights["t5"]).transpose(2, 0, 1))
    hidden = distance < 0
    if extension == "window":
        hidden |= distance >= config.train_len
    bias[:, hidden] = -np.inf
    return Placement(added, rows, cos, sin, bias, hidden, buckets)


def _learned(
    config: ModelConfig, table: Array, seq_len: int, extension: Extension
) -> tuple[Array, npt.NDArray[np.int64] | None]:
    """Rows of the learned table for T positions, and which rows they are where each is one row."""
    trained = config.train_len
    positions = np.arange(seq_len)
    if extension == "interpolate":
        at = np.linspace(0, trained - 1, seq_len)
        low = np.minimum(at.astype(np.int64), max(trained - 2, 0))
        share = (at - low)[:, None].astype(table.dtype)
        high = np.minimum(low + 1, trained - 1)
        return table[low] * (1 - share) + table[high] * share, None
    if extension == "spare rows":
        # As if the table had been made longer from the start: rows with their random start, never looked up.
        spare = np.random.default_rng([config.seed, 3]).normal(
            0.0, config.position_std, (seq_len - trained, config.embed_dim)
        )
        return np.concatenate([table, spare.astype(table.dtype)]), None
    if extension == "clamp":
        positions = np.minimum(positions, trained - 1)
    elif extension == "wrap":
        positions = positions % trained
    elif seq_len > trained:
        raise ShapeError(f"Sequence length {seq_len} exceeds maximum {trained}")
    return table[positions], positions
