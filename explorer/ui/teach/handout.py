"""Handout of the current lesson: for each step its picture, the question, space for an answer, link and QR code."""

import io
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import streamlit as st

from explorer import ui
from explorer.content.escape_markdown import escape_markdown
from explorer.content.guided_path import address
from explorer.content.lesson.field_validation import MAP, LessonError
from explorer.content.lesson.lesson_steps import Lesson, LessonStep
from explorer.content.lesson.parse_teacher_question import own_question
from explorer.data.cache import cached
from explorer.questions import ORDER, WORDS, Question
from explorer.ui.frame import base_url
from explorer.ui.plot import assets
from explorer.ui.room.class_question import between
from explorer.ui.teach import current_lesson

PART = ui.Part(
    "Handout",
    question="What do they take home?",
    why="On paper a guess stays, and a pupil who was ill has the whole lesson.",
    look="Wait until all pictures are drawn, then print. Your notes are not on it. Answers are on the last page.",
)
LONGEST_QR = 900
"""Maximum length of an address that a phone can still scan from a QR code of this size."""
_HERE = Path(__file__).parent
_handout = st.components.v2.component(
    "explorer_lesson_handout",
    js=assets.component("handout"),
    css=(_HERE / "handout.css").read_text("utf-8"),
    isolate_styles=True,
)
_PRINTED = """
@media print {
  .st-key-page_before, .st-key-part_words, .st-key-part_look, h1, #explorer-address, .st-key-l_local,
  .st-key-l_part_next
    {display: none !important;}
  @page {size: A4; margin: 15mm;}
}
"""
_LARGE = "@media screen {.st-key-l_handout {--sheet: 100%;}}"
"""In presenter mode the sheet is as wide as the screen, for its larger type; in print it is a page."""


def show() -> None:
    """Draw the handout, with a line on where its URLs lead."""
    lesson = current_lesson.current()
    st.html(f"<style>{_PRINTED}{_LARGE if ui.style.presenting() else ''}</style>")
    here = base_url.shared()
    with st.container(key="l_local"):
        base_url.tell()
        if base_url.is_local(here):
            st.warning("These links and codes work only in this network. At home they open nothing.")
    if not lesson.steps:
        st.info(f"{escape_markdown(lesson.title)}: no step yet, so there is nothing to print.")
        return
    _handout(key="l_handout", data=json.dumps(sheet(lesson, here)).encode(), height="content")


def _choices(step: LessonStep) -> list[str]:
    """Printed choices, as on the screen; for a number question, its range.

    >>> _choices(LessonStep("", "home", number=(0, 60_000, 64)))
    ['a number from 0 to 60,000']
    """
    if step.kind in (WORDS, MAP):
        return []
    if step.kind == ORDER and (question := own_question(step)) is not None:
        return list(question.choices)
    low, high, _ = zip(*(step.point or [step.number or (0, 0, 0)]), strict=True)
    asked = Question(low=low, high=high, comma=step.comma)
    if step.point is not None:
        return [f"a point in the picture: across, {between(asked)}; up, {between(asked, 1)}"]
    if step.number is not None:
        return [f"a number {between(asked)}"]
    return [answer.text for answer in step.answers] if len(step.answers) > 1 else []


@cached(64, expires=True)
def code(link: str) -> str:
    """QR code as scalable SVG, dark on white; it takes some milliseconds, so it is cached for a minute."""
    import segno

    out = io.BytesIO()
    segno.make(link, error="m").save(
        out, kind="svg", omitsize=True, dark="#000000", light="#FFFFFF", xmldecl=False, svgns=False
    )
    return out.getvalue().decode()


def _frame(step: LessonStep, shows: Mapping[str, str | tuple[str, ...]]) -> str:
    """Address of a step's picture with these settings, in a frame."""
    link = address(step.page, {**step.state, **shows})
    return f"{link}{'&' if '?' in link else '?'}embed=true&embed_options=light_theme"


def sheet(lesson: Lesson, here: str) -> dict[str, object]:
    """Data of the sheet: without the teacher's notes; right answers and reasons come after all steps."""
    steps = []
    for step in lesson.steps:
        link = here + step.link.removeprefix("./")
        write = f" Write 1 to {len(step.answers)} into the boxes." if step.kind == ORDER else ""
        question = None
        with suppress(LessonError):  # the plan says of it
            question = own_question(step)
        right = question.right_words if question is not None and question.is_judged else ""
        steps.append(
            {
                "right": f"Right: {right}." if right else "",
                "why": step.why,
                "title": step.title or step.question or step.heading,
                "question": step.question * bool(step.title) + write,
                "choices": _choices(step),
                "frame": "" if step.covered or step.bare or step.kind == MAP else _frame(step, {}),
                "answer": _frame(step, step.shows) if (step.covered or step.shows) and not step.bare else "",
                "link": "" if step.bare else link,
                "qr": code(link) if len(link) <= LONGEST_QR and not step.bare else "",
            }
        )
    where = "At home" if not base_url.is_local(here) else "In the school’s network, and only there,"
    where = f"{where} these addresses open every screen of the lesson."
    return {"title": lesson.title, "where": where, "steps": steps, "closing": lesson.closing}
