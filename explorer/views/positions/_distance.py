"""Similarity of two rows of a sinusoidal table, as a matrix and as a curve over their distance."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Literal, get_args

import numpy as np

from explorer.excerpt import Excerpt, ranges
from explorer.figures.figure_spec import Spec
from explorer.figures.positions import distance as figures
from explorer.positional_encodings.position_similarity import Closeness, Waves, closeness
from explorer.views.formula import Formula
from explorer.views.positions.settings import BASE, FAR, LENGTH, WIDTH
from explorer.views.setting import Choice, Float, Int, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import count, fixed

Measure = Literal["cosine", "dot product"]
MEASURE: Any = Choice("Measure", "cosine", get_args(Measure), key="p_measure", about="of the rows' likeness")
DISTANCE: Any = Whole(
    "Distance",
    lambda others: min(FAR, others["length"] - 1),
    0,
    lambda others: others["length"] - 1,
    key="p_distance",
    typed=True,
    about="of the positions that are marked",
)


@picture(closeness)
def similarity_matrix(
    *, length: Int = LENGTH, dim: Int = WIDTH, base: Float = BASE, measure: Measure = MEASURE, distance: Int = DISTANCE
) -> View:
    """Similarity matrix of the rows of a sinusoidal table.

    >>> round(float(similarity_matrix(length=9, dim=4).table["1"][0]), 4)  # rows 0 and 1
    0.7701
    """
    waves = Waves(length, dim, base)
    result = _closeness(waves, measure)
    columns = {str(p): result.matrix[:, i] for i, p in enumerate(result.positions)}
    part = Excerpt("position", result.positions, length, step=result.step)

    def draw(answered: bool, _: Any) -> View:
        square = _figures(waves, measure)[0]
        line = f"{_line_in_words(result, measure, distance)} " * answered
        return View(
            figures.with_diagonals(square, length, distance) if answered else square,
            f"{_far_in_words(result, measure)} {line}Only the distance counts: each diagonal has one value (but for "
            "rounding).",
            lambda: Table({"position": result.positions, **columns}, "closeness"),
            left_out=ranges("Drawn and compared", part),
        )

    return with_question(draw)


@picture(closeness)
def similarity_curve(
    *, length: Int = LENGTH, dim: Int = WIDTH, base: Float = BASE, measure: Measure = MEASURE, distance: Int = DISTANCE
) -> View:
    """Similarity of row 0 of a sinusoidal table to row k, for every k.

    >>> [round(float(value), 4) for value in similarity_curve(length=2, dim=4).table["cosine"]]
    [1.0, 0.7701]
    """
    waves = Waves(length, dim, base)
    result = _closeness(waves, measure)
    return View(
        figures.with_mark(_figures(waves, measure)[1], distance),
        _curve_in_words(result, measure, distance),
        Table({"distance": np.arange(length), measure: result.curve}, "distance"),
        (_formula(waves, measure, result),),
    )


@lru_cache(maxsize=12)
def _closeness(waves: Waves, measure: str) -> Closeness:
    return closeness(waves, cosine=measure == "cosine")


@lru_cache(maxsize=12)  # up to 0.3 MB each
def _figures(waves: Waves, measure: str) -> tuple[Spec, Spec]:
    result = _closeness(waves, measure)
    largest = 1.0 if measure == "cosine" else waves.dim / 2
    matrix = figures.matrix(result.matrix, step=result.step, largest=largest, name=measure)
    return matrix, figures.over_distance({measure: result.curve}, name=measure)


def _far_in_words(result: Closeness, measure: str) -> str:
    """Sentence on near rows and far ones.

    >>> _far_in_words(_closeness(Waves(256, 128), "cosine"), "cosine")
    'Rows 1 apart have the cosine 0.97, 10 apart 0.67, 100 apart 0.48.'
    """
    some = [f"{k} apart {fixed(float(result.curve[k]))}" for k in (10, 100, 1000) if k < len(result.curve)]
    return f"{', '.join([f'Rows 1 apart have the {measure} {fixed(float(result.curve[1]))}', *some])}."


def _line_in_words(result: Closeness, measure: str, distance: int) -> str:
    """Sentence on the pairs marked by a line.

    >>> _line_in_words(_closeness(Waves(9, 4), "cosine"), "cosine", 1)
    'The lines mark distance 1: 0.7701.'
    """
    marks = "lines mark" if distance else "line marks"
    return f"The {marks} distance {distance:,}: {fixed(float(result.curve[distance]), 4)}."


def _curve_in_words(result: Closeness, measure: str, distance: int) -> str:
    at = f"At distance {distance:,} it is {fixed(float(result.curve[distance]), 4)}."
    some = [k for k in (0, 1, 10, 100, 1000) if k < len(result.curve)]
    values = ", ".join(fixed(float(result.curve[k]), 4) for k in some)
    return f"The {measure} of row 0 and row k, for k = {', '.join(map(str, some))}: {values}. {at}"


def _formula(waves: Waves, measure: str, result: Closeness) -> Formula:
    pairs = len(waves.frequencies)
    first, second = waves.rows([0, 1])
    cosine = measure == "cosine"
    divided = f" Divided by the {count(pairs, 'pair')}: {fixed(float(result.curve[1]), 4)}." * cosine
    return Formula(
        r"PE(p)\cdot PE(p+k)=\sum_{i=0}^{D/2-1}\cos(k\,\omega_i)"
        + (r"\qquad \text{cosine}=\frac{1}{D/2}\sum_{i=0}^{D/2-1}\cos(k\,\omega_i)" if cosine else ""),
        {
            "p": "a [[position]]; it is not on the right-hand side, so only the distance counts",
            "k": "the distance of the two positions",
            r"\omega_i": "how far the hand of pair i turns per position, in [[radians]]",
            "D": f"the [[width]], {waves.dim:,} here: {count(pairs, 'pair')}, and every row is √(D/2) = "
            f"{fixed(math.sqrt(pairs))} long",
        },
        f"At distance 1 the cosines add up to {fixed(float(first @ second), 4)}.{divided}",
    )
