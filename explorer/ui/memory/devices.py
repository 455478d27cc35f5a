"""Devices: what fits on each, how many cards the rows need, and a sharded table's traffic at every lookup."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.memory import CARDS_SOURCE
from explorer.ui.memory import size_controls
from explorer.views import memory as views
from explorer.views.memory._devices import SOLD

PART = ui.Part(
    "Cards",
    why="A table too large for one machine is cut into groups of rows, one group per card, and from then on "
    "a [[lookup]] has to send rows from card to card.",
    look="Each frame is the memory of a machine. Where it is full and hatched, the table (with its [[gradients]] and "
    "[[optimizer]] state) does not fit; the number in it says how many such machines it takes.",
)


def show() -> None:
    """Draw the controls, the fill level of each machine, and the sentence on the chosen one."""
    with ui.controls("m_cards"):
        left, right = st.columns(2)
        size_controls.entry(left, "vocab_size", slides=False)
        size_controls.entry(left, "embed_dim")
        size_controls.choose(right, "number")
        size_controls.choose(right, "optimizer")
        asked = right.segmented_control(
            "One card is sold as", SOLD, default=SOLD[-1], required=True, key="m_card", bind="query-params"
        )
    with ui.more_controls("m_cards", "More: batch"):
        left, right = st.columns(2)
        size_controls.entry(left, "batch")
        size_controls.entry(right, "seq_len")
    request = vars(size_controls.request())
    settings = {name: request[name] for name in request if name not in ("layers", "kv_width")}
    view = views.cards(**settings, card=asked if asked in SOLD else SOLD[-1])
    rows = size_controls.SIZES["vocab_size"]
    ui.show("m_cards", view, moves=ui.Moves("vocab_size", rows.stops, rows.key, "Vocabulary"))
    ui.formulas("m_cards", view.formulas)
    st.container(key="m_cards_ways").markdown(
        "Two ways to look up in a table that is cut by rows. **Rows fetched:** each card has its part of the batch and "
        "asks the owner of each row; ids go there, rows come back. **Results added:** each card has the whole batch, "
        "puts zeros where it does not own the row, and all results are added up "
        "([Shoeybi et al. 2019, section 3](https://arxiv.org/abs/1909.08053)). Ids are taken as spread evenly over the "
        "cards, and a row's owner keeps its gradient and optimizer state. Memory sold as 8 GB is made as 8 GiB; the "
        f"two cards have what [their drivers report]({CARDS_SOURCE}). The rest of the model and the system need room "
        "as well."
    )
