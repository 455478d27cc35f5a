"""End of the path: its riddles and the seven chapter questions again, to be answered aloud, and screens to share.

The answers themselves are at the steps. An expander lists the points that an answer in one's own words should cover.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable

import streamlit as st

from explorer.content.guide import Path, StepId, address
from explorer.ui.frame.guide import own_lines, own_text


def show(path: Path, link: Callable[[StepId], str], aside: Callable[[str, str, str], str]) -> None:
    """Draw the riddles, the questions, and links to screens worth showing to others.

    Args:
        path: all chapters.
        link: gives the address of a step.
        aside: adds the way back to the address of a screen off the path.
    """
    from explorer.content.en.answer_key import ANSWER_POINTS
    from explorer.content.en.path import ANSWERED, SHOW_SOMEBODY
    from explorer.quiz.games import GAMES

    own_lines.page(path, link)
    st.header("The riddles, once more", anchor=False)
    st.markdown("Say each answer aloud, as if to a friend. Then open it: was this in yours?")
    for chapter in path.chapters:
        with st.expander(chapter.riddle):
            st.text(chapter.solved())
    st.header("What you can answer now", anchor=False)
    for question, steps in ANSWERED.items():
        with st.expander(question):
            st.markdown("\n".join(f"- {point}" for point in ANSWER_POINTS[question]()))
            seen = ", ".join(_links(((at, f"{at} {path.step(at).title}") for at in steps), link))
            st.html(f'<p class="guide-seen">If not: seen at {seen}</p>')
    own = st.query_params.get(own_text.PARAMETER, "") or st.query_params.get("text", "")
    _check_yourself(aside, own)
    shown = " · ".join(_links(SHOW_SOMEBODY.items(), link))
    st.html(f'<p class="guide-seen">Show somebody: {shown}</p>')
    games = {
        game: html.escape(aside(address("check", {"k_part": "Games", "k_game": game}), "end", own)) for game in GAMES
    }
    play = " · ".join(f'<a href="{href}" target="_self">{game}</a>' for game, href in games.items())
    st.html(f'<p class="guide-seen">Play, two minutes each: {play}</p>')
    home = html.escape(address("home", {"text": own} if own else {}))
    st.html(f'<p class="guide-seen"><a href="{home}" target="_self">To Home, and your own text →</a></p>')


def _check_yourself(aside: Callable[[str, str, str], str], own: str) -> None:
    """Link to the quiz on the path's topics."""
    from explorer.quiz import PATH

    href = html.escape(aside(address("check", {"k_level": PATH}), "end", own))
    words = "Check yourself: questions on what you have walked →"
    st.html(f'<a class="guide-onwards" href="{href}" target="_self">{words}</a>')


def _links(steps: Iterable[tuple[StepId, str]], link: Callable[[StepId], str]) -> list[str]:
    return [
        f'<a href="{html.escape(link(at))}" target="_self">{html.escape(words, quote=False)}</a>' for at, words in steps
    ]
