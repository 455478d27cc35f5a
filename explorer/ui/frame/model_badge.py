"""Model badges: the name of the model behind a picture and why it is used, in the same words on every page."""

from dataclasses import dataclass
from html import escape
from typing import Literal

import streamlit as st

from explorer.ui.frame import step_size

Name = Literal["lm", "whisper", "minilm", "glove"]


@dataclass(frozen=True)
class Badge:
    """A model's name, the size of its table, and the reason why a page shows this model."""

    name: str
    rows: int
    width: int
    why: str

    @property
    def size(self) -> str:
        """The table's size in words.

        >>> BADGES["glove"].size
        '30,000 rows of 50 numbers'
        """
        return f"{self.rows:,} rows of {self.width} numbers"


BADGES: dict[Name, Badge] = {
    "lm": Badge(
        "Our own small language model",
        4096,
        128,
        "Trained by this project's own code, so that rows, positions and prediction come from one model.",
    ),
    "whisper": Badge(
        "Whisper tiny.en",
        50_257,
        384,
        "A speech-to-text model: its table is openly licensed, and has a trained row for each of GPT-2's tokens, so "
        "whatever you type has real rows.",
    ),
    "minilm": Badge(
        "MiniLM",
        30_522,
        384,
        "A model trained to compare sentences: it has rows for most common words, where our own small model cuts even "
        "“king” in two.",
    ),
    "glove": Badge(
        "GloVe",
        30_000,
        50,
        "Rows for whole words, made from counts of which words stand near each other: the classic table to calculate "
        "with words.",
    ),
}
"""Every model that a page shows; tests compare the sizes with the shipped files."""

_STYLE = (
    "display:inline-block;border:1px solid currentColor;border-radius:1rem;padding:.05rem .6rem;margin-right:.5rem;"
    "font-weight:600;white-space:nowrap"
)


def badge(name: Name, note: str = "") -> None:
    """Draw a model's badge with the size of its table, and `note` below; why it is used is its help.

    A step may say it in words.
    """
    if (step := step_size.step()) is not None and step.shown:
        return
    shown = BADGES[name]
    st.markdown(
        f'<span class="explorer-badge" style="{_STYLE}">{escape(shown.name)}</span>{escape(shown.size)}',
        unsafe_allow_html=True,
        help=shown.why,
        width="content",
    )
    if note:
        st.markdown(note)
