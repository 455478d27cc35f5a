"""What a question is, and what a kind of question is: a small function from a seed to a question with fresh numbers.

A question holds its answer, the known ways to miss it, an explanation made of the same numbers, and where in the app
the answer can be seen. The answer is computed when the question is made, by the code that the pages use.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
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

TOLERANCE = 0.01
"""How far off a computed number may be, as a share of it. MB and MiB are 4.9 % apart, kB and KiB 2.4 %."""


@dataclass(frozen=True)
class Show:
    """A screen of the app where the answer can be seen: its page, part and controls, and where to look there."""

    page: str
    part: str
    state: Mapping[str, str]
    look: str


@dataclass(frozen=True)
class Mistake:
    """A wrong answer that comes from a known mistake: what it is called, and what was overlooked."""

    reply: Reply
    name: str
    why: str


@dataclass(frozen=True)
class Question:
    """One question with its numbers.

    Attributes:
        prompt: the question; plain text.
        answer: the right answer. A number is in the base unit (bytes; percent; else as it is).
        why: the explanation, from the same numbers; plain text.
        show: where to see it.
        given: the numbers and words that were drawn, by name.
        condition: what was drawn that is neither a number nor a name, such as whether an output is tied.
        unit: of a number: "bytes", "%", "times", or "" for a plain number.
        tolerance: share of the answer that a number may be off; 0: it must be exact.
        slack: how far a number may be off in any case, for answers that can be near 0.
        choices: for a choice, all that can be chosen.
        items: for an order, what is to be put in order, as shown at first.
        ends: for an order, what its first and its last are, such as ("fastest", "slowest").
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
    def form(self) -> str:
        """How it is answered: "number", "choice" or "order"."""
        return "choice" if self.choices else "order" if self.items else "number"

    @property
    def value(self) -> float:
        """The answer, where it is a number."""
        if not isinstance(self.answer, (int, float)):
            raise TypeError(f"The answer of {self.kind!r} is not a number, but {self.answer!r}")
        return float(self.answer)

    def margin(self, value: float) -> float:
        """How far a reply may be from a number, the answer or what a mistake gives."""
        return max(abs(value) * self.tolerance, self.slack)

    @property
    def precision(self) -> str:
        """What counts as the number that is asked for, in words."""
        if self.slack:
            return f"up to {number(self.slack)} off counts"
        return f"up to {number(100 * self.tolerance)} % off counts" if self.tolerance else "exact"


Make = Callable[[np.random.Generator], Question]


@dataclass(frozen=True)
class Kind:
    """A kind of question: its name, its topic, and the function that draws its numbers.

    `chapter` names the chapter of the guided path that shows what is asked; "" where the path does not go there.
    """

    name: str
    topic: str
    make: Make
    chapter: str = ""

    def __call__(self, seed: int) -> Question:
        """The question that belongs to a seed: the same one every time and on every machine."""
        rng = np.random.default_rng([seed, zlib.crc32(self.name.encode())])
        question = self.make(rng)
        kept = tuple(mistake for mistake in question.mistakes if not _same(question, mistake.reply))
        return replace(question, mistakes=kept, topic=self.topic, kind=self.name, seed=seed)


def _same(question: Question, reply: Reply) -> bool:
    """Whether a mistake gives the right answer with these numbers, or one whose margin meets the answer's."""
    if question.form != "number" or not isinstance(reply, (int, float)):
        return reply == question.answer
    return abs(reply - question.value) <= question.margin(reply) + question.margin(question.value) + 1e-9


KINDS: dict[str, Kind] = {}
"""Every kind by its name; `explorer.quiz` imports the files that enter them."""


def kind(topic: str, name: str, chapter: str = "") -> Callable[[Make], Make]:
    """Enter a function as a kind of question; `chapter` as in `Kind`.

    Raises:
        ValueError: an unknown topic, or a name that is taken.
    """

    def enter(make: Make) -> Make:
        if topic not in TOPICS:
            raise ValueError(f"Expected one of the topics {', '.join(TOPICS)}, got {topic!r}")
        if name in KINDS:
            raise ValueError(f"There are two kinds of question named {name!r}")
        KINDS[name] = Kind(name, topic, make, chapter)
        return make

    return enter


def pick(rng: np.random.Generator, *values: int) -> int:
    """One of some whole numbers."""
    return int(values[int(rng.integers(len(values)))])


def mixed(rng: np.random.Generator, *items: str) -> tuple[str, ...]:
    """The distinct items in another order.

    >>> sorted(mixed(np.random.default_rng(0), "a", "b", "a"))
    ['a', 'b']
    """
    distinct = list(dict.fromkeys(items))
    return tuple(distinct[int(i)] for i in rng.permutation(len(distinct)))


def bracketed(value: float) -> str:
    """A number as a factor or a summand: in brackets if it is below zero.

    >>> bracketed(3), bracketed(-2.5)
    ('3', '(−2.5)')
    """
    return in_brackets(number(value))
