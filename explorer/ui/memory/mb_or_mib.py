"""MB or MiB: the course's own figures mix them; each is put beside the true size."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.memory import both
from explorer.ui.memory import size_controls
from explorer.views import memory as views
from explorer.wording import binary, count, decimal

PART = ui.Part(
    "MB or MiB",
    why="Two books give two sizes for one table because one counts in millions of bytes (MB) and the other in steps "
    "of 1,024 × 1,024 ([[MiB]]), and both write MB.",
    look="A point on the line at 1 is printed in true MB; points to its left say less than the bytes that are there.",
)

FIRST, SECOND, BOTH = "97.7 MB is right", "102.4 MB is right", "Both are right, in different units"


def show() -> None:
    """The course's figures, a guess about 97.7, and both units for one's own table."""
    size = 50_000 * 512 * 4
    guess = ui.predict(
        "m_mib",
        "A table of 50,000 × 512 FP32 numbers: one text says 97.7 MB, you compute 102.4 MB. Who is right?",
        (FIRST, SECOND, BOTH),
        answer=BOTH,
        because=f"50,000 × 512 × 4 = {count(size, 'byte')}. Divided by 10⁶ that is {decimal(size)}; divided by 2²⁰ = "
        f"1,048,576 it is {binary(size)}. The text wrote MB and meant MiB.",
        hint="Divide the bytes once by 1,000,000 and once by 1,024 × 1,024.",
    )
    picture = st.container()
    st.header("Your own table in both units", anchor=False)
    left, right = st.columns(2)
    size_controls.entry(left, "vocab_size")
    size_controls.entry(right, "embed_dim")
    size_controls.choose(left, "number")
    request = size_controls.request()
    own = request.format.table_bytes(request.vocab_size, request.embed_dim)
    spelled = f" = {both(own)}" * (own >= 1000)
    st.text(f"{request.vocab_size:,} × {request.embed_dim:,} in {request.number}: {count(own, 'byte')}{spelled}.")
    view = views.units(
        answered=bool(guess), rows=request.vocab_size, row_bytes=request.format.row_bytes(request.embed_dim)
    )
    with picture:
        ui.show("m_units", view)
    ui.formulas("m_units", view.formulas)
