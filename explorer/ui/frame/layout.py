"""How a page is divided: parts of which one runs, controls that presenter mode tucks away, and predict-then-reveal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.ui.frame import style


def parts(key: str, views: Mapping[str, Callable[[], Any]], label: str = "Part of this page") -> str:
    """Let the visitor choose one part of a page, run that part only, and return its name (it is in the URL)."""
    names = list(views)
    chosen = st.segmented_control(
        label,
        names,
        default=names[0],
        required=True,
        key=key,
        bind="query-params",
        label_visibility="collapsed",
    )
    name = chosen or names[0]
    views[name]()
    return name


def controls(key: str) -> DeltaGenerator:
    """A place for a picture's controls; in presenter mode it is folded into "Controls"."""
    if style.presenting():
        return st.expander("Controls", key=f"{key}_controls")
    return st.container(key=f"{key}_controls")


def more(key: str, label: str = "More") -> DeltaGenerator:
    """A folded place for the controls beyond the first five."""
    return st.expander(label, key=f"{key}_more")


SKIP = "Just show me"


def predict(key: str, question: str, options: Sequence[str], *, answer: str | Callable[[], str], because: str) -> bool:
    """Ask for a guess first, then say the answer and why; True once the visitor has guessed, or asked to see it.

    Nothing here may hold the visitor's own text: question, options and reason are shown as markdown.
    """
    with st.container(border=True, key=f"{key}_box"):
        guess = st.radio(
            f"**Guess first.** {question}", [*options, SKIP], index=None, key=key, bind="query-params", horizontal=True
        )
        if guess is None:
            return False
        right = answer() if callable(answer) else answer
        if right not in options:
            raise ValueError(f"The answer {right!r} is none of the options {list(options)!r}")
        if guess == right:
            st.success(f"Yes: {right}. {because}", icon=None)
        elif guess == SKIP:
            st.info(f"It is **{right}**. {because}", icon=None)
        else:
            st.info(f"You said {guess}; it is **{right}**. {because}", icon=None)
    return True
