"""Missing rows past the trained length, and whether the model understands the rows that do exist there."""

import streamlit as st

from explorer import ui
from explorer.content.en import shared_page_questions
from explorer.nn.config import Encoding, Extension
from explorer.tokenizers import count_characters
from explorer.training.findings.loss_on_new_rows import LATE, alone
from explorer.training.findings.shipped_model_losses import TRAIN_LEN, Line, baselines, inside, span
from explorer.training.position_rows_of_model import rows_at
from explorer.ui.frame import part_containers, step_size
from explorer.views import extrapolation as views
from explorer.views.extrapolation.loss_sentences import understood
from explorer.views.extrapolation.settings import KINDS, LONGEST, WAYS
from explorer.views.setting import Text

PART = ui.Part(
    "Is there a row?",
    question="Can a model use a row it never saw?",
    why="A [[learned table]] of 64 rows has none for the 65th character of a text. A formula has one for every "
    "position: but does the model understand it?",
    look="A line of the picture is the row of one position. The dashed line is where training ended.",
    stations=("+ positions",),
)

LENGTHS = (*range(2, 2 * TRAIN_LEN), *range(2 * TRAIN_LEN, LONGEST + 1, 4))
"""Lengths on the slider; any other can be typed."""
MESSAGE = Text("Your message", "", 200, key="x_message")
"""The field for a text in a step."""
STRETCHED = (64, 128, 512)
"""Lengths on the slider where every frame has other rows (interpolation): fewer, since each is a whole table."""


def show() -> None:
    """Draw the controls (length, table or formula, extension method), the rows, and what the loss shows of them."""
    in_step = step_size.step() is not None
    with ui.controls("x_row"):
        if in_step:  # there the text is written, and its letters are counted
            text = ui.control(MESSAGE, live=ui.shared_inputs.STEP_LIVE)
            st.session_state["x_len"] = min(max(count_characters(text), LENGTHS[0]), LONGEST)
        settings = ui.ask(views.rows, "length", "positions")
        if settings["positions"] == "learned table":
            settings = ui.ask(views.rows, given=settings)
    length, way = settings["length"], settings.get("past_the_end", "none")
    encoding, extension = KINDS[settings["positions"]], WAYS[way]
    with part_containers.take("question"):
        losses = _ask_new_rows(encoding, extension, length)
    view = views.rows(**settings).at_question(True, losses if encoding == "sinusoidal" and not in_step else ())
    lengths = STRETCHED if extension == "interpolate" else LENGTHS
    ui.show("x_row", view, moves=None if in_step else ui.moves(views.rows, "length", lengths))
    try:
        rows_at(encoding, extension, length)
    except ValueError as error:
        margin = ui.margin()
        (margin.info if in_step else margin.text)(  # an expected result, not a visitor's mistake
            f"The model refuses a text of this length: “{error}”. Choose what to do past the end, or the formula."
        )
    ui.formulas("x_row", view.formulas)


def _ask_new_rows(encoding: Encoding, extension: Extension, length: int) -> tuple[str, ...]:
    """Guess whether a model reads with rows it never saw; what to write into the picture, () before the answer."""
    sinusoidal, (rows_alone, in_long), guessing = Line("sinusoidal", "plain"), alone(), baselines()["bigram"]
    level = inside(sinusoidal)
    if not ui.predict(
        shared_page_questions.BEYOND,
        answer=lambda: _answer(level, rows_alone, guessing),
        because=f"**No: where nothing but the rows is new its loss is {rows_alone:.2f} instead of {level:.2f}, and "
        f"guessing from the last letter alone has {guessing:.2f}.** A row is there, and does not help. (The loss is "
        "the surprise at each next letter; 0 is none.)",
        hint="training told the model what to do with 64 rows, and nothing about any other.",
        shows={"x_kind": "sinusoidal formula", "x_len": 2 * TRAIN_LEN},
    ):
        return ()
    with st.expander("How that was measured", key="x_row_measured"):
        st.text(
            f"Nats per character. At positions 32–63 of windows of 512 the loss is {level:.2f}; "
            f"at 64–127 {span(sinusoidal, 64, 128):.2f}, where distances are new as well. Rows alone are new "
            f"in windows of 64 that begin at row 64, at rows {LATE[0]}–{LATE[1]}; at the same rows of a long "
            f"window it is {in_long:.2f}. {understood(encoding, extension, length)}"
        )
    return f"loss with these rows: {level:.2f}", (
        f"loss with these: {rows_alone:.2f}<br>(from one letter: {guessing:.2f})"
    )


def _answer(level: float, beyond: float, bigram: float) -> str:
    same, little, guessing = shared_page_questions.BEYOND.choices
    if beyond > bigram:
        return guessing
    return little if beyond > level + 0.05 else same
