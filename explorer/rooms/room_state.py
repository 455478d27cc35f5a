"""State of a room (the teacher's screen, the questions), room codes, and exceptions."""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, fields
from typing import Any
from urllib.parse import unquote

from explorer.data.cache import cached
from explorer.questions import NUMBER, ORDER, POINT, WORDS, Question, Reply
from explorer.questions.question import CHOSEN, FORMS
from explorer.wording import count

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which look like digits
CODE_LENGTH = 6
PARAMETER = "room"
"""URL parameter of the code."""
LONGEST = 100
"""Maximum characters of a typed code that are read."""
MOST_CHOICES = 50
MOST_ROUNDS = 9  # of one question
MOST_WORDS = 600  # characters of a question, or of one of its choices
MOST_REASON = 2_000  # characters of an answer's explanation
LONGEST_WORDS = 80  # characters of a student's text
NUMERIC = {NUMBER: 1, POINT: 2}
"""Forms of a reply that is made of numbers, with how many."""
_IN_A_LINK = re.compile(rf"[?&]{PARAMETER}=([^&#\s]*)")


Answer = int | tuple[float, ...] | str
"""As stored: index of a choice; indices of an order, or numbers; a text."""


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
class RoomQuestion(Question):
    """Question as a room holds it.

    Attributes:
        round: from 1; goes up when the class is asked again.
        shown: whether the class sees this round's guesses.
        revealed: whether the answer is visible; the room has no explanation before.
        looked: counts how often the teacher has released or covered a text.
        picture: hash of the picture that it is answered in (`RoomStore.picture`); "" without one.
    """

    _: KW_ONLY
    round: int = 1
    shown: bool = False
    revealed: bool = False
    looked: int = 0
    picture: str = ""

    def reply(self, answer: Answer) -> Reply:
        """A stored answer as a reply: the choices for their indices.

        >>> RoomQuestion("", ("a", "b", "c"), form=ORDER).reply((2, 0, 1)), RoomQuestion("", ("a", "b")).reply(1)
        (('c', 'a', 'b'), 'b')
        """
        if self.choices and not isinstance(answer, str):
            texts = tuple(self.choices[int(at)] for at in (answer if isinstance(answer, tuple) else (answer,)))
            return texts if isinstance(answer, tuple) else texts[0]
        return answer[0] if self.form == NUMBER and isinstance(answer, tuple) else answer

    def is_right(self, answer: Answer) -> bool | None:
        """Whether a stored answer is right; None where answers are not judged."""
        return self.judge(self.reply(answer)).right

    @property
    def closed(self) -> bool:
        """Whether answers stay as they are: the class has seen them. Words come later too, for they are read first."""
        return self.revealed or (self.shown and self.form != WORDS)

    def asks_like(self, other: Question) -> bool:
        """Whether answers to one question are valid for the other."""
        return all(getattr(self, part) == getattr(other, part) for part in ("form", "choices", "low", "high"))


def to_plain(question: Question) -> dict[str, Any]:
    """A question as a room's state holds it, without its explanation, which follows after the reveal.

    >>> to_plain(Question("How many?", ("one", "two"), "two"))
    {'prompt': 'How many?', 'choices': ['one', 'two'], 'form': 'choice', 'answer': 'two'}

    Raises:
        ValueError: too many choices or numbers, too long a text, or a number that is not finite.
    """
    right, (low, high, truth) = question.right, (question.low, question.high, question.truth)
    longest = max(map(len, (question.prompt, *question.choices)))
    if longest > MOST_WORDS or len(question.choices) > MOST_CHOICES:
        raise ValueError(
            f"A question has at most {MOST_CHOICES} choices, and it and each of them at most {MOST_WORDS} characters, "
            f"got {len(question.choices)} and {longest}"
        )
    if (question.form in CHOSEN) is not bool(question.choices) or question.form not in FORMS:
        raise ValueError(f"A question of the form {question.form!r} can't have the choices {question.choices!r}")
    if question.form in NUMERIC:
        many = (len(low), len(high), len(truth))
        if set(many) != {NUMERIC[question.form]}:
            raise ValueError(f"A {question.form} has {count(NUMERIC[question.form], 'number')}, got {many}")
        if not all(math.isfinite(value) for value in (*low, *high, *truth)):
            raise ValueError(f"The bounds and the answer of a {question.form} are finite, got {low}, {high}, {truth}")
    plain: dict[str, Any] = {"prompt": question.prompt, "choices": list(question.choices), "form": question.form}
    plain["answer"] = list(right) if isinstance(right, tuple) else right
    if question.form in NUMERIC:
        plain |= {"low": list(low), "high": list(high), "tolerance": 0.0, "slack": question.slack}
    if question.form == ORDER:
        plain["ends"] = list(question.ends)
    return plain | {name: True for name in ("covered", "comma", "mapped") if getattr(question, name)}


_FIELDS = {each.name for each in fields(RoomQuestion)}


def parse_question(raw: Mapping[str, Any]) -> RoomQuestion:
    """Question from a room's state; fields of another version are left out."""
    parts: dict[str, Any] = {name: tuple(part) if isinstance(part, list) else part for name, part in raw.items()}
    return RoomQuestion(**{name: part for name, part in parts.items() if name in _FIELDS})


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
        screen: the teacher's screen that presents, by a random name.
    """

    code: str
    version: int
    link: str = ""
    questions: Mapping[str, RoomQuestion] = field(default_factory=dict)
    closed: bool = False
    own: str = ""
    asked: str = ""
    waiting: tuple[str, RoomQuestion] | None = None
    screen: str = ""

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


def code_letters(typed: str) -> str:
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
    letters = code_letters(code)
    return letters if len(letters) == CODE_LENGTH and set(letters) <= set(CODE_LETTERS) else ""


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
        found.get("screen", ""),
    )
