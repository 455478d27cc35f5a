"""State of a room (the teacher's screen, the questions), room codes, and exceptions."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot
from statistics import fmean
from typing import Any
from urllib.parse import unquote

from explorer.data.cache import cached
from explorer.wording import count

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which look like digits
CODE_LENGTH = 6
PARAMETER = "room"
"""URL parameter of the code."""
LONGEST = 100
"""Maximum characters of a typed code that are read."""
_IN_A_LINK = re.compile(rf"[?&]{PARAMETER}=([^&#\s]*)")


Answer = int | tuple[float, ...] | str
"""Index of a choice; indices of several choices, numbers of a curve or a point, or one number; a text."""


class EndedError(Exception):
    """No such room: it was never opened, or it has ended."""


class FullError(Exception):
    """The room or the server is full."""


class NotTheTeacherError(Exception):
    """The secret is not that of the room's teacher."""


class UnavailableError(Exception):
    """The rooms' database cannot be used; the message says why and what to do."""

    def __init__(self, words: str) -> None:
        super().__init__(f"{words} Everything else works without a room.")


@dataclass(frozen=True)
class RoomQuestion:
    """Question in a room: multiple choice, numeric (a curve, a point, a number), or free text.

    Attributes:
        round: from 1; goes up when the class is asked again.
        revealed: whether the answer is visible.
        words: the question.
        choices: texts, in order; () for other kinds.
        right: index of the right choice; -1 for none, and for other kinds.
        also: indices of further right choices.
        kind: "curve", "place" (a point) or "number" for numeric questions, "several" for any number of choices,
            "words" for free text; "" for one choice.
        low, high: smallest and largest value of each number.
        truth: the right numbers.
        within: largest error that is still right; of a point in shares of the axes; 0 if it isn't judged.
        looked: counts how often the teacher has released or covered a text.
        why: explanation of the answer, once revealed; "" before, and without one.
        picture: hash of the picture that it is answered in (`RoomStore.picture`); "" without one.
        covered: whether the page's picture is hidden until the answer is revealed.
        mapped: whether the texts are sentences on a map of the class, which it sees as they are released.
        axes: two sentences, if likeness to them makes the map's axes.
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
    mapped: bool = False
    axes: tuple[str, ...] = ()

    @property
    def rights(self) -> tuple[int, ...]:
        """Indices of all right choices.

        >>> RoomQuestion(choices=("a", "b", "c"), right=0, also=(2,)).rights, RoomQuestion(choices=("a",)).rights
        ((0, 2), ())
        """
        return (self.right, *self.also) if self.right >= 0 else ()

    def is_right(self, answer: Answer) -> bool | None:
        """Whether an answer is right; None without a right answer, and where guesses are not judged.

        >>> RoomQuestion(choices=("a", "b"), right=0, also=(1,), kind="several").is_right((0,))
        False
        >>> RoomQuestion(low=(0.0,), high=(9.0,), truth=(4.0,), within=0.5, kind="number").is_right((4.5,))
        True
        """
        if (self.kind == "number" or self.shares) and isinstance(answer, tuple):
            return self.error(answer) <= self.within + 1e-9
        if not self.rights:
            return None
        return set(answer) == set(self.rights) if isinstance(answer, tuple) else answer in self.rights

    @property
    def shares(self) -> bool:
        """Whether distances are shares of the axes: each axis of the picture is then 1 long."""
        return self.kind == "place" and self.within > 0

    def error(self, guess: Sequence[float]) -> float:
        """Error of a guess: of a curve, the mean over its points.

        >>> asked = RoomQuestion(kind="place", low=(0.0, 0.0), high=(10.0, 100.0), truth=(5.0, 50.0))
        >>> asked.error((8.0, 54.0))
        5.0
        """
        ends = zip(self.low, self.high, strict=True) if self.shares else ((0, 1) for _ in self.truth)
        off = [abs(a - b) / (high - low) for a, b, (low, high) in zip(guess, self.truth, ends, strict=True)]
        return hypot(*off) if self.kind == "place" else fmean(off)

    def asks_like(self, other: RoomQuestion) -> bool:
        """Whether answers to one question are valid for the other."""
        return all(getattr(self, part) == getattr(other, part) for part in ("kind", "choices", "low", "high"))


def parse_question(raw: Mapping[str, Any]) -> RoomQuestion:
    """Question from a dict of `question_schema`."""
    parts: dict[str, Any] = {name: tuple(part) if isinstance(part, list) else part for name, part in raw.items()}
    return RoomQuestion(**parts)


@dataclass(frozen=True)
class Room:
    """Public state of a room.

    Attributes:
        code: typed to join.
        version: goes up with each change that browsers must show.
        link: to the teacher's screen, for students who look around; "" where there is none to open.
        questions: all that were asked, by key.
        closed: whether new students are refused.
        own: key of the teacher's own question that is shown; "" without one.
        asked: key of the page's question on the teacher's screen; "" without one.
        waiting: key and question of the lesson's step that has not been asked yet; None without one.
    """

    code: str
    version: int
    link: str = ""
    questions: Mapping[str, RoomQuestion] = field(default_factory=dict)
    closed: bool = False
    own: str = ""
    asked: str = ""
    waiting: tuple[str, RoomQuestion] | None = None

    @property
    def in_sight(self) -> str:
        """Key of the question that the class sees: the teacher's own before the page's; "" without one, and while
        one waits.

        >>> asked = {"a": RoomQuestion(), "b": RoomQuestion()}
        >>> Room("", 1, questions=asked, own="b", asked="a").in_sight, Room("", 1, questions=asked, asked="a").in_sight
        ('b', 'a')
        """
        if self.waiting is not None:
            return ""
        return next((key for key in (self.own, self.asked) if key in self.questions), "")


def _characters(typed: str) -> str:
    """Letters and digits of a typed code or of the code in a link, in capitals: a sentence's full stop, a bracket or an
    invisible space that was copied with it is no part of it.
    """
    link = _IN_A_LINK.search(typed)
    code = unquote(link[1][: 9 * LONGEST]) if link else typed  # a letter takes at most nine signs there
    return "".join(filter(str.isalnum, code[:LONGEST].upper()))


def parse_code(code: str) -> str:
    r"""Parse a typed code or a pasted link, ignoring case, spaces and punctuation; "" if it is none.

    >>> parse_code("abc-def "), parse_code("abc"), parse_code("ABCDE0"), parse_code("http://school.org/tokens?room=ABCDEF&text=a")
    ('ABCDEF', '', '', 'ABCDEF')
    >>> parse_code("(ABCDEF)."), parse_code("ABCDEF\u200b"), parse_code("/join?room=ABCDEF%E2%80%8B,")
    ('ABCDEF', 'ABCDEF', 'ABCDEF')
    """
    letters = _characters(code)
    return letters if len(letters) == CODE_LENGTH and set(letters) <= set(CODE_LETTERS) else ""


def code_problem(typed: str) -> str:
    """Error message for a text that `parse_code` rejects: the format, and what was typed.

    >>> code_problem("abc")
    'A code has six letters, but “ABC” has 3 characters.'
    >>> code_problem("ABCDE0")
    'A code has six letters, never I, O or a digit, but “ABCDE0” has “0”.'
    >>> code_problem("ÄBCDEF")
    'A code has six letters from A to Z, but what came has other signs too.'
    """
    letters = _characters(typed)
    came = f"“{letters}”" if letters.isascii() and 0 < len(letters) <= 2 * CODE_LENGTH else "what came"
    if len(letters) != CODE_LENGTH:
        return f"A code has six letters, but {came} has {count(len(letters), 'character')}."
    if came == "what came":
        return "A code has six letters from A to Z, but what came has other signs too."
    strange = "”, “".join(dict.fromkeys(letter for letter in letters if letter not in CODE_LETTERS))
    return f"A code has six letters, never I, O or a digit, but {came} has “{strange}”."


@cached(32, expires=True)
def parse_state(code: str, version: int, state: str) -> Room:
    """Room from its JSON state; cached, since every browser in a room asks for the same one."""
    found = json.loads(state)
    waiting = [(key, parse_question(raw)) for key, raw in found.get("waiting", {}).items()]
    return Room(
        code,
        version,
        found.get("link", ""),
        {key: parse_question(raw) for key, raw in found.get("questions", {}).items()},
        bool(found.get("closed")),
        found.get("own", ""),
        found.get("asked", ""),
        waiting[0] if waiting else None,
    )
