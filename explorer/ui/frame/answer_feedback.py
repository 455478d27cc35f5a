"""Verdict on a guess: the hint, or the answer with its explanation; the wording is the same for all questions."""

from collections.abc import Callable, Sequence

import streamlit as st

from explorer.questions import Question
from explorer.wording import ended, quoted, right_guess, unbroken

TRIES = 2
SKIP = "Just show me"


def respond(question: Question, guess: str | tuple[str, ...]) -> tuple[tuple[str, ...], bool]:
    """Record a guess and judge it; returns all guesses of this session, and whether the answer may be seen.

    A first wrong guess gets the hint, where there is one, and a second try.
    """
    is_last, tries = settles(question, guess), _tries(question, guess)
    st.session_state[f"_{question.key}_tries"] = tries
    if not is_last:
        st.info(
            f"Not this one: guess once more, and then the answer comes. A hint: {unbroken(question.hint)}", icon=None
        )
        return tries, False
    say_answer(question, None if guess == SKIP else guess)
    return tries, True


def settles(question: Question, guess: str | tuple[str, ...]) -> bool:
    """Whether the answer comes after this guess."""
    last = guess == SKIP or not question.hint or len(_tries(question, guess)) >= TRIES
    return last or bool(question.judge(guess).right)


def _tries(question: Question, guess: str | tuple[str, ...]) -> tuple[str, ...]:
    before: tuple[str, ...] = st.session_state.get(f"_{question.key}_tries", ())
    said = question.text(guess)
    return before if said in before else (*before, said)


def choose_reading(key: str, texts: Sequence[str], on_choose: Callable[[str], None]) -> None:
    """A button for each reading of a typed number; `on_choose` gets the one that is meant."""
    with st.container(horizontal=True):
        for at, text in enumerate(texts):
            st.button(text, key=f"{key}_{at}", on_click=on_choose, args=(text,))


def say_answer(question: Question, guess: str | tuple[str, ...] | None, *, judged: bool = True) -> None:
    """Write the answer, its explanation and the visitor's guess; on the teacher's screen no guess is `judged`.

    A reason may begin with a bold sentence, which answers the title and then stands in place of the right choice.
    """
    right, why = question.text(question.right), unbroken(question.reason)
    bold, whole, rest = f"{why} ".partition("** ") if why.startswith("**") else ("", "", why)
    said = bold.removeprefix("**") if whole else ended(right)
    if not judged:
        st.success(f"**{said}**\n\n{rest}", icon=None)
    elif guess is not None and question.judge(guess).right:
        st.success(f"**{f'Right. {said}' if whole else right_guess(right)}**\n\n{rest}", icon=None)
    else:
        given = "" if guess is None else f"Your guess: {ended(quoted(question.text(guess)))} "
        st.info(f"**{said if whole else f'The answer: {said}'}**\n\n{given}{rest}", icon=None)
