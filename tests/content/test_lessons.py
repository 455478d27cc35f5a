"""The ready-made lessons: each step opens its screen and asks its question. For numbers see test_lesson_notes."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby

import pytest
from streamlit.testing.v1 import AppTest

from explorer import tokenizers
from explorer.content.en.lessons import BLOCKS, LESSONS, STANDARDS
from explorer.content.lesson.field_validation import MAP
from explorer.content.lesson.lesson_steps import Lesson, LessonStep, from_plain, to_plain
from explorer.content.lesson.parse_teacher_question import own_question
from explorer.content.pages import PAGES, info
from explorer.gradients import vocabulary_share
from explorer.questions import NUMBER, ORDER, POINT
from tests.support import numbers_in, one_of_each, views_of

STEPS = {step.title: step for lesson in LESSONS.values() for step in lesson.steps}
each_step = pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)


def test_the_lessons_leave_time_to_talk_and_name_their_closing_task() -> None:
    for name, lesson in LESSONS.items():
        slack = {"forty-five": 5, "ninety": 5, "class-model": 5}.get(name, 0)
        assert lesson.minutes + slack <= lesson.time and not lesson.steps[-1].optional
        assert lesson.joining >= 2 or name == "ten", "phones need time to join"
        assert lesson.aims and lesson.closing
        assert len({step.title for step in lesson.steps}) == len(lesson.steps)


def test_a_lesson_is_a_chain_of_blocks_after_what_they_need() -> None:
    for lesson in LESSONS.values():
        chain = [name for name, _ in groupby(lesson.steps, key=lambda step: step.block)]
        assert len(set(chain)) == len(chain)
        for at, name in enumerate(chain):
            assert set(BLOCKS[name].needs) <= set(chain[:at])
            assert [step.title for step in lesson.steps if step.block == name] == [s.title for s in BLOCKS[name].steps]
    assert {step.block for lesson in LESSONS.values() for step in lesson.steps} == set(BLOCKS)


def test_a_block_takes_five_to_twelve_minutes_and_names_curricula_with_their_sources() -> None:
    assert all(address.startswith("http") for _, address in STANDARDS.values())
    for block in BLOCKS.values():
        assert 5 <= block.minutes <= 12 and block.level in ("school", "course")
        assert block.question.endswith("?") and block.exit and block.standards
        assert set(block.standards) <= set(STANDARDS) and set(block.needs) <= set(BLOCKS)
    assert {code for block in BLOCKS.values() for code in block.standards} == set(STANDARDS)


def test_without_its_optional_steps_a_lesson_promises_no_more_than_it_keeps() -> None:
    short = LESSONS["ninety"].without_optional()
    assert short.minutes == LESSONS["ninety"].core_minutes < LESSONS["ninety"].minutes
    assert not any(step.optional for step in short.steps) and not any("optional" in aim for aim in short.aims)


def test_a_ready_lesson_fits_into_its_own_bounds() -> None:
    pages = {page.name for page in PAGES}
    for lesson in LESSONS.values():
        assert from_plain(to_plain(lesson), pages) == lesson
        old = {
            key: value for key, value in to_plain(lesson).items() if key not in ("aims", "closing", "joining", "ending")
        }
        assert from_plain(old, pages) == replace(lesson, aims=(), closing="", joining=0, ending=0)


@each_step
def test_a_step_has_a_question_answers_and_what_to_say(step: LessonStep) -> None:
    assert step.question and step.say and all(answer.tells for answer in step.answers)
    own = step.number or step.point  # the right answer itself
    assert (len(step.answers) > 1) is not bool(own)
    unmarked = own or step.kind in (MAP, ORDER)  # a class's map has no right answer, an order is right as it stands
    assert sum(answer.right for answer in step.answers) == (0 if unmarked else 1)


def test_ready_lessons_ask_for_each_kind_of_answer() -> None:
    kinds = {question.form for step in LESSONS["forty-five"].steps if (question := own_question(step)) is not None}
    assert {NUMBER, ORDER, POINT} <= kinds


@each_step
def test_a_step_names_a_part_of_its_page(step: LessonStep) -> None:
    key = f"{info(step.page).prefix}_part"
    names = [view.PART.name for view in views_of(step.page)]
    assert step.state.get(key) in names if names else key not in step.state


@pytest.mark.parametrize("step", one_of_each(STEPS.values(), lambda step: step.page), ids=STEPS)
def test_a_steps_settings_are_those_of_its_screen(open_page: Callable[..., AppTest], step: LessonStep) -> None:
    app = open_page(step.page, **step.state)
    assert [key for key in step.state if key not in app.session_state] == []
    assert [warning.value for warning in app.warning] == []


def test_more_tokens_than_rows_come_again_in_part_whatever_the_text() -> None:
    (told,) = (answer.tells for answer in STEPS["How many rows does a batch reach?"].answers[3:])
    read, rows = 32 * 2048, tokenizers.vocab_size("gpt2")
    assert numbers_in(told) == {read, rows}
    assert read - rows == 15_279  # at least this many; nine in ten by measurement
    curve = vocabulary_share.results()["austen"]["gpt2"]
    assert 1 - curve.share[curve.sizes.index(read)] * rows / read == pytest.approx(0.905, abs=5e-4)


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_no_title_says_the_answer(lesson: Lesson) -> None:
    """The class reads a step's title, and the next one's, before it has guessed."""

    def words(*texts: str) -> set[str]:
        return {word for text in texts for word in re.findall(r"\w{4,}", text.lower())}

    for step in lesson.steps:
        wrong = [answer.text for answer in step.answers if not answer.right]
        right = [answer.text for answer in step.answers if answer.right]
        assert not words(step.title) & words(*right) - words(step.question, *wrong), step.title
