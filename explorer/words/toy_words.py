"""Toy data: eight words by two of their GloVe numbers."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.words.shipped_tables import shipped

WORDS = ("horse", "cat", "bird", "ten", "lion", "china", "japan", "france")
COLUMNS = (35, 43)
"""Two of GloVe's 50 dimensions, in which these words form a slanting cloud."""


@lru_cache(maxsize=1)
def points() -> NDArray[np.float64]:
    """The two numbers of each word, (8, 2).

    >>> points().shape
    (8, 2)
    """
    table = shipped("GloVe")
    rows = [row for word in WORDS if (row := table.find(word)) is not None]
    return table.vectors[rows][:, COLUMNS].astype(np.float64)
