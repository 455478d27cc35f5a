"""Analogies (a is to b as c is to …) by vector arithmetic, and their accuracy.

The answers of the shipped tables are precomputed by `tools/precompute_word_results.py` in `precomputed_analogies.npz`.

3CosAdd takes the row d with the largest cosine to b − a + c, all of unit length, which is the largest
d·b − d·a + d·c. The whole Google set needs the products of its 900 or so words with the table once, and three
additions per question after that.

Sources: Mikolov, Yih and Zweig 2013, "Linguistic Regularities in Continuous Space Word Representations"; the name and
the form with products: Levy and Goldberg 2014, "Linguistic Regularities in Sparse and Explicit Word
Representations", §3.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data import shipped_files
from explorer.data.cache import cached
from explorer.vectors.neighbours import Neighbours
from explorer.vectors.preprocessing import PreparedTable, as_prepared, exact_unit_rows, unit_rows
from explorer.vectors.similarity_measures import COSINE, SAME, SAME_EXACT, near_vector
from explorer.words.cluster_cache import MADE_OF

Question = tuple[str, str, str, str]
CANDIDATES_AT_ONCE = 2048
NOTHING = 1e-6
"""Rounding tolerance: a sum of three unit rows no longer than this counts as 0."""
QUESTIONS = "questions-words.txt"
FILE = Path(__file__).with_name("precomputed_analogies.npz")


@dataclass(frozen=True)
class Score:
    """Accuracy counts of one section of questions.

    Attributes:
        section: its name.
        total: questions in the section.
        asked: those whose four words are distinct rows of the table.
        right: answered correctly when a, b and c may not be the answer.
        right_with_inputs: answered correctly when they may.
        echoes: times the answer was a, b or c itself when allowed.
    """

    section: str
    total: int
    asked: int
    right: int
    right_with_inputs: int
    echoes: int

    @property
    def accuracy(self) -> float:
        """Share of the asked questions answered correctly, inputs excluded; 0 where none was asked."""
        return self.right / self.asked if self.asked else 0.0


def complete(
    table: NDArray[Any] | PreparedTable,
    a: int,
    b: int,
    c: int,
    k: int = 10,
    *,
    exclude_inputs: bool = True,
    allowed: NDArray[np.bool_] | None = None,
) -> Neighbours:
    """The k rows closest by cosine to b − a + c (rows of unit length).

    Returns:
        No answers where the sum is 0 up to rounding: it has no direction.

    >>> table = np.array([[1.0, 0, 0], [1, 1, 0], [0, 0, 1], [0, 0.9, 1]])
    >>> complete(table, 0, 1, 2, 1).ids.tolist()
    [3]
    """
    view = as_prepared(table)
    one, two, three = exact_unit_rows(view.rows([a, b, c]))
    total = two - one + three
    if np.linalg.norm(total) < NOTHING:
        return Neighbours(np.empty(0, np.int64), np.empty(0, np.float32))
    return near_vector(view, total[None], k, COSINE, leave_out=[a, b, c] if exclude_inputs else [], allowed=allowed)


@dataclass(frozen=True, eq=False)
class Answers:
    """A table's answers to every question that its vocabulary covers.

    Attributes:
        sections: name → number of questions.
        asked: (n, 4) rows of the words of each question.
        section: (n,) number of its section.
        strict: (n,) the answer when the first three words may not be it.
        loose: (n,) the answer when they may.
        tied: questions with more rows as near as the strict answer, the first of them in the table; 0 if unknown.
    """

    sections: Mapping[str, int]
    asked: NDArray[np.int64]
    section: NDArray[np.int64]
    strict: NDArray[np.int64]
    loose: NDArray[np.int64]
    tied: int = 0

    @property
    def right(self) -> NDArray[np.bool_]:
        """(n,) whether the strict answer is the expected word."""
        return np.asarray(self.strict == self.asked[:, 3])


def ask(
    table: NDArray[Any] | PreparedTable,
    find: Callable[[str], int | None],
    sections: Mapping[str, Sequence[Question]],
    *,
    allowed: NDArray[np.bool_] | None = None,
    known: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None,
) -> Answers:
    """Answer all questions that the vocabulary covers, with and without the inputs as answers.

    Args:
        table: (V, D) array or view.
        find: row of a word, None where the table lacks it.
        sections: name → questions (a, b, c, d).
        allowed: (V,) booleans, rows that may be the answer; the words of the questions always may.
        known: precomputed strict and loose answers of this table.

    >>> table = np.array([[1.0, 0, 0], [1, 0.2, 0], [0, 0, 1], [0, 0.9, 1]])
    >>> ask(table, {"a": 0, "b": 1, "c": 2, "d": 3}.get, {"all": [("a", "b", "c", "d")]}).strict.tolist()
    [3]
    """
    rows, where = [], []
    for number, questions in enumerate(sections.values()):
        for question in questions:
            ids = [find(word) for word in question]
            if None not in ids and len(set(ids)) == 4:
                rows.append(ids)
                where.append(number)
    asked = np.array(rows, np.int64).reshape(-1, 4)
    strict, loose, tied = _answers(as_prepared(table), asked, allowed) if known is None else (*known, 0)
    totals = {name: len(questions) for name, questions in sections.items()}
    return Answers(totals, asked, np.array(where, np.int64), strict, loose, tied)


def plan(name: str) -> str:
    """Cache key of a shipped table's answers: all that they depend on besides the code.

    >>> plan("GloVe").endswith("whole words, the rows as they are")
    True
    """
    sums = " ".join(shipped_files.SUMS[file] for file in (*MADE_OF[name], QUESTIONS))
    return f"{sums} whole words, the rows as they are"


@cached(max_entries=len(MADE_OF))
def precomputed_answers(name: str) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """Precomputed strict and loose answers of a shipped table; None if there are none for exactly these bytes.

    >>> [len(answers) for answers in precomputed_answers("GloVe")]
    [14877, 14877]
    """
    if name not in MADE_OF:
        return None
    with shipped_files.reading(FILE), FILE.open("rb") as stream, np.load(stream) as stored:
        if str(stored[f"{name}/plan"]) != plan(name):
            return None
        strict, loose = stored[name].astype(np.int64)
        return strict, loose


def scores(found: Answers) -> list[Score]:
    """Score of each section."""
    right_loose = found.loose == found.asked[:, 3]
    echo = (found.loose[:, None] == found.asked[:, :3]).any(axis=1)
    made = []
    for number, (name, total) in enumerate(found.sections.items()):
        mine = found.section == number
        counts = (int((mine & what).sum()) for what in (found.right, right_loose, echo))
        made.append(Score(name, total, int(mine.sum()), *counts))
    return made


def accuracy(
    table: NDArray[Any] | PreparedTable,
    find: Callable[[str], int | None],
    sections: Mapping[str, Sequence[Question]],
    *,
    allowed: NDArray[np.bool_] | None = None,
) -> list[Score]:
    """`ask` and `scores` in one.

    >>> table = np.array([[1.0, 0, 0], [1, 0.2, 0], [0, 0, 1], [0, 0.9, 1]])
    >>> accuracy(table, {"a": 0, "b": 1, "c": 2, "d": 3}.get, {"all": [("a", "b", "c", "d"), ("a", "b", "c", "x")]})
    [Score(section='all', total=2, asked=1, right=1, right_with_inputs=0, echoes=1)]
    """
    return scores(ask(table, find, sections, allowed=allowed))


def together(scores: Sequence[Score], name: str = "all") -> Score:
    """The sum of several sections.

    >>> together([Score("a", 4, 2, 1, 0, 2), Score("b", 6, 3, 3, 1, 1)])
    Score(section='all', total=10, asked=5, right=4, right_with_inputs=1, echoes=3)
    """
    fields = ("total", "asked", "right", "right_with_inputs", "echoes")
    return Score(name, *(sum(getattr(score, field) for score in scores) for field in fields))


def _answers(
    view: PreparedTable, asked: NDArray[np.int64], allowed: NDArray[np.bool_] | None
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Best row for each question (n, 4): with the first three excluded, and with them allowed; how many are tied."""
    unit = exact_unit_rows if view.exact else unit_rows
    best = np.full((2, len(asked)), -np.inf)
    answer = np.full((2, len(asked)), -1, np.int64)
    near = np.zeros(len(asked), np.int64)
    if not len(asked):
        return answer[0], answer[1], 0
    words, inverse = np.unique(asked, return_inverse=True)
    inverse = inverse.reshape(asked.shape)
    queries = unit(view.rows(words))
    may = np.ones(view.shape[0], bool) if allowed is None else allowed.copy()
    may[words] = True
    candidates = np.flatnonzero(may)
    for start in range(0, len(candidates), CANDIDATES_AT_ONCE):
        part = candidates[start : start + CANDIDATES_AT_ONCE]
        products = queries @ unit(view.rows(part)).T
        # Batches of a few questions, so that the sums stay in the CPU cache.
        for first in range(0, len(asked), 256):
            some = slice(first, min(first + 256, len(asked)))
            a, b, c = (inverse[some, column] for column in range(3))
            sums = products[b]
            sums -= products[a]
            sums += products[c]
            _keep_best(sums, part, some, best[1], answer[1])
            for column in range(3):
                spot = np.searchsorted(part, asked[some, column])
                inside = (spot < len(part)) & (part[np.minimum(spot, len(part) - 1)] == asked[some, column])
                sums[np.flatnonzero(inside), spot[inside]] = -np.inf
            before = best[0, some].copy()
            _keep_best(sums, part, some, best[0], answer[0])
            least = best[0, some] - (SAME[COSINE] if sums.dtype == np.float32 else SAME_EXACT)
            near[some] = near[some] * (before >= least) + np.count_nonzero(sums >= least[:, None], axis=1)
    return answer[0], answer[1], int((near > 1).sum())


def _keep_best(
    sums: NDArray[np.floating[Any]],
    part: NDArray[np.int64],
    some: slice,
    best: NDArray[np.float64],
    answer: NDArray[np.int64],
) -> None:
    column = sums.argmax(axis=1)
    value = sums[np.arange(len(sums)), column]
    better = value > best[some]
    best[some] = np.where(better, value, best[some])
    answer[some] = np.where(better, part[column], answer[some])
