"""MB or MiB: the course's own figures mix them; each is put beside the true size."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from explorer import ui
from explorer.figures.memory import units as figures
from explorer.memory import COURSE, both, reading
from explorer.scripts import memory as scripts
from explorer.ui.memory import sizes
from explorer.wording import binary, decimal

PART = ui.Part("MB or MiB")

_POWERS = {"M": 10**6, "G": 10**9}


@st.cache_data(max_entries=2, show_spinner=False)
def _figure() -> go.Figure:
    labels = [f"{quoted.quoted}: {quoted.rows:,} × {quoted.width:,}" for quoted in COURSE]
    ratios = [float(quoted.digits) * _POWERS[quoted.unit[0]] / quoted.bytes for quoted in COURSE]
    return figures.units(labels, ratios, [reading(quoted) for quoted in COURSE])


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
    odd = [(quoted.quoted, text) for quoted, text in zip(COURSE, readings, strict=True) if text.startswith("neither")]
    return (
        "Drawn: what is printed, read as MB = 10⁶ bytes, over the true size. "
        f"All {len(COURSE)} figures are printed as MB or GB. {sum(text == 'MB' for text in readings)} are, "
        f"{in_binary} are "
        f"really MiB or GiB, and {len(odd)} is neither: "
        + "; ".join(f"{printed} is {text.removeprefix('neither: ')}" for printed, text in odd)
        + "."
    )


@st.fragment
def show() -> None:
    """A guess about 97.7, the course's figures, and both units for one's own table."""
    size = 50_000 * 512 * 4
    if ui.predict(
        "m_mib",
        "A table of 50,000 × 512 FP32 numbers: one text says 97.7 MB, you compute 102.4 MB. Who is right?",
        ("97.7 MB", "102.4 MB", "Both, in different units"),
        answer="Both, in different units",
        because=f"50,000 × 512 × 4 = {size:,} bytes. Divided by 10⁶ that is {decimal(size)}; divided by 2²⁰ = "
        f"1,048,576 "
        f"it is {binary(size)}. The text wrote MB and meant MiB.",
    ):
        ui.picture("m_units", _figure(), summary=summary(), table=_table, script=scripts.units)
        st.header("Your own table in both units", anchor=False)
        left, right = st.columns(2)
        sizes.entry(left, "vocab_size")
        sizes.entry(right, "embed_dim")
        sizes.choose(left, "number")
        request = sizes.request()
        own = request.format.table_bytes(request.vocab_size, request.embed_dim)
        st.text(f"{request.vocab_size:,} × {request.embed_dim:,} in {request.number}: {own:,} bytes = {both(own)}.")
