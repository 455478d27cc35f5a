"""Formulas of a loss: the corresponding probability, and the meaning of an increase."""

from __future__ import annotations

import math

from explorer.views.formula import Formula
from explorer.wording import fixed, number, share, signed


def of_loss(loss: float, begins: str) -> Formula:
    """A loss as a probability; `begins` says whose loss, such as "Learned table after 150 steps".

    As in every worked line here, results are computed from the digits shown.
    """
    loss = round(loss, 3)
    chance = round(math.exp(-loss), 3)
    return Formula(
        r"L=-\frac{1}{N}\sum_{n=1}^{N}\ln p_n",
        {
            "L": "the [[loss]], in [[nats]]: the [[cross-entropy]] of what the model said and what came",
            "p_n": "the chance that the model gave to the character that came, from 0 to 1",
            r"\ln": "the natural logarithm: ln 1 = 0, and the smaller the chance, the larger −ln",
            "N": "characters counted",
        },
        f"{begins}: {fixed(loss, 3)} nats. That is −ln {chance:.3f}: as if the character that came had got a "
        f"chance of {share(chance, digits=3)} every time, one in {fixed(math.exp(loss), 1)}.",
    )


def of_rise(home: float, away: float, what: str, where: tuple[str, str]) -> Formula:
    """Rise of a loss from `home` to `away`, and the factor by which it multiplies the characters to choose from."""
    home, away = round(home, 3), round(away, 3)
    rise = away - home
    return Formula(
        r"\Delta=L_{\text{away}}-L_{\text{home}}\qquad\text{times}=e^{\Delta}",
        {
            r"L_{\text{home}}": f"the mean [[loss]] {where[0]}, in [[nats]]",
            r"L_{\text{away}}": f"the mean loss {where[1]}",
            r"\Delta": "the rise; 0 where it makes no difference",
            "e": "2.718…: a loss of L leaves a choice as hard as one of e to the power of L characters, all equally "
            "likely",
        },
        f"{what}: {fixed(away, 3)} − {fixed(home, 3)} = {signed(rise, 3)}, and e to the power of {fixed(rise, 3)} is "
        f"{number(math.exp(rise))}: as if there were {number(math.exp(rise))} times as many characters to choose from.",
    )
