"""Toy training: the rows of a small table over a few hundred steps, in a fixed plane."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from explorer import ui
from explorer.gradients import toy_training
from explorer.questions import Question
from explorer.ui.frame import step_size
from explorer.views import gradients as views
from explorer.views.gradients.toy_training import STEPS, STRIDE, stored
from explorer.views.setting import Whole

PART = ui.Part(
    "Watch it learn",
    question="Does a word that never comes learn too?",
    why="Step by step [[rows]] move against their [[gradient]], to guess the next word better.",
    look="A circle is a word of the text, its trail the way that it has come; a square never comes.",
    shown=f"A table drawn at random, a row for each of its words · D = {toy_training.WIDTH} · whole words",
)

FIRST_UNSEEN = 2
"""Number of the picture's first line of words that never come."""
RUNS = "g_runs"
"""Control of the step that asks which dot another one runs to."""
MOVES, RESTS = "Yes, it moves too", "No, it rests"
PLAYED = (*range(0, STEPS // 2, STRIDE), *range(STEPS // 2, STEPS + 1, 3 * STRIDE))
"""Steps of the slider: three quarters of the rows' way is made in the first half, so Play hurries in the second."""


def _begin(text: str = "") -> None:
    st.session_state["g_step"] = _start()
    if text:
        st.session_state["g_text"] = text


def _start() -> int:
    """The step at first: what was learned; on the path, whose task is to let it learn, nothing yet."""
    return STEPS if step_size.step() is None else 0


def show() -> None:
    """Draw the text and the settings; then the plane, with the step below it."""
    with ui.controls("g_words", above=True):
        settings = ui.ask(views.learning, "text", on_change=_begin)
        ready = ui.row()
        for number, (name, text) in enumerate(toy_training.THEMES.items() if ui.draws("g_text") else ()):
            ready.button(name.capitalize(), key=f"g_theme_{number}", on_click=_begin, args=(text,))
    if not toy_training.can_learn(settings["text"]):
        st.error("Type at least two words: each learns from the one that comes after it.")
        return
    with ui.controls("g_toy"):
        settings = ui.ask(views.learning, "output", "optimizer", given=settings)
        step = ui.control(Whole("Step", _start(), 0, STEPS, key="g_step", step=STRIDE, typed=True), width=140)
    settings = ui.ask(views.learning, given=settings, folded=("g_toy", "More"))
    view = views.learning(**settings, step=stored(step))
    tied = settings["output"] == toy_training.TIED
    scores = " Here the table that reads words also scores each as the next one." if tied else ""
    guess = {*toy_training.UNSEEN} <= {*settings["text"].split()} or ui.predict(  # else every row is read
        Question(
            f"Some words of the table never come in the text. Does the row of such a word move?{scores}",
            (RESTS, MOVES),
            key="g_guess_tied" if tied else "g_guess_rest",
        ),
        answer=MOVES if tied else RESTS,
        because="**Yes, here it moves too: at each step every word that did not come next is pushed away.** Through "
        "the lookup it gets nothing, but cross-entropy scores all words, and with tied tables that push goes into the "
        "same rows."
        if tied
        else "**No, it rests: only rows that are read get a gradient.** Here nothing else reaches this table, so a "
        "word that never comes keeps the row that chance gave it.",
        hint="Which rows are multiplied to make the scores?"
        if tied
        else "Who reads the row of a word that never comes?",
    )
    moves = ui.Moves("step", PLAYED, "g_step", "Step", play=True, glide=True)
    ui.show("g_plane", view.at_question(bool(guess)), moves=moves, formulas=True, **_ask_where_it_runs(settings))


def _ask_where_it_runs(settings: Mapping[str, Any]) -> dict[str, Any]:
    """In the step that asks for it, the words that one may run to as buttons; a tap on a dot chooses its own."""
    if step_size.step() is None or not step_size.draws(RUNS):
        return {}
    if (tapped := st.session_state.pop(f"_{RUNS}", None)) is not None:
        st.session_state[RUNS] = tapped
    run = toy_training.train(toy_training.ToyRequest(settings["text"]))
    named = {word for pair in run.together[: toy_training.TOLD] for word in pair[:2]} - {toy_training.ASKED}
    others = [*sorted(named), run.words[int(run.seen.argmin())]]
    with ui.controls("g_runs_to"):
        st.pills(f"“{toy_training.ASKED}” runs to", others, key=RUNS, bind="query-params")

    def take(event: ui.Event) -> None:
        if event.click is None:
            return
        is_seen, at = event.click.curve < FIRST_UNSEEN, event.click.index
        kind = [word for word, seen in zip(run.words, run.seen, strict=True) if seen == is_seen]
        word = kind[at] if type(at) is int and 0 <= at < len(kind) else ""
        if word in others and word != st.session_state.get(RUNS):
            st.session_state[f"_{RUNS}"] = word
            st.rerun()  # a step is judged outside its part

    return {"events": ("click",), "follow": take}
