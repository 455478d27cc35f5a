"""A table filled in by hand: four questions with names for each word, and how alike the words are.

A model's table is the same with more numbers, which training finds and nobody has named.
"""

import numpy as np
from numpy.typing import NDArray

from explorer.embedding_pipeline.nearest_tokens import EQUAL
from explorer.wording import listed, signed

QUESTIONS = ("pet?", "big?", "royal?", "moves?")
MOST = 3
"""A number goes from -3, not at all, to 3, very."""
WORDS: dict[str, tuple[int, int, int, int]] = {
    "hamster": (3, -3, -2, 2),
    "dog": (3, -1, -1, 2),
    "horse": (1, 2, 1, 3),
    "elephant": (-2, 3, -1, 1),
    "queen": (-3, 0, 3, 1),
    "palace": (-3, 3, 3, -3),
    "sofa": (-1, 1, -2, -3),
}


def nearest_first(row: tuple[int, ...]) -> list[tuple[str, float]]:
    """All words with the cosine of their rows and this one, the nearest first; a row of zeros has no direction.

    >>> nearest_first((3, -2, 0, 1))[0][0], nearest_first((0, 0, 0, 0))
    ('dog', [])
    """
    mine, table = np.array(row, float), np.array(list(WORDS.values()), float)
    if not mine.any():
        return []
    cosines: NDArray[np.float64] = table @ mine / np.linalg.norm(table, axis=1) / np.linalg.norm(mine)
    order = np.argsort(-cosines, kind="stable")
    names = list(WORDS)
    return [(names[n], float(cosines[n])) for n in order]


def ends_said(near: list[tuple[str, float]]) -> str:
    """The nearest and the farthest word with their cosines; all of them where several are as near.

    >>> ends_said(nearest_first((-3, 0, -3, 0)))
    'Nearest to your row: “elephant” and “sofa”, with a cosine of +0.55. Farthest: “dog” and “horse”, with −0.37.'
    """
    nearest, farthest = (
        listed(f"“{name}”" for name, other in near if abs(other - cosine) < EQUAL) for _, cosine in (near[0], near[-1])
    )
    return (
        f"Nearest to your row: {nearest}, with a cosine of {signed(near[0][1])}. Farthest: {farthest}, with "
        f"{signed(near[-1][1])}."
    )
