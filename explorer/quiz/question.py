"""Questions, and kinds of question: functions from a seed to a question with generated numbers.

A question has its answer, known mistakes, an explanation with the same numbers, and a screen of the app that shows the
answer. The answer is computed by the code that the pages use.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from explorer.wording import in_brackets, number

Reply = float | str | tuple[str, ...]
"""An answer: a number, one of the choices, or items in an order."""

TOPICS = (
    "Shapes",
    "Memory",
    "Lookups",
    "Gradients",
    "Order",
    "Waves",
    "Tokenizers",
    "Maps",
    "Long texts",
    "Misconceptions",
)
"""In the order of learning."""

CHAPTERS = ("Tokens", "Rows", "Order", "Waves", "Too long", "Maps")
"""Of the guided path, in order."""

TOLERANCE = 0.01
"""Default relative tolerance. MB and MiB differ by 4.9 %, kB and KiB by 2.4 %."""


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
class Question:
    """One question with its numbers.

    Attributes:
        prompt: the question; plain text.
        answer: the right answer; numbers are in the base unit (bytes, percent, or none).
        why: explanation with the same numbers; plain text.
        show: screen with the answer.
        given: drawn numbers and words, by name.
        condition: other drawn settings, such as whether the output is tied.
        unit: of a number: "bytes", "%", "times", or "" for a plain number.
        tolerance: relative tolerance; 0: exact.
        slack: absolute tolerance, for answers near 0.
        choices: of a choice.
        items: of an ordering question, in the initial order.
        ends: of an ordering question, names of the first and the last, such as ("fastest", "slowest").
        mistakes: known wrong answers.
        topic: one of `TOPICS`; set by the kind.
        kind: name of the kind that made it; set by the kind.
        seed: the seed it was made from; set by the kind.
    """

    prompt: str
    answer: Reply
    why: str
    show: Show
    given: Mapping[str, object] = field(default_factory=dict)
    unit: str = ""
    tolerance: float = TOLERANCE
    slack: float = 0.0
    choices: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    ends: tuple[str, str] = ("first", "last")
    mistakes: tuple[Mistake, ...] = ()
    topic: str = ""
    kind: str = ""
    seed: int = 0
    condition: str = ""

    @property
    def asked(self) -> Hashable:
        """What makes it the same question: its words and the items to order, whatever the order of the choices."""
        return self.prompt, frozenset(self.items)

    @property
    def form(self) -> str:
        """Form of the answer: "number", "choice" or "order"."""
        return "choice" if self.choices else "order" if self.items else "number"

    @property
    def value(self) -> float:
        """The answer as a number."""
        if not isinstance(self.answer, (int, float)):
            raise TypeError(f"The answer of {self.kind!r} is not a number, but {self.answer!r}")
        return float(self.answer)

    def margin(self, value: float) -> float:
        """Tolerance around a number: the answer, or that of a mistake."""
        return max(abs(value) * self.tolerance, self.slack)

    @property
    def precision(self) -> str:
        """The required precision, in words."""
        if self.slack:
            return f"up to {number(self.slack)} off counts"
        return f"up to {number(100 * self.tolerance)} % off counts" if self.tolerance else "exact"


Make = Callable[[np.random.Generator], Question]


@dataclass(frozen=True)
class Kind:
    """A kind of question: its name, its topic, and the function that draws its numbers.

    `chapter` names the chapter of the guided path that teaches it, "" if none does; `riddle`: whether it asks the
    chapter's riddle in another form.
    """

    name: str
    topic: str
    make: Make
    chapter: str = ""
    riddle: bool = False

    def __call__(self, seed: int) -> Question:
        """The question of a seed, the same on every machine."""
        rng = np.random.default_rng([seed, zlib.crc32(self.name.encode())])
        question = self.make(rng)
        kept = [mistake for mistake in question.mistakes if not _same(question, mistake.reply)]
        return replace(question, mistakes=_told_apart(question, kept), topic=self.topic, kind=self.name, seed=seed)


def _same(question: Question, reply: Reply) -> bool:
    """Whether a mistake's answer is right with these numbers, or its tolerance overlaps the answer's."""
    if question.form != "number" or not isinstance(reply, (int, float)):
        return reply == question.answer
    return abs(reply - question.value) <= question.margin(reply) + question.margin(question.value) + 1e-9


def _told_apart(question: Question, mistakes: Iterable[Mistake]) -> tuple[Mistake, ...]:
    """The mistakes, those that lead to one answer under both names."""
    kept: list[Mistake] = []
    for mistake in mistakes:
        at = next((at for at, before in enumerate(kept) if _fits(question, mistake.reply, before.reply)), None)
        if at is None:
            kept.append(mistake)
        else:
            both = (f"{kept[at].name}; or: {mistake.name}", f"{kept[at].why} Or: {mistake.why}")
            kept[at] = Mistake(kept[at].reply, *both)
    return tuple(kept)


def _fits(question: Question, reply: Reply, mistake: Reply) -> bool:
    """Whether an answer is judged as a mistake's."""
    if question.form != "number" or not isinstance(reply, (int, float)) or not isinstance(mistake, (int, float)):
        return reply == mistake
    return abs(reply - mistake) <= question.margin(mistake) + 1e-9


KINDS: dict[str, Kind] = {}
"""Registry of kinds by name; importing `explorer.quiz` fills it."""


def kind(topic: str, name: str, chapter: str = "", *, riddle: bool = False) -> Callable[[Make], Make]:
    """Decorator that registers a function as a kind of question; `chapter` and `riddle` as in `Kind`.

    Raises:
        ValueError: an unknown topic, or a name that is taken.
    """

    def enter(make: Make) -> Make:
        if topic not in TOPICS:
            raise ValueError(f"Expected one of the topics {', '.join(TOPICS)}, got {topic!r}")
        if name in KINDS:
            raise ValueError(f"There are two kinds of question named {name!r}")
        KINDS[name] = Kind(name, topic, make, chapter, riddle)
        return make

    return enter


def pick(rng: np.random.Generator, *values: int) -> int:
    """Draw one of some integers."""
    return int(values[int(rng.integers(len(values)))])


def mixed(rng: np.random.Generator, *items: str) -> tuple[str, ...]:
    """Shuffle the distinct items.

    >>> sorted(mixed(np.random.default_rng(0), "a", "b", "a"))
    ['a', 'b']
    """
    distinct = list(dict.fromkeys(items))
    return tuple(distinct[int(i)] for i in rng.permutation(len(distinct)))


def bracketed(value: float) -> str:
    """A number in a formula, in brackets if it is negative.

    >>> bracketed(3), bracketed(-2.5)
    ('3', '(−2.5)')
    """
    return in_brackets(number(value))
