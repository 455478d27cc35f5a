"""The same embedding in eight libraries, two of them compared line by line."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.content.escape_markdown import escape_markdown
from explorer.failures import library_api_results, library_apis
from explorer.questions import Question
from explorer.views import failures as views

PART = ui.Part(
    "Libraries",
    question="What changes from one library to the next?",
    why="From one library to the next the same [[table]] may have another name, other first numbers and another answer "
    "to a wrong [[id]], so code that moves between them meets gaps.",
    look="The bars: how far the first numbers spread, before any training. After your guess a table follows: each line "
    "is a difference. “This core” is the layer that this app is built on.",
)
ID = "id −1"
_NARROW = "<style>.st-key-f_lines :is(td, th, code) {overflow-wrap: anywhere; white-space: normal;}</style>"
"""Long names wrap on a phone, so that three columns fit."""


def show() -> None:
    """Draw the spread of initial values, the comparison of two libraries, and a program for each."""
    with ui.controls("f_dialects"):
        settings = ui.ask(views.library_apis)
    view = views.library_apis(**settings)
    one, other = settings["one"], settings["other"]
    ui.show("f_spread", view, formulas=True)
    if one != other and not _ask_stops(one, other):
        return
    found = library_api_results.differences(one, other, settings["vocab_size"], settings["embed_dim"])
    lines = [f"| | {one} | {other} |", "|---|---|---|"]
    lines += [f"| {aspect} | {_cell(left)} | {_cell(right)} |" for aspect, left, right in found]
    if found:
        with st.container(key="f_lines"):
            st.html(_NARROW)
            st.markdown("\n".join(lines))
    for name in dict.fromkeys((one, other)):
        st.caption(_evidence_line(name))
    left, right = st.columns(2, gap="medium")
    for column, name in ((left, one), (right, other)):
        column.code(library_apis.find_api(name).snippet(), language="python", wrap_lines=True)


def _ask_stops(one: str, other: str) -> ui.Guess:
    choices = "both", f"only {one}", f"only {other}", "neither"
    told = (f"{name}: {escape_markdown(library_api_results.facts(name).by_aspect[ID])}" for name in (one, other))
    return ui.predict(
        Question(
            f"A table has the rows 0 to 9. Which of {one} and {other} stops with a message at the id −1?",
            choices,
            key="f_guess_stops",
        ),
        answer=choices[2 * (not _stops(one)) + (not _stops(other))],
        because=f"{'; '.join(told)}. Python’s own lists count −1 from the end.",
        hint="What does Python give for the index −1 of a list?",
    )


def _stops(name: str) -> bool:
    return not library_api_results.facts(name).by_aspect[ID].endswith("no message")


def _cell(text: str) -> str:
    return text.replace("|", "/")


def _evidence_line(name: str) -> str:
    api, known = library_apis.find_api(name), library_api_results.facts(name).known
    return f"{name}: [{known} in its repository]({api.source})" if api.source else f"{name}: {known}."
