"""Prediction before an answer: predict, then reveal, alone or with the whole class."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from explorer.questions import Question, Reply
from explorer.ui import room
from explorer.ui.frame import answer_input, lesson, part_containers, step_size
from explorer.ui.frame.answer_feedback import SKIP, respond, settles
from explorer.views import View


@dataclass(frozen=True)
class Guess:
    """The visitor's guesses, first to last; truthy once the answer may be seen."""

    tries: tuple[str, ...]
    revealed: bool

    @property
    def last(self) -> str | None:
        """The guess that the answer speaks of; None where nobody guessed.

        >>> Guess(("2", "3"), True).last, Guess((SKIP,), True).last, Guess(("2", SKIP), True).last
        ('3', None, '2')
        """
        return next((guess for guess in reversed(self.tries) if guess != SKIP), None)

    def draw_in(self, view: View) -> View:
        """The view without the answer until it may be seen, then with the guess that the answer names."""
        return view.at_question(self.revealed, self.last if self.revealed else None)

    def __bool__(self) -> bool:
        """Whether the answer may be seen."""
        return self.revealed


@part_containers.into("question")
def predict(
    question: Question,
    *,
    answer: Reply | Callable[[], Reply],
    because: str | Callable[[], str],
    hint: str = "",
    waits: str = "",
    shows: Mapping[str, Any] | None = None,
) -> Guess:
    """Ask for a guess, then show the answer and its explanation; the result is true once the answer is shown.

    In a room the whole class answers, and the teacher reveals (`ui.room`). Alone, with `hint`, a first wrong guess gets
    the hint and a second try. Question, choices, hint and reason are shown as markdown, so none may contain a visitor's
    text. `waits`: why the answer is not known yet, which is said to a guess until a later run knows it. `shows`:
    values of controls by key, which the last try sets, so that the picture shows the answer. A step of the path asks
    about the picture itself, and a teacher may ask their own question instead: then nothing is asked here, and nothing
    is hidden but what a step's own question is about.
    """
    if step_size.step() is not None:
        return Guess((SKIP,), not step_size.withholds())
    if lesson.asks_itself() and room.current() is None:
        return Guess((SKIP,), lesson.is_revealed())
    if room.SEEN in st.query_params:
        return Guess((SKIP,), True)
    question = replace(question, answer=answer, why=because, hint=hint)
    together = False if waits and room.current() is not None else room.together(question)
    if together is not None:
        return Guess((), together)
    with st.container(border=True, key=f"{question.key}_guess_box"):
        words = f"**{room.FIRST}** {question.prompt}"
        how: dict[str, Any] = {"bind": "query-params", "horizontal": True}
        if shows is not None:
            how |= {"on_change": _show_answer, "args": (question, shows)}
        guess = answer_input.draw(question, question.key, words, also=(SKIP,), **how)
        if guess is not None and waits:
            st.text(waits)
            return Guess((), False)
        return Guess((), False) if guess is None else Guess(*respond(question, guess))


def _show_answer(question: Question, values: Mapping[str, Any]) -> None:
    """Set controls to the answer, once it comes: before the run that draws them."""
    guess = st.session_state.get(question.key)
    if guess is not None and settles(question, guess):
        st.session_state.update(values)
