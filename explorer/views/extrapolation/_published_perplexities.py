"""Published perplexities of large models by window length, quoted from papers and not measured here."""

from __future__ import annotations

import math
from functools import lru_cache

from explorer.figures.extrapolation.published_perplexities import published_perplexities as figure
from explorer.figures.figure_spec import Spec
from explorer.nn.config import ENCODINGS
from explorer.training.published_perplexities import (
    ALIBI,
    ALIBI_SLIDING,
    ALIBI_TRAINED_512_AT_3072,
    YARN,
    YARN_FOR,
    YARN_MODEL,
    Published,
)
from explorer.views.extrapolation._loss_curves import SHOWN
from explorer.views.table import Table
from explorer.views.view import View, choice, picture
from explorer.wording import listed

PAPERS = {"ALiBi": ALIBI, "YaRN": YARN}
# Colours of the encodings on this page; YaRN is not among them.
DRAWN: dict[str, tuple[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]]]] = {
    "ALiBi": (
        tuple(ENCODINGS.index(name) for name in SHOWN),
        ((512, 1024, 2048, 4096, 8192, 16384), (20, 50, 100, 200, 400)),
    ),
    "YaRN": ((ENCODINGS.index("RoPE"), 2), ((1024, 2048, 4096, 8192), (2, 5, 10, 20, 50))),
}


@picture(Published)
def published_perplexities(*, paper: str = "ALiBi") -> View:
    """Published perplexity of models larger than ours, against the length of the window.

    Args:
        paper: "ALiBi" (Press, Smith and Lewis 2022) or "YaRN" (Peng et al. 2024).

    >>> published_perplexities(paper="YaRN").table["RoPE"][-1]
    56.099
    """
    choice("paper", paper, list(PAPERS))
    shown = PAPERS[paper]
    return View(
        _figure(paper),
        alibi_sentence() if paper == "ALiBi" else yarn_sentence(),
        Table({"length": shown.lengths, **shown.perplexity}, f"published_{paper.lower()}"),
        left_out=""
        if paper == "ALiBi"
        else f"The authors' file goes on to {YARN_FOR:,} tokens for the model trained further; drawn are the lengths "
        "that it has for both.",
    )


@lru_cache(maxsize=2)
def _figure(paper: str) -> Spec:
    shown, (indices, ticks) = PAPERS[paper], DRAWN[paper]
    note = "trained up to" if paper == "ALiBi" else "Llama 2 trained up to"
    return figure(shown.lengths, shown.perplexity, indices=indices, trained_at=shown.trained_at, ticks=ticks, note=note)


def alibi_sentence() -> str:
    """Sentence on the ALiBi paper's table 2, from the shortest window to the longest."""
    first, last = ALIBI.lengths[0], ALIBI.lengths[-1]
    told = listed(
        f"{name} {ALIBI.at(name, first):.2f} → "
        + ("out of memory" if math.isnan(ALIBI.at(name, last)) else f"{ALIBI.at(name, last):.2f}")
        for name in ALIBI.perplexity
    )
    best, where = ALIBI.lowest("sinusoidal")
    return (
        f"Published, not measured here: perplexity on {ALIBI.of}, trained at {first}. From windows of {first} to "
        f"windows of {last:,}: {told}. The "
        f"sinusoidal model is lowest at {listed(map(str, where))} ({best:.2f}); "
        f"it has {ALIBI.at('sinusoidal', 602):.2f} at 602. The ALiBi model has {ALIBI_TRAINED_512_AT_3072:.2f} at "
        "3,072."
    )


def yarn_sentence() -> str:
    """Sentence on plain Llama 2 past its trained length, and on YaRN's model, which was trained further."""
    plain, further = "RoPE", "YaRN, trained further"
    return (
        f"Published, not measured here: perplexity on {YARN.of}. {YARN_MODEL} was trained up to {YARN.trained_at:,} "
        f"tokens. Read plainly it goes from {YARN.at(plain, 4096):.2f} at 4,096 tokens to {YARN.at(plain, 8192):.1f} "
        f"at 8,192. A copy trained further, with YaRN's positions and for windows of {YARN_FOR:,}, has "
        f"{YARN.at(further, 8192):.2f} there."
    )


def sliding_sentence() -> str:
    """Sentence on the authors' explanation of ALiBi's improvement with length, and on their test of it."""
    short, long = ALIBI_SLIDING[512], ALIBI_SLIDING[3072]
    verdict = "no gain" if long >= short else "a gain still"
    return (
        "Why does the ALiBi model get *better* with length? Its authors' explanation: in a longer window fewer tokens "
        "stand near its start, where there is little to look back at. They let the window move on token by token, so "
        f"that none stands early: {short:.2f} at 512 and {long:.2f} at 3,072 (table 15), {verdict}."
    )
