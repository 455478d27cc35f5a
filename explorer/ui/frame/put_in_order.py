"""Items put in an order on a page: they are pressed one after the other, so that fingers and keyboards can do it."""

from collections.abc import Callable

import streamlit as st

from explorer.content.escape_markdown import escape_markdown
from explorer.questions import Question


def put_in_order(key: str, question: Question, give: Callable[[tuple[str, ...]], None]) -> None:
    """Draw the items of a question, and those pressed so far; `give` gets the whole order when it is checked."""
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
