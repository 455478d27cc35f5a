"""Vector addition of a row and a position in the plane, by the core's layer ("Two arrows" on the page)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from explorer.content.en import shared_page_questions
from explorer.core import EmbeddingLayer
from explorer.figures.figure_spec import Spec
from explorer.figures.positions import vector_addition as figures
from explorer.positional_encodings.sine_cosine import Floats
from explorer.positional_encodings.vector_addition import POSITIONS, WORDS, counted_cosine, summed
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import fixed, in_brackets

ANYWHERE, CIRCLE, LINE = shared_page_questions.RING.options
WAVES, GROWING = "Sine and cosine", "One growing number"
WORD: Any = Choice("Word", "dog", tuple(WORDS), key="p_word", about="whose row is the first arrow")
POSITION: Any = Whole("Position", 2, 0, POSITIONS - 1, key="p_word_place", typed=True, about="of the word")
ENCODING: Any = Choice(
    "Numbers of a position",
    WAVES,
    (WAVES, GROWING),
    key="p_word_position",
    about="those of a hand that comes round in 12 positions, or the position itself, added to both numbers",
)


@picture(summed, EmbeddingLayer.forward)
def arrows(
    *,
    word: str = WORD,
    position: int = POSITION,
    encoding: str = ENCODING,
) -> View:
    """A word's row, its position's row attached to the tip, and their sum.

    >>> arrows().formula.worked
    'First number: 2.80 + 0.87 = 3.67. Second: 0.60 + 0.50 = 1.10.'
    """
    if encoding == GROWING:
        return _growing(word, position)
    row, total = np.array(WORDS[word]), summed(word)[position]
    says = (
        f"“{word}” at position {position}: the word {pair(row)} plus the position {pair(total - row)} is the sum "
        f"{pair(total)}, which a model would read."
    )

    def draw(answered: bool, guess: str | None) -> View:
        wrong = guess if guess in (LINE, ANYWHERE) else None
        return View(
            _figure(word, position, answered, wrong),
            says + (f" Your guess, {wrong}, is dotted." if wrong else ""),
            lambda: _table(word),
            (_formula(word, position, row, total - row, total),),
        )

    return with_question(draw)


def _growing(word: str, position: int) -> View:
    """Sentence on adding the position itself to both numbers: the word's share in the sum."""
    row, total = np.array(WORDS[word]), summed(word, growing=True)[position]
    step = total - row
    lengths = [float(np.linalg.norm(each)) for each in (row, step)]
    other = next(each for each in ("man", "dog") if each != word)
    says = (
        f"At position {position} the arrow of “{word}” is {fixed(lengths[0])} long, that of the position "
        f"{fixed(lengths[1])}. The sums of “{word}” and “{other}” there have a cosine of "
        f"{fixed(counted_cosine(word, other, position))}, their rows alone one of "
        f"{fixed(counted_cosine(word, other, 0))}."
    )
    return View(
        figures.two_sums(WORDS, {each: summed(each, growing=True) for each in (word, other)}, position),
        says,
        lambda: _table(word, growing=True),
        (
            Formula(
                r"x = E[\text{word}] + (p, p)",
                {
                    r"E[\text{word}]": f"the row of “{word}”: {pair(row)}",
                    "p": f"the position: {position}",
                    "x": "the sum",
                },
                f"First number: {fixed(row[0])} + {fixed(step[0])} = {fixed(total[0])}. Second: {fixed(row[1])} + "
                f"{fixed(step[1])} = {fixed(total[1])}.",
            ),
        ),
    )


def pair(values: Floats) -> str:
    """Two numbers as a point.

    >>> pair(np.array([0.5, -1]))
    '(0.50, −1.00)'
    """
    return f"({', '.join(fixed(value) for value in values.tolist())})"


@lru_cache(maxsize=128)
def _figure(word: str, position: int, ring: bool, guess: str | None) -> Spec:
    sums = summed(word)
    figure = figures.arrows(WORDS, sums, word=word, position=position, ring=ring)
    if guess is None:
        return figure
    step = sums[1] - sums[0]
    return figures.outlined(figure, np.stack([sums[0] - 4 * step, sums[0] + 4 * step]) if guess == LINE else None)


def _table(word: str, growing: bool = False) -> Table:
    sums = summed(word, growing)
    steps = sums - np.array(WORDS[word])
    return Table(
        {
            "position": range(POSITIONS),
            "position, first": steps[:, 0],
            "position, second": steps[:, 1],
            "sum, first": sums[:, 0],
            "sum, second": sums[:, 1],
        },
        "arrows",
    )


def _formula(word: str, position: int, row: Floats, step: Floats, total: Floats) -> Formula:
    return Formula(
        r"x = E[\text{word}] + P[p]",
        {
            r"E[\text{word}]": f"the row of “{word}”: {pair(row)}",
            "P[p]": f"the row of position {position}, sine and cosine of a hand that comes round in {POSITIONS} "
            f"positions: {pair(step)}",
            "x": "what the model reads",
        },
        f"First number: {fixed(row[0])} + {in_brackets(fixed(step[0]))} = {fixed(total[0])}. Second: {fixed(row[1])} + "
        f"{in_brackets(fixed(step[1]))} = {fixed(total[1])}.",
    )
