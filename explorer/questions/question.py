"""A question: one class for pages, path, quiz, games, lessons and rooms, with the only judge of a reply.

Who asks it, and where the reply goes, is the screen's business. Answer and reason may be functions, called when they
are needed; with `choices` alone it asks for one of them, without any for a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from math import hypot

from explorer.questions.read_number import TwoReadingsError, read
from explorer.wording import both, number, verb

Reply = float | str | tuple[str, ...] | tuple[float, ...]
"""A number, a text (one of the choices, or words), items in an order, or the numbers of a point."""

CHOICE, NUMBER, POINT = "choice", "number", "point"
ORDER, WORDS = "order", "words"
FORMS = CHOICE, NUMBER, POINT, ORDER, WORDS
"""What is replied: one choice, a number, a point in a picture, the choices put in an order, a
few words."""

CHOSEN = CHOICE, ORDER
"""Forms of a reply that is made of the choices."""

TOLERANCE = 0.01
"""Default relative tolerance. MB and MiB differ by 4.9 %, kB and KiB by 2.4 %."""
_ROUNDING = 1e-14
"""Moodle's rounding margin (question/type/numerical), so that both accept exactly the same answers."""


@dataclass(frozen=True)
class Show:
    """A screen that shows the answer: page, part, state of the controls, and where to look."""

    page: str
    part: str
    state: Mapping[str, str]
    look: str


@dataclass(frozen=True)
class Mistake:
    """A wrong answer from a known mistake: its name, and its explanation."""

    reply: Reply
    name: str
    why: str


@dataclass(frozen=True)
class Verdict:
    """Verdict: whether a reply is right (None: it isn't judged), its known mistake, and a parsed number in words."""

    right: bool | None
    mistake: Mistake | None = None
    understood: str = ""


@dataclass(frozen=True)
class Question:
    """One question.

    Attributes:
        prompt: the question.
        choices: to choose from, or the items to put in an order, as they stand at first.
        answer: the right reply, numbers in the base unit (bytes, percent, or none); several of the choices, if each of
            them is right; "" if none is, as in a poll. Or a function that computes it.
        hint: shown after a first wrong reply.
        why: explanation with the same numbers, or a function that writes it.
        key: name in links, rooms and stores; of a quiz, the kind of question.
        form: one of `FORMS`; "" for a choice, or a number where there are no choices.
        unit: of a number: "bytes", "%", "times", or "" for a plain number.
        tolerance: relative tolerance of a number; 0: exact.
        slack: absolute tolerance; of a point as a share of the axes, 0 if it is not judged.
        low, high: bounds of each number of a reply; () for none.
        ends: of an order, names of the first and the last, such as ("fastest", "slowest").
        covered: whether the picture is hidden until the answer is shown.
        comma: whether its numbers are written with a decimal comma, as its teacher typed them.
        mapped: whether the words are sentences on a map of the class.
        given: the numbers and words of this question, by name.
        condition: other drawn settings, such as whether the output is tied.
        mistakes: known wrong answers.
        show: screen with the answer.
        topic: of a quiz, set by the kind.
        seed: from which a quiz made it, set by the kind.
    """

    prompt: str = ""
    choices: tuple[str, ...] = ()
    answer: Reply | Callable[[], Reply] = ""
    hint: str = ""
    why: str | Callable[[], str] = ""
    _: KW_ONLY
    key: str = ""
    form: str = ""
    unit: str = ""
    tolerance: float = TOLERANCE
    slack: float = 0.0
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    ends: tuple[str, str] = ("first", "last")
    covered: bool = False
    comma: bool = False
    mapped: bool = False
    given: Mapping[str, object] = field(default_factory=dict)
    condition: str = ""
    mistakes: tuple[Mistake, ...] = ()
    show: Show = Show("", "", {}, "")
    topic: str = ""
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.form:
            object.__setattr__(self, "form", CHOICE if self.choices else NUMBER)

    def with_values(self, **values: object) -> Question:
        """Fill in the placeholders of the prompt.

        >>> Question("Is it {size}?", ("yes", "no")).with_values(size=3).prompt
        'Is it 3?'
        """
        return replace(self, prompt=self.prompt.format(**values))

    @property
    def right(self) -> Reply:
        """The right reply, computed.

        Raises:
            ValueError: it is not among the choices.
        """
        found = self.answer() if callable(self.answer) else self.answer
        every = found if isinstance(found, tuple) else (found,)
        if self.form in CHOSEN and found and not set(every) <= {*self.choices}:
            raise ValueError(f"The answer {found!r} is not one of the choices {list(self.choices)!r}")
        return found

    @property
    def is_judged(self) -> bool:
        """Whether there is a right reply, as not to a poll."""
        return self.right not in ("", ())

    @property
    def right_words(self) -> str:
        """The right reply in words; of a number with slack the lowest and the highest that are right.

        >>> Question("", (), 37, slack=5).right_words, Question("", (), 3, slack=5, low=(0,), high=(9,)).right_words
        ('32 to 42', '0 to 8')
        """
        if self.form != NUMBER or not self.slack:
            return self.text(self.right)
        ends = max([self.value - self.slack, *self.low]), min([self.value + self.slack, *self.high])
        return " to ".join(map(self.text, ends))

    @property
    def reason(self) -> str:
        """The explanation, written now."""
        return self.why() if callable(self.why) else self.why

    @property
    def rights(self) -> tuple[int, ...]:
        """Indices of all right choices; of an order, in that order.

        >>> Question("", ("a", "b", "c"), ("a", "c")).rights, Question("", ("a", "b")).rights
        ((0, 2), ())
        >>> Question("", ("a", "b", "c"), ("c", "a", "b"), form=ORDER).rights
        (2, 0, 1)
        """
        right = self.right
        every = right if isinstance(right, tuple) else (right,)
        if self.form == ORDER:
            return tuple(self.choices.index(str(each)) for each in every)
        return tuple(at for at, choice in enumerate(self.choices) if choice in every)

    @property
    def asked(self) -> Hashable:
        """What makes it the same question: its words and the choices of an order, in whatever order they stand."""
        return self.prompt, frozenset(self.choices if self.form == ORDER else ())

    @property
    def value(self) -> float:
        """The answer as a number."""
        right = self.right
        if not isinstance(right, (int, float)):
            raise TypeError(f"The answer of {self.key!r} is not a number, but {right!r}")
        return float(right)

    @property
    def truth(self) -> tuple[float, ...]:
        """The right numbers; () for other forms."""
        right = self.right if self.form in (NUMBER, POINT) else ()
        return tuple(map(float, right if isinstance(right, tuple) else (right,)))

    def margin(self, value: float) -> float:
        """Tolerance around a number: the answer, or that of a mistake."""
        return max(abs(value) * self.tolerance, self.slack)

    @property
    def wanted(self) -> str:
        """What is typed: a number with or without a unit, and how exact it has to be.

        >>> Question(unit="%").wanted
        'in percent (up to 1 % more or less is right, too)'
        """
        off = f"{number(self.slack)}" if self.slack else f"{number(100 * self.tolerance)} %"
        exact = f"up to {off} more or less is right, too" if self.slack or self.tolerance else "exact"
        return f"{_UNITS[self.unit]} ({exact})"

    @property
    def is_in_shares(self) -> bool:
        """Whether distances are shares of the axes: each axis of the picture is then 1 long."""
        return self.form == POINT and self.slack > 0

    def error(self, guess: Sequence[float]) -> float:
        """Error of a number, or the distance of a point.

        >>> Question("", (), (5.0, 50.0), form=POINT, low=(0.0, 0.0), high=(10.0, 100.0)).error((8.0, 54.0))
        5.0
        """
        ends = zip(self.low, self.high, strict=True) if self.is_in_shares else ((0, 1) for _ in self.truth)
        off = [abs(a - b) / (high - low) for a, b, (low, high) in zip(guess, self.truth, ends, strict=True)]
        return hypot(*off)

    def fits(self, reply: float, value: float) -> bool:
        """Whether a number is `value` within its margin plus Moodle's rounding margin."""
        margin = self.margin(value)
        margin += _ROUNDING * max(margin, abs(value), _ROUNDING)
        return value - margin <= reply <= value + margin

    def judge(self, reply: Reply | Sequence[str]) -> Verdict:
        """Judge a reply: a number or its text, a choice, choices, items in an order, or a point.

        Polls and points without a tolerance are neither right nor wrong; words are never wrong.

        >>> Question("", (), 1536e6, unit="bytes").judge("1.5 GiB").right
        False
        >>> Question("", (), ("be",), form=WORDS).judge("Be.").right
        True

        Raises:
            ValueError: it cannot be parsed, is not one of the choices, or lacks items.
        """
        if self.form == NUMBER:
            return self._judge_number(reply)
        if self.form == POINT and self.is_in_shares:
            return Verdict(self.error([float(each) for each in reply]) <= self.slack + 1e-9)  # type: ignore[union-attr]
        if self.form == WORDS and isinstance(reply, str):  # words may be right in a form that nobody has foreseen
            expected = self.right if isinstance(self.right, tuple) else (self.right,)
            found = plain_words(reply)
            return Verdict((found != "" and found in [plain_words(str(each)) for each in expected]) or None)
        if self.form not in CHOSEN:
            return Verdict(None)
        replied = (reply,) if isinstance(reply, str) else tuple(reply) if isinstance(reply, Sequence) else ()
        if not set(replied) <= {*self.choices} or (self.form == CHOICE and len(replied) != 1):
            raise ValueError(f"Expected one of the choices, got {reply!r}")
        if self.form == ORDER and sorted(map(str, replied)) != sorted(self.choices):
            raise ValueError(f"Expected all {len(self.choices)} items, each once, got {len(replied)}")
        right = self.right if isinstance(self.right, tuple) else (self.right,) if self.right else ()
        if not right:
            return Verdict(None)
        is_right = replied == right if self.form == ORDER else replied[0] in right
        return Verdict(is_right, None if is_right else self._mistake(replied[0] if self.form == CHOICE else replied))

    def _mistake(self, reply: object) -> Mistake | None:
        return next((mistake for mistake in self.mistakes if mistake.reply == reply), None)

    def _judge_number(self, reply: object) -> Verdict:
        if isinstance(reply, (int, float)):
            return Verdict(self.fits(reply, self.value))
        if not isinstance(reply, str):
            raise ValueError(f"Expected the text of a number, got {type(reply).__name__}")
        reading = read(reply, self.unit)
        understood = self.text(reading.value)
        if self.fits(reading.value, self.value):
            return Verdict(True, None, understood)
        for mistake in self.mistakes:  # the first that matches, as in Moodle
            if isinstance(mistake.reply, (int, float)) and self.fits(reading.value, mistake.reply):
                return Verdict(False, mistake, understood)
        rounded = reading.digits >= 2 and abs(reading.value - self.value) <= reading.half * (1 + 1e-9)
        return Verdict(False, _TOO_ROUND if rounded else None, understood)

    def judge_stored(self, reply: str | Sequence[str]) -> Verdict:
        """`judge` for a stored reply; an empty or no longer valid one is not right."""
        try:
            return self.judge(reply) if reply else Verdict(False)
        except TwoReadingsError as problem:  # stored before this was asked, when a comma separated thousands
            return self.judge(problem.texts[0])
        except ValueError:
            return Verdict(False)

    def number(self, value: float, digits: int = 4) -> str:
        """A number as the teacher writes numbers.

        >>> Question(comma=True).number(1234.5, 6), Question().number(1234.5, 6)
        ('1\u202f234,5', '1,234.5')
        """
        text = number(value, digits)
        return text.translate(_COMMA) if self.comma else text

    def text(self, reply: Reply) -> str:
        """A reply in words, with its unit.

        >>> Question("", (), 1536e6, unit="bytes").text(1536e6)
        '1.54 GB (1.43 GiB)'
        """
        if isinstance(reply, str):
            return reply
        if isinstance(reply, tuple):
            joined = {ORDER: " → ", CHOICE: " / "}.get(self.form, ", ")
            return joined.join(each if isinstance(each, str) else self.number(each) for each in reply)
        if self.unit == "bytes":
            return both(round(reply)) if reply >= 0 else f"{number(reply)} bytes"
        text = self.number(reply, 8 if self.tolerance < 0.005 and not self.slack else 4)
        return {"%": f"{text} %", "times": f"{text} {verb(reply, 'time', 'times')}"}.get(self.unit, text)


def plain_words(text: str) -> str:
    """Words without case and punctuation, which do not make them different.

    >>> plain_words(" “To Be!” ")
    'to be'
    """
    return " ".join(re.findall(r"\w+", text.casefold()))


_COMMA = str.maketrans(",.", "\u202f,")
_UNITS = {"bytes": "with its unit, such as 1.536 GB", "%": "in percent", "times": "how many times", "": "a number"}
_TOO_ROUND = Mistake("", "Rounded too far", "Write more digits; what counts is said beside the field.")
