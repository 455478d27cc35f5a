"""Lessons: prepared screens in order, each with a question and notes for the teacher.

All untrusted lessons (from links, files and browsers) are parsed here: every field is bounded, and errors say what was
expected, what was given, and what to do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import astuple, dataclass, field, fields, replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from explorer.content.guided_path import address
from explorer.content.lesson.field_validation import (
    LENGTHS,
    MOST_AIMS,
    MOST_ANSWERS,
    MOST_MINUTES,
    MOST_SETTINGS,
    MOST_STEPS,
    MOST_TIME,
    LessonError,
    Number,
    Point,
    answer_kind,
    bounded,
    number_from_plain,
    point_from_plain,
    short,
    tolerance,
)

FRAME = frozenset(
    {"room", "lesson", "plan", "screen", "guide", "present", "embed", "embed_options", "quiz", "sketch", "seen"}
)
"""Query parameters of the session, not of the screen, which are not part of a step."""
MOST_HEADING = 40
"""Most characters of a question that stand for a missing title."""
_KEY = re.compile(r"[a-z][a-z0-9_]{0,40}")


@dataclass(frozen=True)
class Answer:
    """Expected answer: its text, what it tells about the student's thinking, and whether it is right."""

    text: str
    tells: str = ""
    right: bool = False


@dataclass(frozen=True)
class LessonStep:
    """One screen of a lesson.

    Attributes:
        title: a few words; "" where the question's first ones do (`heading`).
        page: name of the page.
        state: its query parameters, including the part; a tuple for a repeated parameter.
        question: for the class, before the answer is shown.
        answers: expected ones, with what each tells.
        say: notes, for the teacher only.
        minutes: duration.
        number: of a numeric answer: lowest, highest, right.
        kind: of the teacher's own question: "words" (free text), sentences on a "map", a "point" in the picture, the
            answers in their "order"; "" for one choice or a number.
        within: tolerance of the number; of a point as a share of the axes.
        why: explanation, which the class sees after the reveal.
        covered: whether the picture is hidden until then.
        shows: query parameters that take the picture to the answer, on the stage, after the reveal.
        optional: whether the lesson reaches its aims without it.
        point: of an answer in the picture: lowest, highest, right of both axes.
        bare: whether the question stands alone, without a picture.
        comma: whether its numbers were typed with a decimal comma.
        pictured: whether its question needs its picture, so that no test on paper asks it.
        block: name of the block that it comes from, if it is of a ready one.
    """

    title: str
    page: str
    state: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    question: str = ""
    answers: tuple[Answer, ...] = ()
    say: str = ""
    minutes: int = 3
    number: Number | None = None
    kind: str = ""
    within: float = 0.0
    why: str = ""
    covered: bool = False
    optional: bool = False
    point: Point | None = None
    shows: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    bare: bool = False
    comma: bool = False
    pictured: bool = False
    block: str = ""

    @property
    def heading(self) -> str:
        """Its title, or the first words of its question.

        >>> LessonStep("", "home", question="Which of these words is one token in Hindi?").heading
        'Which of these words is one token in…'
        >>> len(LessonStep("", "home", question="猫" * 90).heading)
        41
        """
        words = " ".join(self.question.split())
        cut = words[:MOST_HEADING].rpartition(" ")[0] or words[:MOST_HEADING]  # a script may have no spaces
        return self.title or (words if len(words) <= MOST_HEADING else f"{cut}…") or "A step"

    @property
    def link(self) -> str:
        """Link to the screen, relative to any page."""
        return address(self.page, self.state)


@dataclass(frozen=True)
class Lesson:
    """Steps in order, with aims and notes.

    Attributes:
        title: of the lesson.
        steps: screens in order.
        about: audience and prerequisites.
        time: available minutes; 0: unknown.
        aims: continuations of "After it the class can".
        closing: task at its end, shown on the last step.
        joining, ending: minutes until all are in the room, and for the closing task.
    """

    title: str
    steps: tuple[LessonStep, ...] = ()
    about: str = ""
    time: int = 0
    aims: tuple[str, ...] = ()
    closing: str = ""
    joining: int = 0
    ending: int = 0

    @property
    def minutes(self) -> int:
        """Duration of joining, all steps and the closing task.

        >>> Lesson("Two", (LessonStep("a", "home", minutes=2), LessonStep("b", "home", minutes=5))).minutes
        7
        """
        return self.joining + sum(step.minutes for step in self.steps) + self.ending

    @property
    def core_minutes(self) -> int:
        """Duration without optional steps."""
        return self.without_optional().minutes

    @property
    def presented(self) -> tuple[LessonStep, ...]:
        """Its steps, then its closing task as a question on the last one's screen, without the picture."""
        if not (self.closing and self.steps):
            return self.steps
        end = self.steps[-1]
        task = LessonStep("Closing task", end.page, end.state, self.closing, kind="words", bare=True)
        return (*self.steps, replace(task, minutes=max(self.ending, 1)))

    def without_optional(self) -> Lesson:
        """Copy without the optional steps, and the aims that need them."""
        kept = tuple(step for step in self.steps if not step.optional)
        return replace(
            self, steps=kept, aims=tuple(aim for aim in self.aims if not aim.startswith("with the optional"))
        )

    def with_step(self, at: int, step: LessonStep) -> Lesson:
        """Copy with another step at an index."""
        return replace(self, steps=(*self.steps[:at], step, *self.steps[at + 1 :]))

    def move_step(self, at: int, by: int) -> Lesson:
        """Copy with one step moved, within the list.

        >>> steps = tuple(LessonStep(name, "home") for name in "abc")
        >>> "".join(step.title for step in Lesson("", steps).move_step(0, 1).steps)
        'bac'
        """
        steps = list(self.steps)
        step = steps.pop(at)
        steps.insert(min(max(at + by, 0), len(steps)), step)
        return replace(self, steps=tuple(steps))

    def without(self, at: int) -> Lesson:
        """Copy without one step."""
        return replace(self, steps=(*self.steps[:at], *self.steps[at + 1 :]))

    def plus(self, step: LessonStep) -> Lesson:
        """Copy with a step appended.

        Raises:
            LessonError: it is full.
        """
        if len(self.steps) >= MOST_STEPS:
            raise LessonError(f"A lesson has at most {MOST_STEPS} steps. Remove one before you add another.")
        return replace(self, steps=(*self.steps, step))


def to_plain(lesson: Lesson) -> dict[str, Any]:
    """Lesson as plain data for JSON."""
    plain = {"lesson": lesson.title, "about": lesson.about, "time": lesson.time}
    plain |= {"aims": list(lesson.aims)} if lesson.aims else {}
    plain |= {name: value for name in ("closing", "joining", "ending") if (value := getattr(lesson, name))}
    return plain | {"steps": [step_to_plain(step) for step in lesson.steps]}


def step_to_plain(step: LessonStep) -> dict[str, Any]:
    """Step as plain data for JSON, without empty fields."""
    plain = {each.name: _plain(getattr(step, each.name)) for each in fields(LessonStep) if each.name != "minutes"}
    return {key: value for key, value in plain.items() if value} | {"minutes": step.minutes}


def _plain(value: Any) -> Any:
    """A field's value as JSON has it: lists for tuples, an answer as its three parts."""
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return list(astuple(value)) if isinstance(value, Answer) else value


def from_plain(raw: Any, pages: Collection[str]) -> Lesson:
    """Parse an untrusted lesson.

    Args:
        raw: plain data from JSON.
        pages: names of existing pages.

    Raises:
        LessonError: names the field and the step, what was expected and what was given.
    """
    if not isinstance(raw, dict) or not isinstance(raw.get("steps"), list):
        raise LessonError('Expected a lesson: {"lesson": title, "steps": [ … ]}. This holds something else.')
    if len(raw["steps"]) > MOST_STEPS:
        raise LessonError(f"Expected at most {MOST_STEPS} steps, got {len(raw['steps'])}. Split the lesson in two.")
    steps = tuple(step_from_plain(step, pages, f"Step {n}") for n, step in enumerate(raw["steps"], start=1))
    title = _text(raw, "lesson", LENGTHS["title"], "The lesson") or "A lesson"
    times = [raw.get(name, 0) for name in ("time", "joining", "ending")]
    for time in times:
        if type(time) is not int or not 0 <= time <= MOST_TIME:
            raise LessonError(
                f"The lesson: expected whole minutes from 0 to {MOST_TIME} for its time, got {short(time)}."
            )
    about, closing = (
        _text(raw, name, LENGTHS[limit], "The lesson") for name, limit in (("about", "say"), ("closing",) * 2)
    )
    return Lesson(title, steps, about, times[0], _aims(raw.get("aims", [])), closing, *times[1:])


def _aims(raw: Any) -> tuple[str, ...]:
    if not isinstance(raw, list) or len(raw) > MOST_AIMS:
        raise LessonError(f"The lesson: expected at most {MOST_AIMS} aims, one per line.")
    return tuple(bounded(each, "The lesson, an aim", LENGTHS["aim"]) for each in raw)


def step_from_plain(raw: Any, pages: Collection[str], where: str) -> LessonStep:
    """Parse one step; `where` begins the error message."""
    if not isinstance(raw, dict):
        raise LessonError(f"{where}: expected a title, a page and more, got {type(raw).__name__}.")
    page = raw.get("page")
    if not isinstance(page, str) or page not in pages:
        raise LessonError(f"{where}: this app has no page {short(page)}. Its pages are {', '.join(sorted(pages))}.")
    minutes = raw.get("minutes", 3)
    if isinstance(minutes, bool) or not isinstance(minutes, int) or not 1 <= minutes <= MOST_MINUTES:
        raise LessonError(f"{where}: expected whole minutes from 1 to {MOST_MINUTES}, got {short(minutes)}.")
    texts: dict[str, Any] = {
        name: _text(raw, name, LENGTHS[name], where) for name in ("title", "question", "say", "why", "block")
    }
    flags: dict[str, Any] = {
        name: raw.get(name, False) is True for name in ("covered", "optional", "bare", "comma", "pictured")
    }
    return LessonStep(
        texts.pop("title"),
        page,
        minutes=minutes,
        **texts,
        **flags,
        **{name: read(raw[name], where) for name, read in _READERS.items() if name in raw},
    )


def step_from_address(link: str, pages: Collection[str], title: str = "") -> LessonStep:
    """Step that opens the screen of a URL, absolute or relative, without parameters of the session (`FRAME`).

    A prediction in it is kept: “Copy link” and “Add to lesson” leave it out.

    >>> step_from_address("http://a:8501/positions?p_part=Clocks&room=ABCDEF", ["positions"]).link
    './positions?p_part=Clocks'

    Raises:
        LessonError: the address is not one of this app's pages.
    """
    try:
        parts = urlsplit(link[: 20 * LENGTHS["setting"]])
        params = parse_qs(parts.query, keep_blank_values=True, max_num_fields=2 * MOST_SETTINGS)
    except ValueError:
        raise LessonError("Expected the address of a page of this app, as “Copy link” gives it.") from None
    name = parts.path.rstrip("/").rpartition("/")[2]
    page = "home" if name in ("", ".", "start") else name
    if page not in pages:
        raise LessonError(f"This app has no page {short(page)}. Copy the address of one of its pages.")
    state = {key: values[0] if len(values) == 1 else values for key, values in params.items() if key not in FRAME}
    part = next((values[0] for key, values in params.items() if key.endswith("_part")), "")
    raw = {"title": (title or part)[: LENGTHS["title"]], "page": page, "state": state}
    return step_from_plain(raw, pages, "This screen")


def settings_from_plain(raw: Any, where: str) -> dict[str, str | tuple[str, ...]]:
    """Parse the settings of a screen, as its address has them."""
    if not isinstance(raw, dict) or len(raw) > MOST_SETTINGS:
        raise LessonError(f"{where}: expected at most {MOST_SETTINGS} settings of the page, by their names.")
    found: dict[str, str | tuple[str, ...]] = {}
    for key, value in raw.items():
        if not _KEY.fullmatch(str(key)) or key in FRAME:
            raise LessonError(f"{where}: {short(key)} is not the name of a setting.")
        values = value if isinstance(value, list) else [value]
        if len(values) > MOST_SETTINGS:
            raise LessonError(f"{where}: expected at most {MOST_SETTINGS} values of {short(key)}, got {len(values)}.")
        texts = tuple(bounded(each, f"{where}, setting {key}", LENGTHS["setting"]) for each in values)
        found[key] = texts if isinstance(value, list) else texts[0]
    return found


def _answers(raw: Any, where: str) -> tuple[Answer, ...]:
    if not isinstance(raw, list) or len(raw) > MOST_ANSWERS:
        raise LessonError(f"{where}: expected at most {MOST_ANSWERS} answers, each with what it tells.")
    found = []
    for each in raw:
        if not isinstance(each, list) or len(each) != 3 or not isinstance(each[2], bool):
            raise LessonError(f"{where}: expected each answer as [text, what it tells, true or false].")
        text, tells = (
            bounded(value, f"{where}, an answer", LENGTHS[kind])
            for value, kind in zip(each, ("answer", "tells"), strict=False)
        )
        found.append(Answer(text, tells, each[2]))
    return tuple(found)


_READERS: dict[str, Callable[[Any, str], Any]] = {
    "state": settings_from_plain,
    "shows": settings_from_plain,
    "answers": _answers,
    "number": number_from_plain,
    "point": point_from_plain,
    "kind": answer_kind,
    "within": tolerance,
}
"""What parses a step's field, with the beginning of the error message."""


def _text(raw: Mapping[str, Any], name: str, most: int, where: str) -> str:
    return bounded(raw.get(name, ""), f"{where}, {name}", most)
