"""Cluster names by c-TF-IDF: terms that are frequent in one cluster and rare elsewhere.

Each row has terms: the beginnings and endings of its word, the words of a longer label, or its value in a column. A
term's weight in a cluster is tf · log(1 + A / f), with tf its count in the cluster, f its count in all clusters, and A
the mean number of terms per cluster. So a term of all clusters has a small weight.

Source: Grootendorst 2022, "BERTopic: Neural topic modeling with a class-based TF-IDF procedure", §3.3,
https://arxiv.org/abs/2203.05794
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.word_table import INSIDE, inside

LENGTHS = (2, 3, 4)
DIGITS, FOREIGN, WITHIN = "only digits", "no a–z", "begins inside a word"
FEWEST = 2
"""Minimum number of a cluster's rows with a term that is to be its name."""
_LETTERS = re.compile(r"[a-z0-9]")
_WORD = re.compile(r"\w[\w'’-]*")


def pieces(word: str) -> list[str]:
    """Affixes of a word, two to four characters each, and three terms for tokens that are no English word.

    A token that continues a word has no prefixes; it gets a term that says so.

    >>> pieces("Baking")
    ['ba-', '-ng', 'bak-', '-ing', 'baki-', '-king']
    >>> pieces("1984")[0], pieces("?"), pieces("##avio")
    ('only digits', ['no a–z'], ['begins inside a word', '-io', '-vio'])
    """
    small = word.casefold()
    if inside(small):
        own = pieces(small.removeprefix(INSIDE))
        return [WITHIN, *(piece for piece in own if not piece.endswith("-"))]
    if small.isdigit():
        return [DIGITS]
    signs = [] if _LETTERS.search(small) else [FOREIGN]
    cut = [size for size in LENGTHS if len(small) > size]
    return signs + [piece for size in cut for piece in (f"{small[:size]}-", f"-{small[-size:]}")]


def words_of(label: str) -> list[str]:
    """Distinct words of a label, in lower case.

    >>> words_of("Blue Jeans, blue")
    ['blue', 'jeans']
    """
    return list(dict.fromkeys(_WORD.findall(label.casefold())))


def whole(value: str) -> list[str]:
    """A column's value as a single term; no terms if it is empty.

    >>> whole("shoes"), whole("")
    (['shoes'], [])
    """
    return [value] if value else []


@dataclass(frozen=True, eq=False)
class Terms:
    """Terms of all rows in sparse form: their names, and a (row, term) pair of numbers for each occurrence."""

    names: tuple[str, ...]
    rows: NDArray[np.int64]
    terms: NDArray[np.int64]


def terms_of(texts: Iterable[str], split: Callable[[str], Sequence[str]]) -> Terms:
    """Extract the terms of some texts, one row per text.

    >>> found = terms_of(["ab", "b"], list)
    >>> found.names, found.rows.tolist(), found.terms.tolist()
    (('a', 'b'), [0, 0, 1], [0, 1, 1])
    """
    numbers: dict[str, int] = {}
    rows, terms = [], []
    for row, text in enumerate(texts):
        for term in split(text):
            rows.append(row)
            terms.append(numbers.setdefault(term, len(numbers)))
    return Terms(tuple(numbers), np.array(rows, np.int64), np.array(terms, np.int64))


@dataclass(frozen=True)
class ClusterName:
    """A term in a cluster: rows of the cluster that have it, rows at all, and its weight."""

    term: str
    here: int
    everywhere: int
    weight: float


def name_clusters(found: Terms, labels: NDArray[Any], k: int, most: int = 3) -> list[list[ClusterName]]:
    """The terms of largest weight of each of k clusters, at most `most` of them.

    Left out: a term that is no more frequent among the cluster's terms than among all, and one that only lengthens
    another.

    >>> texts = ["red hat", "red coat", "blue cup", "blue plate", "red cup"]
    >>> named = name_clusters(terms_of(texts, words_of), np.array([0, 0, 1, 1, 1]), 2)
    >>> [[item.term for item in items] for items in named]
    [['red'], ['blue', 'cup']]
    """
    if not len(found.terms):
        return [[] for _ in range(k)]
    counts = np.bincount(
        labels[found.rows].astype(np.int64) * len(found.names) + found.terms, minlength=k * len(found.names)
    )
    counts = counts.reshape(k, len(found.names))
    everywhere = counts.sum(axis=0)
    more = counts * len(found.terms) > everywhere * counts.sum(axis=1, keepdims=True)
    weights = np.where(more, counts * np.log1p(len(found.terms) / k / everywhere), 0.0)
    names: list[list[ClusterName]] = []
    for own, weight in zip(counts, weights, strict=True):
        chosen: list[ClusterName] = []
        heavy = np.flatnonzero(weight)
        for at in heavy[np.argsort(-weight[heavy], kind="stable")]:
            if len(chosen) == most:
                break
            if own[at] < FEWEST:
                continue
            if not any(_longer(found.names[at], other.term) for other in chosen):
                chosen.append(ClusterName(found.names[at], int(own[at]), int(everywhere[at]), float(weight[at])))
        names.append(chosen)
    return names


def _longer(one: str, other: str) -> bool:
    """Whether two pieces are the same end of a word, one of them longer.

    >>> _longer("-ing", "-ng"), _longer("ba-", "bak-"), _longer("ing-", "-ing")
    (True, True, False)
    """
    short, long = sorted((one, other), key=len)
    beginnings = short.endswith("-") and long.endswith("-") and long.startswith(short[:-1])
    return beginnings or (short.startswith("-") and long.startswith("-") and long.endswith(short[1:]))
