"""Devices: what fits on each, how many cards the rows need, and a sharded table's traffic at every lookup."""

import streamlit as st

from explorer import ui
from explorer.memory import CARDS_SOURCE, BillRequest
from explorer.views import memory as views
from explorer.views.memory.settings import Card


def show(request: BillRequest, card: Card, whole: bool) -> None:
    """Draw the fill level of each machine, and the sentence on the chosen one."""
    view = views.cards(**vars(request), card=card, whole=whole)
    ui.show("m_cards", view, moves=ui.moves(views.cards, "vocab_size"), formulas=True)
    st.expander("When the table is too large for one machine", key="m_cards_ways").markdown(
        "It is cut by rows, and there are two ways to look up in it. **Rows fetched:** "
        "each card has its part of the batch and asks the owner of each row; ids go there, rows come back. **Results "
        "added:** each card has the whole batch, puts zeros where it does not own the row, and all results are added "
        "up ([Shoeybi et al. 2019, section 3](https://arxiv.org/abs/1909.08053)). Ids are taken as spread evenly over "
        "the cards, and a row's owner keeps its gradient and optimizer state. Memory sold as 8 GB is made as 8 GiB; "
        f"the two cards have what [their drivers report]({CARDS_SOURCE}). The rest of the model and the system need "
        "room as well."
    )
