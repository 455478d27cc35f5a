"""Until the reveal no byte that a student receives depends on the answer: two rooms with other answers are compared."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from explorer.figures.figure_spec import Spec
from explorer.questions import CURVE, ORDER, SEVERAL, WORDS, Question
from explorer.ui.room.student_screen_picture import sketch
from tests.support import own, run_async
from tests.ui.join.test_http_routes import School

KINDS = {
    "choice": own("Is it?", ("yes", "no"), (0,), why="SO"),
    "poll": own("Is it?", ("yes", "no"), why="SO"),
    "several": own("Which?", ("a", "b", "c"), (0, 2), kind="several", why="SO"),
    "number": own("How many?", number=(0.0, 10.0, 4.0), within=1.0, why="SO"),
    "point": own("Where?", kind="point", point=((0.0, 1.0, 0.5), (0.0, 1.0, 0.5)), within=0.1, covered=True),
    "words": own("What is it?", kind="words", why="SO"),
    "order": own("From small to large?", ("a", "b", "c", "d"), kind="order", why="SO"),
    "map": own("What was it?", ("at the sea", "at school"), kind="map", why="SO"),
    "of a part": Question("Is it?", ("yes", "no"), "yes", key="a-question", why="SO"),
}


def with_another_answer(of: Question) -> Question:
    """The same question to the class, with another answer, tolerance and reason."""
    answer: Any = tuple(choice for at, choice in enumerate(of.choices) if at not in of.rights)
    if of.form == ORDER:
        answer = of.right[::-1]
    elif of.low:
        shifted = tuple((low + 2 * right) / 3 for low, right in zip(of.low, of.truth, strict=True))
        answer = shifted if len(shifted) > 1 else shifted[0]
    return replace(of, answer=answer, slack=2 * of.slack, why=f"{of.reason} for another reason")


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
    return {WORDS: "a few words", SEVERAL: [0]}.get(question.form, 0)


@pytest.mark.parametrize("of", KINDS)
def test_two_rooms_whose_answers_differ_send_the_same(school: Callable[[], School], of: str) -> None:
    one = KINDS[of]
    other = with_another_answer(one)
    assert one.key == other.key
    value = value_of(one)
    sent = [
        received(school(), one.key, each, value, picture(at)) for each, at in zip((one, other), (1, 9), strict=True)
    ]
    assert sent[0] == sent[1]


def test_nor_does_a_curve(school: Callable[[], School]) -> None:
    schemas = [Question("How?", (), truth, form=CURVE, low=(0, 0), high=(9, 9)) for truth in ((1, 2), (3, 4))]
    sent = [
        received(school(), "x_drawn", schema, [1, 1], picture(at)) for schema, at in zip(schemas, (1, 9), strict=True)
    ]
    assert sent[0] == sent[1]
