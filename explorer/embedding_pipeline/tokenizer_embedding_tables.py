"""Tables of the encodings: a trained one if there is a public one, else an initialized `Embedding`."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from explorer import data, tokenizers
from explorer.core import Embedding, PositionalEncoding
from explorer.core.initializers import Init
from explorer.data.cache import cached
from explorer.lm.shipped_model import load_lm
from explorer.vectors.quantile import quantile

FRESH_DIM = 64
FRESH_POSITIONS = 512
SAMPLED = 2_000
"""Rows that tell how large a table's numbers are."""
OWN_MODEL = "Our own small language model"
WHISPER = "Whisper tiny.en"
TRAINED: tuple[str, ...] = ("gpt2", "r50k_base", tokenizers.SMALL)
"""Encodings whose ids are the row numbers of a trained table: Whisper tiny.en's, and our own language model's."""


@dataclass(frozen=True, eq=False)
class Table:
    """A token table (V, D) and a learned position table (L, D), their model's name, and whether they are trained."""

    name: str
    trained: bool
    weight: NDArray[np.floating]
    positions: NDArray[np.floating]

    @property
    def vocab_size(self) -> int:
        """V."""
        return int(self.weight.shape[0])

    @property
    def embed_dim(self) -> int:
        """D."""
        return int(self.weight.shape[1])

    @cached_property
    def extent(self) -> float:
        """Size that 3 % of the first rows' numbers exceed: where colours end, so that a row keeps its own."""
        return quantile(np.abs(self.weight[:SAMPLED].astype(np.float32)).ravel(), 0.97) or 1.0


def table_for(encoding: str, init: str = "xavier_uniform", seed: int = 0) -> Table:
    """Table of an encoding; `init` and `seed` are used only without a trained one.

    >>> table_for("gpt2").name, table_for("gpt2").weight.shape
    ('Whisper tiny.en', (50257, 384))
    >>> table_for("gpt2_4096").name, table_for("gpt2_4096").positions.shape
    ('Our own small language model', (64, 128))
    >>> table_for("cl100k_base").trained
    False
    """
    if encoding in TRAINED:
        return _trained(encoding == tokenizers.SMALL)
    return _fresh(encoding, init, seed)


@lru_cache(maxsize=2)
def _trained(ours: bool) -> Table:
    if ours:
        weights = load_lm().weights
        return Table(OWN_MODEL, True, weights["tokens"], weights["positions"])
    tables = data.load_whisper()
    # gpt2 and r50k_base have exactly these ids.
    return Table(WHISPER, True, tables.tokens, tables.positions)


@cached(max_entries=3)  # the three encodings without a trained table; o200k_base takes 51 MB
def _fresh(encoding: str, init: str, seed: int) -> Table:
    rng = np.random.default_rng(seed)
    layer = Embedding(tokenizers.vocab_size(encoding), FRESH_DIM, seed=rng, init=cast(Init, init))
    positions = PositionalEncoding(FRESH_POSITIONS, FRESH_DIM, seed=rng)
    weight, table = layer.weight.data, positions.position_embeddings.data
    for array in (weight, table):
        array.flags.writeable = False
    return Table(f"fresh Embedding, {init}", False, weight, table)
