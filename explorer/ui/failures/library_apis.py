"""The same embedding in eight libraries, two of them compared line by line."""

from typing import Any

import streamlit as st

from explorer import ui
from explorer.failures import library_api_results, library_apis
from explorer.questions import Question
from explorer.views import failures as views
from explorer.wording import number

PART = ui.Part(
    "Libraries",
    question="Does a new table begin alike in every library?",
    why="From one library to the next the same [[table]] may have another name, other first numbers and another answer "
    "to a wrong [[id]], so code that moves between them meets gaps.",
    look="How far the first numbers spread, before any training. “This core” is the layer inside this app.",
)
ALIKE = "about as far"
AT_MOST = {
    "less far": 0.9,
    ALIKE: 1.1,
    "up to five times as far": 5.0,
    "more than five times as far": float("inf"),
}
"""What may be guessed, each up to this many times as far."""
_NARROW = "<style>.st-key-f_lines :is(td, th, code) {overflow-wrap: anywhere; white-space: normal;}</style>"
"""Long names wrap on a phone, so that three columns fit."""


def show() -> None:
    """Draw the spread of initial values, the comparison of two libraries, and a program for each."""
    with ui.controls("f_dialects"):
        settings = ui.ask(views.library_apis, "one", "other")
    settings = ui.ask(views.library_apis, given=settings, folded=("f_dialects", "Rows and width of the table"))
    one, other = settings["one"], settings["other"]
    guess = ui.Guess((), True) if one == other else _ask_spread(**settings)
    ui.show("f_spread", guess.draw_in(views.library_apis(**settings)), formulas=True)
    if guess:
        ui.later("f_lines_more", "Where the two differ, line by line, and a program for each", _lines, settings)


def _lines(settings: dict[str, Any]) -> None:
    one, other = settings["one"], settings["other"]
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


def _ask_spread(one: str, other: str, vocab_size: int, embed_dim: int) -> ui.Guess:
    first, second = (library_apis.find_api(name).spread(vocab_size, embed_dim) for name in (one, other))
    return ui.predict(
        Question(
            f"The first numbers of a new table are random. How far from 0 do those of {other} lie, compared with those "
            f"of {one}?",
            tuple(AT_MOST),
            key="f_guess_spread",
        ),
        answer=(answer := next(words for words, most in AT_MOST.items() if second <= most * first)),
        because=f"**{'Yes' if answer == ALIKE else 'No'}: a new table’s numbers spread by {number(first)} around 0 in "
        f"{one}, by {number(second)} in {other} (standard deviation).** A model moved from one to the "
        "other starts its training elsewhere.",
        hint=f"{other} draws them so: {library_apis.find_api(other).drawn}.",
    )


def _cell(text: str) -> str:
    return text.replace("|", "/")


def _evidence_line(name: str) -> str:
    api, known = library_apis.find_api(name), library_api_results.facts(name).known
    return f"{name}: [{known} in its repository]({api.source})" if api.source else f"{name}: {known}."
