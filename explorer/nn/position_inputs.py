"""Positional encodings as inputs of a forward pass: rows added, queries and keys turned, scores biased.

`PositionInputs` is all that a forward pass needs to know about positions, for one sequence length. The kernels are the
core's. This file chooses the positions at which they are evaluated, and so holds every extension past the trained
length: clamp, wrap, interpolate, spare rows (learned table), position interpolation and NTK scaling (RoPE), a window
on attention. Left out: YaRN's split of frequencies and its temperature, xPos, KERPLE.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from explorer.core import functional
from explorer.core.errors import ShapeError
from explorer.nn.attention_bias import alibi_slopes, t5_buckets
from explorer.nn.config import EXTENSIONS, T5_BUCKETS, Extension, ModelConfig
from explorer.nn.rotary import ntk_base, rotary_tables

Array = npt.NDArray[np.floating]
Ids = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class PositionInputs:
    """Position-dependent inputs of one forward pass over T tokens.

    Attributes:
        added: (T, D) added to the token rows, or (B, T, D) where each sequence has its own; None where nothing is.
        rows: (T,) or (B, T), learned row of each position, for the gradient; None without a learned table.
        cos: (T, head_dim / 2), with `sin` the rotation of queries and keys, or None.
        sin: see `cos`.
        bias: (H or 1, T, T) added to the scores; −inf where a key is masked.
        hidden: (T, T), the mask: true where a query must not see a key.
        buckets: (T, T) T5's bucket of every pair, for the gradient, or None.
    """

    added: Array | None
    rows: Ids | None
    cos: Array | None
    sin: Array | None
    bias: Array
    hidden: npt.NDArray[np.bool_]
    buckets: Ids | None

    def read_again(self, weights: dict[str, Array]) -> None:
        """Copy the learned parts from the weights again, after an optimizer's step."""
        if self.rows is not None and self.added is not None:
            np.take(weights["positions"], self.rows, axis=0, out=self.added, mode="clip")
        if self.buckets is not None:
            self.bias[...] = functional.embedding(self.buckets, weights["t5"]).transpose(2, 0, 1)
            self.bias[:, self.hidden] = -np.inf


def position_inputs(
    config: ModelConfig,
    weights: dict[str, Array],
    positions: int | Ids,
    extension: Extension = "plain",
    *,
    base: float = 10_000.0,
    window: int | None = None,
) -> PositionInputs:
    """Position inputs of a pass under `config.encoding`, with an `extension` past the trained length.

    Within the trained length every extension but "window" is the plain reading.

    Args:
        config: the model's.
        weights: the model's, by name; "positions" and "t5" are read where they exist.
        positions: T, for 0 … T − 1, or the positions themselves: (T,), or (B, T) where each sequence has its own and
            the encoding adds rows.
        extension: what to do past the trained length.
        base: of sinusoidal rows and of RoPE.
        window: number of tokens that a query sees, including its own; None: all before it.

    Raises:
        ShapeError: a learned table has no row for the last position and `extension` is "plain".
        ValueError: the encoding has no such extension.

    >>> config = ModelConfig(vocab_size=3, encoding="learned", train_len=4, embed_dim=4)
    >>> table = {"tokens": np.zeros((3, 4), np.float32), "positions": np.arange(16, dtype=np.float32).reshape(4, 4)}
    >>> position_inputs(config, table, 6, "wrap").added[:, 0].tolist()
    [0.0, 4.0, 8.0, 12.0, 0.0, 4.0]
    >>> position_inputs(config, table, 6)
    Traceback (most recent call last):
    explorer.core.errors.ShapeError: Sequence length 6 exceeds maximum 4
    """
    if extension != "plain" and extension not in EXTENSIONS[config.encoding]:
        allowed = ", ".join(dict.fromkeys(("plain", *EXTENSIONS[config.encoding])))
        raise ValueError(f"{config.encoding} can be read as {allowed}; got {extension!r}")
    dtype = weights["tokens"].dtype
    at = np.arange(positions) if isinstance(positions, int) else positions
    seq_len, longest = at.shape[-1], int(at.max(initial=-1)) + 1
    beyond = longest > config.train_len
    added = rows = cos = sin = buckets = None
    if config.encoding == "learned":
        added, rows = _learned(config, weights["positions"], at, longest, extension if beyond else "plain")
    elif config.encoding == "sinusoidal":
        table = functional.sinusoidal(longest, config.embed_dim, base=base, layout="interleaved", dtype=dtype.type)
        added = table[at]
    elif config.encoding == "RoPE":
        scale = longest / config.train_len if beyond else 1.0
        turned = at / (scale if extension == "position interpolation" else 1.0)
        base = ntk_base(base, scale, config.head_dim) if extension == "NTK scaling" else base
        cos, sin = rotary_tables(turned, config.head_dim, base=base, dtype=dtype)

    bias = np.zeros((1, seq_len, seq_len), dtype)
    if config.encoding in ("ALiBi", "T5"):
        ago = at[:, None] - at
        if config.encoding == "ALiBi":
            bias = (alibi_slopes(config.n_heads)[:, None, None] * -ago).astype(dtype)
        else:
            buckets = t5_buckets(-ago, num_buckets=T5_BUCKETS, max_distance=config.t5_max_distance)
            bias = np.ascontiguousarray(functional.embedding(buckets, weights["t5"]).transpose(2, 0, 1))
    steps = np.arange(seq_len)[:, None] - np.arange(seq_len)
    hidden = steps < 0
    window = config.train_len if extension == "window" else window
    if window is not None:
        hidden |= steps >= window
    bias[:, hidden] = -np.inf
    return PositionInputs(added, rows, cos, sin, bias, hidden, buckets)


def _learned(
    config: ModelConfig, table: Array, positions: Ids, longest: int, extension: Extension
) -> tuple[Array, Ids | None]:
    """Learned rows at these positions, and their row numbers; None for interpolated or spare rows."""
    trained = config.train_len
    if extension == "interpolate":
        at = positions * ((trained - 1) / (longest - 1))
        low = np.minimum(at.astype(np.int64), max(trained - 2, 0))
        share = (at - low)[..., None].astype(table.dtype)
        high = np.minimum(low + 1, trained - 1)
        return table[low] * (1 - share) + table[high] * share, None
    if extension == "spare rows":
        # The table with randomly initialized rows appended, which training never looked up.
        spare = np.random.default_rng([config.seed, 3]).normal(
            0.0, config.position_std, (longest - trained, config.embed_dim)
        )
        return np.concatenate([table, spare.astype(table.dtype)])[positions], None
    if extension == "clamp":
        positions = np.minimum(positions, trained - 1)
    elif extension == "wrap":
        positions = positions % trained
    elif longest > trained:
        raise ShapeError(f"Sequence length {longest} exceeds maximum {trained}")
    return table[positions], positions
