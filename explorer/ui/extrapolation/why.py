"""Why models fall: waves seen in part, a map that holds inside only, a probe that loses count, rows learned alone."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from explorer import ui
from explorer.core.functional import sinusoidal
from explorer.figures.extrapolation import why as figures
from explorer.nn.config import ENCODINGS, Encoding
from explorer.scripts import extrapolation as scripts
from explorer.training.findings import TRAIN_LEN
from explorer.training.results import arrays
from explorer.training.rows import start_rows, trained_rows
from explorer.training.sweep import POSITION_STDS, SEEDS
from explorer.training.why import Waves, exact_shift_error, fitted_shift_error, neighbour_similarity, waves_seen

PART = ui.Part("Why")

STREAMS = ("before block 1", "after block 1", "after block 2")
SEQ_LEN = 512


def show() -> None:
    """Choose one of four reasons."""
    views = {
        "Waves seen": show_waves,
        "A map that holds inside": show_shift,
        "Can it tell where it is?": show_probe,
        "Learned rows": show_rows,
    }
    ui.parts("x_why", views, "Reason")


@st.cache_data(max_entries=64, show_spinner=False)
def _waves(embed_dim: int, train_len: int) -> tuple[Waves, go.Figure]:
    waves = waves_seen(embed_dim, train_len)
    return waves, figures.waves(waves.wavelength, waves.turns, train_len=train_len)


@st.fragment
def show_waves() -> None:
    """Wavelength of every pair against the trained length."""
    waves, _ = _waves(64, TRAIN_LEN)
    right = str(waves.whole)
    if not ui.predict(
        "x_guess_waves",
        "A sinusoidal row of 64 columns has 32 waves. How many make at least one whole turn within 64 positions?",
        sorted({right, "16", "24", "32"}, key=int),
        answer=right,
        because=f"The next slower wave needs {waves.wavelength[waves.whole]:.0f} positions for its first turn.",
    ):
        return
    with ui.controls("x_waves"):
        left, middle = st.columns(2, gap="large")
        length = left.select_slider(
            "Trained length", [16, 32, 64, 128, 256, 512, 1024, 2048, 4096], 64, key="x_wl", bind="query-params"
        )
        width = middle.select_slider("Columns of a row", [16, 32, 64, 128, 256], 64, key="x_wd", bind="query-params")
    waves, figure = _waves(width, length)
    ui.picture(
        "x_waves",
        figure,
        summary=f"{waves.whole} of {len(waves.wavelength)} waves make a whole turn within {length} positions. "
        f"The slowest "
        f"needs {waves.wavelength[-1]:,.0f} positions for one turn: within {length} its sine covers "
        f"{waves.values_seen[-1]:.1%} of its values, and every position past {length} shows the model values it "
        f"never saw.",
        table=lambda: ui.Table(
            {
                "pair": list(range(len(waves.wavelength))),
                "positions in one turn": waves.wavelength.round(2),
                "turns seen": waves.turns.round(4),
                "share of the sine's values seen": waves.values_seen.round(4),
            },
            "waves_seen",
        ),
        script=lambda: scripts.waves(width, length),
    )


@st.cache_data(max_entries=64, show_spinner=False)
def _shift(k: int) -> tuple[np.ndarray, np.ndarray, go.Figure]:
    fitted = fitted_shift_error(sinusoidal(SEQ_LEN, 64), TRAIN_LEN, k)
    exact = exact_shift_error(SEQ_LEN, 64, k)
    errors = {"fitted on positions 0–63": fitted, "exact (shift matrix)": exact}
    return fitted, exact, figures.shift_errors(errors, train_len=TRAIN_LEN)


@st.fragment
def show_shift() -> None:
    """A linear map from row p to row p + k, fitted inside."""
    with ui.controls("x_shift"):
        k = st.slider("Shift k", 1, 32, 4, key="x_sk", bind="query-params")
    fitted, exact, figure = _shift(k)
    inside = TRAIN_LEN - k
    held_out = fitted[1:inside:2]
    ui.picture(
        "x_shift",
        figure,
        summary=f"The map from row p to row p + {k}, fitted on every second position inside, misses the others "
        f"inside by "
        f"{_power(held_out.max())} of a row's length at most, and by up to {fitted[inside:].max():.2g} outside. The "
        f"exact map "
        f"misses by {_power(exact.max())} everywhere: it exists, but 64 positions don't show which one it is.",
        table=lambda: ui.Table({"position": np.arange(len(fitted)), "fitted": fitted, "exact": exact}, "shift_map"),
        script=lambda: scripts.shift(k, 64, TRAIN_LEN, SEQ_LEN),
    )
    similar = neighbour_similarity(trained_rows(0.02))
    learned = fitted_shift_error(trained_rows(0.02), TRAIN_LEN, k)[1:inside:2]
    st.markdown(
        f"The same fit on a learned table's 64 rows misses the held-out rows by {learned.mean():.2f} of a row's "
        f"length: "
        f"its rows follow no such rule (neighbours have a cosine of {similar[0]:.2f})."
    )


def _power(value: float) -> str:
    """A small number as one writes it by hand.

    >>> _power(0.00018)
    '1.8 × 10⁻⁴'
    """
    digits, power = f"{value:.1e}".split("e")
    return f"{digits} × 10{str(int(power)).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


@st.cache_data(max_entries=16, show_spinner=False)
def _probe(encoding: Encoding) -> tuple[dict[str, np.ndarray], go.Figure]:
    name = "learned 0.02" if encoding == "learned" else encoding
    reads = arrays()[f"language/{name}/probe"]  # (seeds, streams, positions)
    answers = {stream: reads[:, i] for i, stream in enumerate(STREAMS)}
    return answers, figures.probe(answers, train_len=TRAIN_LEN)


@st.fragment
def show_probe() -> None:
    """What a linear probe reads of the position from a model's stream, inside and outside."""
    with ui.controls("x_probe"):
        encoding: Encoding = (
            st.segmented_control(
                "Trained model", list(ENCODINGS), default="sinusoidal", required=True, key="x_penc", bind="query-params"
            )
            or "sinusoidal"
        )
    answers, figure = _probe(encoding)
    told = []
    where = np.arange(answers[STREAMS[0]].shape[1])
    for name, reads in answers.items():
        miss = abs(reads.mean(axis=0) - where)
        told.append(f"{name} {miss[:TRAIN_LEN].mean():.1f} inside, {miss[TRAIN_LEN:].mean():.0f} outside")
    ui.picture(
        "x_probe",
        figure,
        summary=f"{encoding}: mean miss in positions of a linear probe fitted inside: {'; '.join(told)}.",
        table=lambda: ui.Table(
            {"position": where, **{name: reads.mean(axis=0).round(2) for name, reads in answers.items()}}, "probe"
        ),
        script=lambda: scripts.probe(encoding),
    )
    st.markdown(
        "The probe is a linear map from a token's vector to a number, fitted on trained positions of half of "
        "the texts and "
        "read on the other half. A straight line on the diagonal means that the model's own vectors still say "
        "where they are." + (" A learned table is read with *clamp* here." if encoding == "learned" else "")
    )


@st.cache_data(max_entries=1, show_spinner=False)
def _similar() -> tuple[dict[str, np.ndarray], go.Figure]:
    similar = {}
    for std in POSITION_STDS:
        similar[f"start {std:g}, untrained"] = np.array([neighbour_similarity(start_rows(std, s)) for s in SEEDS])
        similar[f"start {std:g}, trained"] = np.array([neighbour_similarity(trained_rows(std, s)) for s in SEEDS])
    return similar, figures.neighbours(similar)


@st.fragment
def show_rows() -> None:
    """Whether neighbouring learned rows become alike, by the spread of their start."""
    similar, figure = _similar()
    told = ", ".join(f"{name} {values[:, 0].mean():.2f}" for name, values in similar.items())
    ui.picture(
        "x_rows",
        figure,
        summary=f"Mean cosine of neighbouring rows (distance 1): {told}. {rows_sentence(similar)}",
        table=lambda: ui.Table(
            {"distance": np.arange(1, TRAIN_LEN), **{name: v.mean(axis=0).round(4) for name, v in similar.items()}},
            "learned_rows",
        ),
        script=lambda: scripts.neighbours(POSITION_STDS),
    )
    st.markdown(
        "Nothing in the loss asks two neighbouring rows to be alike. What they have in common they got from the same "
        "gradients; a large random start drowns that out."
    )


def rows_sentence(similar: dict[str, np.ndarray]) -> str:
    """Which start lets neighbours become more alike, as measured."""
    small, large = (similar[f"start {std:g}, trained"][:, 0] for std in POSITION_STDS)
    if small.min() > large.max():
        return f"From the smaller start neighbours become more alike ({small.mean():.2f} against {large.mean():.2f})."
    if large.min() > small.max():
        return f"From the larger start neighbours become more alike ({large.mean():.2f} against {small.mean():.2f})."
    return "The two starts don't differ by more than the seeds do."
