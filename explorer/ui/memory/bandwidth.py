"""How long a batch of lookups takes at a bandwidth: bytes moved over bandwidth, published and measured."""

from __future__ import annotations

from typing import Any

import streamlit as st

from explorer import ui
from explorer.figures.memory import bill as figures
from explorer.memory import BANDWIDTHS, Request, both, decimal, traffic
from explorer.memory.measure import Copied, Copy, copy_speed
from explorer.scripts import memory as scripts
from explorer.ui.frame.measured import measured
from explorer.ui.memory import sizes
from explorer.wording import count, spell_seconds

PART = ui.Part(
    "Time",
    why="A [[lookup]] does no arithmetic, so its time is about the bytes that it moves, divided by the bytes per "
    "second that the memory can move (its [[bandwidth]]).",
    look="Each bar is the same [[batch]] at another memory; the longer the rows and the more tokens, the longer all "
    "bars are.",
)

FASTEST, MEDIAN = "This server, fastest copy", "This server, median copy"


def _speeds(here: Copied | None) -> dict[str, float]:
    published = {band.name: float(band.bytes_per_second) for band in BANDWIDTHS}
    return published if here is None else {FASTEST: here.fastest, MEDIAN: here.median, **published}


def _table(request: Request, here: Copied | None) -> ui.Table:
    moved = traffic(request)
    speeds = _speeds(here)
    published = {band.name: band for band in BANDWIDTHS}
    own = f"measured: one thread copies {decimal(here.size)}, read and written, {here.step} runs" if here else ""
    return ui.Table(
        {
            "memory": list(speeds),
            "GB per second": [round(speed / 1e9, 1) for speed in speeds.values()],
            "bytes per batch": [str(moved.total)] * len(speeds),
            "time of a batch": [spell_seconds(moved.seconds(speed)) for speed in speeds.values()],
            "lookups per second": [round(moved.lookups / moved.seconds(speed)) for speed in speeds.values()],
            "how": [published[name].how if name in published else own for name in speeds],
            "source": [f"{published[n].source}, {published[n].url}" if n in published else "" for n in speeds],
        },
        "lookup_times",
    )


def summary(request: Request, here: Copied | None) -> str:
    """Bytes and times in words."""
    moved = traffic(request)
    times = [f"{spell_seconds(moved.seconds(speed))} ({name})" for name, speed in _speeds(here).items()]
    own = f" Measured here: {decimal(here.size)} read and written by one thread, {here.step} runs." if here else ""
    return (
        f"{count(request.batch, 'text')} × {count(request.seq_len, 'token')} = {count(moved.lookups, 'lookup')}. Each "
        f"reads {both(moved.read_per_token)} (its row and its id) and writes {both(moved.written_per_token)}; the "
        f"batch moves {both(moved.total)}. The number of rows V does not enter. At these bandwidths: "
        f"{', '.join(times)}.{own}"
    )


def _formula(request: Request) -> None:
    moved, band = traffic(request), BANDWIDTHS[0]
    ui.formula(
        "m_time",
        r"t=\frac{n\,(r+w)}{s}",
        {
            "n": f"lookups of a batch: {moved.lookups:,}",
            "r": f"bytes that each reads, its row and its id: {moved.read_per_token:,}",
            "w": f"bytes that each writes: {moved.written_per_token:,}",
            "s": f"bytes per second, the memory's bandwidth: {band.bytes_per_second:,} for {band.name}",
            "t": "seconds",
        },
        f"{moved.lookups:,} × ({moved.read_per_token:,} + {moved.written_per_token:,}) = {moved.total:,} bytes; over "
        f"{band.bytes_per_second:,} per second that is {spell_seconds(moved.seconds(band.bytes_per_second))}. The "
        "number of rows V is not in it.",
    )


def _course_step() -> None:
    st.session_state["m_b"], st.session_state["m_t"] = "32", "2048"


@st.fragment
def show() -> None:
    """Controls, times at each bandwidth, and a button that measures this server's."""
    with ui.controls("m_time"):
        left, right = st.columns(2)
        sizes.entry(left, "batch")
        sizes.entry(left, "seq_len")
        sizes.entry(right, "embed_dim")
        sizes.choose(right, "number")
        left.button("The course's step: 32 texts of 2,048 tokens", key="m_course", on_click=_course_step)
    request = sizes.request()

    def draw(records: tuple[Any, ...]) -> None:
        here = records[-1] if records else None
        speeds = _speeds(here)
        moved = traffic(request)
        seconds = [moved.seconds(speed) for speed in speeds.values()]
        ui.picture(
            "m_time",
            figures.times(list(speeds), seconds, [spell_seconds(value) for value in seconds]),
            summary=summary(request, here),
            table=lambda: _table(request, here),
            script=lambda: scripts.times(request),
        )

    measured("m_copy", "Measure this server's memory", copy_speed, Copy(), draw, timing=True)
    _formula(request)
    st.markdown(
        "These are estimates, not bounds. Rows that still lie in a processor's cache come faster, rows scattered "
        "over a large table slower (see *Caches*), and several threads can move more than one."
    )
    st.markdown(
        "Where the published speeds come from:\n"
        + "\n".join(
            f"- {band.name}: {decimal(band.bytes_per_second)} per second, {band.how} ([{band.source}]({band.url}))"
            for band in BANDWIDTHS
        )
    )
