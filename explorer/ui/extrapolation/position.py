"""Loss by position: the visitor draws a curve first, then sees what was measured."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from explorer import ui
from explorer.figures import extrapolation as figures
from explorer.scripts import extrapolation as scripts
from explorer.training.config import Encoding
from explorer.training.findings import (
    TRAIN_LEN,
    Line,
    alibi_sentence,
    baselines,
    fall_summary,
    first_line,
    inside,
    order_sentence,
    seeds_text,
    span,
)
from explorer.ui.extrapolation import settings

GUESSED_AT = (96, 192, 320, 480)
START = 1.8


@st.cache_data(max_entries=128, show_spinner=False)
def _figure(
    lines: tuple[Line, ...], width: int, shown: bool, guess: tuple[float, ...], zoom: tuple[float, float]
) -> go.Figure:
    stop = 512 if shown else TRAIN_LEN
    return figures.loss_by_position(
        settings.middles(stop, width),
        settings.position_curves(lines, width, stop=stop),
        train_len=TRAIN_LEN,
        levels=baselines(),
        guess=((TRAIN_LEN - 1, *GUESSED_AT), guess),
        y_range=zoom,
        length=512,
    )


@st.fragment
def show() -> None:
    """Which encodings, the guess, the reveal, the picture."""
    with ui.controls("x_pos"):
        chosen = settings.encodings()
        shown = st.toggle("Show what was measured past 64", key="x_shown", bind="query-params")
    of, guess = _guess(shown)
    with ui.more("x_pos"):
        left, right = st.columns(2)
        width = left.select_slider(
            "Positions joined into one point", settings.WIDTHS, 16, key="x_width", bind="query-params"
        )
        zoom = right.toggle("Zoom on the low end", key="x_zoom", bind="query-params")
    if not chosen:
        st.warning("No encoding is chosen. Choose at least one above.")
        return
    lines = tuple(settings.lines(chosen))
    summary = (
        f"{fall_summary(lines)} {seeds_text()}"
        if shown
        else f"Up to position {TRAIN_LEN - 1} all were trained: "
        + ", ".join(f"{line.label} {inside(line):.2f}" for line in lines)
        + ". What comes after is hidden until you ask for it."
    )
    ui.picture(
        "x_pos",
        _figure(lines, width, shown, (inside(first_line(of)), *guess), (1.4, 2.6) if zoom else (1.4, 4.0)),
        summary=summary,
        table=(lambda: settings.position_table(lines, "loss_by_position")) if shown else None,
        script=(lambda: scripts.language(settings.triples(lines), "by position", width)) if shown else None,
    )
    if shown:
        st.text(_compare(of, guess))
        st.markdown(f"{order_sentence()}\n\n{alibi_sentence()}")
        st.markdown(
            "By position, because a mean over a long window hides the fall behind the window's good start. Every "
            "stretch of 64 positions is measured on nearly the same held-out text, so the curves differ by the "
            "model alone. "
            "A loss of 1 nat less means: about 2.7 times fewer characters to choose from."
        )


def _guess(shown: bool) -> tuple[Encoding, tuple[float, ...]]:
    """Four sliders that draw a curve for one encoding; folded away once the truth is shown."""
    box = st.expander("Your guess") if shown else st.container(border=True)
    with box:
        of = st.segmented_control(
            "**Draw your own curve first:** the loss of a model that trained on 64, at the positions after. Encoding:",
            settings.SHOWN,
            default=settings.SHOWN[0],
            required=True,
            key="x_of",
            bind="query-params",
        )
        columns = st.columns(len(GUESSED_AT))
        values = tuple(
            column.slider(f"Loss at {at}", 1.4, 4.0, START, 0.1, key=f"x_g{at}", bind="query-params")
            for column, at in zip(columns, GUESSED_AT, strict=True)
        )
    return of or settings.SHOWN[0], values


def _compare(of: Encoding, guess: tuple[float, ...]) -> str:
    line = first_line(of)
    measured = [span(line, at - 8, at + 8) for at in GUESSED_AT]
    far = max(abs(a - b) for a, b in zip(guess, measured, strict=True))
    pairs = ", ".join(
        f"at {at} you said {g:.1f}, it is {m:.2f}" for at, g, m in zip(GUESSED_AT, guess, measured, strict=True)
    )
    return f"Your curve for {of}: {pairs}. Farthest miss: {far:.2f} nats."
