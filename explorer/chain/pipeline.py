"""From text to the array that a transformer receives: ids, rows, × √D, + position, (B, T, D).

Everything from the ids on is computed by the core's `EmbeddingLayer`, put around the table and only reading it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from explorer import tokenizers
from explorer.chain.encoding_tables import Table, table_for
from explorer.chain.tokens import Tokens, tokenize
from explorer.core import Embedding, EmbeddingLayer
from explorer.data.cache import cached_expiring

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


def layer_of(table: Table, position: Position, scale: bool = False) -> EmbeddingLayer:
    """The core's layer around a table, which it reads from where it lies.

    Raises:
        ValueError: the kind of position is unknown.

    >>> layer_of(table_for("gpt2"), "learned")
    EmbeddingLayer(50257, 384, max_seq_len=448, pos_encoding='learned', scale_embeddings=False)
    """
    if position not in POSITIONS:
        raise ValueError(f"Unknown position kind {position!r}: expected one of {', '.join(POSITIONS)}")
    ways: dict[str, NDArray[np.floating] | Literal["sinusoidal"] | None] = {
        "learned": table.positions,
        "sinusoidal": "sinusoidal",
        "none": None,
    }
    return EmbeddingLayer.from_tables(table.weight, ways[position], scale_embeddings=scale, max_seq_len=0, freeze=True)


def position_rows(layer: EmbeddingLayer, length: int) -> NDArray[np.float32]:
    """What the layer adds at positions 0 … length − 1: (length, D) float32, zeros where it knows no positions.

    Raises:
        ValueError: the learned table has fewer rows.
    """
    added = layer.positions(length)
    return np.zeros((length, layer.embed_dim), np.float32) if added is None else added.data


def rows_of(ids: NDArray[np.int64], table: Table) -> NDArray[np.float32]:
    """The table's rows of ids (n,), as float32 (n, D).

    >>> rows_of(np.array([464, 3797]), table_for("gpt2")).shape
    (2, 384)
    """
    return Embedding.from_weight(table.weight, freeze=True)(ids).data


@cached_expiring(most=8)
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
    layer = layer_of(table, request.position, request.scale)
    picked = layer.token_embedding(ids)
    rows, scaled, output = picked.data, layer.scaled(picked).data, layer(ids).data
    positions = position_rows(layer, ids.shape[1])
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
    now = result.output[line, :length]
    if against == "no position":
        return now - result.scaled[line, :length]
    layer = layer_of(result.table, result.request.position, result.request.scale)
    return now - layer(result.ids[line, :length][::-1]).data[::-1]
