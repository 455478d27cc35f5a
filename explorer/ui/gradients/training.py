"""A few hundred steps on a toy text: rows moving in a plane that stays where it is."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explorer import ui
from explorer.data.cache import briefly
from explorer.figures.gradients import plane as figures
from explorer.figures.spec import Spec
from explorer.gradients import toy
from explorer.scripts import gradients as scripts
from explorer.ui.frame import order
from explorer.wording import count, fixed, in_brackets, listed, number, share, verb

PART = ui.Part(
    "Watch it learn",
    why="Step by step a row that is read moves so as to say better which word comes next: in a few hundred steps on a "
    "tiny text you see which [[rows]] move at all, and whether words used alike come to point the same way.",
    look="Circles are words of the text, squares are words that are in the table but not in the text.",
    shown="A table drawn at random, a row for each of its words · D = 8 · whole words",
)

STEPS = 300
STRIDE = STEPS // toy.FRAMES
PACE = 0.2
"""Seconds from picture to picture while it plays."""
MOVES, RESTS = "They move too", "They rest"


@briefly(most=8)
def _run(request: toy.Request) -> toy.Run:
    return toy.train(request)


@briefly(most=32)
def _figure(request: toy.Request, frame: int, told: bool) -> Spec:
    run = _run(request)
    # What gives the answer away is left out until the guess: the words that never come.
    shown = np.ones(len(run.words), bool) if told else run.seen
    words = [word for word, is_shown in zip(run.words, shown, strict=True) if is_shown]
    return figures.plane(run.points[:, shown], frame, words, run.seen[shown])


def show() -> None:
    """Text, optimizer, output table; then the step slider and the plane."""
    st.markdown(
        "Each word's row learns to say which word comes next. Press Play, or move the slider (an arrow key is one "
        "picture)."
    )
    with ui.controls("g_toy"):
        left, right = st.columns(2)
        output = left.segmented_control(
            "Scores of the next word come from",
            toy.OUTPUTS,
            default=toy.SEPARATE,
            required=True,
            key="g_output",
            bind="query-params",
        )
        optimizer = right.segmented_control(
            "Optimizer",
            ("Adam", "SGD"),
            default="Adam",
            required=True,
            key="g_toy_optimizer",
            bind="query-params",
            help=ui.meanings("SGD", "Adam"),
        )
    with ui.more("g_toy"):
        text = ui.typed.lines("Text to learn from", toy.TEXT, key="g_text", most=1500, height=110)
        lr = st.select_slider(
            "Step length (learning rate)", (0.003, 0.01, 0.03, 0.1, 0.3, 1.0), 0.03, key="g_toy_lr", bind="query-params"
        )
    request = toy.Request(text, optimizer or "Adam", output or toy.SEPARATE, STEPS, float(lr))
    try:
        run = _run(request)
    except ValueError as problem:
        st.error(f"{problem}. Type at least two words under More.")
        return
    tied = request.output == toy.TIED
    guess = not tied or ui.predict(
        "g_guess_tied",
        "The table that reads words now also scores them. What do the rows do whose words never come?",
        (RESTS, MOVES),
        answer=MOVES,
        because="Through the lookup they get nothing. But cross-entropy pushes every word that did not come next away, "
        "at each step, and with tied tables that push goes into the same rows.",
        hint="Which rows are multiplied to make the scores?",
    )
    if run.words_left_out:
        st.warning(
            f"{count(run.words_left_out, 'word')} {verb(run.words_left_out, 'is', 'are')} left out: this training "
            f"takes {toy.MOST_WORDS} words, {toy.MOST_DISTINCT} of them different."
        )
    playing = st.session_state.get("_g_film") is not None
    label, icon = ("Pause", ":material/pause:") if playing else ("Play", ":material/play_arrow:")
    with order.take("run"):
        st.button(label, key="g_play", icon=icon, on_click=_play_or_pause)
    order.fragment(lambda: _film(request, run, playing, bool(guess)), PACE if playing else None)
    _formula(request, run)


def _formula(request: toy.Request, run: toy.Run) -> None:
    """The first step of one number; Adam's is as long as the step length, whatever the gradient."""
    first, adam = run.first, request.optimizer == "Adam"
    word = run.words[first.row]
    whose = f"“{word}”" if word.isalnum() else "the word read first"  # shown as markdown
    before, after, slope = fixed(first.before, 4), fixed(first.after, 4), number(first.gradient)
    symbols = {
        "x": f"a number of a [[row]]; the first one of {whose}, at the start: {before}",
        r"\eta": f"the step length: {request.lr:g}",
        "g": f"its [[gradient]], how fast the loss grows with x: {slope}",
    }
    if adam:
        symbols |= {
            r"\hat m,\ \hat v": r"running means of $g$ and of $g^2$; at the first step they are $g$ and $g^2$",
            r"\epsilon": "a tiny number that keeps the divisor from 0",
        }
    factor = in_brackets(slope)
    over = f" / √({factor}²)" * adam
    ui.formula(
        "g_plane",
        r"x \leftarrow x - \eta\, " + (r"\frac{\hat m}{\sqrt{\hat v} + \epsilon}" if adam else "g"),
        symbols,
        f"The first step: {before} − {request.lr:g} · {factor}{over} = {after}. "
        + (
            f"The size of g cancels: at the first step every number with a gradient moves by about {request.lr:g}."
            if adam
            else "The gradient says which way the loss grows, and x goes the other way."
        ),
    )


def _play_or_pause() -> None:
    """While it plays, the session holds the step shown last; None at rest."""
    at = st.session_state.get("_g_film")
    if at is None:
        st.session_state["_g_film"] = st.session_state["g_step"] % STEPS - STRIDE
    else:
        _stop(max(0, at))


def _stop(at: int) -> None:
    st.session_state["_g_film"], st.session_state["g_step"] = None, at


def _film(request: toy.Request, run: toy.Run, playing: bool, told: bool) -> None:
    """The step and the plane; while it plays, each run of this fragment goes on by one picture."""
    if playing:
        if (at := st.session_state["_g_film"]) is None:
            st.rerun()
        shown = st.session_state["_g_film"] = at + STRIDE
        if shown >= STEPS:
            _stop(STEPS)
            st.rerun()
        # Not the slider that visitors move: on a slow line the browser would send back its last place but one.
        st.session_state["g_film"] = shown
        with order.take("controls"):
            st.slider("Step", 0, STEPS, step=STRIDE, key="g_film", disabled=True)
    else:
        with order.take("controls"):
            shown = st.slider("Step", 0, STEPS, STEPS, STRIDE, key="g_step", bind="query-params")
    frame = int(np.searchsorted(run.steps, shown, side="right")) - 1
    ui.picture(
        "g_plane",
        _figure(request, frame, told),
        summary=_words(run, frame, told),
        table=(lambda: _table(run, frame)) if told else None,
        script=lambda: scripts.training(
            request.text, request.optimizer, request.output, request.steps, request.lr, unseen=told
        ),
    )


def _words(run: toy.Run, frame: int, told: bool) -> str:
    never = [word for word, seen in zip(run.words, run.seen, strict=True) if not seen]
    rest = run.distance[~run.seen]
    if not never:
        unseen = f"All of {listed(toy.UNSEEN)} are in the text, so every row is read. "
    elif not told:
        unseen = f"In the table but not in the text: {listed(never)}; they are drawn after your guess. "
    else:
        unseen = (
            f"In the table but not in the text: {listed(never)}; the farthest of their rows has moved "
            f"{number(float(rest.max()))} at the end. "
        )
    alike = ""
    if run.alike:
        one, other = (run.words[word] for word in run.alike)
        alike = (
            f"“{one}” and “{other}” have the most similar words before and behind them: the cosine of their rows is "
            f"{fixed(run.cosines[frame])} (at the start {fixed(run.cosines[0])}). "
        )
    touched = f"One step touches at most {run.most_at_once} of the {len(run.words)} rows. " if told else ""
    return (
        f"After step {run.steps[frame]:,} the loss is {fixed(run.loss[frame], 3)} nats (at the start "
        f"{fixed(run.loss[0], 3)}). {alike}{touched}{unseen}The plane is the same at every step and shows "
        f"{share(run.share)} of the movement (sum of squares)."
    )


def _table(run: toy.Run, frame: int) -> ui.Table:
    return ui.Table(
        {
            "word": run.words,
            "in the text": run.seen,
            "x": run.points[frame, :, 0],
            "y": run.points[frame, :, 1],
            "moved in all, at the end": run.distance,
        },
        "toy_training",
    )
