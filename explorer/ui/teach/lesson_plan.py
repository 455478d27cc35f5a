"""Lesson plan: every step with its question, the expected answers, and what to say."""

import json
from dataclasses import replace
from html import escape
from typing import Any

import streamlit as st

from explorer import ui, wording
from explorer.content.en.lessons import BLOCKS, STANDARDS, leads_to
from explorer.content.escape_markdown import escape_markdown
from explorer.content.lesson.field_validation import LENGTHS
from explorer.content.lesson.lesson_link import pack
from explorer.content.lesson.lesson_steps import Lesson, LessonStep, step_to_plain
from explorer.questions import Question
from explorer.ui.frame import base_url
from explorer.ui.frame import lesson as frame
from explorer.ui.plot import assets
from explorer.ui.room import membership, room_bar
from explorer.ui.room.class_question import between
from explorer.ui.teach import current_lesson, lesson_quiz
from explorer.ui.teach.answer_format import KINDS
from explorer.wording import count, verb

PART = ui.Part(
    "The plan",
    question="What do I show my class?",
    why="A lesson is a list of screens. Each has a question that the class answers first: a guess makes curious.",
)
CSS = """
.plan h3 {margin: 1.1rem 0 .2rem; font-size: 1.1rem;}
.plan .block {margin: 1.6rem 0 0; padding: .6rem 1rem; background: var(--explorer-quiet); border-radius: .5rem;}
.plan .block h2 {margin: 0; padding: 0; font-size: 1.25rem;}
.plan p, .plan ul {margin: .25rem 0;}
.plan .question {font-weight: 600;}
.plan .say {border-left: 3px solid var(--explorer-line); padding-left: .8rem; max-width: 52rem;}
.explorer-goes-on .st-key-_room_open button {background: none; color: inherit; border-color: var(--explorer-line);}
.plan a {font-size: .95rem; color: var(--explorer-strong);}
"""
_present = st.components.v2.component(
    "explorer_lesson_present",
    js=assets.component("open_lesson_buttons"),
    css=frame.CSS,
    isolate_styles=True,
)


def show() -> None:
    """Draw the title, the links to present, and all steps."""
    lesson = current_lesson.current()
    st.header(escape_markdown(lesson.title), anchor=False)
    st.text(f"{duration(lesson)} {lesson.about}".strip())
    if problem := too_long(lesson):
        st.warning(problem)
    if not lesson.steps:
        st.info(
            "This lesson has no step yet. Open any page and set it. Then press “Save, print, code” and “Add to lesson” "
            "under the picture. Or add a step under “Change it”."
        )
        return
    if no_rooms := membership.problem():
        st.warning(no_rooms)
    with st.container(horizontal=True, vertical_alignment="center"):
        if membership.current() is None:
            room_bar.open_button("primary")
        data = presentation_data(lesson) | {"room": membership.current() is not None}
        _present(key="l_present", data=json.dumps(data).encode(), height="content")
    begins = {step.block: number for number, step in reversed([*enumerate(lesson.steps, 1)])}
    base_url.tell()
    steps = "".join(
        _block(step.block) * (begins[step.block] == number) + _step(number, step)
        for number, step in enumerate(lesson.steps, 1)
    )
    st.html(f'<style>{CSS}</style><div class="plan">{_aims(lesson)}{steps}{_closing(lesson)}</div>')
    if lesson.core_minutes < lesson.minutes:
        st.button("Leave out the optional steps", key="_l_leave_out", on_click=_leave_out, args=(lesson,))
    lesson_quiz.show(lesson)


def _leave_out(lesson: Lesson) -> None:
    """Open a copy without the optional steps; the whole lesson stays for another day."""
    short = lesson.without_optional()
    current_lesson.save(replace(short, title=f"{lesson.title[: LENGTHS['title'] - 8]} (short)"), new=True)
    left = count(len(lesson.steps) - len(short.steps), "step")
    current_lesson.report_added(f"This is a copy without {left}. The whole lesson is still among the lessons above.")


def duration(lesson: Lesson) -> str:
    """Duration of a lesson, with and without its optional steps.

    >>> steps = LessonStep("a", "home", minutes=4), LessonStep("b", "home", minutes=2, optional=True)
    >>> duration(Lesson("", steps, joining=3))
    '9 minutes (3 until all are in the room), 2 steps; 7 minutes without its 1 optional step.'
    """
    parts = [(lesson.joining, "until all are in the room"), (lesson.ending, "for the closing task")]
    split = ", ".join(f"{minutes} {words}" for minutes, words in parts if minutes)
    sentence = (
        f"{count(lesson.minutes, 'minute')}{f' ({split})' if split else ''}, {count(len(lesson.presented), 'step')}"
    )
    if optional := sum(step.optional for step in lesson.steps):
        sentence += f"; {count(lesson.core_minutes, 'minute')} without its {count(optional, 'optional step')}"
    if (left := lesson.time - lesson.minutes) > 0:
        sentence += f". Of {lesson.time} minutes {left} {verb(left, 'is', 'are')} left to talk"
    return f"{sentence}."


def too_long(lesson: Lesson) -> str:
    """Warning if the lesson takes longer than its time; otherwise "".

    >>> steps = LessonStep("a", "home", minutes=4), LessonStep("b", "home", minutes=2, optional=True)
    >>> too_long(Lesson("", steps, time=5))
    'The lesson takes 6 minutes, 1 more than it has. Without its optional steps it takes 4.'
    >>> too_long(Lesson("", (LessonStep("a", "home", minutes=4),), time=4))
    ''
    """
    over = lesson.minutes - lesson.time
    if not lesson.time or over <= 0:
        return ""
    sentence = f"The lesson takes {count(lesson.minutes, 'minute')}, {over} more than it has."
    if lesson.core_minutes == lesson.minutes:
        return f"{sentence} Make some of its steps optional, or shorter."
    return f"{sentence} Without its optional steps it takes {lesson.core_minutes}."


def presentation_data(lesson: Lesson) -> dict[str, Any]:
    """Data for the presenting browser: each step with the address of its screen."""
    steps = [
        {"question": "", "answers": [], "say": "", **step_to_plain(step), "title": step.heading, "href": step.link}
        for step in lesson.presented
    ]
    lasting = {each: getattr(lesson, each) for each in ("title", "aims", "joining")}
    return lasting | {"plan": pack(lesson), "steps": steps, "back": current_lesson.address_of(lesson)}


def _aims(lesson: Lesson) -> str:
    aims = "".join(f"<li>{escape(aim)}</li>" for aim in lesson.aims)
    return f"<h3>After it the class can</h3><ul>{aims}</ul>" if aims else ""


def _closing(lesson: Lesson) -> str:
    title = f"<h3>{len(lesson.presented)}. Closing task</h3>"
    return f"{title}<p><strong>{escape(lesson.closing)}</strong></p>" if lesson.closing else ""


def _block(name: str) -> str:
    block = BLOCKS.get(name)
    if block is None:
        return ""
    facts = {
        "Needs": [BLOCKS[each].question for each in block.needs],
        "Leads to": [BLOCKS[each].question for each in leads_to(name)],
    }
    lines = "".join(f"<li>{title}: {escape(' · '.join(each))}</li>" for title, each in facts.items() if each)
    codes = ", ".join(
        f'<a href="{escape(STANDARDS[code][1])}" target="_blank">{escape(f"{code}, {STANDARDS[code][0]}")}</a>'
        for code in block.standards
    )
    return (
        f'<section class="block"><h2>“{escape(block.question)}”</h2>'
        f"<details><summary>{count(block.minutes, 'minute')}, {block.level} level</summary>"
        f"<ul>{lines}<li>Curriculum: {codes}</li></ul></details>"
        f"<p>At its end ask: <strong>{escape(block.exit)}</strong></p></section>"
    )


def _step(number: int, step: LessonStep) -> str:
    length = f"{count(step.minutes, 'minute')}{', optional' if step.optional else ''}"
    text = f"<h3>{number}. {escape(step.heading)} ({length})</h3>"
    text += f'<p><a href="{escape(step.link)}" target="_blank">{escape(where(step))} ↗</a></p>'
    if step.question:
        text += f'<p class="question">{escape(step.question)}</p>'
    yours = _yours(step)
    if yours and current_lesson.class_can_see():
        return f"{text}<details><summary>{current_lesson.FOLDED}</summary>{yours}</details>"
    return text + yours


def _yours(step: LessonStep) -> str:
    text = ""
    if step.answers:
        items = "".join(
            f"<li>{'✓ ' if answer.right else ''}<strong>{escape(answer.text)}</strong>"
            f"{': ' if answer.tells else ''}{escape(answer.tells)}</li>"
            for answer in step.answers
        )
        text += f"<ul>{items}</ul>"
    if step.number:
        low, high, right = step.number
        asked = Question("", (), right, slack=step.within, low=(low,), high=(high,), comma=step.comma)
        text += f"<p>A number {between(asked)}. Right: <strong>{asked.right_words}</strong>.</p>"
    if step.point:
        across, up = (f"<strong>{wording.number(side[2], 4)}</strong>" for side in step.point)
        text += f"<p>Right: {across} across, {up} up (at most {wording.share(step.within)} of an axis away).</p>"
    if step.kind:
        text += f"<p>{KINDS[step.kind]}.</p>"
    if step.why:
        text += f"<p>Said after Reveal: {escape(step.why)}</p>"
    if step.say:
        text += f'<p class="say">{escape(step.say)}</p>'
    return text


def where(step: LessonStep) -> str:
    """The page and the part that a step opens, in words.

    >>> where(LessonStep("", "tokens", {"t_part": "Merges"})), where(LessonStep("", "home", bare=True))
    ('Tokens, Merges', 'No picture')
    """
    if step.bare:
        return "No picture"
    info = ui.info(step.page)
    part = step.state.get(f"{info.prefix}_part", "")
    return f"{info.title}, {part}" if isinstance(part, str) and part else info.title
