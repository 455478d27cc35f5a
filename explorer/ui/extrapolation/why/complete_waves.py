"""Complete waves: which wavelengths fit into the trained length, and which waves raise the loss on new rows."""

from __future__ import annotations

from functools import cache

import streamlit as st

from explorer import ui
from explorer.training.ablations import loss_rises, result_sentences
from explorer.training.complete_waves_and_row_similarity import count_waves
from explorer.training.findings.shipped_model_losses import TRAIN_LEN
from explorer.views import extrapolation as views

LENGTHS = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096]
WIDTHS = [16, 32, 64, 128, 256]
BASES = {f"{training.base:,.0f}": training.base for training in loss_rises.BASES}


def show_waves() -> None:
    """Draw the wavelength of every pair against the trained length, then the models with other bases."""
    waves = count_waves(64, TRAIN_LEN)
    right = str(waves.whole)
    guess = ui.predict(
        "x_guess_waves",
        "A sinusoidal row has 32 waves. How many of them make a whole turn from position 0 to 63?",
        sorted({right, "16", "24", "32"}, key=int),
        answer=right,
        because=f"The next slower wave needs {waves.wavelength[waves.whole]:.0f} positions for its first turn.",
        hint="count the dots below the dashed line.",
    )
    width, length, base = 64, TRAIN_LEN, 10_000.0
    if guess:
        with ui.controls("x_waves"):
            left, middle, third = st.columns(3, gap="large")
            at = LENGTHS.index(TRAIN_LEN)
            length = left.selectbox("Trained length", LENGTHS, at, key="x_wl", bind="query-params", width=160)
            width = middle.select_slider("Columns of a row", WIDTHS, 64, key="x_wd", bind="query-params")
            base = BASES[third.select_slider("Base", list(BASES), "10,000", key="x_wb", bind="query-params")]
    view = views.waves(trained_length=length, columns=width, base=base, answered=bool(guess))
    ui.show("x_waves", view, moves=ui.Moves("trained_length", LENGTHS, "x_wl", "Trained length") if guess else None)
    ui.formulas("x_waves", view.formulas)
    if guess:
        st.header("Are unseen waves what does the harm?", anchor=False)
        st.markdown(_shipped_summary())
        ui.show("x_bases", views.bases())


@cache
def _shipped_summary() -> str:
    """Summary of the shipped runs, cached since they never change."""
    bases = [training.base for training in loss_rises.BASES]
    return (
        f"{result_sentences.unseen_waves_verdict()}\n\n"
        f"Trained for this question: models of {len(bases)} bases, from {min(bases):,.0f} to {max(bases):,.0f}. "
        f"{result_sentences.whole_waves_verdict()}\n\n**{result_sentences.conclusion()}**"
    )
