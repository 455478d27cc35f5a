"""From text to the array that a transformer receives: ids, rows, × √D, + position, (B, T, D)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from explorer import tokenizers
from explorer.chain.tables import Table, table_for
from explorer.chain.tokens import Tokens, tokenize
from explorer.core.functional import embedding, sinusoidal

Position = Literal["learned", "sinusoidal", "none"]
POSITIONS: tuple[Position, ...] = ("learned", "sinusoidal", "none")


@dataclass(frozen=True)
class ChainRequest:
    """What to compute. `max_lines` and `max_tokens` bound the array, not the counting of tokens.

    Attributes:
        text: any string; its lines are the batch unless `one_sequence`.
        encoding: one of `tokenizers.ENCODINGS`.
        position: "learned", "sinusoidal" or "none".
        scale: multiply token rows by √D.
        allow_special: read special tokens' texts as special tokens.
        one_sequence: line ends are tokens too.
        init: start of a fresh table (no effect with a trained one).
        seed: seed of a fresh table.
        max_lines: sequences to keep, B at most.
        max_tokens: tokens of each to keep, T at most.
    """

    text: str
    encoding: str = "gpt2"
    position: Position = "learned"
    scale: bool = False
    allow_special: bool = False
    one_sequence: bool = False
    init: str = "xavier_uniform"
    seed: int = 0
    max_lines: int = 8
    max_tokens: int = 64


@dataclass(frozen=True, eq=False)
class ChainResult:
    """Every link of the chain. Arrays are read-only; B = T = 0 for an empty text.

    Attributes:
        request: what was asked.
        tokens: all tokens of the text, also those beyond the bounds.
        table: the token table and the learned position table used.
        ids: int64 (B, T), shorter lines padded with `padding_id`.
        mask: bool (B, T), True where a token stands, False where padding does.
        rows: float32 (B, T, D), rows of the table.
        scaled: float32 (B, T, D), `rows`, times √D if asked.
        positions: float32 (T, D), what is added at each position; zeros for "none".
        output: float32 (B, T, D) = `scaled` + `positions`, what the transformer receives.
        padding_id: id that fills up short lines (the end-of-text token).
        too_long: tokens of the longest line if a learned table has too few rows for it, else None.
    """

    request: ChainRequest
    tokens: Tokens
    table: Table
    ids: NDArray[np.int64]
    mask: NDArray[np.bool_]
    rows: NDArray[np.float32]
    scaled: NDArray[np.float32]
    positions: NDArray[np.float32]
    output: NDArray[np.float32]
    padding_id: int
    too_long: int | None

    @property
    def shape(self) -> tuple[int, int, int]:
        """(B, T, D)."""
        b, t, d = self.output.shape
        return b, t, d


def batch(
    tokens: Tokens, padding_id: int, max_lines: int, max_tokens: int
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    r"""Sequences of different lengths as one array: ids (B, T) filled up with `padding_id`, and mask (B, T).

    >>> ids, mask = batch(tokenize("The cat\nsat", "gpt2"), 50256, 8, 64)
    >>> ids.tolist(), mask.tolist()
    ([[464, 3797], [49720, 50256]], [[True, True], [True, False]])
    """
    lines = [tokens.line(b)[:max_tokens] for b in range(min(tokens.lines, max_lines))]
    ids = np.full((len(lines), max(map(len, lines), default=0)), padding_id, np.int64)
    mask = np.zeros(ids.shape, bool)
    for b, line in enumerate(lines):
        ids[b, : len(line)] = line
        mask[b, : len(line)] = True
    return ids, mask


def position_rows(kind: Position, table: Table, length: int) -> NDArray[np.float32]:
    """What is added at positions 0 … length − 1: (length, D) float32.

    Raises:
        ValueError: the learned table has fewer rows, or the kind is unknown.
    """
    if kind == "none":
        return np.zeros((length, table.embed_dim), np.float32)
    if kind == "sinusoidal":
        return sinusoidal(length, table.embed_dim)
    if kind != "learned":
        raise ValueError(f"Unknown position kind {kind!r}: expected one of {', '.join(POSITIONS)}")
    return embedding(np.arange(length), table.positions).astype(np.float32)


def rows_of(ids: NDArray[np.int64], table: Table) -> NDArray[np.float32]:
    """The table's rows of ids (n,), as float32 (n, D).

    >>> rows_of(np.array([464, 3797]), table_for("gpt2")).shape
    (2, 384)
    """
    return embedding(ids, table.weight).astype(np.float32)


@lru_cache(maxsize=8)
def run(request: ChainRequest) -> ChainResult:
    """Compute the whole chain of a request.

    >>> result = run(ChainRequest("The cat sat on the mat"))
    >>> result.ids.tolist(), result.shape, result.table.name
    ([[464, 3797, 3332, 319, 262, 2603]], (1, 6, 384), 'Whisper tiny.en')
    >>> bool((result.output == result.rows + result.positions).all())
    True
    """
    tokens = tokenize(
        request.text, request.encoding, allow_special=request.allow_special, one_sequence=request.one_sequence
    )
    table = table_for(request.encoding, request.init, request.seed)
    padding_id = int(tokenizers.encode("<|endoftext|>", request.encoding, allow_special=True)[0])
    longest = int(np.diff(tokens.starts).max(initial=0))
    limit = len(table.positions)
    learned = request.position == "learned"
    width = min(request.max_tokens, limit) if learned else request.max_tokens
    ids, mask = batch(tokens, padding_id, request.max_lines, width)
    rows = rows_of(ids, table)
    scaled = rows * np.float32(math.sqrt(table.embed_dim)) if request.scale else rows
    positions = position_rows(request.position, table, ids.shape[1])
    output = scaled + positions
    for array in (ids, mask, rows, scaled, positions, output):
        array.flags.writeable = False
    too_long = longest if learned and longest > limit else None
    return ChainResult(request, tokens, table, ids, mask, rows, scaled, positions, output, padding_id, too_long)


Against = Literal["no position", "words reversed"]


def change(result: ChainResult, line: int, against: Against) -> NDArray[np.float32]:
    """What makes a line's vectors differ from the same words otherwise treated: (t, D), for its t tokens.

    Args:
        result: the chain.
        line: which sequence of the batch.
        against: "no position": the same rows with nothing added. "words reversed": each word's vector less the vector
            that it has when the line is read backwards, so that it stands at another position.

    >>> result = run(ChainRequest("a b c"))
    >>> [bool(row.any()) for row in change(result, 0, "words reversed")]  # the middle word keeps its place
    [True, False, True]
    """
    length = int(result.mask[line].sum())
    positions = result.positions[:length]
    if against == "no position":
        return result.output[line, :length] - result.scaled[line, :length]
    words = result.scaled[line, :length]
    return (words + positions) - (words + positions[::-1])
