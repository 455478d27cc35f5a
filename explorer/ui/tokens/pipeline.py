"""Embedding layer: token rows, × √D, + position rows, = the transformer's input, sum by sum or with all numbers."""

import streamlit as st

from explorer import embedding_pipeline, ui
from explorer.gradients import worked_example
from explorer.questions import Question
from explorer.ui.projection.rerun_after_state_change import rerun_part
from explorer.ui.tokens import table_choice
from explorer.ui.tokens.tokenized_text import current
from explorer.views import View
from explorer.views import tokens as views
from explorer.views.setting import Switch
from explorer.views.tokens.embedding_layer import Compared, request_of, start_lengths, too_long

PART = ui.Part(
    "Pipeline",
    question="How does a word’s vector get to know its position?",
    why="To each token’s row a second [[vector]] is added, that of its position: their sum is all that the "
    "[[transformer]] receives.",
    look="Row and position become one sum, number by number; Play makes them again.",
    stations=("rows", "+ positions", "vectors"),
    shown=table_choice.describe,
)

STAYS = "its row", "the position’s vector", "the sum"


def show() -> None:
    """Draw the sums of token rows and position rows, one by one, for the selected token's line."""
    typed = current()
    if not len(typed.tokens()):
        return
    init, seed = table_choice.chosen_start()
    d = table_choice.table_of(typed).embed_dim
    if (last_click := st.session_state.pop("t_dim_clicked", None)) is not None:
        st.session_state["t_dim"] = last_click
    with ui.controls("t_sum"):
        box = ui.row("bottom")
        given = typed.settings() | table_choice.settings(typed)
        settings = ui.ask(views.pipeline, "position", "scale", "dim", at=box, given=given)
        whole = ui.control(Switch("All numbers", False, key="t_all"), box)
        against: Compared = "nothing"
        if whole or "t_against" in st.query_params:
            against = ui.ask(views.pipeline, "against", at=box)["against"]
        most = len(views.adding(**settings).table["token"])
        with box:
            added, moves = ui.step_field("added", most, "Sums made", key="t_added")
    _ask_what_stays(settings["position"] == "none")
    result = embedding_pipeline.run(request_of(settings | {"init": init, "seed": seed}))
    if warning := too_long(result):
        st.warning(warning)
    ui.show("t_adding", views.adding(**settings, added=added), moves=moves)
    table_choice.about(typed, table_choice.table_of(typed))
    table_choice.fresh_start(typed, "t_sum")
    if settings["scale"]:
        st.text(start_lengths())
    view = views.pipeline(**settings, against=against)
    if whole or against != "nothing":
        _draw_all(view, settings["dim"], d)
    ui.formulas("t_sum", view.formulas)
    ui.write(
        "Each row of the sum is what the transformer receives for one token. A token's row goes with the token, a "
        "position's stays: change the order of the words and only the first moves. Rows of [[padding]] only fill "
        "the rectangle; a [[mask]] tells the model to skip them."
    )


def _ask_what_stays(without: bool) -> None:
    """Guess which of its vectors a token has at two positions, answered by a small table."""
    board = worked_example.work((1, 0, 1), scale=False)
    pairs = zip(STAYS, (board.rows, board.positions, board.out), strict=False)
    same = [name for name, values in pairs if (values[0] == values[2]).all()]
    if len(same) != 1:
        raise ValueError(f"Expected one vector that stays, got {same}")
    ui.predict(
        Question(
            "The same token comes at position 0 and again at position 2. What is the same for both?",
            STAYS,
            key="t_guess_stays",
        ),
        answer=same[0],
        because="**By a sum: the token’s row stays the same, but each position adds other numbers to it.** So the sums "
        "of the first and the last “␣dog” differ, and the model can tell the two apart. (“dog” without its space is "
        "another token, with another row.)"
        + "\n\n**Position is off in the picture: there both sums are the row itself, and alike.**"
        * without,
        shows={"text": " dog bites dog"},
        hint="Which of the three is looked up by the token’s id alone?",
    )


def _draw_all(view: View, dim: int, width: int) -> None:
    """Draw all numbers of rows, positions and sums; a click on a cell reads its dimension."""
    event = ui.show("t_sum", view, events=("click",))
    clicked = event.click.x if event.click else None
    if isinstance(clicked, int | float) and 0 <= round(clicked) < width and round(clicked) != dim:  # may be forged
        st.session_state["t_dim_clicked"] = round(clicked)  # its control is drawn already
        rerun_part()
