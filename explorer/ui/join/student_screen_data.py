"""Student screen as plain data: the current question, and its result once it may be seen.

Before Reveal it holds neither the right answer, nor the reason, nor what others answered, except sentences on a map
that the teacher has released.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from explorer.content.term_markup import plain
from explorer.questions import NUMBER, ORDER
from explorer.rooms import Answer, RoomQuestion, RoomStore
from explorer.rooms.room_state import MOST_ROUNDS
from explorer.ui.room import answer_plots, self_paced_quiz, vote_chart

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
        answers: what each seat has answered, once the answer may be seen.
    """

    version: int
    key: str
    round: int
    body: str
    answers: Mapping[str, Answer] | None = field(default=None, repr=False)

    @property
    def stamp(self) -> str:
        """Content hash of a screen, equal in every process."""
        return sha256(self.body.encode()).hexdigest()[:16]


def screen(rooms: RoomStore, code: str) -> Screen:
    """The students' screen of a room now.

    Raises:
        EndedError: there is no such room.
        UnavailableError: what keeps the rooms can't be reached.
    """
    room = rooms.room(code)
    key = room.in_sight
    asked = room.questions.get(key)
    if asked is None:
        # What a question that waits is about may be seen on its screen.
        free = "" if room.waiting is not None else room.link
        lobby = {"link": free, "quiz": self_paced_quiz.offer(room), "question": None}
        return Screen(room.version, "", 0, json.dumps(lobby))
    answers = rooms.answers_by_seat(code, key, asked.round) if asked.revealed else None
    seen = rooms.visible_answers(code, key, asked.round) if asked.revealed or asked.mapped else {}
    shown = {
        "link": room.link if asked.revealed else "",
        "question": question_data(key, asked)
        | (_result(key, asked, seen) if asked.revealed else {})
        | ({"map": _class_map(asked, seen)} if asked.mapped else {}),
    }
    return Screen(room.version, key, asked.round, json.dumps(shown), answers)


def before_reveal(rooms: RoomStore, code: str) -> dict[str, Any]:
    """The class's answers so far, for the teacher only; authors are named by `name_of`.

    Raises:
        EndedError: there is no such room.
        UnavailableError: what keeps the rooms can't be reached.
    """
    room = rooms.room(code)
    key, here = room.in_sight, rooms.present_seats(code)
    asked = room.questions.get(key)
    if asked is None:
        if room.waiting is None:
            return {"key": "", "round": 0, "here": len(here)}
        key, waits = room.waiting
        told = {"key": "", "round": 0, "waits": True, "right": waits.rights, "truth": waits.truth}
        return {**question_data(key, waits), **told, "here": len(here)}
    answers, seen = rooms.answers_by_seat(code, key, asked.round), rooms.visible_answers(code, key, asked.round)
    return {
        **question_data(key, asked),
        "near": _near(asked, answers),
        "votes": vote_chart.votes(asked, answers.values()),
        "written": [
            {"id": name_of(seat), "words": words, "shown": seat in seen}
            for seat, words in sorted(answers.items())
            if isinstance(words, str)
        ],
        "numbers": sorted(each[0] for each in answers.values() if asked.form == NUMBER and isinstance(each, tuple)),
        "right": asked.rights,
        "truth": asked.truth,
        "revealed": asked.revealed,
        "again": asked.round < MOST_ROUNDS and not asked.mapped and (asked.revealed or bool(answers)),
        "given": len(answers),
        "here": len(here | set(answers)),
    }


def name_of(seat: str) -> str:
    """Public name of a seat, from which nobody can take it over."""
    return sha256(seat.encode()).hexdigest()[:12]


def question_data(key: str, asked: RoomQuestion) -> dict[str, Any]:
    """What students get of a question before the reveal."""
    return {
        "key": key,
        "round": asked.round,
        "typed": key.startswith(OWN),
        "words": _words(key, asked.prompt),
        "kind": asked.form,
        "choices": [_words(key, each) for each in asked.choices],
        "picture": asked.picture,
        "low": asked.low,
        "high": asked.high,
        "ends": asked.ends if asked.form == ORDER else (),
    }


def _result(key: str, asked: RoomQuestion, answers: Mapping[str, Answer]) -> dict[str, Any]:
    """Result after Reveal: the right answer, the reason, and the class's answers."""
    said = list(answers.values())
    return {
        "revealed": True,
        "right": asked.rights,
        "truth": asked.truth,
        "why": _words(key, asked.reason),
        "within": asked.slack,
        "guesses": len(said),
        "votes": vote_chart.votes(asked, said),
        "said": sorted(each for each in said if isinstance(each, tuple)) if asked.low else [],
        "near": _near(asked, answers),
        "read": sorted(each for each in said if isinstance(each, str)),
    }


def _class_map(asked: RoomQuestion, seen: Mapping[str, Answer]) -> dict[str, Any]:
    """Picture of the released sentences (picture_sketch.js), and of each its words, its place and its nearest one."""
    lines = tuple(sorted(map(str, seen.values())))
    if not lines:
        return {"picture": None, "said": []}
    from explorer.sentences.class_map import places  # loads SciPy, and most rooms have no map

    found = places(lines, asked.axes)
    low, high = found.xy.min(axis=0) - ROOM, found.xy.max(axis=0) + ROOM
    x, y = zip(low.tolist(), high.tolist(), strict=True)
    empty: dict[str, list[Any]] = {"at": [], "marks": [], "lines": [], "words": []}
    names = [f"like “{axis}”" for axis in asked.axes] or ["", ""]
    dots = [{"color": "", "at": found.xy.tolist()}]
    picture = {"names": names, "x": x, "y": y, "dots": dots, "bare": not asked.axes, **empty}
    return {"picture": picture, "said": list(zip(lines, found.xy.tolist(), found.nearest, strict=True))}


def _near(asked: RoomQuestion, answers: Mapping[str, Answer]) -> str:
    """How near the points of the teacher's own question are, in words; "" for any other."""
    points = [each for each in answers.values() if isinstance(each, tuple)]
    return answer_plots.near(asked, points) if asked.is_in_shares else ""


def _words(key: str, text: str) -> str:
    return text if key.startswith(OWN) else plain(text)
