"""A shipped text as character ids, with a held-out end.

Lower case, with one space for any run of white space, so that a small model need not learn capitals and line breaks.
No tokenizer: a character is a token.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from explorer.data import load_corpus
from explorer.data.cache import cached

CORPUS = "austen"
VOCAB_SIZE = 54  # distinct characters, so that a page need not read the text; tested
HELD_OUT = 20_000

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CharText:
    """A text as ids.

    Attributes:
        symbols: the characters, in the order of their ids.
        train: ids of all but the end, uint8 for up to 256 symbols.
        held_out: ids of the last `HELD_OUT` characters.
    """

    symbols: str
    train: npt.NDArray[np.integer]
    held_out: Ids

    @property
    def vocab_size(self) -> int:
        """Distinct characters."""
        return len(self.symbols)

    def windows(self, count: int, seq_len: int, stride: int | None = None) -> tuple[Ids, Ids]:
        """`count` held-out windows, one every `stride` characters, and the next characters.

        Returns:
            ids and targets, each (count, seq_len).

        Raises:
            ValueError: the held-out text is too short.
        """
        stride = stride or seq_len
        needed = (count - 1) * stride + seq_len + 1
        if needed > len(self.held_out):
            raise ValueError(f"{count} windows of {seq_len} need {needed} characters, got {len(self.held_out)}")
        at = np.arange(count)[:, None] * stride + np.arange(seq_len + 1)
        picked = self.held_out[at]
        return picked[:, :-1], picked[:, 1:]

    def batch(self, rng: np.random.Generator, batch: int, seq_len: int) -> tuple[Ids, Ids]:
        """Windows of the training text at random offsets, and the next characters: two (batch, seq_len)."""
        at = rng.integers(0, len(self.train) - seq_len, batch)[:, None] + np.arange(seq_len + 1)
        picked = self.train[at].astype(np.int64)
        return picked[:, :-1], picked[:, 1:]


def encode_characters(text: str, held_out: int = HELD_OUT) -> CharText:
    r"""Encode a text as character ids; the last `held_out` are held out.

    Raises:
        ValueError: nothing would be left to train on.

    >>> text = encode_characters("A  rose is a\nrose", held_out=4)
    >>> text.symbols, text.train.tolist()
    (' aeiors', [1, 0, 5, 4, 6, 2, 0, 3, 6, 0, 1, 0])
    """
    plain = " ".join(text.lower().split())
    if len(plain) <= held_out:
        raise ValueError(f"The text must be longer than the {held_out} characters set aside, got {len(plain)}")
    symbols = "".join(sorted(set(plain)))
    number = np.zeros(ord(symbols[-1]) + 1, np.min_scalar_type(len(symbols)))
    number[[ord(symbol) for symbol in symbols]] = np.arange(len(symbols))
    ids = number[np.frombuffer(plain.encode("utf-32-le"), np.uint32)]
    ids.flags.writeable = False
    last = ids[len(ids) - held_out :].astype(np.int64)
    last.flags.writeable = False
    return CharText(symbols, ids[: len(ids) - held_out], last)


@cached(max_entries=2)
def char_text() -> CharText:
    """The shipped text as characters."""
    return encode_characters(load_corpus(CORPUS))
