"""Devices: what fits on each, how many cards the rows need, and a sharded table's traffic at every lookup."""

import streamlit as st

from explorer import ui
from explorer.memory import BUDGETS, CARDS_SOURCE, MODELS, BillRequest, decimal, fields_of, layers_bytes
from explorer.memory import bill as bill_of
from explorer.questions import Question
from explorer.ui.frame import step_size
from explorer.ui.memory import memory_bill, size_controls
from explorer.views import memory as views
from explorer.views.memory.settings import OF_REQUEST
from explorer.wording import share

PART = ui.Part(
    "Does it fit?",
    question="Does GPT-3’s table fit in a phone?",
    why="To read a row fast, a machine holds the whole [[table]] in its memory.",
    look="A frame is a machine’s memory. Full and hatched: too small, and it takes that many machines.",
)
PHONE, GPT3 = BUDGETS[1], MODELS["GPT-3"]
FITS, TWO, MANY = "Yes, with room to spare", "No: it takes two or three phones", "No: it takes more than a hundred"


def show() -> None:
    """Draw the fill level of each machine, and the sentence on the chosen one."""
    if step_size.step() is not None:
        chosen = ui.ask(views.cards, "card") | {"whole": False}
        request = size_controls.request()
    else:
        request, _ = memory_bill.controls("vocab_size")
        chosen = ui.ask(views.cards, "card", "whole")
        _ask_about_gpt3()
    view = views.cards(**vars(request), **chosen)
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


def _ask_about_gpt3() -> None:
    used = BillRequest(**fields_of(GPT3), optimizer="None")
    table, whole = 4 * GPT3.token_table, bill_of(used).total + layers_bytes(GPT3.others, used)
    shown = {OF_REQUEST[name].key: str(value) for name, value in (fields_of(GPT3) | {"number": "FP32"}).items()}
    needed = -(-table // PHONE.bytes)
    ui.predict(
        Question(
            f"GPT-3’s table has {GPT3.vocab_size:,} rows of {GPT3.embed_dim:,} numbers, 4 bytes each. Does it fit in "
            f"the memory of a phone sold with {PHONE.sold}, which is {decimal(PHONE.bytes)}?",
            (FITS, TWO, MANY),
            key="m_fits",
        ),
        answer=FITS if needed == 1 else TWO if needed < 4 else MANY,
        because=f"**Yes, to read from: in FP32 GPT-3’s table takes {decimal(table)}, {share(table, PHONE.bytes)} of "
        "the phone’s memory.** "
        f"All of GPT-3 would take {-(-whole // PHONE.bytes):,} phones: most of it are its layers.",
        hint=f"Multiply: {GPT3.vocab_size:,} × {GPT3.embed_dim:,} × 4 bytes.",
        shows=shown | {"m_optimizer": "None", "m_card": PHONE.sold, "m_whole": False},
    )
