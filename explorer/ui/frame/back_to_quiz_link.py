"""Back link from a picture to the quiz question that linked to it: `quiz=k_seed=7&k_at=3` in the address.

The URL alone holds it, so it survives a reload, and ends when the visitor opens another page.
"""

from collections.abc import Mapping
from html import escape
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from explorer.content.guided_path import address

PARAMETER = "quiz"
KEYS = ("k_level", "k_set", "k_seed", "k_n", "k_topics", "k_at", "path")
LONGEST = 400
"""Maximum length of the parameter; a quiz on all topics needs fewer characters."""


def link_to(page: str, state: Mapping[str, str], quiz: Mapping[str, object]) -> str:
    """URL of a page with the given parameters and a back link to a quiz.

    >>> link_to("memory", {"m_v": "10"}, {"k_seed": "7", "k_at": "3"})
    './memory?m_v=10&quiz=k_seed%3D7%26k_at%3D3'
    """
    return address(page, {**state, PARAMETER: urlencode(quiz, doseq=True)})


def quiz_url(parameter: str) -> str:
    """URL of the quiz in the parameter; "" if it is not a quiz.

    >>> quiz_url("k_seed=7&k_at=3&evil=javascript")
    './check?k_seed=7&k_at=3'
    >>> quiz_url("nonsense")
    ''
    """
    if len(parameter) > LONGEST:
        return ""
    pairs = [(key, value) for key, value in parse_qsl(parameter) if key in KEYS]
    return f"./check?{urlencode(pairs)}" if pairs else ""


def show_link(page: str) -> None:
    """Draw the back link at the top of a page that was opened from a question."""
    href = quiz_url(st.query_params.get(PARAMETER, "")) if page != "check" else ""
    if href:
        number = dict(parse_qsl(st.query_params[PARAMETER])).get("k_at", "")
        words = f"Back to question {number}" if number.isascii() and number.isdigit() else "Back to the questions"
        st.html(f'<p class="quiz-back"><a href="{escape(href)}">← {words}</a></p>')
