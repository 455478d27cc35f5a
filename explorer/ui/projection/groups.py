"""A group of rows, selected by a pattern, a list or an outline on the map: its list, and what its members share."""

from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.questions import Question
from explorer.ui.frame import text_limit
from explorer.ui.projection.grouping.shared_features import theme
from explorer.ui.projection.on_map import axis_controls
from explorer.ui.projection.rerun_after_state_change import rerun_part
from explorer.ui.projection.table import similarity_switch as nearness
from explorer.ui.projection.table import table_choice
from explorer.vectors.similarity_measures import Near
from explorer.views import projection as views
from explorer.views.projection.groups import AREA, CITIES, LIST, PATTERN
from explorer.views.projection.shared_features import likeness
from explorer.views.projection.table_source import Source
from explorer.views.projection.word_lookup import words_of
from explorer.views.setting import Text
from explorer.wording import fixed
from explorer.words.selection_outlines import Corner, OutlineError, read_outline, write_outline
from explorer.words.text_search import PatternError

PART = ui.Part(
    "Groups",
    question="Are the words of a group alike?",
    why="Choose a group of words, by how they are written or by drawing around them, and count what is more frequent "
    "among them than in the whole [[table]].",
    look="Do the chosen words lie in one place or all over the map?",
)

KEY = "j_group"
ALIKE = {"Clearly": 0.2, "Barely": 0.02, "Not more than any two words": -2.0}
"""What may be guessed, each from this difference of the cosines on."""


def show() -> None:
    """Draw the map with the chosen group, its list, and what its members share."""
    with ui.controls("j_groups"):
        line = ui.row("bottom")
        where = table_choice.choose(line, nearness=True)
        if where is None:
            return
        take_drawn()
        chosen = ui.ask(views.group, "how", "others", at=line)
        members = {"how": chosen["how"]} | ask_group(where, chosen["how"])
    across, up = axis_controls.FIRST
    more = ui.lazy_expander(st.expander, "More", f"{KEY}_more", axis_controls.BEGINS | table_choice.BEGINS)
    if more is not None:
        with more:
            across, up = axis_controls.ask(where, 2, ui.row())
            table_choice.preprocessing_switches(where)
    recipe = table_choice.fitting(where)
    last = len(table_choice.space(where, recipe).pca.components)
    settings = table_choice.settings(where) | {
        "components": (min(across + 1, last), min(up + 1, last)),
    }
    try:
        view = views.group(**settings | members, others=chosen["others"])
    except PatternError as problem:
        st.warning("This pattern can't be searched for.")
        st.text(str(problem))
        view = views.group(**settings, how="a list", words=(), others=chosen["others"])
    rows, near = np.array(view.table["row"], np.int64), table_choice.page_similarity(where)
    asks = len(rows) >= 2 and near == Near()
    guess = not asks or _ask_alike(where, near, rows)
    event = ui.show(
        KEY, view.at_question(bool(guess), likeness(where, near, rows) if asks else None), events=("select",)
    )
    if event.select is not None:
        store_outline(event.select, chosen["how"])
        rerun_part()
    if guess and len(rows) >= 2:
        shares = views.group_shares(**settings | nearness.settings() | members)
        ui.later("j_theme_more", "What they share, and which other rows are near", theme, KEY, shares)


def _ask_alike(where: Source, near: Near, rows: NDArray[np.int64]) -> ui.Guess:
    group, table = likeness(where, near, rows)
    return ui.predict(
        Question(
            "Take two words of this group at random, and two of the whole table. By the cosine, are those of the group "
            "more alike, on average?",
            tuple(ALIKE),
            key="j_guess_alike",
        ),
        answer=(answer := next(words for words, least in ALIKE.items() if group - table >= least)),
        because=f"**{answer}: two words of the group have a cosine of {fixed(group)}, any two {fixed(table)}.** "
        "1 is the same direction. What else they share is in the folded lists.",
        hint=f"The map shows two directions of {where.table.vectors.shape[1]}; the cosine takes them all.",
    )


LONGEST_OUTLINE = 1000
MEMBERS = Text("Words of the group, with commas between", ", ".join(CITIES), 2000, key="j_members", height=80)


def store_outline(corners: list[list[str]], how: str) -> None:
    """Store an outline that was just drawn on the picture as the group of the next run, with `how` set to it."""
    outline = write_outline(corners)
    if how == AREA:
        st.session_state["j_drawn"] = outline
    else:
        # Streamlit doesn't write a value to the URL that was set before the control is first drawn.
        st.session_state["j_area"] = st.query_params["j_area"] = outline
    st.session_state["j_outlined"] = True


def take_drawn() -> None:
    """Before the controls: put an outline drawn since the last run into them, and so into the URL."""
    if st.session_state.pop("j_outlined", False):
        st.session_state["j_how"] = AREA
    if (outline := st.session_state.pop("j_drawn", None)) is not None:
        st.session_state["j_area"] = outline


def ask_group(where: Source, how: str) -> dict[str, Any]:
    """Draw the controls of one selection method; returns the settings of `group` that they make."""
    if how == PATTERN:
        return ui.ask(views.group, "column", "pattern", given={"table": where})
    if how == LIST:
        return {"words": tuple(dict.fromkeys(words_of(where.table, ui.control(MEMBERS))))}
    return {"outline": _outline()}


def _outline() -> tuple[Corner, ...]:
    corners = st.text_input(
        "Corners of the outline: draw it with the tools under the picture, or write them",
        "",
        key="j_area",
        bind="query-params",
        placeholder="0,0; 1,2",
        help="Each corner is how far across and how far up, with a comma between; semicolons stand between corners. "
        "Two corners make a box, more make a loop. The numbers are those of the axes.",
        **text_limit.limit_kwargs("j_area", LONGEST_OUTLINE),
    )
    corners = text_limit.truncate(corners, "j_area", LONGEST_OUTLINE)
    try:
        return read_outline(corners)
    except OutlineError as problem:
        st.warning("This outline can't be read.")
        st.text(str(problem))
        return ()
