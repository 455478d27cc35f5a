"""Frequencies: the wavelength of every pair of columns."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from explorer.core import functional
from explorer.figures.figure_spec import Spec
from explorer.figures.positions import wavelengths as figures
from explorer.positional_encodings.position_similarity import Waves, unfinished
from explorer.vectors.wave_cycle_count import turns
from explorer.views.formula import Formula
from explorer.views.positions.settings import BASE, LENGTH, WIDTH, pairs_of_width
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count, number, share, verb

PAIRS = pairs_of_width(8, 0, 4, 16, about="pairs with a ring; the formula has the last")


@picture(functional.frequencies)
def wavelengths(*, length: int = LENGTH, dim: int = WIDTH, base: float = BASE, pairs: tuple[int, ...] = PAIRS) -> View:
    """Wavelength of each pair of columns: positions per turn.

    >>> wavelengths(dim=4).table["wavelength"].round(2).tolist()
    [6.28, 628.32]
    """
    waves = Waves(length, dim, base)
    omega = waves.frequencies
    never = _unfinished(unfinished(waves), len(omega))
    return View(
        _wavelengths_figure(waves, pairs),
        f"{_range(waves)} {never} a turn within {count(length, 'position')}.",
        Table(
            {
                "pair": np.arange(len(omega)),
                "radians per position": omega,
                "wavelength": waves.wavelengths,
                "turns by the last position": turns(omega, length),
            },
            "wavelengths",
        ),
        (_formula(waves, pairs[-1]),),
    )


def doubled(waves: Waves) -> list[float]:
    """Factor by which doubling the base lengthens each pair's wave.

    >>> [round(times, 3) for times in doubled(Waves(9, 4))]
    [1.0, 1.414]
    """
    double = Waves(waves.length, waves.dim, 2 * waves.base)
    return [float(times) for times in double.wavelengths / waves.wavelengths]


@lru_cache(maxsize=64)
def _wavelengths_figure(waves: Waves, chosen: tuple[int, ...]) -> Spec:
    return figures.wavelengths(waves.wavelengths, length=waves.length, chosen=chosen)


def _formula(waves: Waves, pair: int) -> Formula:
    """Formula of a pair's wavelength, worked out from the power as written."""
    # Enough digits that the written product is the wavelength to the nearest position.
    digits = 6 if waves.wavelengths[pair] < 1e5 else 11
    turn, power = number(2 * np.pi, digits), number(waves.base ** (2 * pair / waves.dim), digits)
    last = len(waves.frequencies) - 1
    return Formula(
        r"\lambda_i=\frac{2\pi}{\omega_i}=2\pi\,b^{2i/D}",
        {
            r"\lambda_i": "positions that the hand of pair i needs for one turn: its wavelength",
            "i": f"the number of the pair, from 0 to {last}",
            "b": f"the [[base]]: {number(waves.base, 13)}",
            "D": f"the [[width]]: {waves.dim:,}",
        },
        f"Pair {pair}: 2π · {number(waves.base, 13)} to the power of {2 * pair}/{waves.dim} = {turn} · {power} = "
        f"{number(float(turn) * float(power.replace(',', '')), 4)} positions.",
    )


def _range(waves: Waves) -> str:
    return (
        f"Wavelengths of the {len(waves.wavelengths)} pairs grow evenly on a log axis, from "
        f"{waves.wavelengths[0]:.2f} to {waves.wavelengths[-1]:,.0f} positions."
    )


def _unfinished(never: int, pairs: int) -> str:
    """Sentence part on how many pairs never complete a turn.

    >>> _unfinished(38, 64), _unfinished(0, 64), _unfinished(64, 64), _unfinished(2, 2)
    ('38 of 64 pairs (59 %) never complete', 'All of them complete', 'None of them completes', 'Neither completes')
    """
    if never in (0, pairs):
        both = (
            ("Both complete", "Neither completes") if pairs == 2 else ("All of them complete", "None of them completes")
        )
        return both[bool(never)]
    return f"{never} of {pairs} pairs ({share(never, pairs)}) never {verb(never, 'completes', 'complete')}"
