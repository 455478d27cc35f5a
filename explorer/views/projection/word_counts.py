"""Word counts of a table's words in the shipped texts, computed once per server."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from explorer.data import CORPORA, read_blocks
from explorer.data.cache import cached
from explorer.data.word_table import WordTable
from explorer.training.word_corpus import words_of


@cached(max_entries=1, is_heavy=True)
def _counter() -> Counter[str]:
    found: Counter[str] = Counter()
    for name in CORPORA:
        for block in read_blocks(name):
            found.update(words_of(block))
    return found


def counts_of(table: WordTable) -> NDArray[np.int64]:
    """Occurrences of each row's word in the six shipped texts, (V,); 0 for pieces and punctuation."""
    look = _counter().get
    return np.fromiter((look(word.casefold(), 0) for word in table.words), np.int64, len(table.words))
