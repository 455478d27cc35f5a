"""Mean loss against the window's length, as the ALiBi paper's figure 1 does, with published figures beside it."""

from __future__ import annotations

import math
from functools import lru_cache

import streamlit as st

from explorer import ui
from explorer.figures.extrapolation import loss as figures
from explorer.figures.extrapolation.published import published as published_figure
from explorer.figures.spec import Spec
from explorer.nn.config import ENCODINGS, spoken
from explorer.scripts import extrapolation as scripts
from explorer.training import published
from explorer.training.findings.losses import LENGTHS, TRAIN_LEN, Line, baselines, by_length, seeds_text, span
from explorer.ui.extrapolation import settings
from explorer.wording import fixed

PART = ui.Part(
    "Loss by length",
    why="Papers compare encodings by one [[loss]] for a whole [[window]], so it is worth knowing what such a number "
    "hides.",
    look="At how late a line rises. Then choose the same encodings under Loss by position.",
)

LITTLE = 0.05  # nats between a window's mean and its end

# Colours as the encodings have them on this page; YaRN has none of its own there.
PUBLISHED: dict[str, tuple[published.Published, tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]]]] = {
    "x_alibi": (
        published.ALIBI,
        tuple(ENCODINGS.index(name) for name in settings.SHOWN),
        ((512, 1024, 2048, 4096, 8192, 16384), (20, 50, 100, 200, 400)),
    ),
    "x_published": (published.YARN, (ENCODINGS.index("RoPE"), 2), ((1024, 2048, 4096, 8192), (2, 5, 10, 20, 50))),
}


@lru_cache(maxsize=64)
def _figure(lines: tuple[Line, ...]) -> Spec:
    return figures.loss_by_length(LENGTHS, settings.length_curves(lines), train_len=TRAIN_LEN, levels=baselines())


@lru_cache(maxsize=2)
def _published(key: str) -> Spec:
    shown, indices, ticks = PUBLISHED[key]
    note = "Llama 2 trained up to" if key == "x_published" else "trained up to"
    return published_figure(
        shown.lengths, shown.perplexity, indices=indices, trained_at=shown.trained_at, ticks=ticks, note=note
    )


def show() -> None:
    """Window means of ours, then perplexities of others."""
    with ui.controls("x_length"):
        lines = tuple(settings.choice())
    if not lines:
        st.warning("No encoding is chosen. Choose at least one above.")
        return
    ui.picture(
        "x_length",
        _figure(lines),
        summary=f"{summary(lines)} {seeds_text()}",
        table=lambda: settings.length_table(lines, "loss_by_length"),
        script=lambda: scripts.language(settings.triples(lines)),
    )
    st.markdown(f"{settings.notes(lines)}\n\n{hidden_sentence(lines)}")
    mean = round(float(by_length(lines[0]).mean(axis=0)[-1]), 2)
    ui.formula(
        "x_length",
        r"\text{perplexity}=e^{L}",
        {"L": "the mean [[loss]] in [[nats]]", "e": "2.718…, the base of the natural logarithm"},
        f"{spoken(lines[0].label)} at 512: e to the power of {fixed(mean)} is {fixed(math.exp(mean), 1)}. The model "
        "hesitates as if it chose between that many characters, all equally likely.",
    )
    _others()


def _others() -> None:
    """Published perplexities of large models, each with its source."""
    st.header("Published, not measured here", anchor=False)
    ui.say(
        "Other models, other text, tokens instead of characters: compare the shapes, not the numbers. "
        "[[Perplexity]] is e to the power of the loss: the number of tokens that a model hesitates between."
    )
    alibi, yarn = published.ALIBI, published.YARN
    ui.picture(
        "x_alibi",
        _published("x_alibi"),
        summary=published.alibi_sentence(),
        table=lambda: ui.Table({"length": alibi.lengths, **alibi.perplexity}, "published_alibi"),
        script=lambda: scripts.published("ALIBI"),
    )
    st.markdown(f"Source: [{alibi.source}]({alibi.url}); 3,072 is from table 5. {published.sliding_sentence()}")
    ui.picture(
        "x_published",
        _published("x_published"),
        summary=published.yarn_sentence(),
        table=lambda: ui.Table({"length": yarn.lengths, **yarn.perplexity}, "published_yarn"),
        script=lambda: scripts.published("YARN"),
    )
    st.markdown(f"Sources: [{yarn.source}]({yarn.url}); [the model's card]({published.YARN_CARD}).")


def summary(lines: tuple[Line, ...]) -> str:
    """Each line's mean at the trained length and at eight times it."""
    means = {line.label: by_length(line).mean(axis=0) for line in lines}
    told = ", ".join(f"{spoken(name)} {m[0]:.2f} → {m[-1]:.2f}" for name, m in means.items())
    return f"Mean loss over windows of 64 and of 512: {told}."


def hidden_sentence(lines: tuple[Line, ...]) -> str:
    """What a window's mean hides, on the line where it hides most."""

    def mean_and_end(line: Line) -> tuple[float, float]:
        return float(by_length(line)[:, -1].mean()), span(line, 448, 512)

    worst = max(lines, key=lambda line: mean_and_end(line)[1] - mean_and_end(line)[0])
    # Judged as shown, by the two numbers that the sentence has.
    mean, end = (round(loss, 2) for loss in mean_and_end(worst))
    hidden = round(end - mean, 2)
    begins = (
        "What the mean hides" if hidden >= LITTLE else f"Here the mean hides {'little' if hidden > 0 else 'nothing'}"
    )
    told = (
        f"{mean:.2f} over a window of 512, {'and' if hidden < LITTLE else 'but'} {end:.2f} over its last 64 positions"
    )
    return f"{begins}: {spoken(worst.label)} has {told}."
