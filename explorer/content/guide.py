"""What the guided path is made of: chapters of steps, each a prepared state of a real page. Data only, no Streamlit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

State = Mapping[str, Any]
"""What a page's controls hold, by their keys."""
WORDS_A_MINUTE, MINUTES_A_STEP = 180, 0.8
"""How fast one reads, and what the question and the task of a step take."""


@dataclass(frozen=True)
class Task:
    """One thing to do.

    Attributes:
        text: what to do, as one says it.
        done: whether the page's state shows that it is done.
        example: values of controls with which it is done; the tests set them.
        seen: one or two sentences that say what was just seen, from the page's state; "" where it shows nothing of it.
        not_yet: what is still missing where something else was done, from the page's state, without doing it for one;
            "" where nothing was done so far.
    """

    text: str
    done: Callable[[State], bool]
    example: Mapping[str, Any]
    seen: Callable[[State], str] = lambda state: ""
    not_yet: Callable[[State], str] = lambda state: ""


@dataclass(frozen=True)
class Question:
    """One question about what is on the screen.

    Attributes:
        text: the question.
        options: what can be answered.
        answer: which option is right, computed.
        hint: what a first wrong answer gets, before the second try.
        why: the explanation, made of numbers that are computed when it is shown.
    """

    text: str
    options: tuple[str, ...]
    answer: Callable[[], str]
    hint: str
    why: Callable[[], str]


@dataclass(frozen=True)
class Step:
    """A screen of the app in a prepared state, with a few words beside it.

    Attributes:
        title: of the step, a few words.
        page: name of the page.
        part: name of one of its parts ("" where the page has none); former names count.
        text: at most 60 words; `[[term]]` opens the glossary.
        mark: key of the element on the page to look at.
        question: asked beside the picture.
        task: to be done on the page; None where looking is enough.
        state: query parameters, besides the part's.
        hide: keys of elements that this step leaves out, so that the picture stands high.
        move: key of the control that the task moves, or of the slider and the box around it (`_entry`); a phone keeps
            it in sight below the picture.
        cover: keys of elements that say the answer in numbers (`…_figure`: the sentence under that picture); they are
            covered until the question is answered.
        shown: whose numbers these are, where the page has no model's badge.
        stage: key of the picture that a phone shows first, where `mark` is a button.
    """

    title: str
    page: str
    part: str
    text: str
    mark: str
    question: Question
    task: Task | None = None
    state: Mapping[str, str | list[str]] = field(default_factory=dict)
    hide: tuple[str, ...] = ()
    move: str = ""
    cover: tuple[str, ...] = ()
    shown: str = ""
    stage: str = ""


@dataclass(frozen=True)
class Chapter:
    """A few steps that answer one question.

    Attributes:
        name: a word or three.
        question: the heading of its pages.
        steps: in order.
        riddle: what its first step opens with.
        solved: the riddle's answer, which the last step ends with, made of numbers that are computed when it is shown.
        lines: two good answers to `question` in one line each, for comparison with one's own.
        curious: what its steps leave out, behind one door; `[[term]]` opens the glossary.
        further: page, part and words of the links there.
    """

    name: str
    question: str
    steps: tuple[Step, ...]
    riddle: str
    solved: Callable[[], str]
    lines: tuple[str, str]
    curious: str
    further: tuple[tuple[str, str, str], ...]

    @property
    def minutes(self) -> float:
        """How long it takes: reading its steps, answering, doing."""
        told = [
            text
            for step in self.steps
            for text in (step.text, step.question.text, *step.question.options, step.task.text if step.task else "")
        ]
        return len(" ".join(told).split()) / WORDS_A_MINUTE + MINUTES_A_STEP * len(self.steps)


@dataclass(frozen=True)
class StepId:
    """Address of a step: chapter and step in it, both counted from 1.

    >>> str(StepId(2, 3)), StepId.read("2.3"), StepId.read("2"), StepId.read("two")
    ('2.3', StepId(chapter=2, step=3), StepId(chapter=2, step=1), None)
    """

    chapter: int
    step: int

    def __str__(self) -> str:
        """Chapter and step with a point between, as in a link."""
        return f"{self.chapter}.{self.step}"

    @classmethod
    def read(cls, text: str) -> StepId | None:
        """Parse an address; None where the text is no step's."""
        first, _, second = text[:9].partition(".")
        digits = [part for part in (first, second or "1") if part.isascii() and part.isdigit()]
        return cls(int(digits[0]), int(digits[1])) if len(digits) == 2 else None


@dataclass(frozen=True)
class Path:
    """All chapters in their order.

    Attributes:
        chapters: in order.
        former: a number that a step had before others came in front of it, what its links say of its screen
            (parameter and value), and its present address.
    """

    chapters: tuple[Chapter, ...]
    former: tuple[tuple[StepId, str, str, StepId], ...] = ()

    def present(self, at: StepId, parameters: Mapping[str, str]) -> StepId:
        """The step that a link means: `at`, or the present address of the step that once had this number and screen."""
        found = (now for then, name, value, now in self.former if then == at and parameters.get(name) == value)
        return next(found, at)

    def step_ids(self) -> list[StepId]:
        """Addresses of all steps, in order."""
        return [
            StepId(c, s)
            for c, chapter in enumerate(self.chapters, start=1)
            for s, _ in enumerate(chapter.steps, start=1)
        ]

    def step(self, at: StepId) -> Step:
        """The step at this address.

        Raises:
            KeyError: the path has no such step.
        """
        if at not in self.step_ids():
            raise KeyError(f"Expected a step of the path, from 1.1 to {self.step_ids()[-1]}, got {at}")
        return self.chapters[at.chapter - 1].steps[at.step - 1]

    def around(self, at: StepId) -> tuple[StepId | None, StepId | None]:
        """Steps before and after; None at an end of the path."""
        every = self.step_ids()
        number = every.index(at)
        return (every[number - 1] if number else None, every[number + 1] if number + 1 < len(every) else None)


def query(step: Step, at: StepId | None, part_key: str) -> dict[str, str | list[str]]:
    """The query parameters that open a step; without `at`, the same screen off the path."""
    parameters: dict[str, str | list[str]] = {"guide": str(at)} if at else {}
    if step.part:
        parameters[part_key] = step.part
    return {**parameters, **step.state}


def address(page: str, parameters: Mapping[str, str | Sequence[str]]) -> str:
    """A link to a page, relative to any page of the app; Home has no name in the address.

    >>> address("tokens", {"guide": "1.1", "text": "a b"}), address("home", {})
    ('./tokens?guide=1.1&text=a+b', './')
    """
    text = urlencode(parameters, doseq=True)
    return f"./{'' if page == 'home' else page}{'?' if text else ''}{text}"
