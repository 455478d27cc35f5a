"""Token strip: lines of groups of tokens, each group whole characters, up to a maximum number of tokens."""

from dataclasses import dataclass

from explorer import tokenizers
from explorer.data.cache import cached
from explorer.embedding_pipeline.tokens import Tokens

DRAWN = 512
_LOOK_AHEAD = 64


@dataclass(frozen=True)
class Piece:
    """One token: its number in the whole text, its id, its bytes."""

    number: int
    id: int
    data: bytes


@dataclass(frozen=True)
class Group:
    """Tokens that share a character, or a single token; `text` is their common text."""

    text: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Strip:
    """`lines` of groups with `shown` of `total` tokens; `width` is the number of tokens of the longest line."""

    lines: tuple[tuple[Group, ...], ...]
    shown: int
    total: int
    width: int


def _groups(pieces: list[Piece], most: int) -> list[Group]:
    """Groups that end within the first `most` tokens; a longer character is split between its code points."""
    data = [piece.data for piece in pieces]
    spans = [span for span in tokenizers.group_tokens(data) if span[1] <= most]
    if not spans:
        spans = [span for span in tokenizers.group_tokens(data, whole="code points") if span[1] <= most]
    return [Group(b"".join(data[a:b]).decode("utf-8"), tuple(pieces[a:b])) for a, b in spans]


@cached(8, expires=True)
def draw(tokens: Tokens, most: int = DRAWN) -> Strip:
    """The first `most` tokens of a text, as lines of groups.

    >>> from explorer.embedding_pipeline import tokenize
    >>> strip = draw(tokenize("Hi 😀", "gpt2"))
    >>> [(group.text, [piece.id for piece in group.pieces]) for group in strip.lines[0]]
    [('Hi', [17250]), (' 😀', [30325, 222])]
    """
    lines: list[tuple[Group, ...]] = []
    shown = width = 0
    for line in range(tokens.line_count):
        if shown >= most:
            break
        left = most - shown
        ids = tokens.line_ids(line)[: left + _LOOK_AHEAD].tolist()
        first = int(tokens.starts[line])
        pieces = [
            Piece(first + i, token, data)
            for i, (token, data) in enumerate(zip(ids, tokenizers.token_bytes(ids, tokens.encoding), strict=True))
        ]
        groups = _groups(pieces, left)
        if not groups:
            break
        lines.append(tuple(groups))
        count = sum(len(group.pieces) for group in groups)
        width = max(width, count)
        shown += count
        if count < len(tokens.line_ids(line)):
            break
    return Strip(tuple(lines), shown, len(tokens), width)
