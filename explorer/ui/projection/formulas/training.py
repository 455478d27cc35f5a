"""The formula of each way to make word vectors: the loss of skip-gram, the weights of counting."""

from __future__ import annotations

import math

from explorer import ui
from explorer.training import ppmi
from explorer.views.projection.trained import Request
from explorer.wording import fixed, share


def formula(key: str, request: Request, loss: float = math.nan) -> None:
    """What the way of `request` computes; `loss` is the newest of a run, where there is one."""
    if isinstance(request, ppmi.PpmiRequest):
        _counting(key, request)
        return
    many = 1 + request.negatives
    start = many * math.log(2)
    ui.formula(
        key,
        r"\begin{gathered}L=-\ln\sigma(c\cdot o)-\sum_{i=1}^{K}\ln\sigma(-c\cdot n_i)\\"
        r"\sigma(x)=\frac{1}{1+e^{-x}}\end{gathered}",
        {
            "L": "the [[loss]] of a pair, in [[nats]]",
            "c": f"the [[row]] of a word, {request.dim} numbers: what is kept in the end",
            "o": "the row of a word near it, in a second table for words as neighbours, which begins with zeros",
            "n_i": f"the rows, in the second table, of K = {request.negatives} words drawn at random",
            r"\sigma(x)": "makes a chance between 0 and 1 of a score x; the larger the score, the larger the chance",
        },
        f"Before the first step every score is 0 and every chance σ(0) = 1/2: L = (1 + {request.negatives}) · ln 2 = "
        f"{fixed(start, 3)}."
        + (
            ""
            if math.isnan(loss)
            else f" The newest loss is {fixed(loss, 3)}: as if each of the {many} answers had got the chance e to the "
            f"power of −{fixed(loss, 3)} / {many}, {share(math.exp(-loss / many))}."
        ),
    )


def _counting(key: str, request: ppmi.PpmiRequest) -> None:
    window = request.window
    near = 2 * sum(1 / distance for distance in range(1, window + 1))
    terms = " + ".join("1" if distance == 1 else f"1/{distance}" for distance in range(1, window + 1))
    ui.formula(
        key,
        r"\text{PPMI}(i,j)=\max\!\left(0,\ \ln\frac{n_{ij}}{n_i\,q_j}\right)",
        {
            "n_{ij}": "how often word j stands near word i; at distance d it counts 1/d",
            "n_i": "the same for word i and all words together",
            "q_j": f"the share of word j among all neighbours, after each count is raised to the power of "
            f"{request.smoothing:g}, which makes rare words a little less rare",
            r"\max": "the larger of the two: what is rarer than by chance counts as 0",
        },
        f"With a window of {window}, each time that word i comes gives $n_i$ as much as 2 · ({terms}) = "
        f"{fixed(near, 3)}, less at the ends of the text. A pair that is "
        f"met twice as often as by chance weighs ln 2 = {fixed(math.log(2), 3)}.",
    )
