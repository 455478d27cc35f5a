"""How a list of merges is made: in a pile of words the two neighbours that stand together most often become one piece,
again and again.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

Word = tuple[str, ...]
"""Its pieces; at first its letters."""


def count_pairs(words: Iterable[Word]) -> Counter[Word]:
    """How often any two pieces are neighbours in the words.

    >>> count_pairs([tuple("that"), tuple("bat")]).most_common(1)
    [(('a', 't'), 2)]
    """
    return Counter(pair for word in words for pair in pairwise(word))


def join(word: Word, pair: Word) -> Word:
    """The word with these two neighbours as one piece, wherever they stand.

    >>> join(tuple("that"), ("a", "t"))
    ('t', 'h', 'at')
    """
    pieces: list[str] = []
    for piece in word:
        if pieces and (pieces[-1], piece) == pair:
            pieces[-1] += piece
        else:
            pieces.append(piece)
    return tuple(pieces)
