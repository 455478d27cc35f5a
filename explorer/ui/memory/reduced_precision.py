"""Reduced precision: a trained table in FP16, BF16, INT8 and INT4; bytes, error, neighbours kept."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from explorer import ui
from explorer.questions import Question
from explorer.ui.frame.ask import value_in
from explorer.ui.frame.model_badge import BADGES
from explorer.ui.projection.table.table_choice import BADGE
from explorer.views import memory as views
from explorer.views.memory.reduced_precision import INT4, INT8, KEPT, TABLE, measured, scheme_of
from explorer.views.projection.table_source import opened
from explorer.wording import fixed, share


def _shown(state: Mapping[str, Any]) -> str:
    badge = BADGES[BADGE[value_in(TABLE, state)]]
    return f"{badge.name} · V = {badge.rows:,} · D = {badge.width}"


PART = ui.Part(
    "Fewer bits",
    question="What is lost with fewer bits?",
    why="Fewer bits per number make a [[table]] smaller and each number a little wrong; what counts is whether rows "
    "that were near each other still are.",
    look="Each line is one way to store the same trained table.",
    shown=_shown,
)


def show() -> None:
    """Draw the choice of the table, a guess, then every storage scheme as a point."""
    with ui.controls("m_bits"):
        settings = ui.ask(views.precision)
        ui.badge(BADGE[settings["table"]])
    where = opened(settings["table"])
    records = measured(where)
    found, kept = scheme_of(records, where), {record.scheme: fixed(10 * record.kept, 1) for record in records}
    small = found.scheme == INT8
    guess = ui.predict(
        Question(
            "Every number of a trained table is squeezed into "
            + (
                "8 bits (INT8: whole numbers from −127 to 127)"
                if small
                else "4 bits (INT4: whole numbers from −7 to 7)"
            )
            + ", with one scale for each row. How many of a row's ten nearest neighbours stay?",
            tuple(KEPT),
            key="m_int8" if small else "m_int4",
        ),
        answer=min(KEPT, key=lambda option: abs(KEPT[option] - found.kept)),
        because=f"**Of ten neighbours {kept[INT8]} stay with 8 bits a number, {kept[INT4]} with 4, one scale for each "
        "row.** Where neighbours are almost equally near, a small error swaps them.",
        hint=f"All errors together are {share(found.error)} as long as the table itself. Does that send a row far "
        "away, or does it swap two rows that are almost equally near?",
    )
    ui.show("m_bits", guess.draw_in(views.precision(**settings)), formulas=True)
    if guess:
        st.expander("Why the scales matter", key="m_bits_why").markdown(
            "One scale for the whole table is decided by its largest number, so all small ones get coarse steps. A "
            "scale for each row, or for 32 numbers, follows the numbers more closely and costs 2 bytes more for each "
            "scale. The mean row is taken off before neighbours are compared, since the rows of such a table share a "
            "large common part."
        )
