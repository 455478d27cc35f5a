"""What the last token looks back at, one part for each token or cut character, and how much it takes from each."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer import tokenizers
from explorer.lm.predict_next_token import Reading
from explorer.tokenizers import SMALL


def label(token: int) -> str:
    """Display form of a token; a line end is a guess that nobody recognises by its sign alone.

    >>> label(3797), label(198)
    ('␣cat', '↵ new line')
    """
    shown = tokenizers.token_label(tokenizers.token_bytes([int(token)], SMALL)[0])
    return f"{shown} new line" if shown == "↵" else shown


def spans_of(pieces: Sequence[bytes]) -> list[tuple[int, int]]:
    """The tokens of each character that is cut, and each other token alone."""

    def begins_whole(first: int) -> bool:
        rest = b"".join(pieces[first:])
        return rest.startswith(rest.decode("utf-8", "ignore").encode())

    first = next((n for n in range(len(pieces)) if begins_whole(n)), len(pieces))  # a window may begin in a character
    spans = [(first + start, first + end) for start, end in tokenizers.group_tokens(pieces[first:])]
    done = spans[-1][1] if spans else first
    alone = [(n, n + 1) for n in range(len(pieces))]
    return [*alone[:first], *spans, *alone[done:]]


@dataclass(frozen=True)
class Part:
    """A token that is read, or the tokens of one character, from position `at`; with the share that it gives."""

    at: int
    label: str
    share: float


def parts_seen(reading: Reading) -> list[Part]:
    """What the last token looks back at, in the text's order; the last part is or holds that token itself."""
    pieces = tokenizers.token_bytes(reading.ids, SMALL)
    return [
        Part(
            start,
            label(int(reading.ids[start])) if end - start == 1 else tokenizers.token_label(b"".join(pieces[start:end])),
            float(reading.look_back[start:end].sum()),
        )
        for start, end in spans_of(pieces)
    ]


def looks_most_at(parts: Sequence[Part], before: Sequence[Part] = ()) -> int:
    """Number of the part that `looks_back` names beside the last: the arc that has grown most, or the thickest one."""
    grown = [part.share - (before[n].share if before else 0) for n, part in enumerate(parts[:-1] or parts)]
    return int(np.argmax(grown))
