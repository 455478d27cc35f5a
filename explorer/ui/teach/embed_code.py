"""Embed code for a course page: a link that opens a step's screen, and an iframe that shows it."""

from __future__ import annotations

from html import escape

import streamlit as st

from explorer import ui
from explorer.content.lesson.lesson_steps import Step
from explorer.ui.frame import base_url
from explorer.ui.teach import current_lesson

PART = ui.Part(
    "Course page",
    why="A course page can carry an interactive picture from this app, and a link that opens the whole screen.",
    look="Copy the lines into your page. The frame shows one part, its picture first, with its source; 1000 × 620 is "
    "the size it is made for.",
    no_formula="The part shows a frame for a page of your own.",
)
WIDTH, HEIGHT = 1000, 620


def show() -> None:
    """Draw the code of one step, as HTML and as Markdown."""
    steps = current_lesson.current().steps
    if not steps:
        st.info("This lesson has no step yet.")
        return
    here = base_url.shared()
    base_url.tell()
    names = [f"{number}. {step.title}" for number, step in enumerate(steps, start=1)]
    at = st.selectbox("Step", range(len(names)), format_func=names.__getitem__, key="_l_course")
    st.code(frame(steps[at], here), language=None, wrap_lines=True)
    st.code(open_in(steps[at], here), language=None, wrap_lines=True)
    st.caption(
        "Under most pictures, “Code” gives a notebook with words between its cells: put it beside your page for those "
        "who want to calculate themselves; it says which folder it needs, and how to name it."
    )


def frame(step: Step, here: str) -> str:
    """HTML of the iframe, and of a link where iframes are not shown.

    >>> print(frame(Step("Clocks", "positions", {"p_part": "Clocks"}), "http://a/"))
    <iframe src="http://a/positions?p_part=Clocks&amp;embed=true" title="Clocks" width="1000" height="620"></iframe>
    <p><a href="http://a/positions?p_part=Clocks">Open in the Embedding Explorer: Clocks</a></p>
    """
    link = here + step.link.removeprefix("./")
    inside = f"{link}{'&' if '?' in step.link else '?'}embed=true"
    title = escape(step.title)
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    return (
        f'<iframe src="{escape(inside)}" title="{title}" {size}></iframe>\n'
        f'<p><a href="{escape(link)}">Open in the Embedding Explorer: {title}</a></p>'
    )


def open_in(step: Step, here: str) -> str:
    """Markdown: a link that opens the screen.

    >>> open_in(Step("Clocks", "positions", {"p_part": "Clocks"}), "http://a/")
    '[Open in the Embedding Explorer: Clocks](http://a/positions?p_part=Clocks)'
    """
    title = "".join(f"\\{letter}" if letter in "[]\\`*_<" else letter for letter in step.title)
    return f"[Open in the Embedding Explorer: {title}]({here}{step.link.removeprefix('./')})"
