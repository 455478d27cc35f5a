"""Placements at any positions: what `explorer.nn.encodings` does for 0 … T − 1, for positions one chooses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from explorer.core import functional
from explorer.nn.bias import alibi_slopes, t5_buckets
from explorer.nn.config import T5_BUCKETS, ModelConfig
from explorer.nn.encodings import Placement
from explorer.nn.rotary import rotary_tables

Array = npt.NDArray[np.floating]
Ids = npt.NDArray[np.int64]
FAR = 1088  # rows of the longest table of waves that is read


@dataclass(frozen=True)
class Waves:
    """Which waves a sinusoidal row is made of.

    Attributes:
        base: their lengths run from 2π towards base · 2π positions.
        period: where it isn't 0, the waves are instead period, period / 2, period / 3 … positions long, so that every
            row comes back after `period` positions.
    """

    base: float = 10_000.0
    period: int = 0

    def lengths(self, embed_dim: int) -> npt.NDArray[np.float64]:
        """Positions in one turn of each pair of columns: (D / 2,), the shortest first."""
        if self.period:
            return self.period / np.arange(embed_dim // 2, 0, -1)
        return 2 * np.pi / functional.frequencies(embed_dim, base=self.base)

    def table(self, embed_dim: int) -> npt.NDArray[np.float32]:
        """(FAR, D) rows of positions 0 … FAR − 1."""
        return _table(self, embed_dim)


STANDARD_WAVES = Waves()


@lru_cache(maxsize=16)
def _table(waves: Waves, embed_dim: int) -> npt.NDArray[np.float32]:
    if not waves.period:
        return functional.sinusoidal(FAR, embed_dim, base=waves.base)
    angles = np.arange(FAR)[:, None] * (2 * np.pi / waves.lengths(embed_dim))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(FAR, -1).astype(np.float32)


def place_at(
    config: ModelConfig,
    weights: dict[str, Array],
    positions: Ids,
    *,
    waves: Waves = STANDARD_WAVES,
    window: int | None = None,
    added: Array | None = None,
) -> Placement:
    """The placement of tokens at `positions`.

    Args:
        config: the model's.
        weights: the model's, by name.
        positions: (T,), or (B, T) where each sequence has its own; for RoPE, ALiBi and T5 (T,) only.
        waves: of a sinusoidal model and, by their base, of RoPE.
        window: a query sees this many tokens, itself the last of them; all before it by default.
        added: rows to add in place of those at `positions`.

    >>> config = ModelConfig(vocab_size=3, embed_dim=4)
    >>> place_at(config, {"tokens": np.zeros((3, 4), np.float32)}, np.array([0, 7])).added[0].tolist()
    [0.0, 1.0, 0.0, 1.0]
    """
    seq_len, dtype = positions.shape[-1], weights["tokens"].dtype
    rows = cos = sin = buckets = None
    if config.encoding == "learned" and added is None:
        rows, added = positions, weights["positions"][positions]
    elif config.encoding == "sinusoidal" and added is None:
        added = waves.table(config.embed_dim)[positions].astype(dtype, copy=False)
    elif config.encoding == "RoPE":
        cos, sin = rotary_tables(positions, config.head_dim, base=waves.base, dtype=dtype)
    steps = np.arange(seq_len)
    hidden = steps[:, None] < steps
    if window is not None:
        hidden |= steps[:, None] - steps >= window
    bias = np.zeros((1, seq_len, seq_len), dtype)
    if config.encoding in ("ALiBi", "T5"):
        ago = positions[:, None] - positions
        if config.encoding == "ALiBi":
            slopes = alibi_slopes(config.n_heads)
            bias = (-slopes[:, None, None] * ago).astype(dtype)
        else:
            buckets = t5_buckets(-ago, num_buckets=T5_BUCKETS, max_distance=config.t5_max_distance)
            bias = np.ascontiguousarray(functional.embedding(buckets, weights["t5"]).transpose(2, 0, 1))
    bias[:, hidden] = -np.inf
    return Placement(added, rows, cos, sin, bias, hidden, buckets)
