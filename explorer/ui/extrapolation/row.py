"""Is there a row at all? And is a row that exists a row that the model understands?"""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from explorer import ui
from explorer.content.en import questions
from explorer.figures.extrapolation import cells as figures
from explorer.figures.spec import Spec
from explorer.nn.config import EXTENSIONS, Encoding, Extension
from explorer.scripts import extrapolation as scripts
from explorer.training.findings.losses import TRAIN_LEN, Line, baselines, inside, span
from explorer.training.findings.rows import alone, rows_sentence, understood
from explorer.training.rows import rows_at, trained_rows
from explorer.ui.extrapolation import settings
from explorer.ui.extrapolation.formulas import row
from explorer.ui.frame import order

PART = ui.Part(
    "Is there a row?",
    why="A [[learned table]] of 64 rows has none for the 65th character of a text, a formula has one for every "
    "position: but does the model understand it?",
    look="Each column of the picture is the row that is added at that position. The dashed line is where training "
    "ended.",
    stations=("+ positions",),
)

NO_WAY = "none"
KINDS: dict[str, Encoding] = {"learned table": "learned", "sinusoidal formula": "sinusoidal"}
LONGEST = 512


@lru_cache(maxsize=64)
def _figure(encoding: Encoding, extension: Extension, length: int) -> Spec:
    largest = 1.0 if encoding == "sinusoidal" else float(abs(trained_rows()).max())
    rows = rows_at(encoding, extension, _known(encoding, extension, length))
    return figures.position_rows(rows, train_len=TRAIN_LEN, length=length, largest=largest)


def _known(encoding: Encoding, extension: Extension, length: int) -> int:
    """How many of the positions have a row."""
    return length if extension != "plain" or encoding == "sinusoidal" else min(length, TRAIN_LEN)


def show() -> None:
    """Slider over the length, the table or the formula, a way out, and the rows there are."""
    with ui.controls("x_row"):
        left, right = st.columns(2)
        length = ui.slider(
            "Sequence length", 1, LONGEST, TRAIN_LEN + 1, key="x_len", called="sequence length", place=left
        )
        kind = right.segmented_control(
            "Positions from", list(KINDS), default="learned table", required=True, key="x_kind", bind="query-params"
        )
        encoding = KINDS[kind or "learned table"]
        extension: Extension = "plain"
        if encoding == "learned":
            way = st.segmented_control(
                "What to do past the end of the table",
                [NO_WAY, *EXTENSIONS["learned"]],
                default=NO_WAY,
                required=True,
                key="x_way",
                bind="query-params",
                help=settings.MEANING["learned"],
            )
            extension = next((known for known in EXTENSIONS["learned"] if known == way), "plain")
    last = None
    try:
        last = float(rows_at(encoding, extension, length)[-1, 0])
    except ValueError as error:
        st.info(  # on purpose, not a mistake of the visitor's
            f"The model refuses a text of this length, and says “{error}”: a learned table trained on {TRAIN_LEN} "
            f"positions has {TRAIN_LEN} rows."
            + ("" if ui.guide.hides("x_way") else " Choose what to do past the end, or the sinusoidal formula.")
        )
    ui.picture(
        "x_row",
        _figure(encoding, extension, length),
        summary=rows_sentence(encoding, extension, length),
        table=lambda: _table(encoding, extension, length),
        script=lambda: scripts.rows(encoding, extension, length),
    )
    row.formula("x_row", encoding, extension, length, last)
    with st.container(key="x_row_below"):
        _understood(encoding, extension, length)


def _understood(encoding: Encoding, extension: Extension, length: int) -> None:
    """Whether a row that exists is one that the model makes sense of."""
    order.end()
    st.header("Is a row that exists a row that the model understands?", anchor=False)
    sinusoidal = Line("sinusoidal", "plain")
    if ui.predict(
        *questions.BEYOND,
        answer=lambda: _answer(inside(sinusoidal), alone(), baselines()["bigram"]),
        because=f"The loss at positions 32–63 is {inside(sinusoidal):.2f}, at 64–127 it is "
        f"{span(sinusoidal, 64, 128):.2f}, and {alone():.2f} where nothing but the rows is new (windows of 64 that "
        f"begin at row 64); guessing from one character has {baselines()['bigram']:.2f} nats.",
        hint="training told the model what to do with 64 rows, and nothing about any other.",
    ):
        st.text(understood(encoding, extension, length))


def _answer(level: float, beyond: float, bigram: float) -> str:
    same, little, guessing = questions.BEYOND.options
    if beyond > bigram:
        return guessing
    return little if beyond > level + 0.05 else same


def _table(encoding: Encoding, extension: Extension, length: int) -> ui.Table:
    known = _known(encoding, extension, length)
    rows = rows_at(encoding, extension, known)
    columns: dict[str, object] = {"position": list(range(known))}
    columns |= {f"column {i}": rows[:, i].round(4) for i in range(rows.shape[1])}
    return ui.Table(columns, "position_rows")
