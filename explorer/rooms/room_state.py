"""Room state as data: where the teacher is, what is asked; the codes of rooms; and what can go wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from explorer.data.cache import cached_expiring
from explorer.wording import count

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which look like digits
CODE_LENGTH = 6
PARAMETER = "room"
"""What the code is called in a link."""
LONGEST = 100
"""Characters of what is typed for a code that are looked at."""
_IN_A_LINK = re.compile(rf"[?&]{PARAMETER}=([^&#\s]*)")


Answer = int | tuple[float, ...] | str
"""The number of a choice; the numbers of several choices, of a curve, of a point, or one number; a few words."""


class EndedError(Exception):
    """There is no such room: it was never opened, or it has ended."""


class FullError(Exception):
    """The room, or the server, has as many as it takes."""


class NotTheTeacherError(Exception):
    """The secret is not the one of the room's teacher."""


class UnavailableError(Exception):
    """The database of the rooms can't be used; the message says why and what to do."""

    def __init__(self, words: str) -> None:
        super().__init__(f"{words} Everything else works without a room.")


@dataclass(frozen=True)
class RoomQuestion:
    """A question as a room has it: with choices, with numbers (a curve, a place, a number), or with a few words.

    Attributes:
        round: 1, and one more each time the class is asked again.
        revealed: whether the answer may be seen.
        words: the question.
        choices: what can be chosen, in order; () where numbers are given.
        right: number of the right choice; -1 where no choice is right, and where numbers are given.
        also: numbers of further right choices.
        kind: "curve", "place" or "number" where numbers are given, "several" where more than one choice may be,
            "words" where a few words are written; "" where one is chosen.
        low, high: smallest and largest value of each number.
        truth: the numbers as they are.
        within: how far off a number may be and still be right.
        looked: goes up each time the teacher lets written words be seen, or covers them.
        why: the reason for the answer, once it is revealed; "" before, and where none was given.
        picture: stamp of the picture in which it is answered (`RoomStore.picture`); "" where there is none.
        covered: whether the page's picture is hidden until the answer is revealed.
    """

    round: int = 1
    revealed: bool = False
    words: str = ""
    choices: tuple[str, ...] = ()
    right: int = -1
    also: tuple[int, ...] = ()
    kind: str = ""
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    truth: tuple[float, ...] = ()
    within: float = 0.0
    looked: int = 0
    why: str = ""
    picture: str = ""
    covered: bool = False

    @property
    def rights(self) -> tuple[int, ...]:
        """Numbers of all right choices; () where none is.

        >>> RoomQuestion(choices=("a", "b", "c"), right=0, also=(2,)).rights, RoomQuestion(choices=("a",)).rights
        ((0, 2), ())
        """
        return (self.right, *self.also) if self.right >= 0 else ()

    def is_right(self, answer: Answer) -> bool | None:
        """Whether an answer is right; None where none is marked as the right one, and of curves and places.

        >>> RoomQuestion(choices=("a", "b"), right=0, also=(1,), kind="several").is_right((0,))
        False
        >>> RoomQuestion(low=(0.0,), high=(9.0,), truth=(4.0,), within=0.5, kind="number").is_right((4.5,))
        True
        """
        if self.kind == "number" and isinstance(answer, tuple):
            return abs(answer[0] - self.truth[0]) <= self.within
        if not self.rights:
            return None
        return set(answer) == set(self.rights) if isinstance(answer, tuple) else answer in self.rights

    def asks_like(self, other: RoomQuestion) -> bool:
        """Whether an answer to the one is an answer to the other."""
        return all(getattr(self, part) == getattr(other, part) for part in ("kind", "choices", "low", "high"))


def parse_question(told: Mapping[str, Any]) -> RoomQuestion:
    """A question from the dict that `question_schema` makes."""
    parts: dict[str, Any] = {name: tuple(part) if isinstance(part, list) else part for name, part in told.items()}
    return RoomQuestion(**parts)


@dataclass(frozen=True)
class Room:
    """What everybody in a room may know.

    Attributes:
        code: what one types to join.
        version: goes up with each change that all browsers should show.
        page: name of the page where the teacher is; "" before the first move.
        settings: values of that page's controls, by key.
        questions: what was asked so far, by its key.
        closed: whether nobody new is let in.
        own: key of the question that the teacher wrote and shows now; "" where there is none.
        asked: key of the page's question that is on the teacher's screen; "" where there is none.
        waiting: key and question of the lesson's step that the teacher has not asked yet; None where none waits.
    """

    code: str
    version: int
    page: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    questions: Mapping[str, RoomQuestion] = field(default_factory=dict)
    closed: bool = False
    own: str = ""
    asked: str = ""
    waiting: tuple[str, RoomQuestion] | None = None

    @property
    def in_sight(self) -> str:
        """Key of the question that the class sees now: the teacher's own before the page's; "" where there is none, and
        where one waits.

        >>> asked = {"a": RoomQuestion(), "b": RoomQuestion()}
        >>> Room("", 1, questions=asked, own="b", asked="a").in_sight, Room("", 1, questions=asked, asked="a").in_sight
        ('b', 'a')
        """
        if self.waiting is not None:
            return ""
        return next((key for key in (self.own, self.asked) if key in self.questions), "")


def parse_code(code: str) -> str:
    """A code as somebody types it, or pastes the room's link: case, spaces and hyphens don't matter; "" if it is none.

    >>> parse_code("abc-def "), parse_code("abc"), parse_code("ABCDE0"), parse_code("http://school.org/tokens?room=ABCDEF&text=a")
    ('ABCDEF', '', '', 'ABCDEF')
    """
    link = _IN_A_LINK.search(code)
    code = (link[1] if link else code)[:LONGEST]
    letters = "".join(letter for letter in code.upper() if letter not in " -\t\n")
    return letters if len(letters) == CODE_LENGTH and set(letters) <= set(CODE_LETTERS) else ""


def code_problem(typed: str) -> str:
    """What is wrong with a text that `parse_code` takes for no code: what a code looks like, and what came.

    >>> code_problem("abc")
    'A code has six letters, but “ABC” has 3 characters.'
    >>> code_problem("ABCDE0")
    'A code has six letters, never I, O or a digit, but “ABCDE0” has “0”.'
    >>> code_problem("**a**!")
    'A code has six letters from A to Z, but what came has other signs too.'
    """
    link = _IN_A_LINK.search(typed)
    letters = [letter for letter in (link[1] if link else typed)[:LONGEST].upper() if letter not in " -\t\n"]
    text = "".join(letters)
    came = f"“{text}”" if text.isascii() and text.isalnum() and len(text) <= 2 * CODE_LENGTH else "what came"
    if len(letters) != CODE_LENGTH:
        return f"A code has six letters, but {came} has {count(len(letters), 'character')}."
    if came == "what came":
        return "A code has six letters from A to Z, but what came has other signs too."
    strange = "”, “".join(dict.fromkeys(letter for letter in letters if letter not in CODE_LETTERS))
    return f"A code has six letters, never I, O or a digit, but {came} has “{strange}”."


@cached_expiring(most=32)
def parse_state(code: str, version: int, state: str) -> Room:
    """A room from its state as JSON; kept, since every browser in a room asks for the same text."""
    found = json.loads(state)
    waiting = [(key, parse_question(told)) for key, told in found.get("waiting", {}).items()]
    return Room(
        code,
        version,
        found.get("page", ""),
        found.get("settings", {}),
        {key: parse_question(told) for key, told in found.get("questions", {}).items()},
        bool(found.get("closed")),
        found.get("own", ""),
        found.get("asked", ""),
        waiting[0] if waiting else None,
    )
