"""Three looks at what a model has of its positions: a map that holds inside, a probe that loses count, learned rows."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import streamlit as st

from explorer import ui
from explorer.figures.extrapolation import why as figures
from explorer.figures.spec import Spec
from explorer.nn.config import ENCODINGS, Encoding
from explorer.scripts import why as scripts
from explorer.training.findings import why as said
from explorer.training.findings.losses import TRAIN_LEN

SEQ_LEN = 512


@lru_cache(maxsize=64)
def _shift(k: int, ridge: float) -> tuple[said.Shift, Spec]:
    shift = said.shift(k, ridge)
    errors = {f"fitted on even p, 0 to {shift.last}": shift.fitted, "exact (shift matrix)": shift.exact}
    return shift, figures.shift_errors(errors, train_len=TRAIN_LEN, k=k)


def show_shift() -> None:
    """A linear map from row p to row p + k, fitted inside."""
    ui.say(
        "If a model only had to learn “k places further”, one matrix would do: for sinusoidal rows there is an exact "
        "one, the same everywhere. Here such a matrix is fitted to pairs of rows below 64, every second one, and asked "
        "about the others and about the rows after them."
    )
    with ui.controls("x_shift"):
        left, right = st.columns(2)
        k = ui.slider("Shift k", 1, 32, 4, key="x_sk", called="shift", place=left)
        ridge = right.select_slider(
            "Ridge: how strongly large weights are held back",
            list(said.RIDGES),
            "10⁻⁹",
            key="x_ridge",
            bind="query-params",
        )
    shift, figure = _shift(k, said.RIDGES[ridge])
    ui.picture(
        "x_shift",
        figure,
        summary=said.shift_sentence(shift),
        table=lambda: ui.Table(
            {"position": np.arange(len(shift.fitted)), "fitted": shift.fitted, "exact": shift.exact}, "shift_map"
        ),
        script=lambda: scripts.shift(k, said.RIDGES[ridge]),
    )
    st.markdown(f"{said.ridges_sentence(k)}\n\n{said.learned_shift_sentence(k)}")


@lru_cache(maxsize=8)
def _probe(encoding: Encoding) -> Spec:
    return figures.probe(said.probe(encoding).reads, train_len=TRAIN_LEN)


def show_probe() -> None:
    """What a linear probe reads of the position from a model's stream, inside and outside."""
    ui.say(
        "Can the position be read off a token's vector inside the model? A probe tries: a linear map from the vector "
        "to a number, fitted on positions 0 to 63 of half of the texts and read on the other half. On the thin line "
        "it is right."
    )
    with ui.controls("x_probe"):
        encoding: Encoding = (
            st.segmented_control(
                "Trained model", list(ENCODINGS), default="sinusoidal", required=True, key="x_penc", bind="query-params"
            )
            or "sinusoidal"
        )
    probe = said.probe(encoding)
    ui.picture(
        "x_probe",
        _probe(encoding),
        summary=said.probe_sentence(encoding),
        table=lambda: ui.Table(
            {
                "position": np.arange(next(iter(probe.reads.values())).shape[1]),
                **{f"{name}, mean read": reads.mean(axis=0).round(2) for name, reads in probe.reads.items()},
                **{f"{name}, mean miss": miss.mean(axis=0).round(2) for name, miss in probe.misses.items()},
            },
            "probe",
        ),
        script=lambda: scripts.probe(encoding),
    )
    st.markdown(
        "The line is the mean of what the probe reads; the miss is the mean of how far each reading is off, text by "
        "text, and is larger where readings scatter."
        + (" A learned table is read with *clamp* here." if encoding == "learned" else "")
    )


@lru_cache(maxsize=1)
def _rows() -> Spec:
    return figures.neighbours(said.neighbours())


def show_rows() -> None:
    """Whether neighbouring learned rows become alike, by the spread of their start."""
    ui.say(
        "Nobody tells a learned table that position 7 lies beside position 8. Do neighbouring rows become alike all "
        "the same? That is what stretching a table relies on."
    )
    ui.picture(
        "x_rows",
        _rows(),
        summary=said.neighbours_sentence(),
        table=lambda: ui.Table(
            {
                "distance": np.arange(1, TRAIN_LEN),
                **{name: values.mean(axis=0).round(4) for name, values in said.neighbours().items()},
            },
            "learned_rows",
        ),
        script=scripts.neighbours,
    )
    st.markdown(said.neighbours_verdict())
