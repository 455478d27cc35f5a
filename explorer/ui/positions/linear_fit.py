"""Linear fit of the shift to the first positions, and its error beyond them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from explorer import ui
from explorer.positional_encodings.position_similarity import Waves
from explorer.positional_encodings.shift import FitRequest
from explorer.ui.frame import part_containers
from explorer.views import positions as views
from explorer.views.positions._linear_fit import FARTHEST, by_wavelength, fitted, score

TRAINED = [16, 32, 64, 128, 256, 512, 1024]
WIDTHS = [4, 8, 16, 32, 64, 128, 256, 512]
QUICK = 128 * 128 * 256  # operations of a fit up to which a slider computes it at once
RIDGES = {"none": 0.0, "1e-9": 1e-9, "1e-6": 1e-6, "0.001": 1e-3, "0.1": 0.1, "1": 1.0, "10": 10.0}
ALIKE = 0.001
HEIGHT = 390  # pixels, with the slider in sight


def show() -> None:
    """Draw the error of the fitted map, by wavelength, at the fitted positions and beyond."""
    part_containers.end()  # the question is about the fit, not about the exact shift
    st.header("A fitted shift", anchor=False)
    with st.container(key="p_fit_controls"):
        line = ui.row()
        length = int(line.select_slider("Training positions L", TRAINED, 64, key="p_seen", bind="query-params"))
        dim = int(line.select_slider("Width", WIDTHS, 64, key="p_width", bind="query-params"))
        k = ui.number("Shift k", 1, FARTHEST, 1, key="p_step_k", called="shift", container=line, width=140)
        ridge = line.select_slider("Ridge", list(RIDGES), "0.001", key="p_ridge", bind="query-params")
    request = FitRequest(Waves(length, dim), k, RIDGES[ridge])
    ui.write(
        "A model isn't told the rule of the waves: here a table of numbers is fitted to [[rows]] p and p + k that were "
        "seen, and then asked about positions beyond. Left, each dot is a wave: how wrong the fit is about it. Right, "
        "the error at every position; it was fitted to the shaded ones."
    )
    ui.write(
        "The fit takes each row to the row k positions on, by least squares over the rows that were seen, "
        + (f"with a [[ridge]] of {ridge}, a penalty on large numbers." if request.ridge else "without a [[ridge]].")
    )
    if not _asked_for(request):
        return
    fit = fitted(request)
    above = st.container()
    guess = ui.predict(
        "p_beyond",
        f"The true rule is the same everywhere. How well does the fitted one do from position {length} on? (“As well” "
        f"is an R² that is less than {ALIKE} lower.)",
        ["as well as inside", "worse"],
        answer=lambda: "as well as inside" if fit.inside - fit.beyond < ALIKE else "worse",
        hint="From a short piece of a slow wave, can you tell how the wave goes on?",
        because=f"{score(fit)} {by_wavelength(fit, length)}",
    )
    settings: dict[str, Any] = {"length": length, "dim": dim, "k": k, "ridge": request.ridge}
    waves = guess.draw_in(views.fit_by_wavelength(**settings))
    # All shifts of a large table are seconds of work: its own control moves it then.
    moves = ui.Moves("k", range(1, FARTHEST + 1), "p_step_k", "Shift k", play=True) if _is_quick(request) else None
    with above:
        left, right = ui.beside(2)
        with left:
            ui.show("p_fit", waves, height=HEIGHT, moves=moves)
        with right:
            by_position = guess.draw_in(views.fit_by_position(**settings))
            ui.show("p_fit_at", by_position, height=HEIGHT, moves=moves and replace(moves, slider=False))
    ui.formulas("p_fit", waves.formulas)


def _asked_for(request: FitRequest) -> bool:
    """Whether to compute the fit now: a large one waits for a button, unless it came with the visitor's link."""
    asked: set[FitRequest] = st.session_state.setdefault("_p_fits", {request})
    if _is_quick(request) or request in asked:
        return True
    size = f"{request.waves.dim} × {request.waves.dim} numbers from {request.waves.length:,} rows"
    st.button(f"Fit {size} (up to half a second)", key="p_fit_now", on_click=lambda: asked.add(request))
    return False


def _is_quick(request: FitRequest) -> bool:
    long, short = sorted((request.waves.length, request.waves.dim), reverse=True)
    return long * short**2 <= QUICK
