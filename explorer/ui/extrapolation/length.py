"""Mean loss against the window's length, as the ALiBi paper's figure 1 does, with published figures beside it."""

from __future__ import annotations

import math

import plotly.graph_objects as go
import streamlit as st

from explorer import ui
from explorer.figures.extrapolation import loss as figures
from explorer.figures.extrapolation.published import published as published_figure
from explorer.nn.config import ENCODINGS
from explorer.scripts import extrapolation as scripts
from explorer.training import published
from explorer.training.findings import LENGTHS, TRAIN_LEN, Line, baselines, by_length, seeds_text, span
from explorer.ui.extrapolation import settings

PART = ui.Part("Loss by length")

# Colours as the encodings have them on this page; YaRN has none of its own there.
PUBLISHED: dict[str, tuple[published.Published, tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]]]] = {
    "x_alibi": (
        published.ALIBI,
        tuple(ENCODINGS.index(name) for name in settings.SHOWN),
        ((512, 1024, 2048, 4096, 8192, 16384), (20, 50, 100, 200, 400)),
    ),
    "x_published": (published.YARN, (ENCODINGS.index("RoPE"), 2), ((1024, 2048, 4096, 8192), (2, 5, 10, 20, 50))),
}


@st.cache_data(max_entries=64, show_spinner=False)
def _figure(lines: tuple[Line, ...]) -> go.Figure:
    return figures.loss_by_length(LENGTHS, settings.length_curves(lines), train_len=TRAIN_LEN, levels=baselines())


@st.cache_data(max_entries=2, show_spinner=False)
def _published(key: str) -> go.Figure:
    shown, indices, ticks = PUBLISHED[key]
    return published_figure(shown.lengths, shown.perplexity, indices=indices, trained_at=shown.trained_at, ticks=ticks)


@st.fragment
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
        script=lambda: scripts.language(settings.triples(lines), "by length"),
    )
    st.markdown(f"{settings.notes(lines)}\n\n{hidden_sentence(lines)}")
    _others()


def _others() -> None:
    """Published perplexities of large models, each with its source."""
    st.header("Published, not measured here", anchor=False)
    st.markdown("Other models, other text, tokens instead of characters: compare the shapes, not the numbers.")
    alibi, yarn = published.ALIBI, published.YARN
    first, last = alibi.lengths[0], alibi.lengths[-1]
    told = ", ".join(
        f"{name} {alibi.at(name, first):.2f} → "
        + ("out of memory" if math.isnan(alibi.at(name, last)) else f"{alibi.at(name, last):.2f}")
        for name in alibi.perplexity
    )
    ui.picture(
        "x_alibi",
        _published("x_alibi"),
        summary=f"Published, not measured here: perplexity on WikiText-103, trained at {first}. From windows of "
        f"{first} to windows of {last:,}: {told}. The sinusoidal model is best at 532 "
        f"({alibi.at('sinusoidal', 532):.2f}) and has {alibi.at('sinusoidal', 602):.2f} at 602; the ALiBi model has "
        f"{published.ALIBI_TRAINED_512_AT_3072:.2f} at 3,072.",
        table=lambda: ui.Table({"length": alibi.lengths, **alibi.perplexity}, "published_alibi"),
    )
    sliding = published.ALIBI_SLIDING
    st.markdown(
        f"Source: [{alibi.source}]({alibi.url}); 3,072 is from table 5. Why does ALiBi get *better* with length? In a "
        "longer window fewer tokens stand near its start, where there is little to look back at. With a window that "
        f"moves on token by token, its authors measure no gain: {sliding[512]:.2f} at 512, {sliding[3072]:.2f} at "
        "3,072 (table 15)."
    )
    ui.picture(
        "x_published",
        _published("x_published"),
        summary="Published, not measured here: perplexity of Llama 2 70B. Read plainly it goes from "
        f"{yarn.at('RoPE', 4096):.2f} at 4,096 tokens to {yarn.at('RoPE', 8192):.1f} at 8,192; fine-tuned with YaRN "
        f"it is {yarn.at('YaRN, fine-tuned', 8192):.2f} there.",
        table=lambda: ui.Table({"length": yarn.lengths, **yarn.perplexity}, "published_yarn"),
    )
    st.markdown(f"Source: [{yarn.source}]({yarn.url}).")


def summary(lines: tuple[Line, ...]) -> str:
    """Each line's mean at the trained length and at eight times it."""
    means = {line.label: by_length(line).mean(axis=0) for line in lines}
    told = ", ".join(f"{name} {m[0]:.2f} → {m[-1]:.2f}" for name, m in means.items())
    return f"Mean loss over windows of 64 and of 512: {told}."


def hidden_sentence(lines: tuple[Line, ...]) -> str:
    """What a window's mean hides, on the line where it hides most."""

    def mean_and_end(line: Line) -> tuple[float, float]:
        return float(by_length(line)[:, -1].mean()), span(line, 448, 512)

    worst = max(lines, key=lambda line: mean_and_end(line)[1] - mean_and_end(line)[0])
    mean, end = mean_and_end(worst)
    if end - mean < 0.05:
        return "Here the mean hides nothing: the last 64 positions of a window of 512 are no worse than its mean."
    return (
        f"What the mean hides: over a window of 512, {worst.label} has a mean of {mean:.2f}, "
        f"but its last 64 positions have {end:.2f}."
    )
