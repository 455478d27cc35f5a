"""Until the reveal no byte that a student receives depends on the answer: two rooms with other answers are compared."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from explorer.content.en import shared_page_questions
from explorer.content.en.lessons import STEPS as READY
from explorer.content.lesson.lesson_steps import Answer, LessonStep
from explorer.content.lesson.parse_teacher_question import own_question
from explorer.figures.figure_spec import Spec
from explorer.questions import ORDER, WORDS, Question
from explorer.ui.room.student_screen_picture import sketch
from tests.support import run_async
from tests.ui.join.test_http_routes import School

CHOICES = (Answer("a", "A guess.", right=True), Answer("b", "B guess."), Answer("c"), Answer("d"))


def kind(name: str = "", **more: Any) -> LessonStep:
    """A step whose question is of this kind."""
    return LessonStep("A step", "home", {}, "What is it?", kind=name, why="SO", **more)


STEPS = {
    **READY,
    "choice": kind(answers=CHOICES[:2]),
    "poll": kind(answers=CHOICES[1:]),
    "number": kind(number=(0.0, 10.0, 4.0), within=1.0),
    "point": kind("point", point=((0.0, 1.0, 0.5), (0.0, 1.0, 0.5)), within=0.1, covered=True),
    "words": kind("words", answers=CHOICES),
    "order": kind("order", answers=CHOICES),
    "order as it is offered": kind("order", answers=tuple(CHOICES[at] for at in (2, 1, 3, 0))),
    "map": kind("map", answers=CHOICES[:2]),
}
"""All ready steps, and one of each kind of a teacher's own question."""
OF_PARTS = {name: found for name, found in vars(shared_page_questions).items() if isinstance(found, Question)}
"""Questions that the app's own screens ask."""


def another_step(of: LessonStep) -> LessonStep:
    """The same step to the class, with another answer, tolerance, reason, notes and picture of the answer."""
    turned = tuple(Answer(each.text, f"{each.tells} X", not each.right) for each in of.answers)
    return replace(
        of,
        answers=of.answers[::-1] if of.kind == ORDER else turned,
        number=of.number and (*of.number[:2], of.number[2] + 1),
        point=of.point and tuple((low, high, (low + high) / 3) for low, high, _ in of.point),
        within=2 * of.within,
        why=f"{of.why} for another reason",
        say="Other notes.",
        shows={"p_part": "Heatmap"},
    )


def picture(reach: float) -> str:
    """A picture that is hidden until the reveal, and whose axes and line show the answer."""
    axis = {"range": [0, reach], "title": {"text": "steps"}}
    return sketch(
        Spec([{"type": "scatter", "y": [0, reach]}], {"xaxis": axis, "yaxis": axis}), (0, 0), (1, 1), covered=True
    )


@pytest.fixture
def school(tmp_path: Path) -> Iterator[Callable[[], School]]:
    made: list[School] = []

    def another() -> School:
        made.append(School(tmp_path / f"{len(made)}.sqlite"))
        return made[-1]

    yield another
    for each in made:
        each.rooms.close()


def received(school: School, key: str, schema: Question, value: Any, drawn: str) -> list[bytes]:
    """Everything that a student gets, from the page to the own answer, without the names of room and seat."""
    rooms, code, secret = school.rooms, school.code, school.secret
    own = key.startswith("l_own_")

    async def lesson() -> list[bytes]:
        mine, other = await school.come(), await school.come()
        say = {**mine, "known": "", "question": key}
        parts: list[bytes] = []

        async def take(what: str, **more: Any) -> None:
            parts.append((await school.get(what, json.dumps(say | more).encode()))[1])

        rooms.move(code, secret, "./positions", "", {key: schema})
        await take("news")
        rooms.ask(code, secret, {key: schema}, own=own, pictures={key: drawn})
        rooms.move(code, secret, "./positions", key)
        await school.answer(other, value, key)
        for what in ("news", "picture"):
            await take(what)
        await take("answer", round=1, value=value)
        await take("news")
        before = len(parts)
        rooms.reveal(code, secret, key)
        rooms.explain(code, secret, key, schema.reason)
        await take("news")
        assert parts[before] != parts[before - 1], "what is compared is what students get"
        parts.append((await school.get("", b"", "GET"))[1])
        del parts[before]
        return [part.replace(mine["seat"].encode(), b"").replace(code.encode(), b"") for part in parts]

    return run_async(lesson())


def value_of(question: Question) -> Any:
    if question.low or question.form == ORDER:
        return question.low or [*range(len(question.choices))]
    return "a few words" if question.form == WORDS else 0


def assert_alike(school: Callable[[], School], one: Question, other: Question) -> None:
    value = value_of(one)
    sent = [
        received(school(), each.key, each, value, picture(at)) for each, at in zip((one, other), (1, 9), strict=True)
    ]
    assert sent[0] == sent[1]


@pytest.mark.parametrize("of", STEPS)
def test_two_rooms_whose_answers_differ_send_the_same(school: Callable[[], School], of: str) -> None:
    one, other = own_question(STEPS[of]), own_question(another_step(STEPS[of]))
    assert one is not None and other is not None and one != other
    assert_alike(school, one, other)


@pytest.mark.parametrize("of", OF_PARTS)
def test_nor_do_the_questions_of_the_screens(school: Callable[[], School], of: str) -> None:
    first, *others = OF_PARTS[of].choices
    one = replace(OF_PARTS[of], answer=first, why="SO")
    assert_alike(school, one, replace(one, answer=tuple(others), why="For another reason."))
