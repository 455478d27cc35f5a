"""A case: a few prepared lines of Python that go wrong, the lines that put them right, and what running them gives.

The lines on the screen are the lines that run. They are texts of this package: a visitor chooses among them and can't
change them, so nothing that anybody typed is ever executed.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

NAME = "<prepared lines>"
LOUD, SILENT = "loud", "silent"

STOPS = "stops with a message"
WRONG = "goes on and is wrong"
RIGHT = "goes on and is right"


@dataclass(frozen=True, eq=False)
class Outcome:
    """What running some lines gave.

    Attributes:
        message: type and words of the error, "" where there was none.
        line: number of the line that stopped, counted from 1; 0 where none did.
        printed: what the lines printed, one text per call.
        names: the variables as they are at the end.
    """

    message: str
    line: int
    printed: tuple[str, ...]
    names: Mapping[str, Any] = field(repr=False)


def run(source: str) -> Outcome:
    r"""Run prepared lines and keep what they print and where they stop.

    >>> run("x = 1\nprint(x + 1)").printed
    ('2',)
    >>> stopped = run("x = [1, 2]\nx[5]")
    >>> stopped.message, stopped.line
    ('IndexError: list index out of range', 2)
    """
    printed: list[str] = []
    names: dict[str, Any] = {"print": lambda *values: printed.append(" ".join(map(str, values)))}
    try:
        exec(compile(source, NAME, "exec"), names)  # noqa: S102 - a constant of this package, never a visitor's text
    except Exception as problem:
        lines = [frame.lineno or 0 for frame in traceback.extract_tb(problem.__traceback__) if frame.filename == NAME]
        return Outcome(f"{type(problem).__name__}: {problem}", lines[-1], tuple(printed), names)
    return Outcome("", 0, tuple(printed), names)


ran = lru_cache(maxsize=8)(run)
"""The same lines give the same each time: of a class that looks at one mistake, the first visitor has them run."""


@dataclass(frozen=True)
class Variant:
    """Lines to run in place of the faulty ones, and what to say about them once they have run."""

    name: str
    source: str
    note: str


@dataclass(frozen=True, eq=False)
class Blocks:
    """A picture of numbers: matrices side by side, each with its title and the names of its rows."""

    panels: Sequence[tuple[str, NDArray[np.floating[Any]], Sequence[str]]]


@dataclass(frozen=True, eq=False)
class Bars:
    """A picture of sizes: one bar per name with a text at its end, and where a limit stands."""

    title: str
    names: Sequence[str]
    values: Sequence[float]
    texts: Sequence[str]
    limit: float | None = None
    limit_text: str = ""


@dataclass(frozen=True, eq=False)
class Case:
    """A mistake.

    Attributes:
        name: as the visitor chooses it, and in the address.
        story: how one gets there.
        source: the faulty lines.
        variants: other lines to try; some of them put nothing right.
        check: one more line, an `assert`, that holds for the corrected lines but not for the faulty ones.
        cause: why it happens.
        noticed: how one would have noticed.
        question, options, answer, hint: the guess before it runs; a loud case asks for the line instead.
        picture: from the variables after a run: what is known before the guess, and the whole.
        elsewhere: the same mistake as short programs: "NumPy", "this core", "PyTorch", "JAX". Each leaves a variable
            `wrong`, which says whether the numbers are.
    """

    name: str
    story: str
    source: str
    variants: tuple[Variant, ...]
    check: str
    cause: str
    noticed: str
    hint: str
    picture: Callable[[Mapping[str, Any], bool], Blocks | Bars]
    elsewhere: Mapping[str, str]
    question: str = "Which line will it stop at?"
    options: tuple[str, ...] = ()
    answer: str = ""
    mark: int = 0
    """Line that does the damage, in a silent case."""

    @property
    def kind(self) -> str:
        """Loud or silent."""
        return SILENT if self.options else LOUD

    @property
    def slug(self) -> str:
        """Its name as part of a key in the address: "A tied table that isn't" is a_tied_table_that_isn_t."""
        return re.sub(r"[^a-z0-9]+", "_", self.name.lower()).strip("_")

    def guesses(self) -> tuple[str, ...]:
        """What may be guessed: the options, or the lines that do something."""
        if self.options:
            return self.options
        lines = enumerate(self.source.splitlines(), 1)
        return tuple(f"Line {n}" for n, line in lines if line and not line.startswith(("import", "from")))

    def right_guess(self) -> str:
        """The answer; for a loud case the line at which it really stops."""
        return self.answer if self.options else f"Line {run(self.source).line}"


def verdict(case: Case, source: str) -> tuple[Outcome, str]:
    """Run lines of a case, and say whether they stop, go on and pass the case's check, or go on and don't."""
    outcome = run(source)
    if outcome.message:
        return outcome, STOPS
    checked = run(f"{source}\n{case.check}")
    return outcome, WRONG if checked.message else RIGHT


def elsewhere(source: str) -> tuple[Outcome, str]:
    """Run the same mistake in another library; its variable `wrong` says whether the numbers are."""
    outcome = run(source)
    if outcome.message:
        return outcome, STOPS
    return outcome, WRONG if outcome.names["wrong"] else RIGHT


def changed(before: str, after: str) -> tuple[int, ...]:
    r"""Numbers of the lines of `after` that `before` doesn't have.

    >>> changed("a = 1\nb = 2", "a = 1\nb = 3\nc = 4")
    (2, 3)
    """
    there = before.splitlines()
    return tuple(n for n, line in enumerate(after.splitlines(), 1) if line and line not in there)
