"""Input of an answer on a page, for page, path, quiz and game: choices, a number, items put in an order.

Students in a room answer on `/join` (question_view.js); a point is tapped there, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from explorer.content.escape_markdown import escape_markdown
from explorer.questions import NUMBER, ORDER, Question


def draw(
    question: Question,
    key: str,
    label: str = "Choose one",
    *,
    give: Callable[[Any], None] | None = None,
    also: Sequence[str] = (),
    **more: Any,
) -> str | None:
    """Draw the input of an answer, and return what was typed or chosen so far."""
    if question.form == ORDER:
        assert give is not None
        _put_in_order(key, question, give)
    elif give is not None:
        for at, choice in enumerate(question.choices):
            st.button(choice, key=f"{key}_{at}", on_click=give, args=(choice,), width="stretch")
    elif question.form == NUMBER:
        return st.text_input(f"Your answer, {question.wanted}", key=key)
    else:
        return st.radio(label, [*question.choices, *also], index=None, key=key, **more)
    return None


def _put_in_order(key: str, question: Question, give: Callable[[tuple[str, ...]], None]) -> None:
    taken: list[str] = st.session_state.setdefault(f"_{key}_taken", [])
    st.markdown(f"Press them in order, from **{question.ends[0]}** to **{question.ends[1]}**.")
    if taken:
        st.text("\n".join(f"{n}. {item}" for n, item in enumerate(taken, start=1)))
    left = [item for item in question.choices if item not in taken]
    with st.container(key=f"{key}_items", horizontal=True, gap="xsmall"):
        for item in left:
            at = question.choices.index(item)
            st.button(escape_markdown(item), key=f"{key}_item_{at}", on_click=taken.append, args=(item,))
    with st.container(horizontal=True):
        if not left:
            st.button("Check", key=f"{key}_check", type="primary", on_click=give, args=(tuple(taken),))
        if taken:
            st.button("Start over", key=f"{key}_over", on_click=taken.clear)
