"""Guided path as data: chapters of steps, each a prepared state of a page. No Streamlit."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlencode

from explorer.content.pages import info
from explorer.questions import Question

State = Mapping[str, Any]
"""Values of a page's controls, by key."""
WORDS_A_MINUTE = 150
"""Reading speed. Adults read 238 words of English non-fiction a minute in silence, most of them 175 to 300, and readers
for whom it is a second language fewer (Brysbaert 2019, doi:10.1016/j.jml.2019.104047); here some sentences are read
twice."""
WORDS_SAID, WORDS_SOLVED = 38, 40
"""Words of what a step says in the end, and of a riddle's answer, on average. A test counts them (test_steps.py): to
say them takes the tables and models, which Home, where the minutes stand, does not load."""
MINUTES_WRITING, MINUTES_AN_ACT, MINUTES_A_LINE, MINUTES_AROUND = 0.8, 0.5, 0.6, 3
"""For a text of one's own, which is thought up, typed (36 words a minute on a phone: Palin et al. 2019, "How do people
type on mobile devices?") and often tried twice; for a few taps and a look at the picture; for a line at a chapter's
end; for Home and the path's last page."""

RIGHT, GUESSED = "Right, ", "You say "
"""How a hint begins where what was done is right, or a guess, and more is left."""
FIELDS = ("text", "x_begin", "j_find", "j_a", "j_b", "j_d")
"""Text fields that a step keeps beside the controls of its task: a visitor may write there words of their own."""
WRITTEN = frozenset((*FIELDS, "t_bag_first", "g_text", "x_message"))
"""Text fields that a task may be about."""


@dataclass(frozen=True)
class Task:
    """One thing to do.

    Attributes:
        text: the instruction.
        done: whether it is done, from the page's state.
        example: values of controls that complete it; a text among them is the step's, not the visitor's.
        seen: feedback of one or two sentences, from the page's state; "" if the page does not show the task. It waits
            for the question's answer.
        not_yet: hint on what is missing, from the page's state, without the solution; "" if nothing was done so far.
    """

    text: str
    done: Callable[[State], bool]
    example: Mapping[str, Any]
    seen: Callable[[State], str] = lambda state: ""
    not_yet: Callable[[State], str] = lambda state: ""


@dataclass(frozen=True)
class Step:
    """A screen of the app in a prepared state, with a text.

    Attributes:
        title: of the step, a few words.
        page: name of the page.
        part: name of one of its parts ("" if it has none); former names work.
        text: `[[term]]` opens the glossary.
        mark: key of the element to look at.
        task: the act in the picture.
        state: query parameters, besides the part's.
        hide: keys of elements that this step leaves out.
        question: a guess before it; None where the act is the answer.
        cover: keys of elements with the answer (`…_figure`: the sentence under that picture), which are drawn once the
            question is answered.
        drawn: a small picture below the reply, as HTML, from the page's state; "" for none.
        shown: source of the numbers, if the page has no badge with the model.
        share: words for a friend, from the page's state, with whom the screen may be shared once the question is
            answered; "" if nothing is, or not yet.
        former: titles of steps of an earlier path that this one has taken over.
        is_own: whether it opens with the visitor's sentence in the place of its text, if they have written one; its
            functions of the page's state find that sentence under "own", and the line before the one there under
            "before".
    """

    title: str
    page: str
    part: str
    text: str
    mark: str
    task: Task
    state: Mapping[str, str | list[str]] = field(default_factory=dict)
    hide: tuple[str, ...] = ()
    question: Question | None = None
    cover: tuple[str, ...] = ()
    drawn: Callable[[State], str] = lambda state: ""
    shown: str = ""
    share: Callable[[State], str] = lambda state: ""
    former: tuple[str, ...] = ()
    is_own: bool = False

    @property
    def words(self) -> list[str]:
        """All words that a visitor sees when the step opens; terms have their brackets."""
        question = (self.question.prompt, *self.question.choices) if self.question else ()
        return " ".join((self.title, self.text, *question, self.task.text, self.shown)).split()

    @property
    def controls(self) -> frozenset[str]:
        """Keys of the controls that it draws: those of its task, and a text that is the visitor's to change."""
        return frozenset((*self.task.example, *(key for key in FIELDS if key in self.state))) - {*self.hide}

    @property
    def minutes(self) -> float:
        """Minutes for reading, the question and the task."""
        act = MINUTES_AN_ACT if WRITTEN.isdisjoint(self.task.example) else MINUTES_WRITING
        return (len(self.words) + WORDS_SAID) / WORDS_A_MINUTE + act


class Door(NamedTuple):
    """A link for the curious: a page's part, the link's text, and settings of the part."""

    page: str
    part: str
    text: str
    settings: Mapping[str, str | Sequence[str]] = {}

    @property
    def query(self) -> dict[str, str | Sequence[str]]:
        """Parameters of the link."""
        return {f"{info(self.page).prefix}_part": self.part, **self.settings}


@dataclass(frozen=True)
class Chapter:
    """A few steps that answer one question.

    Attributes:
        name: one to three words.
        question: the heading of its pages.
        steps: in order.
        riddle: question that opens its first step; it stands alone where the chat is not shown.
        solved: the riddle's answer at the end of the last step, from its page's state.
        lines: two model answers to `question`, one line each.
        curious: further details in an expander; `[[term]]` opens the glossary.
        further: the links there: page, part, text, and settings if any (`Door`).
        game: one that its end offers; "" for none.
        chat: lines of a chat that went wrong, each with who wrote it: the riddle is about them.
    """

    name: str
    question: str
    steps: tuple[Step, ...]
    riddle: str
    solved: Callable[[State], str]
    lines: tuple[str, str]
    curious: str
    further: tuple[Door | tuple[str, str, str] | tuple[str, str, str, Mapping[str, str]], ...]
    game: str = ""
    chat: tuple[tuple[str, str], ...] = ()

    @property
    def minutes(self) -> float:
        """Minutes for the riddle and its answer, the steps, and the line of one's own beside two others."""
        asked = " ".join((self.riddle, *(f"{who}: {said}" for who, said in self.chat), *self.lines)).split()
        read = (len(asked) + WORDS_SOLVED) / WORDS_A_MINUTE
        return sum(step.minutes for step in self.steps) + read + MINUTES_A_LINE


@dataclass(frozen=True)
class StepId:
    """Address of a step: chapter and step in it, both counted from 1; written with a letter for the step.

    The addresses of an earlier path had a point between two numbers (`migrate_old_links.STEPS`).

    >>> str(StepId(2, 3)), StepId.read("2c"), StepId.read("2"), StepId.read("two"), StepId.read("2.3")
    ('2c', StepId(chapter=2, step=3), StepId(chapter=2, step=1), None, None)
    """

    chapter: int
    step: int

    def __str__(self) -> str:
        """Chapter and letter, as in a link."""
        return f"{self.chapter}{chr(ord('a') + self.step - 1)}"

    @classmethod
    def read(cls, text: str) -> StepId | None:
        """Parse an address; None where the text is no step's."""
        found = re.fullmatch("([0-9])([a-z]?)", text)
        return cls(int(found[1]), ord(found[2] or "a") - ord("a") + 1) if found else None


@dataclass(frozen=True)
class Path:
    """All chapters in their order."""

    chapters: tuple[Chapter, ...]

    @property
    def minutes(self) -> float:
        """Minutes from Home to the film at its end."""
        return sum(chapter.minutes for chapter in self.chapters) + MINUTES_AROUND

    def present(self, then: StepId, page: str, part: str) -> StepId:
        """The step that a link of an earlier path opens.

        Args:
            then: the step that has taken over the one with its number.
            page: the link's page.
            part: the part that it names; "" for none.
        """
        step = self.step(then)
        if not part or (step.page, step.part) == (page, part):
            return then
        same = (at for at in self.step_ids() if (self.step(at).page, self.step(at).part) == (page, part))
        return next(same, then)  # its number has meant different steps

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
            raise KeyError(f"Expected a step of the path, from 1a to {self.step_ids()[-1]}, got {at}")
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
    """Link to a page, relative to any page of the app; Home's path is empty.

    >>> address("tokens", {"guide": "1a", "text": "a b"}), address("home", {})
    ('./tokens?guide=1a&text=a+b', './')
    """
    text = urlencode(parameters, doseq=True)
    return f"./{'' if page == 'home' else page}{'?' if text else ''}{text}"
