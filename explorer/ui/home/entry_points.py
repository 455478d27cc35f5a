"""Three ways in: to be led, to teach, to look around."""

from __future__ import annotations

from html import escape

import streamlit as st

from explorer.content.pages import PAGES
from explorer.ui.frame import guide
from explorer.ui.frame.glossary_markup import write
from explorer.ui.frame.navigation import page_link
from explorer.wording import count


@st.fragment
def show() -> None:
    """The three ways in, side by side; what the second and third hold is made when they are opened."""
    with st.container(horizontal=True, key="h_ways_in"):
        start()
        teach()
        look()
    write(path_summary())


def path_summary() -> str:
    """What the path takes and gives."""
    chapters = guide.path().chapters
    minutes = 5 * round(sum(chapter.minutes for chapter in chapters) / 5)
    return (
        f"{count(len(chapters), 'chapter')}, {minutes} minutes: then you can explain [[tokens]], [[embeddings]], "
        "[[positions]], and how a model learns."
    )


def start() -> None:
    """The guided path: a link, so that its first screen is as the path prepares it."""
    st.html(f'<a class="h-start" href="{escape(guide.start_link())}" target="_self">Start here →</a>', width="content")


def teach() -> None:
    """What a teacher needs to know before a lesson."""
    panel = st.popover("I teach", key="h_teach", on_change="rerun")
    if not panel.open:
        return
    with panel:
        st.page_link("pages/teach.py", label="**Teach**: ready lessons of 10, 45 and 90 minutes, and your own →")
        st.markdown(
            "- **A class together**, in the sidebar, opens a room: students join with six letters or a QR code, guess "
            "on their own screens, and you reveal the answer for all.\n- **A link is the lesson.** The address holds "
            "the text, the part and its settings: what you prepare is what a class opens.\n- **Presenter**, at the "
            "top right, makes everything large for a projector.\n- **Guess first.** Many parts ask before they show: "
            "let the class vote, then open the answer.\n- **Code** under a picture is the call that makes it; "
            "**Data** is its table.\n- **Claims** at the end of a page name the test or the paper behind what it "
            "claims."
        )


def look() -> None:
    """All pages, by their question."""
    panel = st.popover("Look around", key="h_look", on_change="rerun")
    if not panel.open:
        return
    with panel, st.container(key="h_pages"):
        for page in PAGES:
            if page.name != "home":
                page_link(page.name, f"**{page.title}.** {page.question}")
