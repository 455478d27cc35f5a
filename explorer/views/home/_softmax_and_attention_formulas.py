"""Formulas of Home: softmax, and attention of the last token."""

from __future__ import annotations

import numpy as np

from explorer import wording
from explorer.lm.predict_next_token import Reading
from explorer.views.formula import Formula


def shares(reading: Reading) -> Formula:
    """Softmax formula, worked out for the likeliest token."""
    best = int(reading.best(1)[0])
    powers = np.exp(reading.logits.astype(np.float64))
    one, every = (float(f"{value:.4g}") for value in (powers[best], powers.sum()))  # the score has no more digits
    return Formula(
        r"p_v=\dfrac{\exp(z_v)}{\sum_{u=0}^{V-1} \exp(z_u)}",
        {
            "z_v": "the score (the [[logit]]) of token v: the last vector’s [[dot product]] with row v of the table",
            "p_v": "its share of the bars above: this is called a [[softmax]]",
            "V": f"tokens in all: {len(powers):,}",
        },
        f"The highest score is {wording.fixed(float(reading.logits[best]), 4)}. e to that power is "
        f"{wording.number(one, 4)}, all {len(powers):,} together make {wording.number(every, 4)}: a share of "
        f"{wording.share(float(powers[best]), float(powers.sum()))}.",
    )


def looks_back(reading: Reading) -> Formula | None:
    """Attention formula of the last token in one head; it compares scores, since the shares hold no more about them."""
    share = reading.attention[0, 0].astype(np.float64)
    most, least = int(share.argmax()), int(share.argmin())
    if most == least:
        return None
    shown = [float(f"{100 * share[at]:.4g}") for at in (most, least)]
    apart = float(np.log(shown[0] / shown[1]))  # of the shares as shown, so that the line is right to its last digit
    blocks, heads, _ = reading.attention.shape
    return Formula(
        r"a_j=\dfrac{\exp(s_j)}{\sum_{k} \exp(s_k)}\qquad s_j=\dfrac{q\cdot k_j}{\sqrt{d}}",
        {
            "a_j": "how much of token j the last token takes: [[attention]]",
            "q": "the [[query]] of the last token",
            "k_j": "the [[key]] of token j, one that stands before it or itself",
            "d": f"numbers per [[head]]: {reading.stream.shape[-1] // heads}",
            "s_j": "their score; where two differ by 1, one token gets e = 2.718 times the share of the other",
        },
        f"In the first head of the first [[block]] the token at position {most} gets most, "
        f"{wording.share(share[most], digits=4)}, "
        f"and the one at position {least} least, {wording.tiny(shown[1], 4)} %: their scores lie "
        f"{wording.fixed(apart)} apart. Line 7 of the picture is the mean over {wording.count(blocks, 'block')} of "
        f"{wording.count(heads, 'head')} each.",
    )
