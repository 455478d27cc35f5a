"""Corpora as word ids, and the requests and records of both methods of training word vectors.

Words are runs of letters in lower case, with apostrophes inside (don't); the vocabulary is the most frequent ones.
Other words are dropped before windows are formed, as in word2vec.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from explorer.data import CORPORA, read_blocks
from explorer.data.cache import cached
from explorer.wording import count, verb

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
LONGEST_PASTE = 120_000
SHOWN_WORDS = 1500
"""Most frequent words in a snapshot during training."""
FEWEST = 5
"""Minimum count of a word in the vocabulary."""


@dataclass(frozen=True)
class Corpus:
    """Texts to read: names of shipped ones, or a pasted text, which overrides names.

    Raises:
        ValueError: no text, an unknown name, or a paste that is too long.
    """

    names: tuple[str, ...] = ()
    pasted: str = ""

    def __post_init__(self) -> None:
        if len(self.pasted) > LONGEST_PASTE:
            raise ValueError(f"At most {LONGEST_PASTE:,} characters can be pasted, and this text has more")
        unknown = [name for name in self.names if name not in CORPORA]
        if unknown:
            raise ValueError(f"Unknown text {unknown[0]!r}: expected some of {', '.join(CORPORA)}")
        if not self.names and not self.pasted.strip():
            raise ValueError("Choose at least one text, or paste one")

    def blocks(self) -> Iterator[str]:
        """Iterate over the texts in blocks that end between words."""
        if self.pasted.strip():
            yield self.pasted
            return
        for name in self.names:
            yield from read_blocks(name)


@dataclass(frozen=True)
class WordRequest:
    """Common settings: corpus, width of vectors, window on either side, vocabulary.

    Raises:
        ValueError: the width or the window is out of range.
    """

    corpus: Corpus
    dim: int = 100
    window: int = 5
    vocab_size: int = 20_000
    seed: int = 0

    @property
    def private(self) -> bool:
        """Whether it contains a visitor's text, so that a finished run expires."""
        return bool(self.corpus.pasted)

    def __post_init__(self) -> None:
        if not 2 <= self.dim <= 300:
            raise ValueError(f"The vectors may have 2 to 300 numbers, got {self.dim}")
        if not 1 <= self.window <= 10:
            raise ValueError(f"The window may reach 1 to 10 words, got {self.window}")


@dataclass(frozen=True, eq=False)
class Words:
    """A corpus as numbers: `vocabulary` (V,) most frequent first, their `counts` (V,), and the running `ids` (N,)."""

    vocabulary: tuple[str, ...]
    counts: NDArray[np.int64]
    ids: NDArray[np.int32]


def words_of(text: str) -> list[str]:
    """Words of a text in lower case.

    >>> words_of("Don't panic: it's 42 O’Clock!")
    ["don't", 'panic', "it's", "o'clock"]
    """
    return _WORD.findall(text.lower().replace("’", "'"))


def read_words(corpus: Corpus, *, vocab_size: int = 20_000, min_count: int = FEWEST) -> Words:
    """Build the vocabulary and encode the running text; equally frequent words keep their order.

    The text is read in blocks: all its words as Python strings would take ten times its size.

    Raises:
        ValueError: fewer than ten different words are frequent enough.

    >>> found = read_words(Corpus(pasted="a b c d e f g h i j k " * 6))
    >>> found.vocabulary[:3], found.counts[:3].tolist(), len(found.ids)
    (('a', 'b', 'c'), [6, 6, 6], 66)
    """
    came: dict[str, int] = {}
    pieces = []
    for block in corpus.blocks():
        words = words_of(block)
        pieces.append(np.fromiter((came.setdefault(word, len(came)) for word in words), np.int32, len(words)))
    running = np.concatenate(pieces)
    every = np.bincount(running, minlength=len(came))
    frequent = np.argsort(-every, kind="stable")[:vocab_size]
    frequent = frequent[every[frequent] >= min_count]
    if len(frequent) < 10:
        raise ValueError(
            f"Only {count(len(frequent), 'different word')} {verb(len(frequent), 'occurs', 'occur')} at least "
            f"{min_count} times here; ten are needed. Choose a longer text."
        )
    row = np.full(len(came), -1, np.int32)
    row[frequent] = np.arange(len(frequent), dtype=np.int32)
    names = list(came)
    ids = row[running]
    return Words(tuple(names[word] for word in frequent), every[frequent].astype(np.int64), ids[ids >= 0])


@cached(max_entries=1, is_heavy=True)
def read_shipped_words(names: tuple[str, ...], vocab_size: int) -> Words:
    """Vocabulary and counts of shipped texts, cached, since reading takes a second or two; without the running ids."""
    return replace(read_words(Corpus(names), vocab_size=vocab_size), ids=np.empty(0, np.int32))


@dataclass(frozen=True, eq=False)
class VectorRecord:
    """Record of a training run.

    Attributes:
        step: units of work done, of `steps`.
        steps: all units of work.
        phase: current stage, for the screen.
        epoch: passes over the text so far, with fractions; 0 for methods without.
        loss: mean loss per pair since the last report; NaN where there is none.
        pairs: pairs trained on so far.
        seconds: training time so far, without reading the text.
        words: vocabulary, in the first possible record and in the last; else empty.
        counts: (V,) how often each occurs, with `words`.
        snapshot: (n, D) float16 rows of the n most frequent words, or None.
        vectors: (V, D) float32 of all words, in the last record only.
    """

    step: int
    steps: int
    phase: str
    epoch: float = 0.0
    loss: float = float("nan")
    pairs: int = 0
    seconds: float = 0.0
    words: tuple[str, ...] = ()
    counts: NDArray[np.int64] | None = None
    snapshot: NDArray[np.float16] | None = None
    vectors: NDArray[np.float32] | None = None
