"""Quiz progress: kept only in the browser (quiz_progress.js), and in this session while it lasts."""

import json
from collections.abc import Sequence
from typing import Any

import streamlit as st

from explorer.questions import Question
from explorer.questions.read_number import LONGEST
from explorer.quiz import QuizRequest
from explorer.ui.plot import assets
from explorer.views.check.settings import Reply

_component = assets.register("quiz_progress", __file__)


def replies(request: QuizRequest) -> dict[int, Reply]:
    """Number of the question, from 1 → reply, in this session."""
    every: dict[str, dict[int, Reply]] = st.session_state.setdefault("_k_replies", {})
    return every.setdefault(request.name, {})


def clear(request: QuizRequest) -> None:
    """Forget the replies, in the browser too."""
    replies(request).clear()
    st.session_state["_k_cleared"] = st.session_state.get("_k_cleared", 0) + 1


def usable(kept: Any, questions: Sequence[Question]) -> dict[int, Reply]:
    """Validate the replies that a browser sends; those of other questions are left out.

    >>> usable({"1": "5", "x": "5", "99": "5", "2": 7}, [None, None])
    {1: '5'}
    """
    found: dict[int, Reply] = {}
    for key, value in (kept if isinstance(kept, dict) else {}).items():
        number = int(key) if isinstance(key, str) and key.isascii() and key.isdigit() and len(key) < 4 else 0
        text = isinstance(value, str) and len(value) <= 10 * LONGEST
        items = isinstance(value, list) and len(value) <= 10 and all(isinstance(item, str) for item in value)
        if 1 <= number <= len(questions) and (text or items):
            found[number] = value
    return found


def strip(request: QuizRequest, questions: Sequence[Question]) -> dict[int, Reply]:
    """The row of marks; exchanges replies with the browser, and returns them."""
    mine = replies(request)
    marks = []
    for number, question in enumerate(questions, start=1):
        reply = mine.get(number)
        marks.append("open" if reply is None else "right" if question.judge_stored(reply).right else "wrong")
    result = _component(
        key="k_progress",
        data=json.dumps(
            {"name": request.name, "replies": mine, "marks": marks, "cleared": st.session_state.get("_k_cleared", 0)}
        ).encode(),
        height="content",
        on_kept_change=lambda: None,
    )
    sent = getattr(result, "kept", None)
    if sent:
        try:
            kept = json.loads(sent)
        except (TypeError, ValueError, RecursionError):
            kept = None
        if isinstance(kept, dict) and kept.get("name") == request.name:
            new = {n: r for n, r in usable(kept.get("replies"), questions).items() if n not in mine}
            if new:
                mine.update(new)
                st.rerun(scope="fragment")
    return mine
