"""ALiBi: the slopes of all heads."""

from __future__ import annotations

from typing import Any

import numpy as np

from explorer.figures.positions import rope_alibi as figures
from explorer.nn import attention_bias
from explorer.positional_encodings.rope_alibi_scores import alibi_rule
from explorer.views.formula import Formula
from explorer.views.positions.settings import LENGTH
from explorer.views.setting import Int, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import count, number, verb

HEADS: Any = Whole("Attention heads", 8, 1, 32, key="p_heads", about="attention heads")
HEAD: Any = Whole(
    "Head", 0, 0, lambda others: others["heads"] - 1, key="p_head", typed=True, about="the highlighted head, from 0"
)


@picture(attention_bias.alibi_slopes)
def alibi_slopes(*, heads: Int = HEADS, head: Int = HEAD, length: Int = LENGTH) -> View:
    """ALiBi's bias over the distance: a straight line for each head.

    >>> alibi_slopes(heads=2).table["slope"].tolist()
    [0.0625, 0.00390625]
    """
    slopes = attention_bias.alibi_slopes(heads)
    every = f"{', '.join(number(slope, 4) for slope in slopes)}. So much a score loses with each position further back."
    return with_question(
        lambda answered, _: View(
            figures.alibi(slopes, head, length, alone=not answered),
            f"{verb(heads, 'Slope', 'Slopes')} of {count(heads, 'head')}: {every}{_rule(heads)}"
            if answered
            else f"Head {head} takes {number(float(slopes[head]), 4)} off a score for each position further back.",
            Table({"head": np.arange(heads), "slope": slopes} if answered else {}, "alibi"),
            (_formula(head, float(slopes[head]), length - 1),),
        )
    )


def _rule(heads: int) -> str:
    whole, extra = alibi_rule(heads)
    if not extra:
        return ""
    return (
        f" {heads} is not a power of two: the first {whole} slopes are those of {count(whole, 'head')}, the last "
        + (
            f"{extra} are every second slope of {2 * whole}, the steepest first"
            if extra > 1
            else f"one is the steepest slope of {2 * whole}"
        )
        + ". Steepest of all is "
        f"head {int(attention_bias.alibi_slopes(heads).argmax())}."
    )


def _formula(head: int, slope: float, far: int) -> Formula:
    return Formula(
        r"s_{ij}=\frac{q_i\cdot k_j}{\sqrt{d}}-m_h\,(i-j)",
        {
            "s_{ij}": "the score of the token at position i for an earlier one at position j",
            r"q_i\cdot k_j": "what [[query]] and [[key]] say to each other; no position is in it",
            "d": "numbers per [[head]]",
            "m_h": f"the slope of the head: {number(slope, 4)} for head {head}",
            "i-j": "the distance",
        },
        f"At distance {far:,}: {number(slope, 8)} · {far:,} = {number(slope * far, 4)} is taken off.",
    )
