"""Memory bill: everything that an embedding makes a model hold."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from explorer import ui
from explorer.memory import Bill, BillRequest, decimal
from explorer.memory import bill as bill_of
from explorer.questions import Question
from explorer.ui.frame.ask import begins
from explorer.ui.memory import size_controls
from explorer.views import memory as views
from explorer.views.memory.memory_bill import beside_it
from explorer.wording import count, fixed

PART = ui.Part(
    "The bill",
    question="What does the table cost?",
    why="A table is V rows of D numbers. It brings more along: a score for each token of the [[vocabulary]] "
    "([[logits]]), in training also [[gradients]] and the [[optimizer]]'s memory.",
    look="The blue piece is the table.",
)

TIMES = {
    "Less than twice the table": 2.0,
    "2 to 10 times the table": 10.0,
    "More than 10 times the table": float("inf"),
}
"""What may be guessed of the whole bill, each up to this many times the table."""
TEXTS, TRAINING = ("batch", "seq_len", "max_seq_len"), ("optimizer", "output", "positions", "gradients")
BEGINS = size_controls.begins(*TEXTS, *TRAINING, "layers", "kv_width") | begins(views.bill, "compare", "unit")


def show() -> None:
    """Draw the controls, a guess, and the bar with all that the table brings along."""
    request, chosen = controls("embed_dim", "unit", "compare")
    guess = _ask_about_all(bill_of(request))
    view = guess.draw_in(views.bill(**vars(request), **chosen))
    ui.show("m_bill", view, moves=ui.moves(views.bill, "embed_dim"))
    if guess:
        with st.expander("What is not in the bar", key="m_beside"):
            st.text(beside_it(request))
        ui.formulas("m_bill", view.formulas)


def controls(moved: str, *rare: str) -> tuple[BillRequest, dict[str, Any]]:
    """Draw the sizes, without a slider for the one that the picture `moved` by its own; `rare`: of the bill, folded."""
    with ui.controls("m_bill"):
        left, right = st.columns(2)
        size_controls.draw_use(left)
        box = left.container()
        size_controls.draw(right, "number")
        for name in ("vocab_size", "embed_dim"):
            # The value whose slider is in the picture has no other control there (style.py).
            at = left.container(key="m_moved") if name == moved else left
            size_controls.draw(at, name, slides=name != moved)
    more = ui.lazy_expander(st.expander, "More: optimizer, output layer, batch, positions", "m_bill_more", BEGINS)
    chosen: dict[str, Any] = {}
    if more is not None:
        with more:
            chosen = _more(rare)
    request = size_controls.request()
    size_controls.model_box(box, request)
    return request, chosen


def _more(rare: Sequence[str]) -> dict[str, Any]:
    left, right = st.columns(2)
    for name in (*TEXTS, "layers"):
        size_controls.draw(left, name)
    for name in (*TRAINING, "kv_width"):
        size_controls.draw(right, name)
    return ui.ask(views.bill, *rare, at=right) if rare else {}


def _ask_about_all(found: Bill) -> ui.Guess:
    r, table = found.request, found["Token table"].bytes
    times, largest = (
        found.total / table,
        max((item for item in found.items if item.counts), key=lambda item: item.bytes),
    )
    doing = "training with it" if r.training else "using it"
    return ui.predict(
        Question(
            f"The table alone takes {decimal(table)}. How much does {doing} take in all, with "
            f"{count(r.batch, 'text')} of {count(r.seq_len, 'token')} at a time?",
            tuple(TIMES),
            key="m_all",
        ),
        answer=next(words for words, most in TIMES.items() if times < most),
        because=f"**{doing.capitalize()} costs {decimal(found.total)}, {fixed(times, 1)} times the table itself.** The "
        f"largest piece: {largest.name}, {decimal(largest.bytes)}.",
        hint=f"Its scores alone are {r.tokens if r.training else r.batch:,} × {r.vocab_size:,} numbers.",
    )
