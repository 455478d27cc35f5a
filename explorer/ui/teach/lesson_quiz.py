"""Test on the current lesson: its own questions, and generated ones on what it teaches, for each student others."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import streamlit as st

from explorer import ui
from explorer.content.en.lessons import BLOCKS
from explorer.content.guided_path import address
from explorer.content.lesson.field_validation import LessonError
from explorer.content.lesson.lesson_link import file_name
from explorer.content.lesson.lesson_steps import Lesson
from explorer.content.lesson.parse_teacher_question import own_question
from explorer.questions import POINT, Question
from explorer.quiz import QuizRequest, kinds_shown, quiz
from explorer.quiz import printable_quiz as paper
from explorer.quiz.moodle_xml import moodle
from explorer.quiz.qti_package import qti
from explorer.ui.check import quiz_settings
from explorer.ui.teach import quiz_downloads
from explorer.wording import count, verb

SHEETS = 30
"""Number of students who get their own numbers."""


def request(lesson: Lesson) -> QuizRequest | None:
    """The first student's generated questions on what the lesson's blocks teach, and its other screens show.

    >>> request(Lesson("", ())) is None
    True
    """
    kinds: list[str] = []
    for step in lesson.steps:
        part = str(step.state.get(f"{ui.info(step.page).prefix}_part", ""))
        block = BLOCKS.get(step.block)
        kinds += block.quiz if block else () if step.bare else kinds_shown(step.page, part)
    kept = tuple(dict.fromkeys(kinds))
    return QuizRequest(size=len(kept), again=kept) if kept else None


def own(lesson: Lesson) -> list[Question]:
    """The lesson's questions that paper or a course system can ask and judge: no polls, none about a picture, no map.

    >>> own(Lesson("", ()))
    []
    """
    found = []
    for number, step in enumerate(lesson.steps, start=1):
        with suppress(LessonError):
            question = own_question(step)
            if question is not None and question.is_judged and question.form != POINT and not step.pictured:
                found.append(replace(question, key=f"step-{number}", topic="This lesson"))
    return found


def show(lesson: Lesson) -> None:
    """Draw downloads for a course system and for print, and a link to all settings."""
    mine, taught = own(lesson), request(lesson)
    if not mine and taught is None:
        st.caption("There is no test from this lesson: no question of it has a right answer that paper can show.")
        return
    every, name = paper.variants(taught, SHEETS) if taught else [], file_name(lesson).removesuffix(".json")
    sheets: list[QuizRequest | None] = [*every] or [None]
    with st.container(horizontal=True, vertical_alignment="center", key="l_test"):
        st.markdown("A test from this lesson", width="content")
        for label, content, ending in (
            ("Moodle XML", lambda: moodle(every, mine), "xml"),
            ("QTI 2.1", lambda: qti(every, mine), "zip"),
            ("To print", lambda: paper.html(sheets, answers=False, own=mine, heading=lesson.title), "html"),
            ("Its answers", lambda: paper.key(sheets, mine, lesson.title), "answers.html"),
        ):
            quiz_downloads.button(label, content, f"{name}.{ending}", f"l_test_{ending}")
    words = f"{count(len(mine), 'question')} of the lesson itself"
    if left := sum(bool(step.question) for step in lesson.steps) - len(mine):
        words += f" ({left} more {verb(left, 'has', 'have')} no right answer that paper can show)"
    if taught:
        state: dict[str, Any] = {"l_part": "Sheets", "k_sheets": str(SHEETS), **quiz_settings.state_of(taught)}
        words += (
            f"; {count(len(quiz(taught)), 'question')} more on what it teaches: for each of {SHEETS} students the same "
            "kinds, most with numbers of their own. The Moodle file has one category for each kind. "
            f"[Choose other questions]({address('teach', state)})"
        )
    st.caption(words)
