"""Until the reveal no byte that a student receives depends on the answer: two rooms with other answers are compared."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from explorer.content.en.lessons import LESSONS
from explorer.content.lesson.lesson_steps import Step
from explorer.content.lesson.parse_teacher_question import OwnQuestion, read
from explorer.figures.figure_spec import Spec
from explorer.rooms.question_schema import CURVE, numeric_question
from explorer.ui.room import teacher_question
from explorer.ui.room.student_screen_picture import sketch
from tests.ui.join.test_http_routes import School

Schema = Mapping[str, Any]
KINDS = {
    "choice": OwnQuestion("Is it?", ("yes", "no"), (0,), why="SO"),
    "poll": OwnQuestion("Is it?", ("yes", "no"), why="SO"),
    "several": OwnQuestion("Which?", ("a", "b", "c"), (0, 2), kind="several", why="SO"),
    "number": OwnQuestion("How many?", number=(0.0, 10.0, 4.0), within=1.0, why="SO"),
    "point": OwnQuestion("Where?", kind="point", point=((0.0, 1.0, 0.5), (0.0, 1.0, 0.5)), within=0.1, covered=True),
    "words": OwnQuestion("What is it?", kind="words", why="SO"),
    "map": OwnQuestion("What was it?", ("at the sea", "at school"), kind="map", why="SO"),
}
STEPS = {f"{name} {at}": step for name, lesson in LESSONS.items() for at, step in enumerate(lesson.steps, start=1)}


def asked_at(step: Step) -> OwnQuestion:
    """The question of a ready step, whether it is the part's or the lesson's."""
    answers = [[answer.text, answer.right, answer.tells] for answer in step.answers]
    told = {"question": step.question, "answers": answers, "number": step.number, "kind": step.kind}
    told |= {"within": step.within, "why": step.why, "covered": step.covered, "point": step.point}
    question = read(json.dumps(told))
    return question if question is not None else OwnQuestion(step.question, tuple(each.text for each in step.answers))


def with_another_answer(of: OwnQuestion) -> OwnQuestion:
    """The same question to the class, with another answer, tolerance and reason."""
    sides = of.point and tuple((low, high, (low + 2 * right) / 3) for low, high, right in of.point)
    return replace(
        of,
        right=tuple(at for at in range(len(of.answers)) if at not in of.right),
        number=of.number and (*of.number[:2], (of.number[0] + 2 * of.number[2]) / 3),
        point=sides,
        within=2 * of.within,
        why=f"{of.why} for another reason",
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


def received(school: School, key: str, schema: Schema, value: Any, drawn: str) -> list[bytes]:
    """Everything that a student gets, from the page to the own answer, without the names of room and seat."""
    rooms, code, secret = school.rooms, school.code, school.secret
    own = key.startswith("l_own_")

    async def lesson() -> list[bytes]:
        mine, other = await school.come(), await school.come()
        say = {**mine, "known": "", "question": key}
        parts: list[bytes] = []

        async def take(what: str, **more: Any) -> None:
            parts.append((await school.get(what, json.dumps(say | more).encode()))[1])

        rooms.move(code, secret, "./positions", "", {key: dict(schema)})
        await take("news")
        rooms.ask(code, secret, {key: dict(schema)}, own=own, pictures={key: drawn})
        rooms.move(code, secret, "./positions", key)
        await school.answer(other, value, key)
        for what in ("news", "picture"):
            await take(what)
        await take("answer", round=1, value=value)
        await take("news")
        before = len(parts)
        rooms.reveal(code, secret, key)
        rooms.explain(code, secret, key, str(schema))
        await take("news")
        assert parts[before] != parts[before - 1], "what is compared is what students get"
        parts.append((await school.get("", b"", "GET"))[1])
        del parts[before]
        return [part.replace(mine["seat"].encode(), b"").replace(code.encode(), b"") for part in parts]

    return asyncio.run(lesson())


def value_of(question: Schema) -> Any:
    if question.get("low"):
        return question["low"]
    return "a few words" if question["kind"] == "words" else [0] if question["kind"] == "several" else 0


@pytest.mark.parametrize("of", [*KINDS, *STEPS])
def test_two_rooms_whose_answers_differ_send_the_same(school: Callable[[], School], of: str) -> None:
    one = KINDS[of] if of in KINDS else asked_at(STEPS[of])
    other = with_another_answer(one)
    assert one.key == other.key
    schemas = [teacher_question._schema(each) for each in (one, other)]
    value = value_of({"kind": ""} | schemas[0])
    sent = [received(school(), one.key, schema, value, picture(at)) for schema, at in zip(schemas, (1, 9), strict=True)]
    assert sent[0] == sent[1]


def test_nor_does_a_curve(school: Callable[[], School]) -> None:
    schemas = [numeric_question("How?", (0, 0), (9, 9), truth, CURVE) for truth in ((1, 2), (3, 4))]
    sent = [
        received(school(), "x_drawn", schema, [1, 1], picture(at)) for schema, at in zip(schemas, (1, 9), strict=True)
    ]
    assert sent[0] == sent[1]
