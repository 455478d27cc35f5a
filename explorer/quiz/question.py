"""Kinds of question: functions from a seed to a question with generated numbers.

A question has its answer, known mistakes, an explanation with the same numbers, and a screen of the app that shows the
answer. The answer is computed by the code that the pages use.
"""

import tomllib
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from explorer.questions import NUMBER, Mistake, Question, Reply, Show
from explorer.wording import in_brackets, number

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
        return replace(question, mistakes=_told_apart(question, kept), topic=self.topic, key=self.name, seed=seed)


def _same(question: Question, reply: Reply) -> bool:
    """Whether a mistake's answer is right with these numbers, or its tolerance overlaps the answer's."""
    if question.form != NUMBER or not isinstance(reply, (int, float)):
        return reply == question.right
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
    if question.form != NUMBER or not isinstance(reply, (int, float)) or not isinstance(mistake, (int, float)):
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


TEXTS: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("question_kinds").joinpath("texts.toml").read_text(encoding="utf-8")
)
"""Texts of each kind, with what does not depend on its numbers."""


def fill(
    name: str,
    answer: Reply,
    given: Mapping[str, object],
    slips: Mapping[str, Reply],
    *,
    state: Mapping[str, str] | None = None,
    case: str = "",
    more: Iterable[Mistake] = (),
    words: Mapping[str, object] | None = None,
    found: Callable[[], Mapping[str, object]] = dict,
    **parts: Any,
) -> Question:
    """A question of a kind: its texts with its numbers in them.

    Args:
        name: of the kind.
        answer: the right reply.
        given: the drawn numbers and words, by name.
        slips: replies of the known mistakes, by their names in the texts, most telling first.
        state: settings of the screen with the answer; by default those in the texts.
        case: which version of a text, where it has several.
        more: further mistakes.
        words: other values for the texts, some in place of what is given.
        found: further values for the reason, computed when it is read.
        **parts: further fields of the question.
    """
    texts, values = dict(TEXTS[name]), {"answer": answer, **given, **(words or {})}

    def write(text: str | dict[str, str], **more: object) -> str:
        return (text if isinstance(text, str) else text[case]).format_map(values | more)

    page, part, look = texts.pop("show")
    show = Show(page, part, {**texts.pop("state", {}), **(state or {})}, write(look))
    known = texts.pop("slips")
    mistakes = (*(Mistake(reply, *map(write, known[slip])) for slip, reply in slips.items()), *more)
    prompt, reason = write(texts.pop("prompt")), texts.pop("why")
    why = write(reason) if found is dict else lambda: write(reason, **found())
    fields: dict[str, Any] = {key: tuple(each) if isinstance(each, list) else each for key, each in texts.items()}
    return Question(prompt, answer=answer, why=why, show=show, given=given, mistakes=mistakes, **fields | parts)


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
