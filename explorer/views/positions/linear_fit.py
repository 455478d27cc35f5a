"""Linear fit of the shift to the first positions, and its error beyond them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from explorer.figures.figure_spec import Spec
from explorer.figures.positions import shift as figures
from explorer.positional_encodings.position_similarity import Waves
from explorer.positional_encodings.shift import FitRequest, ShiftFit, error_groups, fit_shift
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Float, Int, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import count, fixed, number, positions, tiny

LENGTH: Any = Whole(
    "Training positions L",
    64,
    16,
    1_024,
    tuple(16 << bit for bit in range(7)),
    key="p_seen",
    about="number of training positions: rows below it are fitted",
)
WIDTH: Any = Whole(
    "Width", 64, 4, 512, tuple(4 << bit for bit in range(8)), step=2, key="p_width", about="numbers in a row"
)
K: Any = Whole("Shift k", 1, 1, 8, key="p_step_k", typed=True, about="the shift")
RIDGES = {0.0: "none", 1e-9: "1e-9", 1e-6: "1e-6", 1e-3: "0.001", 0.1: "0.1", 1.0: "1", 10.0: "10"}
RIDGE: Any = Choice("Ridge", 0.001, RIDGES, key="p_ridge", about="a penalty on large numbers")


@picture(fit_shift)
def fit_by_wavelength(*, length: Int = LENGTH, dim: Int = WIDTH, k: Int = K, ridge: Float = RIDGE) -> View:
    """Error by wavelength of a fitted map from row p to row p + k, at the fitted positions and beyond.

    >>> view = fit_by_wavelength()
    >>> [round(float(view.table[name].max()), 3) for name in ("error inside", "error beyond")]
    [0.001, 0.796]
    """
    request, fit = _fitted(length, dim, k, ridge)

    def draw(answered: bool, _: object) -> View:
        errors = {"error inside": fit.inside_error} | ({"error beyond": fit.beyond_error} if answered else {})
        return View(
            _figures(request, answered)[0],
            by_wavelength(fit, length) if answered else _inside(request, fit),
            Table({"pair": np.arange(len(fit.wavelengths)), "wavelength": fit.wavelengths, **errors}, "fit"),
            (_formula(request, fit),),
            _in_neither(request) * answered,
        )

    return with_question(draw)


@picture(fit_shift)
def fit_by_position(*, length: Int = LENGTH, dim: Int = WIDTH, k: Int = K, ridge: Float = RIDGE) -> View:
    """Error at each position p of a fitted map from row p to row p + k, up to 2 · `length`.

    >>> fit_by_position().table.rows
    128
    """
    request, fit = _fitted(length, dim, k, ridge)

    def draw(answered: bool, _: object) -> View:
        shown = 2 * length if answered else length - k
        return View(
            _figures(request, answered)[1],
            f"{score(fit)} Inside are {_positions_text(0, length - k)}, beyond {_positions_text(length, 2 * length)}."
            if answered
            else f"The error at the positions that were fitted, {_positions_text(0, length - k)}; those after them "
            "come after the guess.",
            Table({"position": np.arange(shown), "error": fit.by_position[:shown]}, "fit_by_position"),
            left_out=_in_neither(request) * answered,
        )

    return with_question(draw)


def _fitted(length: int, dim: int, k: int, ridge: float) -> tuple[FitRequest, ShiftFit]:
    request = FitRequest(Waves(length, dim), k, ridge)
    return request, fitted(request)


@lru_cache(maxsize=32)
def fitted(request: FitRequest) -> ShiftFit:
    """The fit, cached, since both pictures and the question use it."""
    return fit_shift(request)


@lru_cache(maxsize=32)
def _figures(request: FitRequest, answered: bool) -> tuple[Spec, Spec]:
    fit, length = fitted(request), request.waves.length
    fitted_count = length - request.k
    beyond = fit.beyond_error if answered else None
    at = (
        fit.by_position
        if answered
        else np.append(fit.by_position[:fitted_count], np.full(2 * length - fitted_count, np.nan))
    )
    return (
        figures.by_wavelength(fit.wavelengths, fit.inside_error, beyond, length=length),
        figures.by_position(at, fitted=fitted_count),
    )


def score(fit: ShiftFit) -> str:
    """Sentence on R² at fitted positions and beyond, with the meaning of 0 and 1."""
    return (
        f"R² inside is {fixed(fit.inside, 3)}, beyond {fixed(fit.beyond, 3)} (1: no error; 0: no better than always "
        "saying the mean row)."
    )


def by_wavelength(fit: ShiftFit, length: int) -> str:
    """Sentence on the errors beyond the fitted positions, by groups of wavelengths."""
    groups, sixth = error_groups(fit, length), f"L/6 = {number(length / 6)} positions"
    sentences = [
        f"{name}: {tiny(group.error)} ({count(group.pairs, 'pair')})"
        for name, group in zip(
            (
                f"up to {sixth}",
                "from there to L" if groups[0].pairs else f"from {sixth} to L",
                "longer than L, never seen whole",
            ),
            groups,
            strict=True,
        )
        if group.pairs
    ]
    return f"Error beyond (root mean square over all of them), for waves {'; '.join(sentences)}."


def _inside(request: FitRequest, fit: ShiftFit) -> str:
    fitted_count = request.waves.length - request.k
    return (
        f"Error at the {count(fitted_count, 'position')} that were fitted, {_positions_text(0, fitted_count)}: at most "
        f"{tiny(float(fit.inside_error.max()))} in any wave (root mean square over the positions). Those beyond come "
        "later."
    )


def _in_neither(request: FitRequest) -> str:
    """Note on positions that count as neither: below L row p was seen, but its target p + k only below L − k."""
    length, k = request.waves.length, request.k
    if k == 1:
        return f"Position {length - 1:,} is in neither: its row was seen, the next one was not."
    return (
        f"{_positions_text(length - k, length).capitalize()} are in neither: their rows were seen, the rows {k} "
        "positions on were not."
    )


def _positions_text(first: int, stop: int) -> str:
    return positions(first, stop - 1)


def _formula(request: FitRequest, fit: ShiftFit) -> Formula:
    waves, k = request.waves, request.k
    missed = "less than 0.000001" if fit.missed < 1e-6 else number(fit.missed, 4)
    return Formula(
        r"R^2=1-\frac{\sum_p|PE(p)\,W-PE(p+k)|^2}{\sum_p|PE(p+k)-m|^2}",
        {
            "PE(p)": f"the [[row]] of position p, {waves.dim} numbers",
            "k": f"the shift: {k}",
            "W": f"the fitted table, {waves.dim} × {waves.dim} numbers: those that make the upper sum smallest"
            + (
                f", {tiny(request.ridge)} times the sum of their squares added to it (the [[ridge]])"
                if request.ridge
                else "; where several do, the one whose squares add up to least"
            ),
            "m": "the mean of the rows PE(p + k): what you would say without looking",
            "p": f"0 to {waves.length - k - 1}: row p and row p + k were both seen",
        },
        f"Inside: 1 − {missed} / {number(fit.varied, 4)} = {fixed(fit.inside, 3)}.",
    )
