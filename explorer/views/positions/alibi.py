"""ALiBi: the slopes of all heads, and one head's bias matrix."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from explorer.excerpt import one_in, ranges
from explorer.figures.figure_spec import Spec
from explorer.figures.positions import rope_alibi as figures
from explorer.nn import attention_bias
from explorer.positional_encodings.rope_alibi_scores import alibi_rule
from explorer.views.formula import Formula
from explorer.views.positions.settings import LENGTH
from explorer.views.setting import Int, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count, number, verb

HEADS: Any = Whole("Attention heads", 8, 1, 32, key="p_heads", about="attention heads")
HEAD: Any = Whole(
    "Head", 0, 0, lambda others: others["heads"] - 1, key="p_head", typed=True, about="the highlighted head, from 0"
)
SIDE = 44
"""Maximum positions per side of the square, so that the frames of all heads fit into one picture."""
LIMIT = 8
"""End of the square's colour scale, the same for all heads; this bias divides a weight by about 3,000."""


@picture(attention_bias.alibi_slopes)
def alibi_slopes(*, heads: Int = HEADS, head: Int = HEAD, length: Int = LENGTH) -> View:
    """ALiBi's bias over the distance: a straight line for each head.

    >>> alibi_slopes(heads=2).table["slope"].tolist()
    [0.0625, 0.00390625]
    """
    slopes = attention_bias.alibi_slopes(heads)
    return View(
        _figures(heads, head, length)[0],
        f"{verb(heads, 'Slope', 'Slopes')} of {count(heads, 'head')}: "
        f"{', '.join(number(slope, 4) for slope in slopes)}. So much a score loses with each position further back."
        f"{_rule(heads)}",
        Table({"head": np.arange(heads), "slope": slopes}, "alibi"),
        (_formula(head, float(slopes[head]), length - 1),),
    )


@picture(attention_bias.alibi_bias, attention_bias.alibi_slopes)
def alibi_bias(*, heads: Int = HEADS, head: Int = HEAD, length: Int = LENGTH) -> View:
    """ALiBi's bias matrix: what one head adds to the score of each query and each key before it.

    >>> alibi_bias(heads=2).table["added"][:3].tolist()
    [0.0, -0.0625, -0.125]
    """
    slope, step = float(attention_bias.alibi_slopes(heads)[head]), _step(length)
    return View(
        _figures(heads, head, length)[1],
        f"What head {head} adds for a query (down) and a key (across); at distance {length - 1:,} it is "
        f"{number(-slope * (length - 1), 4)}. Later keys are masked: left out. The colours are the "
        f"same for every head; they end at −{LIMIT}.",
        Table({"distance": np.arange(length), "added": 0 - slope * np.arange(length)}, "alibi_bias"),
        left_out=ranges("Drawn", one_in(step, "position", length)),
    )


def _step(length: int) -> int:
    return -(-length // SIDE)


@lru_cache(maxsize=64)
def _figures(heads: int, head: int, length: int) -> tuple[Spec, Spec]:
    slopes, step = attention_bias.alibi_slopes(heads), _step(length)
    side = len(range(0, length, step))
    added = step * attention_bias.alibi_bias(heads, side, side)[head]
    return (
        figures.alibi(slopes, chosen=head, length=length),
        figures.alibi_square(np.where(np.tri(side, dtype=bool), added, np.nan), step=step, limit=LIMIT),
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
