"""Is there a row at all? And is a row that exists a row that the model understands?"""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from explorer import ui
from explorer.figures.extrapolation import cells as figures
from explorer.nn.config import EXTENSIONS, Encoding, Extension
from explorer.scripts import extrapolation as scripts
from explorer.training.findings import TRAIN_LEN, Line, baselines, inside, span
from explorer.training.rows import rows_at, trained_rows

PART = ui.Part("Is there a row?")

NO_WAY = "none"
KINDS: dict[str, Encoding] = {"learned table": "learned", "sinusoidal formula": "sinusoidal"}


@st.cache_data(max_entries=64, show_spinner=False)
def _figure(encoding: Encoding, extension: Extension, length: int) -> go.Figure:
    largest = 1.0 if encoding == "sinusoidal" else float(abs(trained_rows()).max())
    known = length if extension != "plain" or encoding == "sinusoidal" else min(length, TRAIN_LEN)
    rows = rows_at(encoding, extension, known)
    return figures.position_rows(rows, train_len=TRAIN_LEN, length=length, largest=largest)


def understood(encoding: Encoding, extension: Extension, length: int) -> str:
    """What the model's loss says about the rows past the trained length."""
    if encoding == "learned" and extension == "plain":
        return "Without a row there is nothing to measure: choose a way out."
    line = Line(encoding, extension)
    level, bigram = inside(line), baselines()["bigram"]
    if length <= TRAIN_LEN:
        return f"Inside the trained length this model's loss is {level:.2f} nats a character."
    beyond = span(line, TRAIN_LEN, length)
    verdict = "worse" if beyond > bigram else "better"
    return (
        f"Loss at positions {TRAIN_LEN} to {length - 1}: {beyond:.2f} nats a character, against {level:.2f} inside; "
        f"{verdict} than looking at the last character only ({bigram:.2f}). Measured in windows of 512."
    )


@st.fragment
def show() -> None:
    """Slider over the length, the table or the formula, a way out, and the rows there are."""
    with ui.controls("x_row"):
        left, right = st.columns(2)
        length = left.slider("Sequence length", 1, 512, 65, key="x_len", bind="query-params")
        kind = right.segmented_control(
            "Positions from", list(KINDS), default="learned table", required=True, key="x_kind", bind="query-params"
        )
        encoding = KINDS[kind or "learned table"]
        extension: Extension = "plain"
        if encoding == "learned":
            way = st.segmented_control(
                "Way out past the table's end",
                [NO_WAY, *EXTENSIONS["learned"]],
                default=NO_WAY,
                required=True,
                key="x_way",
                bind="query-params",
            )
            extension = next((known for known in EXTENSIONS["learned"] if known == way), "plain")
    problem = ""
    try:
        rows_at(encoding, extension, length)
    except ValueError as error:
        problem = str(error)
    if problem:
        st.error(
            f"ValueError: {problem}. A learned table trained on {TRAIN_LEN} positions has {TRAIN_LEN} rows. "
            "Choose a way out, or the sinusoidal formula."
        )
    summary = _summary(encoding, extension, length, problem)
    ui.picture(
        "x_row",
        _figure(encoding, extension, length),
        summary=summary,
        table=lambda: _table(encoding, extension, length),
        script=lambda: scripts.rows(encoding, extension, length),
    )
    st.header("Is a row that exists a row that the model understands?", anchor=False)
    sinusoidal = Line("sinusoidal", "plain")
    if ui.predict(
        "x_guess_row",
        "The formula has a row for every position. A model trained on rows 0–63 reads rows 64–127: its loss will be …",
        ["about the same", "a little higher", "higher than guessing from one character"],
        answer=lambda: _answer(inside(sinusoidal), span(sinusoidal, 64, 128), baselines()["bigram"]),
        because=f"Inside {inside(sinusoidal):.2f}, at 64–127 {span(sinusoidal, 64, 128):.2f}, "
        f"one character back {baselines()['bigram']:.2f} nats.",
    ):
        st.text(understood(encoding, extension, length))


def _answer(level: float, beyond: float, bigram: float) -> str:
    if beyond > bigram:
        return "higher than guessing from one character"
    return "a little higher" if beyond > level + 0.05 else "about the same"


def _summary(encoding: Encoding, extension: Extension, length: int, problem: str) -> str:
    if problem:
        missing = "s" if length > TRAIN_LEN + 1 else ""
        return f"Learned table: rows 0 to {TRAIN_LEN - 1} exist, {length - TRAIN_LEN} position{missing} without a row."
    if length <= TRAIN_LEN:
        return f"All {length} positions have a row, and training has seen each of them."
    norms = np.linalg.norm(trained_rows(), axis=1)
    what = {
        "plain": "computed by the formula; training never showed them",
        "clamp": f"all equal to row {TRAIN_LEN - 1}. That is an odd one: in training nothing ever looked back "
        f"at it, and its "
        f"length is {norms[-1]:.2f} beside {norms[-2]:.2f} of the row before",
        "wrap": f"rows 0 to {TRAIN_LEN - 1} again",
        "interpolate": "the table stretched: almost every position now gets a mixture of two rows",
        "spare rows": "still at their random start",
    }[extension]
    beyond = f"Rows {TRAIN_LEN} to {length - 1}" if length > TRAIN_LEN + 1 else f"Row {TRAIN_LEN}"
    return f"{length} positions. {beyond}: {what}."


def _table(encoding: Encoding, extension: Extension, length: int) -> ui.Table:
    known = length if extension != "plain" or encoding == "sinusoidal" else min(length, TRAIN_LEN)
    rows = rows_at(encoding, extension, known)
    columns: dict[str, object] = {"position": list(range(known))}
    columns |= {f"column {i}": rows[:, i].round(4) for i in range(rows.shape[1])}
    return ui.Table(columns, "position_rows")
