"""Student screen as plain data: the current question, and its result once it may be seen.

Before Reveal it holds neither the right answer, nor the reason, nor what others answered, except sentences on a map
that the teacher has released.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any

from explorer.content.term_markup import plain
from explorer.questions import CHOICE, NUMBER, ORDER, POINT, WORDS
from explorer.questions.question import plain_words
from explorer.rooms import Answer, RoomQuestion, RoomStore
from explorer.rooms.room_state import MOST_ROUNDS
from explorer.ui.room import class_answers
from explorer.ui.room.class_question import presses
from explorer.wording import ended

ROOM = 0.05
"""Room beside the outermost dots of a map."""
OWN = "l_own_"
"""Key prefix of a teacher's own question, whose text is shown as typed; other questions are markdown."""


@dataclass(frozen=True)
class Screen:
    """One screen for all students of a room.

    Attributes:
        version: of the room from which it was made.
        key: of the question in sight; "" where there is none.
        round: of that question.
        body: the screen as JSON.
        question: the question; None where there is none.
        answers: what each seat has answered last, once the answer may be seen.
        seen: those answers that the class may see.
        again: sentence on who answered again after the talk.
    """

    version: int
    key: str
    round: int
    body: str
    question: RoomQuestion | None = None
    answers: Mapping[str, Answer] | None = field(default=None, repr=False)
    seen: tuple[Answer, ...] = field(default=(), repr=False)
    again: str = ""
    _results: dict[Answer | None, str] = field(default_factory=dict, repr=False, compare=False)

    @property
    def stamp(self) -> str:
        """Content hash of a screen, equal in every process."""
        return sha256(self.body.encode()).hexdigest()[:16]

    def result(self, own: Answer | None) -> str:
        """The result for the students who answered `own`, as JSON: made once for all of them; "null" before Reveal."""
        if self.question is None or self.answers is None:
            return "null"
        if own not in self._results:
            common = "" if self.question.form == CHOICE or self.question.mapped else self._common
            self._results[own] = json.dumps(_result(self.question, self.seen, own, common, self.again))
        return self._results[own]

    @cached_property
    def _common(self) -> str:
        """What all students get alike, made once: numbers, words or orders drawn, or a sentence on points."""
        assert self.question is not None
        if self.question.form == POINT:
            spread = class_answers.spread(self.question, [each for each in self.seen if isinstance(each, tuple)])
            return f"{spread} {self.again}".strip()
        return class_answers.html(self.question, self.seen, again=self.again)


def screen(rooms: RoomStore, code: str) -> Screen:
    """The students' screen of a room now.

    Raises:
        EndedError: there is no such room.
        UnavailableError: what keeps the rooms can't be reached.
    """
    room = rooms.room(code)
    key = room.in_sight
    room_question = room.questions.get(key)
    if room_question is None:
        # What a question that waits is about may be seen on its screen.
        free = "" if room.waiting is not None else room.link
        return Screen(room.version, "", 0, json.dumps({"link": free, "question": None}))
    answers, again = None, ""
    if room_question.revealed:
        again = class_answers.again_text(rooms.seats_by_round(code, key, room_question.round))
        every = (rooms.answers_by_seat(code, key, at) for at in range(1, room_question.round + 1))
        answers = {seat: each for given in every for seat, each in given.items()}
    seen = (
        rooms.counted_answers(code, key, room_question.round) if room_question.revealed or room_question.mapped else {}
    )
    said = tuple(sorted(seen.values(), key=str))
    question = question_data(key, room_question)
    if room_question.revealed:
        question |= {"revealed": True, "why": _words(key, room_question.reason)}
        # A screen whose answers differ is another screen. Of a picture they are drawn in it.
        question |= (
            {"truth": room_question.truth, "said": said}
            if room_question.form == POINT
            else {"came": sha256(json.dumps([said, again]).encode()).hexdigest()[:16]}
        )
    if room_question.mapped:
        question["map"] = _class_map(room_question, seen)
    # A task in words, of which none is right, is done on its screen.
    is_task = room_question.form == WORDS and not (room_question.right or room_question.mapped or room_question.covered)
    shown = {"link": room.link if room_question.revealed or is_task else "", "question": question}
    return Screen(room.version, key, room_question.round, json.dumps(shown), room_question, answers, said, again)


def before_reveal(rooms: RoomStore, code: str) -> dict[str, Any]:
    """The class's answers so far, for the teacher only; authors are named by `name_of`.

    Raises:
        EndedError: there is no such room.
        UnavailableError: what keeps the rooms can't be reached.
    """
    room = rooms.room(code)
    key, here = room.in_sight, rooms.present_seats(code)
    question = room.questions.get(key)
    if question is None:
        if room.waiting is None:
            return {"key": "", "round": 0, "here": len(here)}
        key, waits = room.waiting
        asks = {**question_data(key, waits), "key": "", "round": 0, "waits": True, "here": len(here)}
        return asks | {"html": _so_far(waits, ())}
    answers, seen = rooms.answers_by_seat(code, key, question.round), rooms.visible_answers(code, key, question.round)
    return {
        **question_data(key, question),
        "html": _so_far(question, tuple(answers.values())),
        "written": [
            {"id": name_of(seat), "words": words, "shown": seat in seen}
            for seat, words in sorted(answers.items())
            if isinstance(words, str)
        ],
        "revealed": question.revealed,
        "names": presses(question),
        "talk": class_answers.needs_talk(question, answers.values()),
        "again": question.round < MOST_ROUNDS and (question.revealed or bool(answers)) if not question.mapped else None,
        "given": len(answers),
        "here": len(here | set(answers)),
    }


def _so_far(question: RoomQuestion, answers: tuple[Answer, ...]) -> str:
    """The answers for the teacher, with the right one; before there are any, the choices."""
    if question.form == WORDS or not (answers or question.choices):
        return ""
    return class_answers.html(question, *([answers] if answers else []))


def name_of(seat: str) -> str:
    """Public name of a seat, from which nobody can take it over."""
    return sha256(seat.encode()).hexdigest()[:12]


def question_data(key: str, question: RoomQuestion) -> dict[str, Any]:
    """What students get of a question before the reveal."""
    return {
        "key": key,
        "round": question.round,
        "shown": question.shown,
        "closed": question.closed,
        "typed": key.startswith(OWN),
        "words": _words(key, question.prompt),
        "kind": question.form,
        "choices": [_words(key, each) for each in question.choices],
        "picture": question.picture,
        "comma": question.comma,
        "low": question.low,
        "high": question.high,
        "whole": _counts(question),
        "ends": question.ends if question.form == ORDER else (),
    }


def _counts(question: RoomQuestion) -> bool:
    """Whether a number is a count, which nobody answers with a half: bounds and tolerance are whole numbers."""
    sides = (*question.low, *question.high, question.slack)
    return question.form == NUMBER and question.slack >= 1 and all(float(side).is_integer() for side in sides)


def _result(
    question: RoomQuestion, seen: tuple[Answer, ...], own: Answer | None, common: str, again: str
) -> dict[str, str | bool | None]:
    """Result after Reveal: the class's answers, what is right, and the student's own answer."""
    html = class_answers.html(question, seen, own=own, again=again) if question.form == CHOICE else common
    if question.form == NUMBER and isinstance(own, tuple):
        html += class_answers.own_mark(question, own)
    said = {plain_words(each): each for each in map(str, seen)}.values()
    return {
        "html": "" if question.form == POINT else html,
        "says": own_verdict(question, own, common if question.form == POINT else ""),
        "mine": "" if own is None else question.text(question.reply(own)),
        "right": question.text(question.right) if question.right or question.form != WORDS else " / ".join(said),
        "ok": None if own is None else question.is_right(own),
    }


def own_verdict(question: RoomQuestion, own: Answer | None, came: str = "") -> str:
    r"""Sentence after Reveal on what is right, and on a student's own answer, if there is one.

    `came`: sentence on the class's points.

    >>> own_verdict(RoomQuestion("", ("a", "b"), "b"), 1), own_verdict(RoomQuestion("", ("a", "b")), 1)
    ('You guessed right.', '')
    >>> own_verdict(RoomQuestion("", ("a", "b"), "b"), 0)
    'Not right. Right: b.'
    >>> number = RoomQuestion("", (), 4.0, form=NUMBER, low=(0.0,), high=(9.0,), slack=1, tolerance=0)
    >>> own_verdict(number, (3.0,))
    'You guessed right. Right: 3 to 5. Yours: 3.'
    >>> place = RoomQuestion("", (), (5.0, 5.0), form=POINT, low=(0.0, 0.0), high=(10.0, 10.0), slack=0.1)
    >>> own_verdict(place, (5.0, 5.5), "All guess.")
    'You guessed right.\n◇ Right: 5, 5.\n⊕ Yours: 5, 5.5.\n● All guess.'
    """
    right = None if own is None else question.is_right(own)
    wrong = f"Not right. Right: {ended(question.right_words)}"
    parts = ["You guessed right."] if right else [wrong] if right is False and not question.low else []
    true, mine, others = ("◇ ", "⊕ ", "● ") if question.form == POINT else ("", "", "")
    if question.low:
        parts.append(f"{true}Right: {question.right_words}.")
    if own is not None and question.form != CHOICE:
        parts.append(f"{mine}Yours: {ended(question.text(question.reply(own)))}")
    return ("\n" if others else " ").join([*parts, others + came] if came else parts)


def _class_map(question: RoomQuestion, seen: Mapping[str, Answer]) -> dict[str, Any]:
    """Picture of the released sentences (picture_sketch.js), and of each its words, its place and its nearest one."""
    lines = tuple(sorted(map(str, seen.values())))
    if not lines:
        return {"picture": None, "said": []}
    from explorer.sentences.class_map import places  # loads SciPy, and most rooms have no map

    found = places(lines)
    low, high = found.xy.min(axis=0) - ROOM, found.xy.max(axis=0) + ROOM
    x, y = zip(low.tolist(), high.tolist(), strict=True)
    empty: dict[str, list[Any]] = {"marks": [], "lines": [], "words": []}
    dots = [{"color": "", "at": found.xy.tolist()}]
    picture = {"names": ["", ""], "x": x, "y": y, "dots": dots, "bare": True, **empty}
    return {"picture": picture, "said": list(zip(lines, found.xy.tolist(), found.nearest, strict=True))}


def _words(key: str, text: str) -> str:
    return text if key.startswith(OWN) else plain(text)
