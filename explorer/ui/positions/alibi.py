"""ALiBi, in the part "RoPE and ALiBi": what it takes off each score."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from explorer import ui
from explorer.figures.positions import after as positions_after
from explorer.figures.positions import distance as positions_distance
from explorer.figures.spec import Spec
from explorer.nn.bias import alibi_bias, alibi_slopes
from explorer.scripts import positions as scripts
from explorer.waves.after import alibi_rule
from explorer.wording import count, number, verb

SIDE = 192  # positions in sight, from the first


@lru_cache(maxsize=32)
def _bias_figures(heads: int, head: int, length: int) -> tuple[Spec, Spec]:
    slopes, side = alibi_slopes(heads), min(length, SIDE)
    bias = alibi_bias(heads, side, side)[head]
    bias = np.where(np.tri(side, dtype=bool), bias, np.nan)
    return (
        positions_after.alibi(slopes, chosen=head, length=length),
        positions_distance.matrix(
            bias,
            largest=max(float(slopes[head]) * (side - 1), 1e-6),
            name="added",
            titles=("position of the key", "position of the query"),
        ),
    )


def show(length: int, heads: int, head: int) -> None:
    """The slopes of all heads, and what one of them adds to its scores."""
    slopes = alibi_slopes(heads)
    ui.say(
        "ALiBi adds no vector and learns nothing: it lowers each score by the distance times a slope. Every [[head]] "
        "has its own slope: a steep one lowers far tokens more than a flat one does. There is no width and no base."
    )
    lines, matrix = _bias_figures(heads, head, length)
    left, right = ui.beside(2)
    with left:
        ui.picture(
            "p_alibi",
            lines,
            summary=(
                f"{verb(heads, 'Slope', 'Slopes')} of {count(heads, 'head')}: "
                f"{', '.join(number(slope, 4) for slope in slopes)}.{_rule(heads)}"
            ),
            table=lambda: ui.Table({"head": np.arange(heads), "slope": slopes}, "alibi"),
            script=lambda: scripts.alibi(heads, head, length, min(length, SIDE)),
        )
    side = min(length, SIDE)
    with right:
        ui.picture(
            "p_alibi_bias",
            matrix,
            summary=(
                f"What head {head} adds for a query (down) and a key (across), first {count(side, 'position')}; at "
                f"distance {length - 1} it is {number(-slopes[head] * (length - 1), 4)}. Later keys are masked: left "
                "out."
            ),
            table=lambda: ui.Table(
                {"distance": np.arange(side), "added": -slopes[head] * np.arange(side)}, "alibi_bias"
            ),
            script=lambda: scripts.alibi(heads, head, length, min(length, SIDE)),
        )
    far = side - 1
    ui.formula(
        "p_alibi",
        r"s_{ij}=\frac{q_i\cdot k_j}{\sqrt{d}}-m_h\,(i-j)",
        {
            "s_{ij}": "the score of the token at place i for an earlier one at place j",
            r"q_i\cdot k_j": "what [[query]] and [[key]] say to each other; no position is in it",
            "d": "numbers per [[head]]",
            "m_h": f"the slope of the head: {number(slopes[head], 4)} for head {head}",
            "i-j": "the distance",
        },
        f"At distance {far}: {number(slopes[head], 4)} · {far} = {number(slopes[head] * far, 4)} is taken off.",
    )


def _rule(heads: int) -> str:
    """What the authors do where the heads are not a power of two; empty where they are."""
    whole, extra = alibi_rule(heads)
    if not extra:
        return ""
    slopes = alibi_slopes(heads)
    steepest = int(slopes.argmax())
    return (
        f" {heads} is not a power of two: the first {whole} slopes are those of {count(whole, 'head')}, the last "
        f"{extra} {verb(extra, 'is', 'are')} every second slope of {2 * whole}, the steepest first. Steepest of all is "
        f"head {steepest}."
    )
