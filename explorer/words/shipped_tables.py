"""The shipped tables with their words.

Tokens that continue a word have the prefix "##", in MiniLM by its own convention and in Whisper by ours (its tokens
that start a word begin with a space, which is removed here).
"""

import numpy as np

from explorer.data import load_glove, load_minilm, load_whisper
from explorer.data.cache import cached
from explorer.data.word_table import WordTable
from explorer.tokenizers import token_bytes
from explorer.vectors.neighbours import Neighbours, cosine_neighbours, picture_neighbours
from explorer.vectors.pca import Pca, pca
from explorer.vectors.preprocessing import PreparedTable, as_prepared

SHIPPED = {"MiniLM": "all-MiniLM-L6-v2", "GloVe": "GloVe 6B, 50 numbers", "Whisper": "Whisper tiny.en"}


@cached(max_entries=3)
def shipped(name: str) -> WordTable:
    """One of the three tables that ship with the project.

    Raises:
        ValueError: an unknown name.

    >>> table = shipped("GloVe")
    >>> table.words[table.find("King")], table.vectors.shape
    ('king', (30000, 50))
    """
    if name == "MiniLM":
        minilm = load_minilm()
        note = "Word pieces of a model that compares sentences; kept as INT8 rows."
        return WordTable(name, minilm.words, minilm.tokens(), note=note)
    if name == "GloVe":
        glove = load_glove()
        note = "The 30,000 most frequent words of GloVe 6B, most frequent first; kept as INT8 rows."
        return WordTable(name, glove.words, glove.tokens(), note=note)
    if name == "Whisper":
        note = "Token rows of a model that writes down speech; FP16, its own precision."
        tokens = load_whisper().tokens
        words = [
            text.decode("utf-8", errors="backslashreplace") for text in token_bytes(np.arange(len(tokens)), "gpt2")
        ]
        marked = (word[1:] if word.startswith(" ") and len(word) > 1 else f"##{word}" for word in words)
        return WordTable(name, tuple(marked), tokens, note=note)
    raise ValueError(f"Unknown table {name!r}: expected one of {', '.join(SHIPPED)}")


@cached(max_entries=3, is_heavy=True)
def components(name: str) -> Pca:
    """Principal components of a shipped table without preprocessing.

    >>> len(components("GloVe").components)
    50
    """
    return pca(shipped(name).vectors)


@cached(max_entries=3, is_heavy=True)
def _flat(name: str, drawn: tuple[int, int]) -> tuple[PreparedTable, np.ndarray]:
    table = shipped(name).vectors
    return as_prepared(table), components(name).project(table, drawn)


def near_and_drawn_near(
    name: str, row: int, k: int = 10, drawn: tuple[int, int] = (0, 1)
) -> tuple[Neighbours, Neighbours]:
    """The k rows nearest to one row by their cosines, and the k nearest dots on the map of two `drawn` components.

    >>> [len(each.ids) for each in near_and_drawn_near("GloVe", 7, 3)]
    [3, 3]
    """
    rows, points = _flat(name, drawn)
    return cosine_neighbours(rows, row, k), picture_neighbours(points, row, k)
