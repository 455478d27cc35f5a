"""Time of lookups: bytes moved over published bandwidths."""

from dataclasses import replace
from typing import Any

import streamlit as st

from explorer import ui
from explorer.memory import BANDWIDTHS, decimal, traffic
from explorer.questions import Question
from explorer.ui.memory import size_controls
from explorer.views import memory as views
from explorer.wording import spell_seconds

SETTINGS = ("vocab_size", "batch", "seq_len", "embed_dim", "number")
LONGER = "No: it takes just as long", "Yes: a little", "Yes: it takes ten times as long"
PART = ui.Part(
    "Time",
    question="Is a lookup slower in a larger table?",
    why="A [[lookup]] copies rows and computes next to nothing. So what counts is how many bytes per second the memory "
    "can move (its [[bandwidth]]).",
    look="Each dot is the same [[batch]], read in another memory.",
)


def show() -> None:
    """Draw the time of a batch at each bandwidth, and a question."""
    with ui.controls("m_time"):
        left, right = st.columns(2)
        for name, column in zip(SETTINGS, (left, right, right, left, left), strict=True):
            size_controls.draw(column, name)
    request = size_controls.request()
    settings: dict[str, Any] = {name: getattr(request, name) for name in SETTINGS}

    larger = replace(request, vocab_size=10 * request.vocab_size)
    ratio = traffic(larger).total / traffic(request).total
    slow = traffic(larger).seconds(BANDWIDTHS[0].bytes_per_second)
    guess = ui.predict(
        Question(
            "The same batch of lookups reads a table with ten times as many rows. By this estimate, is it slower?",
            LONGER,
            key="m_guess_rows",
        ),
        answer=LONGER[0 if ratio == 1 else 1 if ratio < 10 else 2],
        because=f"**No: with ten times the rows it takes as long, {spell_seconds(slow)} on a {BANDWIDTHS[0].name}.** "
        f"A lookup reads the rows of its ids and no others, and writes them: here {decimal(traffic(larger).total)} in "
        "all. The estimate leaves "
        "out where they lie: rows still in a processor's small fast memories (its caches) come faster.",
        hint="How many rows does one lookup read?",
    )
    view = guess.draw_in(views.times(**settings))
    ui.show("m_time", view)
    ui.formulas("m_time", view.formulas)
    st.expander("What the estimate leaves out, and where the speeds come from", key="m_time_sources").markdown(
        "These are estimates, not bounds. Rows that still lie in a processor's cache come faster, rows scattered "
        "over a large table slower, and several threads can move more than one.\n\n"
        "Where the published speeds come from:\n"
        + "\n".join(
            f"- {band.name}: {decimal(band.bytes_per_second)} per second, {band.how} ([{band.source}]({band.url}))"
            for band in BANDWIDTHS
        )
    )
