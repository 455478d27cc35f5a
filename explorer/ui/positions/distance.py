"""How alike two positions are: a matrix, and a curve over their distance."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import streamlit as st

from explorer import ui, wording
from explorer.figures.positions import distance as figures
from explorer.figures.spec import Spec
from explorer.scripts import positions as scripts
from explorer.ui.positions import settings
from explorer.waves.closeness import Closeness, Waves, alike, came_back, closeness
from explorer.wording import fixed

PART = ui.Part(
    "Distance",
    why="Near places should look alike to the model and far ones different: how alike two rows of the table are, by "
    "their [[dot product]] or [[cosine]], shows whether they do.",
    look="Each diagonal of the square is one distance: along it the colour does not change, at an even [[width]].",
    shown=settings.shown,
)

ROUNDING = 1e-12
FAR = 6_283  # nearly 1000 turns of the fastest hand


@lru_cache(maxsize=12)
def _closeness(waves: Waves, cosine: bool) -> Closeness:
    return closeness(waves, cosine=cosine)


@lru_cache(maxsize=12)  # up to 0.3 MB each
def _figures(waves: Waves, cosine: bool) -> tuple[Spec, Spec]:
    result, name = _closeness(waves, cosine), "cosine" if cosine else "dot product"
    largest = 1.0 if cosine else waves.dim / 2
    matrix = figures.matrix(result.matrix, step=result.step, largest=largest, name=name)
    return matrix, figures.over_distance({name: result.curve}, name=name)


def show() -> None:
    """How alike two positions are, as a matrix and as a curve over their distance."""
    with ui.controls("p_dist"):
        waves = settings.waves()
        cosine = (
            st.segmented_control(
                "Measure",
                ["cosine", "dot product"],
                default="cosine",
                required=True,
                key="p_measure",
                bind="query-params",
            )
            != "dot product"
        )
    result = _closeness(waves, cosine)
    matrix, curve = _figures(waves, cosine)
    left, right = ui.beside(2)
    every = "every position" if result.step == 1 else f"one position in {result.step}, {len(result.positions)} in all"
    with left:
        ui.picture(
            "p_dist",
            matrix,
            summary=(
                f"Each row of the table against each ({every}). The largest deviation from the curve over the distance "
                f"is {wording.tiny(result.deviation)}{_why(waves, result.deviation)}"
            ),
            table=lambda: ui.Table(
                {"position": result.positions, **{str(p): result.matrix[:, i] for i, p in enumerate(result.positions)}},
                "closeness",
            ),
            script=lambda: scripts.distance(waves.length, waves.dim, waves.base, cosine),
        )
    with right:
        ui.picture(
            "p_curve",
            curve,
            summary=_curve_in_words(result, "cosine" if cosine else "dot product")
            + (
                " With one number per row, row 0 is a 0: it points nowhere, so these stand for “none”."
                * _lost(waves, cosine)
            ),
            table=lambda: ui.Table(
                {"distance": np.arange(waves.length), "cosine" if cosine else "dot product": result.curve}, "distance"
            ),
            script=lambda: scripts.distance(waves.length, waves.dim, waves.base, cosine),
        )
    if not waves.dim % 2 and waves.length > 1:
        _formula(waves, cosine, result)
    likeness = alike(waves, 0, FAR)
    ui.predict(
        "p_far",
        f"{FAR:,} is almost exactly 1000 · 2π. Are rows 0 and {FAR:,} alike?",
        ["Almost the same", "Not alike"],
        answer="Almost the same" if likeness > 0.9 else "Not alike",
        hint="The fastest hand is back where it was. Ask about the slower ones.",
        because=_because(waves, likeness),
    )


def _lost(waves: Waves, cosine: bool) -> bool:
    """Whether row 0 is 0 in all its numbers, so that no angle with it is defined."""
    return cosine and waves.dim == 1


def _why(waves: Waves, deviation: float) -> str:
    """How the sentence about the deviation goes on.

    >>> _why(Waves(1, 4), 0.0), _why(Waves(2, 5), 0.0), _why(Waves(9, 4), 1e-16)[:47]
    (': there is one row only.', '.', ', which is rounding: only the distance counts, ')
    """
    if waves.length == 1:
        return ": there is one row only."
    if waves.dim % 2:
        if deviation < ROUNDING:
            return "."  # so few rows that the matrix holds nothing beside the curve
        return ". It isn't rounding: the last sine of an odd width has no cosine beside it. Make the width even."
    rounding = ", which is rounding" if deviation else ""
    return f"{rounding}: only the distance counts, since sin a sin b + cos a cos b = cos(a − b)."


def _curve_in_words(result: Closeness, name: str) -> str:
    some = [k for k in (0, 1, 10, 100, 1000) if k < len(result.curve)]
    values = ", ".join(f"{wording.fixed(float(result.curve[k]), 4)}" for k in some)
    return f"The {name} of row 0 and row k, for k = {', '.join(map(str, some))}: {values}."


def _because(waves: Waves, likeness: float) -> str:
    back = came_back(waves, FAR)
    others, returned = len(back) - 1, int(back[1:].sum())
    miss = abs((FAR + np.pi) % (2 * np.pi) - np.pi)
    rest = (
        "there is no other hand"
        if not others
        else f"the one other hand {'stands' if returned else 'does not stand'} within a tenth of a turn of the start"
        if others == 1
        else f"of the other {others} hands, {returned} {wording.verb(returned, 'stands', 'stand')} within a tenth of a "
        "turn of the start"
    )
    return (
        f"The fastest hand is back to within {wording.number(miss, 2)} radians; {rest}. With width {waves.dim} and "
        f"base {waves.base:,.0f} the cosine of the two rows is {wording.fixed(likeness, 3)}."
    )


def _formula(waves: Waves, cosine: bool, result: Closeness) -> None:
    """Distance 1 worked out; every wave gives the cosine of what its hand has turned."""
    pairs = len(waves.frequencies)
    first, second = waves.rows([0, 1])
    total = float(first @ second)
    divided = f" Divided by the {wording.count(pairs, 'pair')}: {fixed(float(result.curve[1]), 4)}." * cosine
    ui.formula(
        "p_curve",
        r"PE(p)\cdot PE(p+k)=\sum_{i=0}^{D/2-1}\cos(k\,\omega_i)"
        + (r"\qquad \text{cosine}=\frac{1}{D/2}\sum_{i=0}^{D/2-1}\cos(k\,\omega_i)" if cosine else ""),
        {
            "p": "a place; it is not on the right-hand side, so only the distance counts",
            "k": "the distance of the two places",
            r"\omega_i": "how far the hand of pair i turns per place, in [[radians]]",
            "D": f"the [[width]], {waves.dim:,} here: {wording.count(pairs, 'pair')}, and every row is √(D/2) = "
            f"{fixed(math.sqrt(pairs))} long",
        },
        f"At distance 1 the cosines add up to {fixed(total, 4)}.{divided}",
    )
