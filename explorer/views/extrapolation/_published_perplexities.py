"""Published perplexities of large models by window length, quoted from papers and not measured here."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from explorer.figures import theme
from explorer.figures.extrapolation.loss_curves import note_at
from explorer.figures.figure_spec import Spec, layout, upright
from explorer.nn.config import ENCODINGS
from explorer.training.findings.shipped_model_losses import FAMOUS
from explorer.training.published_perplexities import (
    ALIBI,
    ALIBI_TRAINED_512_AT_3072,
    YARN,
    YARN_FOR,
    YARN_MODEL,
    Published,
)
from explorer.views.setting import Choice
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import listed

PAPERS = {"ALiBi": ALIBI, "YaRN": YARN}
# Colours of the encodings on this page; YaRN is not among them.
DRAWN: dict[str, tuple[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]]]] = {
    "ALiBi": (
        tuple(ENCODINGS.index(name) for name in FAMOUS),
        ((512, 1024, 2048, 4096, 8192, 16384), (20, 50, 100, 200, 400)),
    ),
    "YaRN": ((ENCODINGS.index("RoPE"), 2), ((1024, 2048, 4096, 8192), (2, 5, 10, 20, 50))),
}


Paper = Literal["ALiBi", "YaRN"]
PAPER: Any = Choice("Paper", "ALiBi", tuple(PAPERS), about="of Press, Smith and Lewis (2022) or of Peng et al. (2024)")


@picture(Published)
def published_perplexities(*, paper: Paper = PAPER) -> View:
    """Published perplexity of models larger than ours, against the length of the window.

    >>> published_perplexities(paper="YaRN").table["RoPE"][-1]
    56.099
    """
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
    traces = []
    for (name, values), index in zip(shown.perplexity.items(), indices, strict=True):
        style = theme.category(index)
        traces.append(
            {
                "type": "scatter",
                "x": np.array(shown.lengths, np.float32),
                "y": np.array(values, np.float32),
                "name": name,
                "mode": "lines+markers",
                "line": {"color": style["color"], "dash": style["dash"]},
                "marker": {"symbol": style["symbol"], "size": 8},
                "hovertemplate": "%{x:,}: %{y:.2f}<extra>" + name + "</extra>",
            }
        )
    x, y = ({"type": "log", "tickvals": list(at), "ticktext": [f"{n:,}" for n in at]} for at in ticks)
    made = layout("length of the window (tokens, log scale)", "perplexity (log scale)", 380, legend=True, x=x, y=y)
    # On a logarithmic axis Plotly takes an annotation's coordinate as a logarithm, but not a shape's.
    note, side = ("trained", "left") if paper == "ALiBi" else ("Llama 2 trained", "right")  # where there is room
    beside = note_at(float(np.log10(shown.trained_at)), f"{note} up to {shown.trained_at:,}", side=side)
    return Spec(traces, made | {"shapes": [upright(shown.trained_at, 1.5)], "annotations": [beside]})


def alibi_sentence() -> str:
    """Sentence on the ALiBi paper's table 2, from the shortest window to the longest."""
    first, last = ALIBI.lengths[0], ALIBI.lengths[-1]
    sentence = listed(
        f"{name} {ALIBI.at(name, first):.2f} → "
        + ("out of memory" if math.isnan(ALIBI.at(name, last)) else f"{ALIBI.at(name, last):.2f}")
        for name in ALIBI.perplexity
    )
    best, where = ALIBI.lowest("sinusoidal")
    return (
        f"Published, not measured here: perplexity on {ALIBI.of}, trained at {first}. From windows of {first} to "
        f"windows of {last:,}: {sentence}. The "
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
