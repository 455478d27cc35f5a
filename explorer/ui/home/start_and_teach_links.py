"""Ways in: to be led, and to teach."""

import json
from collections.abc import Sequence
from html import escape

import streamlit as st

from explorer.ui.frame import guide, style
from explorer.wording import count


def path_summary() -> str:
    """What the path takes and gives."""
    path = guide.path()
    return (
        f"{count(len(path.chapters), 'chapter')}, about {5 * round(path.minutes / 5)} minutes: then you can explain "
        "why a chatbot can miscount r’s, and how it learned."
    )


def start(suggested: Sequence[str]) -> None:
    """The guided path: a link, so that its first screen is as the path prepares it; what it takes and gives beside it.

    pipeline_nav.js adds the visitor's own text when it is pressed: none of the `suggested`, nor the beginning of one.
    """
    present = "&present=true" if style.presenting() else ""
    link = f'<a class="h-start" href="{escape(guide.start_link() + present)}" '
    link += f'data-suggested="{escape(json.dumps(suggested))}" target="_self">Start here →</a>'
    ask = '<a class="h-ask" href="#questions" target="_self">Or ask a question\N{NO-BREAK SPACE}↓</a>'
    st.html(f'<div class="h-ways-in">{link}<span>{path_summary()} {ask}</span></div><p class="explorer-way-back"></p>')


def teach() -> None:
    """What a teacher needs to know before a lesson."""
    panel = st.popover("I teach", key="h_teach", on_change="rerun")
    if not panel.open:
        return
    with panel:
        st.page_link("pages/teach.py", label="**Teach**: ready lessons of 10, 20, 45 and 90 minutes, and your own →")
        st.markdown(
            "- **Open a room**, in the sidebar or on Teach: students join with six letters or a QR code, guess "
            "on their own screens, and you reveal the answer for all.\n- **A link is the lesson.** The address holds "
            "the text, the part and its settings: what you prepare is what a class opens.\n- **Presenter**, at the "
            "top right, makes everything large for a projector.\n- **Guess first.** Many parts ask before they show: "
            "let the class vote, then open the answer.\n- **Code** under a picture is the call that makes it; "
            "**Data** is its table.\n- **Claims** at the end of a page name the test or the paper behind what it "
            "claims."
        )
