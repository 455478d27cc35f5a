"""The honest half: a linear map fitted to the first positions, and what it is worth beyond them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import streamlit as st

from explorer import ui
from explorer.figures.positions import shift as figures
from explorer.figures.spec import Spec
from explorer.scripts import positions as scripts
from explorer.waves.closeness import Waves
from explorer.waves.shift import FitRequest, ShiftFit, fit_shift

PART = ui.Part("Fitted shift")

TRAINED = [16, 32, 64, 128, 256, 512, 1024]
WIDTHS = [4, 8, 16, 32, 64, 128, 256, 512]
QUICK = 128 * 128 * 256  # steps of a fit that a moved slider doesn't wait for
RIDGES = {"none": 0.0, "1e-9": 1e-9, "1e-6": 1e-6, "0.001": 1e-3, "0.1": 0.1, "1": 1.0, "10": 10.0}


@lru_cache(maxsize=32)
def _fit(request: FitRequest) -> ShiftFit:
    return fit_shift(request)


@lru_cache(maxsize=32)
def _figures(request: FitRequest) -> tuple[Spec, Spec]:
    fit, length = _fit(request), request.waves.length
    return (
        figures.by_wavelength(fit.wavelengths, fit.inside_error, fit.beyond_error, length=length),
        figures.by_position(fit.by_position, length=length),
    )


@st.fragment
def show() -> None:
    """Draw this part of the page."""
    with ui.controls("p_fit"):
        boxes = st.columns(4)
        length = boxes[0].select_slider("Training positions L", TRAINED, 64, key="p_seen", bind="query-params")
        width = boxes[1].select_slider("Width", WIDTHS, 64, key="p_width", bind="query-params")
        k = boxes[2].slider("Shift k", 1, 8, 1, key="p_step_k", bind="query-params")
        ridge = boxes[3].select_slider("Ridge", list(RIDGES), "0.001", key="p_ridge", bind="query-params")
    request = FitRequest(Waves(int(length), int(width)), int(k), RIDGES[ridge])
    st.markdown(
        "A model isn't given the rotation, it learns from the positions it sees. Here a matrix is fitted to rows p and "
        f"p + {k} below {length}, by least squares with a ridge (a small price on large weights). Then it is asked "
        "about rows it hasn't seen."
    )
    if not _asked_for(request):
        return
    fit = _fit(request)
    if not ui.predict(
        "p_beyond",
        f"The true map is a rotation, the same everywhere. How well does the fitted one do beyond position {length}?",
        ["as well as inside", "worse"],
        answer=lambda: "as well as inside" if fit.beyond > 0.999 else "worse",
        because=f"{_score(fit)} Change L, width and ridge: the value beyond runs from below 0 to almost 1.",
    ):
        return
    left, right = st.columns(2)
    by_wavelength, by_position = _figures(request)
    with left:
        ui.picture(
            "p_fit",
            by_wavelength,
            summary=_by_wavelength(fit, int(length)),
            table=lambda: ui.Table(
                {
                    "pair": np.arange(len(fit.wavelengths)),
                    "wavelength": fit.wavelengths,
                    "error inside": fit.inside_error,
                    "error beyond": fit.beyond_error,
                },
                "fit",
            ),
            script=lambda: _script(request),
        )
    with right:
        ui.picture(
            "p_fit_at",
            by_position,
            summary=(
                f"{_score(fit)} (1 is perfect, 0 no better than always saying the mean row.) "
                f"Positions {length} to {2 * length - 1} were held out."
            ),
            table=lambda: ui.Table(
                {"position": np.arange(len(fit.by_position)), "error": fit.by_position}, "fit_by_position"
            ),
            script=lambda: _script(request),
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


def _script(request: FitRequest) -> str:
    return scripts.fit(request.waves.length, request.waves.dim, request.waves.base, request.k, request.ridge)


def _score(fit: ShiftFit) -> str:
    return f"R² inside {fit.inside:.3f}, beyond {fit.beyond:.3f}."


def _by_wavelength(fit: ShiftFit, length: int) -> str:
    groups = []
    for name, mask in (
        (f"up to L/3 = {length / 3:.0f} positions", fit.wavelengths <= length / 3),
        ("longer ones", fit.wavelengths > length / 3),
    ):
        if mask.any():
            error = float(np.sqrt((fit.beyond_error[mask] ** 2).mean()))
            groups.append(f"{name} {error:.2g} ({mask.sum()} pairs)")
    return f"Error beyond, for waves {', for '.join(groups)}."
