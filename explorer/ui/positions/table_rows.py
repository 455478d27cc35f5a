"""First rows of the table, and its two most similar rows."""

import streamlit as st

from explorer import ui
from explorer.ui.positions import table_controls
from explorer.views import positions as views

PART = ui.Part(
    "Rows",
    question="Which numbers stand in the table’s rows?",
    why="Every [[position]] has a [[row]] of its own, which is added to the word that stands there: here are the first "
    "rows, number by number.",
    look="Read row 0: 0, 1, 0, 1. Then go down columns 0 and 4, two [[sine|sines]]: the second is slower.",
    shown=table_controls.table_badge,
)


def show() -> None:
    """Draw the first rows, and the two rows nearest to each other."""
    with ui.controls("p_row0"):
        table = ui.ask(views.first_rows)
    ui.show("p_row0", views.first_rows(**table))
    nearest = views.nearest_rows(**table)
    ui.formulas("p_row0", nearest.formulas)
    st.markdown(
        "At position 0 every angle is 0, and sin 0 = 0, cos 0 = 1. So row 0 is the same at every base, and a wider one "
        "only goes on: all clock hands point to twelve."
    )
    ui.later("p_nearest_more", "Has every position a row of its own?", lambda: ui.show("p_nearest", nearest))
