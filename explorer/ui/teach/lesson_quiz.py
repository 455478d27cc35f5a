"""Test on the current lesson: the same kinds of question for all, with different numbers for each student."""

from __future__ import annotations

from typing import Any

import streamlit as st

from explorer import ui
from explorer.content.guided_path import address
from explorer.content.lesson.lesson_link import file_name
from explorer.content.lesson.lesson_steps import Lesson
from explorer.quiz import COURSE, PATH, Request, quiz, topics_seen
from explorer.quiz import printable_quiz as paper
from explorer.quiz.moodle_xml import moodle
from explorer.ui.check import quiz_settings
from explorer.wording import count

SHEETS = 30
"""Number of students who get their own numbers."""
SCHOOL = "School"
LEVELS = {SCHOOL: PATH, COURSE: COURSE}


def request(lesson: Lesson, level: str) -> Request | None:
    """The first student's questions on the topics of the lesson's screens; None if no kind of question fits them.

    >>> request(Lesson("", ()), COURSE) is None
    True
    """
    screens = ((step.page, str(step.state.get(f"{ui.info(step.page).prefix}_part", ""))) for step in lesson.steps)
    topics = topics_seen(screens, level)
    return Request(topics=topics, level=level) if topics else None


def show(lesson: Lesson) -> None:
    """Draw downloads for a course system and for print, and a link to all settings."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="l_test"):
        chosen = st.segmented_control(
            "A test from this lesson", list(LEVELS), default=SCHOOL, required=True, key="l_level", bind="query-params"
        )
        asked = request(lesson, LEVELS[chosen or SCHOOL])
        if asked is None:
            st.caption("No question of “Check yourself” is about these screens.")
            return
        every, name = paper.variants(asked, SHEETS), file_name(lesson).removesuffix(".json")
        for label, content, ending, mime in (
            ("Moodle XML", lambda: moodle(every), "xml", "application/xml"),
            ("To print", lambda: paper.html(every, answers=False), "html", "text/html"),
            ("Its answers", lambda: paper.html(every, answers=True), "answers.html", "text/html"),
        ):
            st.download_button(
                label, content, file_name=f"{name}.{ending}", mime=mime, key=f"l_test_{ending}", on_click="ignore"
            )
    state: dict[str, Any] = {"l_part": "Sheets", "k_sheets": str(SHEETS), **quiz_settings.state_of(asked)}
    st.caption(
        f"{count(len(quiz(asked)), 'question')} on {', '.join(asked.topics)}: for each of {SHEETS} students the same "
        "kinds, most with numbers of their own. The lesson’s own questions are not among them. The Moodle file has one "
        "category for each kind. "
        f"[Choose other questions]({address('teach', state)})"
    )
