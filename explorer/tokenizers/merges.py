"""Byte-pair encoding of a word: starting from bytes, merge the adjacent pair with the lowest rank, repeatedly.

The encoder of Sennrich, Haddow and Birch 2016, "Neural Machine Translation of Rare Words with Subword Units", on bytes
as in GPT-2. Written to be read; `tests/tokenizers` compares it with tiktoken's, which is in Rust.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import regex

from explorer.tokenizers.encode_decode import clean, special_tokens, word_pattern
from explorer.tokenizers.vocabularies import get
from explorer.tokenizers.vocabulary_parts import Ranks

LONGEST = 400
"""Maximum bytes of a word; the time grows with the square, since every merge looks at every pair."""


@dataclass(frozen=True)
class MergeStep:
    """One merge: `left` and `right` (bytes) became one token with this `rank`; `parts` is the word after it.

    `index` is that of the joined token in `parts`.
    """

    left: bytes
    right: bytes
    rank: int
    index: int
    parts: tuple[bytes, ...]


@dataclass(frozen=True)
class Ladder:
    """All merges of a word: single bytes (`start`), merges (`steps`) and tokens (`ids`, `parts`)."""

    start: tuple[bytes, ...]
    steps: tuple[MergeStep, ...]
    parts: tuple[bytes, ...]
    ids: tuple[int, ...]


def split_words(text: str, encoding: str) -> list[str]:
    """Pre-tokenization: the words that a text is split into; merges never cross their boundaries.

    >>> split_words("The cat sat.", "gpt2")
    ['The', ' cat', ' sat', '.']
    """
    return list(_words(text, encoding, allow_special=False))


def first_pairs(word: str, encoding: str) -> tuple[tuple[str, ...], str]:
    """The different pairs of neighbours in a word, as in "h e", and the pair that is joined first.

    Both are empty if the word has other signs than English letters after its space, not two to four pairs, or no merge.

    >>> first_pairs("The", "gpt2"), first_pairs(" on", "gpt2")
    ((('T h', 'h e'), 'h e'), (('␣ o', 'o n'), 'o n'))
    """
    letters = word.removeprefix(" ")
    pairs = tuple(dict.fromkeys(" ".join(pair) for pair in pairwise(word.replace(" ", "␣"))))
    if not (letters.isascii() and letters.isalpha() and 2 <= len(pairs) <= 4):
        return (), ""
    steps = merge_ladder(word, encoding).steps
    return (pairs, f"{steps[0].left.decode()} {steps[0].right.decode()}".replace("  ", "␣ ")) if steps else ((), "")


def word_at(text: str, byte: int, encoding: str, *, allow_special: bool = False) -> str:
    """The word of `split_words` at a byte of the text; "" past the end.

    With `allow_special` a special token is one word.

    >>> word_at("The cat sat.", 4, "gpt2")
    ' cat'
    >>> word_at("<|endoftext|>!", 13, "gpt2"), word_at("<|endoftext|>!", 13, "gpt2", allow_special=True)
    ('|>!', '!')
    """
    end = 0
    for word in _words(text, encoding, allow_special):
        end += len(word.encode("utf-8"))
        if byte < end:
            return word
    return ""


def _words(text: str, encoding: str, allow_special: bool) -> Iterator[str]:
    special = special_tokens(encoding) if allow_special else ()
    whole = "|".join(map(regex.escape, special))
    for part in regex.split(f"({whole})", clean(text)[0]) if special else [clean(text)[0]]:
        if part in special:
            yield part
        else:
            yield from (found.group() for found in word_pattern(encoding).finditer(part))


def merge_ladder(word: str | bytes, encoding: str) -> Ladder:
    """Every merge that builds the tokens of one word (a piece of `split_words`).

    Raises:
        ValueError: the word is longer than `LONGEST` bytes.

    >>> ladder = merge_ladder(" cat", "gpt2")
    >>> [(step.left, step.right, step.rank) for step in ladder.steps]
    [(b'a', b't', 265), (b' ', b'c', 269), (b' c', b'at', 3797)]
    """
    data = clean(word)[0].encode("utf-8") if isinstance(word, str) else word
    if len(data) > LONGEST:
        raise ValueError(f"A ladder is built for words of up to {LONGEST} bytes, got {len(data)}")
    ranks = Ranks(get(encoding))
    parts = [data[i : i + 1] for i in range(len(data))]
    start = tuple(parts)
    steps = []
    while len(parts) > 1:
        pairs = [(ranks[a + b], i) for i, (a, b) in enumerate(pairwise(parts)) if a + b in ranks]
        if not pairs:
            break
        rank, i = min(pairs)
        left, right = parts[i], parts[i + 1]
        parts[i : i + 2] = [left + right]
        steps.append(MergeStep(left, right, rank, i, tuple(parts)))
    return Ladder(start, tuple(steps), tuple(parts), tuple(ranks[part] for part in parts))
