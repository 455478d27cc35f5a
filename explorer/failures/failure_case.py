"""Failure case: a few lines of Python with a mistake, the corrected lines, and the results of running them.

The lines on the screen are the lines that run. They are texts of this package, among which a visitor chooses; nothing
that a visitor typed is executed.
"""

import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

NAME = "<prepared lines>"
RAISING, SILENT = "raising", "silent"

STOPS = "stops with a message"
WRONG = "goes on and is wrong"
RIGHT = "goes on and is right"


@dataclass(frozen=True, eq=False)
class Outcome:
    """Result of running some lines.

    Attributes:
        message: type and message of the exception; "" without one.
        line: number of the line that raised, from 1; 0 for none.
        printed: printed texts, one per call.
        names: variables at the end.
    """

    message: str
    line: int
    printed: tuple[str, ...]
    names: Mapping[str, Any] = field(repr=False)


def run(source: str) -> Outcome:
    r"""Run lines; returns their output and the line that raised.

    >>> run("x = 1\nprint(x + 1)").printed
    ('2',)
    >>> stopped = run("x = [1, 2]\nx[5]")
    >>> stopped.message, stopped.line
    ('IndexError: list index out of range', 2)
    """
    printed: list[str] = []
    names: dict[str, Any] = {"print": lambda *values: printed.append(" ".join(map(str, values)))}
    try:
        exec(compile(source, NAME, "exec"), names)  # noqa: S102 - a text of this package, never a visitor's text
    except Exception as problem:
        lines = [frame.lineno or 0 for frame in traceback.extract_tb(problem.__traceback__) if frame.filename == NAME]
        return Outcome(f"{type(problem).__name__}: {problem}", lines[-1], tuple(printed), names)
    return Outcome("", 0, tuple(printed), names)


cached_run = lru_cache(maxsize=8)(run)
"""Cached `run`: the same lines always give the same result."""


@dataclass(frozen=True)
class Variant:
    """Alternative lines, and the text shown after they have run."""

    name: str
    source: str
    note: str


@dataclass(frozen=True, eq=False)
class Blocks:
    """Picture of matrices side by side, each with a title and row names."""

    panels: Sequence[tuple[str, NDArray[np.floating[Any]], Sequence[str]]]


@dataclass(frozen=True, eq=False)
class Bars:
    """Bar chart of sizes, with a text at each bar and an optional limit."""

    title: str
    names: Sequence[str]
    values: Sequence[float]
    texts: Sequence[str]
    limit: float | None = None
    limit_text: str = ""


@dataclass(frozen=True, eq=False)
class Case:
    """A failure case.

    Attributes:
        name: in the list and in the URL.
        story: how the mistake happens.
        source: the faulty lines.
        variants: alternative lines, some of which do not fix it.
        check: an `assert` that passes for the corrected lines but not for the faulty ones.
        cause: explanation.
        noticed: how to notice it.
        question, options, answer, hint: prediction before it runs; a case that raises asks for the line instead.
        happens: what a silent case does, a clause with {answer}.
        picture: from the variables after a run, before and after the prediction.
        elsewhere: the same mistake as programs for "NumPy", "this core", "PyTorch", "JAX", each of which sets `wrong`
            to whether its numbers are wrong.
    """

    name: str
    source: str
    variants: tuple[Variant, ...]
    elsewhere: Mapping[str, str]
    picture: Callable[[Mapping[str, Any], bool], Blocks | Bars]
    story: str
    check: str
    cause: str
    noticed: str
    hint: str
    question: str = "Which line will it stop at?"
    options: tuple[str, ...] = ()
    answer: str = ""
    happens: str = ""
    mark: int = 0
    """Line with the mistake, in a silent case."""

    @property
    def kind(self) -> str:
        """Raising or silent."""
        return SILENT if self.options else RAISING

    @property
    def slug(self) -> str:
        """Name for URL keys: "A tied table that isn't" is a_tied_table_that_isn_t."""
        return re.sub(r"[^a-z0-9]+", "_", self.name.lower()).strip("_")

    def guesses(self) -> tuple[str, ...]:
        """Options of the prediction; for a case that raises, its lines with code."""
        if self.options:
            return self.options
        lines = enumerate(self.source.splitlines(), 1)
        return tuple(f"Line {n}" for n, line in lines if line and not line.startswith(("import", "from")))

    def right_guess(self) -> str:
        """The answer; for a case that raises, the line that does."""
        return self.answer if self.options else f"Line {run(self.source).line}"


def verdict(case: Case, source: str) -> tuple[Outcome, str]:
    """Run lines of a case; the verdict is whether they raise, pass the check, or fail it silently."""
    outcome = run(source)
    if outcome.message:
        return outcome, STOPS
    checked = run(f"{source}\n{case.check}")
    return outcome, WRONG if checked.message else RIGHT


def run_in_library(source: str) -> tuple[Outcome, str]:
    """Run the same mistake in another library; the verdict uses its variable `wrong`."""
    outcome = run(source)
    if outcome.message:
        return outcome, STOPS
    return outcome, WRONG if outcome.names["wrong"] else RIGHT


def changed_lines(before: str, after: str) -> tuple[int, ...]:
    r"""Numbers of the lines of `after` that are not in `before`.

    >>> changed_lines("a = 1\nb = 2", "a = 1\nb = 3\nc = 4")
    (2, 3)
    """
    there = before.splitlines()
    return tuple(n for n, line in enumerate(after.splitlines(), 1) if line and line not in there)
