"""The same embedding in eight dialects: choose two and see what differs."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.failures import dialects, measured
from explorer.figures.failures import pictures
from explorer.scripts import failures as scripts
from explorer.wording import count, number, verb

PART = ui.Part(
    "Dialects",
    why="The same [[table]] has another name in every library, other first numbers and another idea of a wrong "
    "[[id]], so code that moves between them meets gaps.",
    look="The bars: how far the first numbers spread, before any training. Then the table: each line is a gap.",
    no_formula="The part shows what libraries call the same thing; none of it is worked out.",
)
_NARROW = "<style>.st-key-f_lines :is(td, th, code) {overflow-wrap: anywhere; white-space: normal;}</style>"
"""On a phone long names break, so that three columns fit."""
MEASURED = tuple(dialect.name for dialect in dialects.RUN)


def show() -> None:
    """Spreads as bars, two dialects side by side, and a program in each."""
    with ui.controls("f_dialects"):
        left, right = st.columns(2, gap="medium")
        one = left.selectbox("One dialect", dialects.NAMES, key="f_one", bind="query-params")
        other = right.selectbox("Another", dialects.NAMES, index=1, key="f_other", bind="query-params")
    spreads = [float(measured.facts(name).by_aspect["spread at the start"]) for name in MEASURED]
    ui.picture(
        "f_spread",
        pictures.bars(
            "standard deviation of 1,000 × 64 numbers",
            MEASURED,
            spreads,
            [measured.facts(name).by_aspect["spread at the start"] for name in MEASURED],
        ),
        summary=summary(one, other),
        table=lambda: _table(one, other),
        script=lambda: scripts.dialects(one, other),
    )
    found = measured.differences(one, other)
    lines = [f"| | {one} | {other} |", "|---|---|---|"]
    lines += [f"| {aspect} | {_cell(left)} | {_cell(right)} |" for aspect, left, right in found]
    if found:
        with st.container(key="f_lines"):
            st.html(_NARROW)
            st.markdown("\n".join(lines))
    for name in dict.fromkeys((one, other)):
        st.caption(_known(name))
    left, right = st.columns(2, gap="medium")
    for place, name in ((left, one), (right, other)):
        place.code(dialects.named(name).snippet(), language="python", wrap_lines=True)


def summary(one: str, other: str) -> str:
    """Which dialect spreads most and least, and in how many lines the two differ."""
    spread = {name: float(measured.facts(name).by_aspect["spread at the start"]) for name in MEASURED}
    most, least = max(spread.values()), min(spread.values())
    wide = ", ".join(name for name, value in spread.items() if value == most)
    narrow = ", ".join(name for name, value in spread.items() if value == least)
    found, lines = len(measured.differences(one, other)), len(measured.facts(one).by_aspect)
    alike = (
        f"Both are {one}: choose another to see what differs."
        if one == other
        else f"Of {count(lines, 'line')}, {found} {verb(found, 'differs', 'differ')} between {one} and {other}."
    )
    return f"A new table spreads most in {wide} ({number(most)}) and least in {narrow} ({number(least)}). {alike}"


def _cell(text: str) -> str:
    return text.replace("|", "/")


def _known(name: str) -> str:
    dialect, known = dialects.named(name), measured.facts(name).known
    return f"{name}: [{known} in its repository]({dialect.source})" if dialect.source else f"{name}: {known}."


def _table(one: str, other: str) -> ui.Table:
    left, right = measured.facts(one).by_aspect, measured.facts(other).by_aspect
    return ui.Table({"what": list(left), one: list(left.values()), f"{other} ": list(right.values())}, "dialects")
