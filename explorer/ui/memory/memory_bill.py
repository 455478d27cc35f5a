"""Memory bill: everything that an embedding makes a model hold, and which machines hold the rows."""

from typing import Any

import streamlit as st

from explorer import ui
from explorer.memory import CARDS_SOURCE, FORMATS, BillRequest, decimal
from explorer.questions import Question
from explorer.ui.frame import step_size
from explorer.ui.frame.ask import begins
from explorer.ui.memory import size_controls
from explorer.views import memory as views
from explorer.views.memory.memory_bill import UNITS, beside_it
from explorer.views.memory.settings import Card
from explorer.views.setting import Choice
from explorer.wording import binary, count

BILL, FIT = "What it takes", "Does it fit?"
PICTURE = Choice("Picture", BILL, (BILL, FIT), key="m_see")
PART = ui.Part(
    "The bill",
    question="What does the table cost?",
    why="A table is V rows of D numbers. Training brings more along: [[gradients]], the [[optimizer]]'s memory, and "
    "a score for each token of the [[vocabulary]] ([[logits]]).",
    look="The longest piece of the bar is often not the table.",
    looks={
        ("m_see", FIT): "A frame is a machine’s memory. Full and hatched: too small, and it takes that many machines."
    },
)

DOUBLE, STAYS, FOUR = (
    "Both double",
    "The table doubles and a lookup stays as it is",
    "Both become four times as large",
)
FIRST, SECOND, BOTH = "97.7 MB is right", "102.4 MB is right", "Both are right, in different units"
TEXTS, TRAINING = ("batch", "seq_len", "max_seq_len"), ("optimizer", "output", "positions", "gradients")
BEGINS = size_controls.begins(*TEXTS, *TRAINING, "layers", "kv_width") | begins(views.bill, "compare", "unit")


def show() -> None:
    """Draw the controls, the bar or the fill level of each machine, and a question."""
    if step_size.step() is not None:
        show_devices(size_controls.request(), ui.ask(views.cards, "card")["card"], whole=False)
    with ui.controls("m_bill"):
        left, right = st.columns(2)
        size_controls.draw_use(left)
        fits = ui.control(PICTURE, right) == FIT
        box = left.container()
        size_controls.draw(right, "number")
        for name, moved in (("vocab_size", fits), ("embed_dim", not fits)):
            # The value whose slider is in the picture has no other control there (style.py).
            at = left.container(key="m_moved") if moved else left
            size_controls.draw(at, name, slides=not moved)
        chosen = ui.ask(views.cards, "card", "whole", at=right) if fits else {}
    more = ui.lazy_expander(st.expander, "More: optimizer, output layer, batch, positions", "m_bill_more", BEGINS)
    if more is not None:
        with more:
            chosen |= _more()
    request = size_controls.request()
    size_controls.model_box(box, request)
    if fits:
        show_devices(request, chosen["card"], chosen["whole"])
        return
    view = views.bill(**vars(request), **chosen)
    ui.show("m_bill", view, moves=ui.moves(views.bill, "embed_dim"))
    with st.expander("What is not in the bar", key="m_beside"):
        st.text(beside_it(request))
    ui.formulas("m_bill", view.formulas)
    if chosen.get("unit", UNITS[0]) == UNITS[0]:
        _ask_about_width(request)
    else:
        _ask_about_units()


def _more() -> dict[str, Any]:
    left, right = st.columns(2)
    for name in (*TEXTS, "layers"):
        size_controls.draw(left, name)
    for name in (*TRAINING, "kv_width"):
        size_controls.draw(right, name)
    return ui.ask(views.bill, "unit", "compare", at=right)


def _ask_about_width(request: BillRequest) -> None:
    full = FORMATS["FP32"]
    table, wide = (full.table_bytes(request.vocab_size, times * request.embed_dim) for times in (1, 2))
    ui.predict(
        Question(
            "You make every vector of a table in FP32 twice as wide. What does the table cost then, in bytes, and "
            "one lookup?",
            (DOUBLE, STAYS, FOUR),
            key="m_double",
        ),
        answer=DOUBLE,
        because=f"With the rows and the width set here the table goes from {decimal(table)} to {decimal(wide)}, and a "
        "row is twice as long, so a lookup reads twice as much. Twice the rows would double the table only."
        f"{_scales(request)}",
        hint="A lookup copies one row. How long is a row now?",
    )


def _scales(r: BillRequest) -> str:
    """Note on scales, for number formats where a row of twice the width has not twice the bytes."""
    row, wide = (r.format.row_bytes(times * r.embed_dim) for times in (1, 2))
    if wide == 2 * row:
        return ""
    return (
        f" In {r.number}, as chosen above, a row goes from {count(row, 'byte')} to {count(wide, 'byte')}: less than "
        "twice, since its scales need not double, and a row begins on a whole byte."
    )


def _ask_about_units() -> None:
    size = FORMATS["FP32"].table_bytes(50_000, 512)
    ui.predict(
        Question(
            "A table of 50,000 × 512 FP32 numbers: one text says 97.7 MB, you compute 102.4 MB. Who is right?",
            (FIRST, SECOND, BOTH),
            key="m_mib",
        ),
        answer=BOTH,
        because=f"50,000 × 512 × 4 = {count(size, 'byte')}. Divided by 10⁶ that is {decimal(size)}; divided by 2²⁰ = "
        f"1,048,576 it is {binary(size)}. The text wrote MB and meant MiB.",
        hint="Divide the bytes once by 1,000,000 and once by 1,024 × 1,024.",
    )


def show_devices(request: BillRequest, card: Card, whole: bool) -> None:
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
