"""The honest half: a linear map fitted to the first positions, and what it is worth beyond them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import streamlit as st

from explorer import ui, wording
from explorer.figures.positions import shift as figures
from explorer.figures.spec import Spec
from explorer.scripts import positions as scripts
from explorer.waves.closeness import Waves
from explorer.waves.shift import FitRequest, ShiftFit, error_groups, fit_shift

PART = ui.Part(
    "Fitted shift",
    why="A model isn't told the rule of the waves: here a table of numbers is fitted to [[rows]] p and p + k that "
    "were seen, and then asked about places beyond.",
    look="Left, each dot is a wave: how wrong the fit is about it. Right, the error at every place; the shaded "
    "ones were seen.",
    shown=lambda state: (
        f"No model: a formula · D = {state.get('p_width', 64)} · trained on positions: {state.get('p_seen', 64)}"
    ),
)

TRAINED = [16, 32, 64, 128, 256, 512, 1024]
WIDTHS = [4, 8, 16, 32, 64, 128, 256, 512]
QUICK = 128 * 128 * 256  # steps of a fit that a moved slider doesn't wait for
RIDGES = {"none": 0.0, "1e-9": 1e-9, "1e-6": 1e-6, "0.001": 1e-3, "0.1": 0.1, "1": 1.0, "10": 10.0}


@lru_cache(maxsize=32)
def _fit(request: FitRequest) -> ShiftFit:
    return fit_shift(request)


@lru_cache(maxsize=32)
def _figures(request: FitRequest, revealed: bool) -> tuple[Spec, Spec]:
    fit, length = _fit(request), request.waves.length
    beyond = fit.beyond_error if revealed else None
    at = fit.by_position if revealed else np.append(fit.by_position[:length], np.full(length, np.nan))
    return (
        figures.by_wavelength(fit.wavelengths, fit.inside_error, beyond, length=length),
        figures.by_position(at, length=length),
    )


def show() -> None:
    """The fitted map inside the trained length and beyond it, wave by wave."""
    with ui.controls("p_fit"):
        line = ui.line()
        length = line.select_slider("Training positions L", TRAINED, 64, key="p_seen", bind="query-params")
        width = line.select_slider("Width", WIDTHS, 64, key="p_width", bind="query-params")
        k = ui.slider("Shift k", 1, 8, 1, key="p_step_k", called="shift", place=line)
        ridge = line.select_slider("Ridge", list(RIDGES), "0.001", key="p_ridge", bind="query-params")
    request = FitRequest(Waves(int(length), int(width)), int(k), RIDGES[ridge])
    ui.say(
        f"The fit takes rows below {length} to the rows {wording.count(int(k), 'place')} on, by least squares "
        + (f"with a [[ridge]] of {ridge}, a penalty on large numbers." if request.ridge else "without a [[ridge]].")
    )
    if not _asked_for(request):
        return
    fit = _fit(request)
    above = st.container()
    guess = ui.predict(
        "p_beyond",
        f"The true rule is the same everywhere. How well does the fitted one do from position {length} on?",
        ["as well as inside", "worse"],
        answer=lambda: "as well as inside" if fit.inside - fit.beyond < 0.001 else "worse",
        hint="From a short piece of a slow wave, can you tell how the wave goes on?",
        because=f"{_score(fit)} {_by_wavelength(fit, int(length))}",
    )
    with above:
        _pictures(request, fit, int(length), bool(guess))
    _formula(request, fit, ridge)


def _pictures(request: FitRequest, fit: ShiftFit, length: int, revealed: bool) -> None:
    left, right = ui.beside(2)
    by_wavelength, by_position = _figures(request, revealed)
    with left:
        ui.picture(
            "p_fit",
            by_wavelength,
            summary=_by_wavelength(fit, length) if revealed else _inside(fit, length),
            table=lambda: ui.Table(
                {
                    "pair": np.arange(len(fit.wavelengths)),
                    "wavelength": fit.wavelengths,
                    "error inside": fit.inside_error,
                    **({"error beyond": fit.beyond_error} if revealed else {}),
                },
                "fit",
            ),
            script=lambda: _script(request, revealed),
        )
    with right:
        ui.picture(
            "p_fit_at",
            by_position,
            summary=(
                f"{_score(fit)} Positions {length} to {2 * length - 1} were held out."
                if revealed
                else f"The error at positions 0 to {length - 1}; positions {length} to {2 * length - 1} come after the "
                "guess."
            ),
            table=lambda: ui.Table(
                {
                    "position": np.arange(2 * length if revealed else length),
                    "error": fit.by_position[: 2 * length if revealed else length],
                },
                "fit_by_position",
            ),
            script=lambda: _script(request, revealed),
        )


def _asked_for(request: FitRequest) -> bool:
    """Large fits wait for a button, except the one that the visitor's link brought along."""
    long, short = sorted((request.waves.length, request.waves.dim), reverse=True)
    asked: set[FitRequest] = st.session_state.setdefault("_p_fits", {request})
    if long * short**2 <= QUICK or request in asked:
        return True
    size = f"{request.waves.dim} × {request.waves.dim} numbers from {request.waves.length:,} rows"
    st.button(f"Fit {size} (up to half a second)", key="p_fit_now", on_click=lambda: asked.add(request))
    return False


def _script(request: FitRequest, revealed: bool) -> str:
    waves = request.waves
    return scripts.fit(waves.length, waves.dim, waves.base, request.k, request.ridge, beyond=revealed)


def _formula(request: FitRequest, fit: ShiftFit, ridge: str) -> None:
    waves, k = request.waves, request.k
    last = waves.length - k - 1
    missed = "less than 0.000001" if fit.missed < 1e-6 else wording.number(fit.missed, 4)
    ui.formula(
        "p_fit",
        r"R^2=1-\frac{\sum_p|PE(p)\,W-PE(p+k)|^2}{\sum_p|PE(p+k)-m|^2}",
        {
            "PE(p)": f"the [[row]] of position p, {waves.dim} numbers",
            "k": f"the shift: {k}",
            "W": f"the fitted table, {waves.dim} × {waves.dim} numbers: those that make the upper sum smallest"
            + (f", {ridge} times the sum of their squares added to it (the [[ridge]])" if request.ridge else ""),
            "m": "the mean of the rows PE(p + k): what you would say without looking",
            "p": f"0 to {last}: row p and row p + k were both seen",
        },
        f"Inside: 1 − {missed} / {wording.number(fit.varied, 4)} = {wording.fixed(fit.inside, 3)}.",
    )


def _score(fit: ShiftFit) -> str:
    return (
        f"R² inside is {wording.fixed(fit.inside, 3)}, beyond {wording.fixed(fit.beyond, 3)} (1: no error; 0: no "
        "better than always saying the mean row)."
    )


def _inside(fit: ShiftFit, length: int) -> str:
    worst = wording.tiny(float(fit.inside_error.max()), 2)
    return f"Error at the {length} positions that were seen: at most {worst} in any wave. Those beyond come later."


def _by_wavelength(fit: ShiftFit, length: int) -> str:
    groups, sixth = error_groups(fit, length), f"L/6 = {wording.number(length / 6)} positions"
    told = [
        f"{name} {wording.tiny(group.error)} ({wording.count(group.pairs, 'pair')})"
        for name, group in zip(
            (
                f"up to {sixth}",
                "from there to L" if groups[0].pairs else f"from {sixth} to L",
                "longer than L, never seen whole,",
            ),
            groups,
            strict=True,
        )
        if group.pairs
    ]
    return f"Error beyond, for waves {'; '.join(told)}."
