"""The shipped texts as token ids, split into training and held-out data.

Every text is cut into blocks of 1,024 tokens, of which every hundredth is held out, so that all parts of all six texts
are evaluated. Left out: separators between texts, and where a held-out block was removed.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.data import CORPORA, load_corpus
from explorer.tokenizers import SMALL, encode

BLOCK = 1024
EVERY = 100
FIRST = 50

# The two novelists' files wrap lines at about 70 characters; in the others line ends belong to the text.
WRAPPED = ("austen", "mobydick")
_inside = re.compile(r"(?<!\n)\n(?!\n)")

Ids = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Split:
    """Split into training and held-out text.

    Attributes:
        train: uint16 (N,), the training data of all texts in turn.
        held_out: int64 (n, 1024), the held-out blocks.
        source: text of each block, n names.
    """

    train: NDArray[np.uint16]
    held_out: Ids
    source: tuple[str, ...]


def unwrap(text: str) -> str:
    r"""Replace single line ends by spaces; empty lines stay.

    >>> unwrap("with little to distress\nor vex her.\n\nShe was")
    'with little to distress or vex her.\n\nShe was'
    """
    return _inside.sub(" ", text)


def split_blocks(ids: NDArray[np.integer], block: int = BLOCK) -> tuple[NDArray[np.integer], NDArray[np.integer]]:
    """Split ids into training ids and held-out blocks (n, block); an incomplete last block is training data.

    >>> rest, blocks = split_blocks(np.arange(153), block=1)
    >>> blocks.ravel().tolist(), len(rest)
    ([50, 150], 151)
    """
    whole = len(ids) // block
    out = np.zeros(len(ids), bool)
    for number in range(FIRST, whole, EVERY):
        out[number * block : (number + 1) * block] = True
    return ids[~out], ids[out].reshape(-1, block)


@lru_cache(maxsize=1)
def split() -> Split:
    """Tokenize and split all shipped texts, which takes some seconds."""
    train, blocks, source = [], [], []
    for name in CORPORA:
        text = load_corpus(name)
        rest, held_out = split_blocks(encode(unwrap(text) if name in WRAPPED else text, SMALL).astype(np.uint16))
        train.append(rest)
        blocks.append(held_out)
        source += [name] * len(held_out)
    return Split(np.concatenate(train), np.concatenate(blocks).astype(np.int64), tuple(source))
