"""Embedding pipeline: ids, rows, × √D, + position, (B, T, D).

From the ids on, the core's `EmbeddingLayer` computes everything, on a read-only table.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from explorer import tokenizers
from explorer.core import Embedding, EmbeddingLayer
from explorer.data.cache import cached
from explorer.embedding_pipeline.tokenizer_embedding_tables import Table, table_for
from explorer.embedding_pipeline.tokens import Tokens, tokenize

Position = Literal["learned", "sinusoidal", "none"]
POSITIONS: tuple[Position, ...] = ("learned", "sinusoidal", "none")


@dataclass(frozen=True)
class PipelineRequest:
    """Settings. `max_lines` and `max_tokens` limit the array, not the counts of tokens.

    Attributes:
        text: any string; its lines are the batch unless `one_sequence`.
        encoding: one of `tokenizers.CHOICES`.
        position: "learned", "sinusoidal" or "none".
        scale: multiply token rows by √D.
        allow_special: parse special tokens.
        one_sequence: line ends are tokens, too.
        init: initializer of an untrained table.
        seed: of an untrained table.
        max_lines: maximum B.
        max_tokens: maximum T.
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
class PipelineResult:
    """All intermediate results. Arrays are read-only; B = T = 0 for an empty text.

    Attributes:
        request: the settings.
        tokens: all tokens of the text, also beyond the limits.
        table: the token table and the learned position table used.
        ids: int64 (B, T), shorter lines padded with `padding_id`.
        mask: bool (B, T), True for tokens, False for padding.
        rows: float32 (B, T, D), rows of the table.
        scaled: float32 (B, T, D), `rows`, times √D with `scale`.
        positions: float32 (T, D), position rows; zeros for "none".
        output: float32 (B, T, D) = `scaled` + `positions`, the transformer's input.
        padding_id: the end-of-text token; 0 for a tokenizer without one.
        too_long: tokens of the longest line if the learned table is too short for it, else None.
    """

    request: PipelineRequest
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
    r"""Pad sequences to one array: ids (B, T) and mask (B, T).

    >>> ids, mask = batch(tokenize("The cat\nsat", "gpt2"), 50256, 8, 64)
    >>> ids.tolist(), mask.tolist()
    ([[464, 3797], [49720, 50256]], [[True, True], [True, False]])
    """
    lines = [tokens.line_ids(b)[:max_tokens] for b in range(min(tokens.line_count, max_lines))]
    ids = np.full((len(lines), max(map(len, lines), default=0)), padding_id, np.int64)
    mask = np.zeros(ids.shape, bool)
    for b, line in enumerate(lines):
        ids[b, : len(line)] = line
        mask[b, : len(line)] = True
    return ids, mask


def layer_of(table: Table, position: Position, scale: bool = False) -> EmbeddingLayer:
    """The core's layer around a table, without a copy.

    Raises:
        ValueError: unknown kind of position.

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
    """Position rows 0 … length − 1 of the layer: (length, D) float32, zeros without positions.

    Raises:
        ValueError: the learned table has fewer rows.
    """
    added = layer.positions(length)
    return np.zeros((length, layer.embed_dim), np.float32) if added is None else added.data


def rows_of(ids: NDArray[np.int64], table: Table) -> NDArray[np.float32]:
    """Rows of ids (n,) as float32 (n, D).

    >>> rows_of(np.array([464, 3797]), table_for("gpt2")).shape
    (2, 384)
    """
    return Embedding.from_weight(table.weight, freeze=True)(ids).data


@cached(8, expires=True)
def run(request: PipelineRequest) -> PipelineResult:
    """Run the pipeline.

    >>> result = run(PipelineRequest("The cat sat on the mat"))
    >>> result.ids.tolist(), result.shape, result.table.name
    ([[464, 3797, 3332, 319, 262, 2603]], (1, 6, 384), 'Whisper tiny.en')
    >>> bool((result.output == result.rows + result.positions).all())
    True
    """
    tokens = tokenize(
        request.text, request.encoding, allow_special=request.allow_special, one_sequence=request.one_sequence
    )
    table = table_for(request.encoding, request.init, request.seed)
    special = "<|endoftext|>" in tokenizers.special_tokens(request.encoding)
    padding_id = int(tokenizers.encode("<|endoftext|>", request.encoding, allow_special=True)[0]) if special else 0
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
    return PipelineResult(request, tokens, table, ids, mask, rows, scaled, positions, output, padding_id, too_long)


Against = Literal["no position", "words reversed"]


def change(result: PipelineResult, line: int, against: Against) -> NDArray[np.float32]:
    """Difference of a line's vectors from those of another treatment, (t, D) for its t tokens.

    Args:
        result: of `run`.
        line: sequence of the batch.
        against: "no position": the rows without positions. "words reversed": each word's vector when the line is
            reversed, so that it is at another position.

    >>> result = run(PipelineRequest("a b c"))
    >>> [bool(row.any()) for row in change(result, 0, "words reversed")]  # the middle word keeps its position
    [True, False, True]
    """
    length = int(result.mask[line].sum())
    now = result.output[line, :length]
    if against == "no position":
        return now - result.scaled[line, :length]
    layer = layer_of(result.table, result.request.position, result.request.scale)
    return now - layer(result.ids[line, :length][::-1]).data[::-1]
