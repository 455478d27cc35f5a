"""Mean loss against the window's length, as the ALiBi paper's figure 1 does, with published figures beside it."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from explorer import ui
from explorer.figures import extrapolation as figures
from explorer.scripts import extrapolation as scripts
from explorer.training import published
from explorer.training.findings import LENGTHS, TRAIN_LEN, Line, baselines, by_length, first_line, seeds_text, span
from explorer.ui.extrapolation import settings

PUBLISHED = {"plain RoPE": published.PLAIN_ROPE, "YaRN, fine-tuned": published.YARN}


@st.cache_data(max_entries=64, show_spinner=False)
def _figure(lines: tuple[Line, ...]) -> go.Figure:
    return figures.loss_by_length(LENGTHS, settings.length_curves(lines), train_len=TRAIN_LEN, levels=baselines())


@st.cache_data(max_entries=1, show_spinner=False)
def _published() -> go.Figure:
    return figures.published(published.LENGTHS, PUBLISHED, trained_at=published.TRAINED_AT)


@st.fragment
def show() -> None:
    """Window means of ours, then perplexities of others."""
    with ui.controls("x_length"):
        chosen = settings.encodings()
    if not chosen:
        st.warning("No encoding is chosen. Choose at least one above.")
        return
    lines = tuple(settings.lines(chosen))
    ui.picture(
        "x_length",
        _figure(lines),
        summary=f"{summary(lines)} {seeds_text()}",
        table=lambda: settings.length_table(lines, "loss_by_length"),
        script=lambda: scripts.language(settings.triples(lines), "by length"),
    )
    st.markdown(hidden_sentence())
    st.header("Published, not measured here", anchor=False)
    low, high = published.PLAIN_ROPE[published.LENGTHS.index(4096)], published.PLAIN_ROPE[-1]
    ui.picture(
        "x_published",
        _published(),
        summary="Llama 2 70B as published, not measured here: read plainly its perplexity goes from "
        f"{low:.2f} at 4,096 tokens to {high:.1f} at 8,192; fine-tuned with YaRN it is {published.YARN[-1]:.2f} there.",
        table=lambda: ui.Table({"length": published.LENGTHS, **PUBLISHED}, "published"),
    )
    st.markdown(
        f"Source: [{published.SOURCE}]({published.URL}). Another model, other text, tokens instead of characters: "
        "compare the shapes, not the numbers. ALiBi in its authors' words: "
        f"{published.ALIBI_IN_WORDS} ([{published.ALIBI_SOURCE}]({published.ALIBI_URL}))."
    )


def summary(lines: tuple[Line, ...]) -> str:
    """Each line's mean at the trained length and at eight times it."""
    means = {line.label: by_length(line).mean(axis=0) for line in lines}
    told = ", ".join(f"{name} {m[0]:.2f} → {m[-1]:.2f}" for name, m in means.items())
    return f"Mean loss over windows of 64 and of 512: {told}."


def hidden_sentence() -> str:
    """What a window's mean hides, on the encoding where it hides most."""
    line = first_line("T5")
    mean, end = float(by_length(line)[:, -1].mean()), span(line, 448, 512)
    return (
        f"What the mean hides: over a window of 512, T5 has a mean of {mean:.2f}, "
        f"but its last 64 positions have {end:.2f}."
    )
