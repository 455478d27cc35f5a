"""Prediction before an answer: predict, then reveal, alone or with the whole class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from explorer.ui import room
from explorer.ui.frame import guide, lesson, part_containers
from explorer.ui.frame.answer_feedback import SKIP, judge
from explorer.views import View


@dataclass(frozen=True)
class Guess:
    """The visitor's guesses, first to last; truthy once the answer may be seen."""

    tries: tuple[str, ...]
    revealed: bool

    @property
    def first(self) -> str | None:
        """The first guess; None where nobody guessed.

        >>> Guess(("2", "3"), True).first, Guess((SKIP,), True).first
        ('2', None)
        """
        return next((guess for guess in self.tries if guess != SKIP), None)

    def draw_in(self, view: View) -> View:
        """The view without the answer until it may be seen, then with the first guess."""
        return view.at_question(self.revealed, self.first if self.revealed else None)

    def __bool__(self) -> bool:
        """Whether the answer may be seen."""
        return self.revealed


@part_containers.into("question")
def predict(
    key: str,
    question: str,
    options: Sequence[str],
    *,
    answer: str | Callable[[], str],
    because: str | Callable[[], str],
    hint: str = "",
) -> Guess:
    """Ask for a guess, then show the answer and its explanation; the result is true once the answer is shown.

    In a room the whole class answers, and the teacher reveals (`ui.room`). Alone, with `hint`, a first wrong guess gets
    the hint and a second try. Question, options, hint and reason are shown as markdown, so none may contain a visitor's
    text. On the guided path the margin asks about the picture, and a teacher may ask their own question instead: then
    nothing is asked here and nothing is hidden.
    """
    if guide.has_question():
        return Guess((SKIP,), True)
    if lesson.asks_itself() and room.current() is None:
        return Guess((SKIP,), lesson.is_revealed())
    why = because if callable(because) else lambda: because
    work_out = answer if callable(answer) else lambda: answer
    together = room.together(key, question, options, work_out, why)
    if together is not None:
        return Guess((), together)
    with st.container(border=True, key=f"{key}_guess_box"):
        guess = st.radio(
            f"**{room.opening_words(1)}** {question}",
            [*options, SKIP],
            index=None,
            key=key,
            bind="query-params",
            horizontal=True,
        )
        if guess is None:
            return Guess((), False)
        right = work_out()
        if right not in options:
            raise ValueError(f"The answer {right!r} is not one of the options {list(options)!r}")
        return Guess(*judge(key, guess, right, why(), hint))
