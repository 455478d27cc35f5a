"""A few hundred steps on a toy text: rows moving in a plane that stays where it is."""

from __future__ import annotations

from typing import Any

import streamlit as st

from explorer import ui
from explorer.gradients import toy
from explorer.ui.frame import order
from explorer.views import gradients as views
from explorer.views.gradients._learning import STEPS, STRIDE

PART = ui.Part(
    "Watch it learn",
    why="Step by step the rows that are read move against their [[gradient]], to say better which word comes next: in "
    "a few hundred steps on a tiny text you see which [[rows]] move at all, and whether words used alike come to point "
    "the same way.",
    look="Circles are words of the text, squares are words that are in the table but not in the text.",
    shown="A table drawn at random, a row for each of its words · D = 8 · whole words",
)

PACE = 0.2
"""Seconds from picture to picture while it plays."""
MOVES, RESTS = "They move too", "They rest"


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
    settings: dict[str, Any] = {
        "text": text,
        "optimizer": optimizer or "Adam",
        "output": output or toy.SEPARATE,
        "rate": float(lr),
    }
    try:
        view = views.learning(**settings)
    except ValueError as problem:
        st.error(f"{problem}. Type at least two words under More.")
        return
    guess = output != toy.TIED or ui.predict(
        "g_guess_tied",
        "The table that reads words now also scores them. What do the rows do whose words never come?",
        (RESTS, MOVES),
        answer=MOVES,
        because="Through the lookup they get nothing. But cross-entropy pushes every word that did not come next away, "
        "at each step, and with tied tables that push goes into the same rows.",
        hint="Which rows are multiplied to make the scores?",
    )
    playing = st.session_state.get("_g_film") is not None
    label, icon = ("Pause", ":material/pause:") if playing else ("Play", ":material/play_arrow:")
    with order.take("run"):
        st.button(label, key="g_play", icon=icon, on_click=_play_or_pause)
    settings["answered"] = bool(guess)
    order.fragment(lambda: _film(settings, playing), PACE if playing else None)
    ui.formulas("g_plane", view.formulas)


def _play_or_pause() -> None:
    """While it plays, the session holds the step shown last; None at rest."""
    at = st.session_state.get("_g_film")
    if at is None:
        st.session_state["_g_film"] = st.session_state["g_step"] % STEPS - STRIDE
    else:
        _stop(max(0, at))


def _stop(at: int) -> None:
    st.session_state["_g_film"], st.session_state["g_step"] = None, at


def _film(settings: dict[str, Any], playing: bool) -> None:
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
    ui.show("g_plane", views.learning(**settings, step=int(shown)))
