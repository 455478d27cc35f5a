"""Linear fit of the shift to the first positions, and its error beyond them."""

from dataclasses import replace

import streamlit as st

from explorer import ui
from explorer.positional_encodings.position_similarity import Waves
from explorer.positional_encodings.shift import FitRequest
from explorer.questions import Question
from explorer.views import positions as views
from explorer.views.positions.linear_fit import RIDGES, by_wavelength, fitted, score

QUICK = 128 * 128 * 256  # operations of a fit up to which a slider computes it at once
ALIKE = 0.001
HEIGHT = 390  # pixels, with the slider in sight


def show() -> None:
    """Draw the error of the fitted map, by wavelength, at the fitted positions and beyond."""
    st.header("A fitted shift", anchor=False)
    with st.container(key="p_fit_controls"):
        settings = ui.ask(views.fit_by_wavelength)
    length = settings["length"]
    request = FitRequest(Waves(length, settings["dim"]), settings["k"], settings["ridge"])
    ui.write(
        "A model isn't told the rule of the waves: here a table of numbers is fitted to [[rows]] p and p + k that were "
        "seen, and then asked about positions beyond. Left, each dot is a wave: how wrong the fit is about it. Right, "
        "the error at every position; it was fitted to the shaded ones."
    )
    ridge = f"with a [[ridge]] of {RIDGES[request.ridge]}, a penalty on large numbers"
    penalty = ridge if request.ridge else "without a [[ridge]]"
    ui.write(
        f"The fit takes each row to the row k positions on, by least squares over the rows that were seen, {penalty}."
    )
    if not _asked_for(request):
        return
    fit = fitted(request)
    above = st.container()
    guess = ui.predict(
        Question(
            f"The true rule is the same everywhere. How well does the fitted one do from position {length} on? (“As "
            "well” "
            f"is an R² that is less than {ALIKE} lower.)",
            ("as well as inside", "worse"),
            key="p_beyond",
        ),
        answer=lambda: "as well as inside" if fit.inside - fit.beyond < ALIKE else "worse",
        hint="From a short piece of a slow wave, can you tell how the wave goes on?",
        because=f"{score(fit)} {by_wavelength(fit, length)}",
    )
    waves = guess.draw_in(views.fit_by_wavelength(**settings))
    # All shifts of a large table are seconds of work: its own control moves it then.
    moves = ui.moves(views.fit_by_wavelength, "k", play=True) if _is_quick(request) else None
    with above:
        ui.show("p_fit", waves, height=HEIGHT, moves=moves)
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
