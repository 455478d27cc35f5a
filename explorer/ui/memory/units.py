"""MB or MiB: the course's own figures mix them; each is put beside the true size."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.figures.memory import units as figures
from explorer.figures.spec import Spec
from explorer.memory import COURSE, both, reading
from explorer.scripts import memory as scripts
from explorer.ui.memory import sizes
from explorer.wording import binary, count, decimal, fixed, number, verb

PART = ui.Part(
    "MB or MiB",
    why="Two books give two sizes for one table because one counts in millions of bytes (MB) and the other in steps "
    "of 1,024 × 1,024 ([[MiB]]), and both write MB.",
    look="A point on the line at 1 is printed in true MB; points to its left say less than the bytes that are there.",
)

_POWERS = {"M": 10**6, "G": 10**9}
FIRST, SECOND, BOTH = "97.7 MB is right", "102.4 MB is right", "Both are right, in different units"


@st.cache_data(max_entries=2, show_spinner=False)
def _figure(told: bool) -> Spec:
    labels = [f"{quoted.quoted}: {quoted.rows:,} × {quoted.width:,}" for quoted in COURSE]
    ratios = [float(quoted.digits) * _POWERS[quoted.unit[0]] / quoted.bytes for quoted in COURSE]
    return figures.units(labels, ratios, [reading(quoted) for quoted in COURSE] if told else ())


def _table() -> ui.Table:
    return ui.Table(
        {
            "what": [quoted.what for quoted in COURSE],
            "printed": [quoted.quoted for quoted in COURSE],
            "true bytes": [quoted.bytes for quoted in COURSE],
            "MB, GB": [decimal(quoted.bytes) for quoted in COURSE],
            "MiB, GiB": [binary(quoted.bytes) for quoted in COURSE],
            "the printed figure is in": [reading(quoted) for quoted in COURSE],
        },
        "course_units",
    )


def summary() -> str:
    """Which figures are which."""
    readings = [reading(quoted) for quoted in COURSE]
    in_binary = sum(text in ("MiB", "GiB") for text in readings)
    decimals = sum(text == "MB" for text in readings)
    odd = [(quoted.quoted, text) for quoted, text in zip(COURSE, readings, strict=True) if text.startswith("neither")]
    return (
        "Drawn: what is printed, read as MB = 10⁶ bytes, over the true size. "
        f"All {len(COURSE)} figures are printed as MB or GB. {decimals} {verb(decimals, 'is', 'are')}, {in_binary} "
        f"{verb(in_binary, 'is', 'are')} really in MiB or GiB, and {len(odd)} {verb(len(odd), 'is', 'are')} neither: "
        + "; ".join(f"{printed} is {text.removeprefix('neither: ')}" for printed, text in odd)
        + "."
    )


@st.fragment
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
    ui.picture(
        "m_units",
        _figure(bool(guess)),
        summary=summary()
        if guess
        else f"Drawn: {len(COURSE)} figures of course texts, what is printed, read as MB = 10⁶ bytes, over the true "
        "size. Which unit each is in comes after your guess.",
        table=_table if guess else None,
        script=scripts.units if guess else None,
    )
    st.header("Your own table in both units", anchor=False)
    left, right = st.columns(2)
    sizes.entry(left, "vocab_size")
    sizes.entry(right, "embed_dim")
    sizes.choose(left, "number")
    request = sizes.request()
    own = request.format.table_bytes(request.vocab_size, request.embed_dim)
    spelled = f" = {both(own)}" * (own >= 1000)
    st.text(f"{request.vocab_size:,} × {request.embed_dim:,} in {request.number}: {count(own, 'byte')}{spelled}.")
    _formula(request.vocab_size, request.format.row_bytes(request.embed_dim))


def _formula(rows: int, row: int) -> None:
    size = rows * row
    mega, mebi = (fixed(size / unit, 1) if size >= 100 * unit else number(size / unit) for unit in (10**6, 2**20))
    ui.formula(
        "m_units",
        r"\text{in MB} = \frac{V \cdot r}{10^6} \qquad \text{in MiB} = \frac{V \cdot r}{2^{20}}",
        {
            "V": f"rows of your own table: {rows:,}",
            "r": f"[[bytes]] of one row: {row:,}",
            "10^6": "bytes in an MB: 1,000,000",
            "2^{20}": f"bytes in a [[MiB]]: 1,024 × 1,024 = {2**20:,}",
        },
        f"{rows:,} × {row:,} = {count(size, 'byte')}. That is {mega} MB, or "
        f"{mebi} MiB: the same bytes, and the first number is {2**20 / 10**6:.4f} times the second, since one MiB is "
        f"{2**20 / 10**6:.4f} MB.",
    )
