"""From a computer without the app to a class that answers: the page of the documentation, with its pictures."""

import re
from pathlib import Path

import streamlit as st

from explorer import content, ui
from explorer.ui.frame import base_url

PART = ui.Part(
    "Tomorrow morning",
    question="What do I do the day before?",
    why="The first time takes twenty minutes on the day before, and ten before class. Here is every step, for teachers "
    "who have never used Python.",
    look="Try it once in your classroom, with your own phone. Only there you see whether phones reach your computer.",
)
TEXT = Path(content.__file__).parent / "en" / "tomorrow_morning.md"
LINKS = {"../../../PRIVACY.md": "./privacy"}
"""Files of the project that the text links to → their pages in the app."""
_PICTURE = re.compile(r"^!\[(.+)\]\((.+)\)$", re.MULTILINE)


def show() -> None:
    """Draw the text below its title, with the pictures."""
    text = TEXT.read_text(encoding="utf-8").partition("\n")[2]
    for file, page in LINKS.items():
        text = text.replace(f"({file})", f"({page})")
    words, *rest = _PICTURE.split(text)
    base_url.tell()
    with st.container(key="l_morning", width=820):
        st.markdown(words)
        for says, picture, words in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
            st.image(TEXT.parent / picture, says, alt=says)
            st.markdown(words)
