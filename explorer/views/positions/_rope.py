"""RoPE: pairs of a query rotated by its position, and scores of a rotated query and a rotated key."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.excerpt import Excerpt, ranges
from explorer.figures.figure_spec import Spec
from explorer.figures.positions import distance as distance_figures
from explorer.figures.positions import rope_alibi as figures
from explorer.nn.rotary import rotary_tables, rotate
from explorer.positional_encodings.position_similarity import Waves
from explorer.positional_encodings.rope_alibi_scores import (
    RotaryRequest,
    RotaryScores,
    query_and_key,
    rotary_scores,
    score_at,
)
from explorer.views.formula import Formula
from explorer.views.positions.settings import BASE, LENGTH, LONGEST, WIDTH, radians, spread
from explorer.views.setting import Float, Int, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import all_of, count, fixed, in_brackets, tiny

Floats = NDArray[np.float64]
ARROWS = 5
POSITION: Any = Whole("Position of the query", 3, 0, LONGEST - 1, key="p_turn", typed=True, about="of the query")
KEY_AT: Any = Whole("Position of the key", 0, 0, LONGEST - 1, key="p_turn_key", typed=True, about="of the key")


@picture(rotate, rotary_tables)
def rope_turn(*, position: Int = POSITION, key: Int = KEY_AT, dim: Int = WIDTH, base: Float = BASE) -> View:
    """Some pairs of a random query, before and after the rotation by its position, and a random key after its own.

    >>> rope_turn().table["angle"].round(3).tolist()
    [3.0, 0.949, 0.3, 0.11, 0.035]
    """
    waves = Waves(2, dim, base)
    pairs = spread(ARROWS, max(dim // 4, min(ARROWS, dim // 2)))  # slower ones would turn by less than is seen
    query, other = query_and_key(dim, seed=0)
    score = score_at(RotaryRequest(2, dim, base), position, key)
    before, after, keys = (
        each.reshape(-1, 2)[pairs] for each in (query, _rotate(query, waves, position), _rotate(other, waves, key))
    )
    angles = position * waves.frequencies[pairs]
    return View(
        figures.rotation(
            {"query": before, "query, turned": after, "key, turned": keys}, [f"pair {pair}" for pair in pairs]
        ),
        f"The score of a random query at position {position:,} and a random key at position {key:,} is "
        f"{fixed(score, 3)}. Both are turned by their positions and keep their lengths.",
        Table(
            {
                "pair": pairs,
                "angle": angles,
                "before, first": before[:, 0],
                "before, second": before[:, 1],
                "after, first": after[:, 0],
                "after, second": after[:, 1],
                "key, first": keys[:, 0],
                "key, second": keys[:, 1],
            },
            "rope",
        ),
        (_turn_formula(position, float(angles[0]), before[0]),),
        ranges("Drawn", Excerpt("pair", pairs, dim // 2, how="none of the slowest")),
    )


@picture(rotary_scores)
def rope_scores(*, length: Int = LENGTH, dim: Int = WIDTH, base: Float = BASE) -> View:
    """Scores of a random query and a random key, rotated to each pair of positions.

    >>> scores = rope_scores(length=3, dim=4).table
    >>> abs(float(scores["key at 0"][1] - scores["key at 1"][2])) < 1e-9  # the offset is the same
    True
    """
    waves = Waves(length, dim, base)
    scores = _scores(waves)
    step = int(scores.positions[1])
    columns = {f"key at {p}": scores.matrix[:, i] for i, p in enumerate(scores.positions)}
    return View(
        _score_figures(waves)[0],
        "Scores of one random query (down) and one random key (across). Along a diagonal they are the same to within "
        f"{tiny(scores.deviation)}.",
        Table({"query at": scores.positions, **columns}, "rope_scores"),
        left_out=ranges("Drawn and compared", Excerpt("position", scores.positions, length, step=step)),
    )


@picture(rotary_scores)
def rope_over_distance(*, length: Int = LENGTH, dim: Int = WIDTH, base: Float = BASE) -> View:
    """The score of a random query and a random key over their distance, with the key before and after the query.

    >>> rope_over_distance(length=2).sentence.partition(". ")[0]
    'The score at distance 0 is 0.35'
    """
    waves = Waves(length, dim, base)
    scores = _scores(waves)
    return View(
        _score_figures(waves)[1],
        _both_sides(scores),
        Table(
            {"distance": np.arange(length), "key before the query": scores.curve, "key after the query": scores.ahead},
            "rope_curve",
        ),
        (_score_formula(waves),),
    )


@lru_cache(maxsize=32)
def _scores(waves: Waves) -> RotaryScores:
    return rotary_scores(RotaryRequest(waves.length, waves.dim, waves.base))


@lru_cache(maxsize=32)
def _score_figures(waves: Waves) -> tuple[Spec, Spec]:
    scores = _scores(waves)
    step = int(scores.positions[1])
    largest = float(max(np.abs(scores.curve).max(), np.abs(scores.matrix).max()))
    titles = ("position of the key", "position of the query")
    matrix = distance_figures.matrix(scores.matrix, step=step, largest=largest, name="score", titles=titles)
    sides = {"key before the query": scores.curve, "key after the query": scores.ahead}
    return matrix, distance_figures.over_distance(sides, name="score")


def _rotate(vector: Floats, waves: Waves, position: int) -> Floats:
    table = rotary_tables([position], waves.dim, base=waves.base, dtype=np.float64)
    return np.asarray(rotate(vector[None], *table)[0], np.float64)


def _both_sides(scores: RotaryScores) -> str:
    far = min(5, len(scores.curve) - 1)
    here = f"The score at distance 0 is {fixed(scores.curve[0])}."
    before, after = float(scores.curve[far]), float(scores.ahead[far])
    digits = 2 if abs(before - after) > 0.1 else 4
    before, after = round(before, digits), round(after, digits)  # computed from the numbers shown
    return (
        f"{here} With the key {count(far, 'position')} before the query it is {fixed(before, digits)}, as far after it "
        f"{fixed(after, digits)}: which of the two comes first makes a difference of {tiny(abs(before - after))}."
    )


def _turn_formula(position: int, angle: float, before: Floats) -> Formula:
    a, b, cos, sin = (round(float(value), 4) for value in (*before, np.cos(angle), np.sin(angle)))
    first = fixed(a * cos - b * sin, 3)  # computed from the numbers as written
    a_, b_, cos_, sin_ = (fixed(value, 4) for value in (a, b, cos, sin))
    return Formula(
        r"a' = a\cos p\,\omega_i - b\sin p\,\omega_i\qquad b' = a\sin p\,\omega_i + b\cos p\,\omega_i",
        {
            "a,\\ b": "a pair of numbers of the [[query]] (keys turn the same way)",
            "p": f"its position: {position:,}",
            r"\omega_i": "how far pair i turns per position, in [[radians]]: as in the sinusoidal table",
            "a',\\ b'": "the pair after the turn",
        },
        f"Pair 0 turns by {radians(angle)}, with cosine {cos_} and sine {sin_}. From ({a_}, {b_}): a' = {a_} · "
        f"{in_brackets(cos_)} − {in_brackets(b_)} · {in_brackets(sin_)} = {first}, and b' is "
        f"{fixed(a * sin + b * cos, 3)}.",
    )


def _score_formula(waves: Waves) -> Formula:
    query, key = query_and_key(waves.dim, seed=0)
    parts = (_rotate(query, waves, 1).reshape(-1, 2) * key.reshape(-1, 2)).sum(axis=1)
    a, b = (fixed(float(np.hypot(*each[:2])), 3) for each in (query, key))
    whole = f"{all_of(len(parts), 'pair')} together {fixed(float(parts.sum()), 3)}, the score"
    return Formula(
        r"s=(R_p\,q)\cdot(R_r\,k)=\sum_i |q_i|\,|k_i|\cos\big((p-r)\,\omega_i+\varphi_i\big)",
        {
            "q,\\ k": "the [[query]] at position p and the [[key]] at position r",
            "R_p": "the turn of position p: pair i by p times ω",
            "|q_i|,\\ |k_i|": "the lengths of pair i, which no turn changes",
            r"\omega_i": "how far pair i turns per position, in [[radians]]",
            r"\varphi_i": "the angle from the key's pair to the query's before any turn",
            "p-r": "the offset: the positions themselves are not in it",
        },
        f"With the key 1 position before the query, pair 0 has lengths {a} and {b} and brings "
        f"{fixed(float(parts[0]), 3)}; {whole}.",
    )
