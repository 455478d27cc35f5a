"""The formula of t-SNE: to which points one listens, worked out for a word of the picture."""

from __future__ import annotations

from collections.abc import Sequence

from explorer import ui
from explorer.content.as_typed import as_typed
from explorer.vectors import tsne
from explorer.views.projection.source import Source, remembered
from explorer.wording import fixed, number, share


@remembered
def _first(where: Source, request: tsne.TsneRequest) -> tsne.Listens:
    return tsne.listens(request.array(), 0, request.perplexity)


def formula(
    key: str,
    where: Source,
    rows: tuple[int, ...],
    request: tsne.TsneRequest,
    done: Sequence[tuple[int | None, float]] = (),
) -> None:
    """To whom the first of `rows` listens; `done` has seed and divergence of each finished run."""
    found = _first(where, request)
    nearest = int(found.shares.argmax())
    word, other = (as_typed(where.table.words[row]) for row in (rows[0], rows[nearest]))
    ui.formula(
        key,
        r"\begin{gathered}p_{j|i}=\frac{\exp(-|x_i-x_j|^2/2\sigma_i^2)}{\sum_{k\neq i}\exp(-|x_i-x_k|^2/2\sigma_i^2)}\\"
        r"\text{perplexity}=\exp\Big(-\sum_j p_{j|i}\ln p_{j|i}\Big)\\"
        r"\text{divergence}=\sum_{i\neq j}p_{ij}\ln\frac{p_{ij}}{q_{ij}}\end{gathered}",
        {
            "x_i": f"a point's {request.width} numbers",
            r"\exp(x)": "e to the power of x",
            "p_{j|i}": "the share of j in all that point i listens to",
            r"\sigma_i": "the width of the bell curve around point i, chosen so that the perplexity is the slider's",
            "p_{ij}": "the mean of both directions, divided by the number of points",
            "q_{ij}": "a pair's share in the picture, from 1 / (1 + distance²); t-SNE moves the dots so that the "
            "[[divergence]] falls",
        },
        f"“{word}”: with σ = {number(found.sigma)} its perplexity is {fixed(found.perplexity, 1)}, and the nearest, "
        f"“{other}”, gets {share(found.shares[nearest])}."
        + "".join(f" Seed {seed} ended at a divergence of {fixed(divergence, 3)}." for seed, divergence in done),
    )
