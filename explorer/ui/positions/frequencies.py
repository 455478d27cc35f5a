"""Wavelengths of all pairs, and the waves of chosen ones."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui, wording
from explorer.figures.positions import waves as figures
from explorer.figures.positions.waves import FIRST_SEEN
from explorer.figures.spec import Spec
from explorer.scripts import positions as scripts
from explorer.ui.positions import settings
from explorer.vectors.turns import turns
from explorer.waves.closeness import Waves, unfinished

PART = ui.Part(
    "Frequencies",
    why="Every pair of columns is a clock of its own speed: the fast ones tell neighbours apart, the slow ones far "
    "places, and [[base]] and [[width]] decide how slow the slowest is.",
    look="Pairs above the dashed line never come round within the table: the model sees a part of their wave only.",
    shown=settings.shown,
)

DRAWN = 1_024  # positions of a curve: on a screen more would be one grey band
DEFAULT = (0, 4, 16)
MOST = 5
DOUBLED = [
    "every wave gets twice as long",
    "slow waves get longer, the fastest stays",
    "fast waves get longer, the slowest stays",
    "nothing changes",
]


@lru_cache(maxsize=64)
def _wavelengths(waves: Waves, chosen: tuple[int, ...]) -> Spec:
    return figures.wavelengths(waves.wavelengths, length=waves.length, chosen=chosen)


@lru_cache(maxsize=64)
def _curves(waves: Waves, chosen: tuple[int, ...]) -> Spec:
    positions = np.arange(min(waves.length, DRAWN))
    sines, cosines = waves.tips(list(chosen), positions)
    with_cosine = sum(2 * pair + 1 < waves.dim for pair in chosen)
    return figures.curves(positions, sines, cosines[:with_cosine], [f"pair {pair}" for pair in chosen])


def _curves_table(waves: Waves, chosen: tuple[int, ...], positions: NDArray[np.integer]) -> ui.Table:
    columns: dict[str, Any] = {"position": positions}
    sines, cosines = waves.tips(list(chosen), positions)
    columns |= {f"pair {pair} sine": sine for pair, sine in zip(chosen, sines, strict=True)}
    with_cosine = [(pair, line) for pair, line in zip(chosen, cosines, strict=True) if 2 * pair + 1 < waves.dim]
    return ui.Table(columns | {f"pair {pair} cosine": cosine for pair, cosine in with_cosine}, "waves")


def show() -> None:
    """The wavelength of every pair, and the waves of those that are chosen."""
    with ui.controls("p_waves"):
        waves = settings.waves()
        chosen = tuple(settings.pairs("Pairs", "p_pairs", waves, MOST, default=DEFAULT)) or (0,)
    omega, count = waves.frequencies, unfinished(waves)
    ui.picture(
        "p_waves",
        _wavelengths(waves, chosen),
        summary=(
            f"{_range(waves)} {_unfinished(count, len(omega))} a turn within {wording.count(waves.length, 'position')}."
        ),
        table=lambda: ui.Table(
            {
                "pair": np.arange(len(omega)),
                "radians per position": omega,
                "wavelength": waves.wavelengths,
                "turns by the last position": turns(omega, waves.length),
            },
            "wavelengths",
        ),
        script=lambda: scripts.frequencies(waves.length, waves.dim, waves.base, list(chosen), min(waves.length, DRAWN)),
    )
    _formula(waves, chosen[-1])
    ui.predict(
        "p_double",
        "What does doubling the base do?",
        DOUBLED,
        answer=DOUBLED[1] if len(omega) > 1 else DOUBLED[3],
        hint="The dots of the upper picture lie on a line whose left end stays at 6.28. Move the base.",
        because=_doubling(waves),
    )
    st.header("The chosen waves", anchor=False)
    positions = np.arange(min(waves.length, DRAWN))
    ui.picture(
        "p_curves",
        _curves(waves, chosen),
        summary=_speeds(waves, chosen, len(positions)),
        table=lambda: _curves_table(waves, chosen, positions),
        script=lambda: scripts.frequencies(waves.length, waves.dim, waves.base, list(chosen), min(waves.length, DRAWN)),
    )


def _formula(waves: Waves, pair: int) -> None:
    ui.formula(
        "p_waves",
        r"\lambda_i=\frac{2\pi}{\omega_i}=2\pi\,b^{2i/D}",
        {
            r"\lambda_i": "positions that the hand of pair i needs for one turn: its wavelength",
            "i": "the number of the pair"
            + (f", from 0 to {pairs - 1}" if (pairs := len(waves.frequencies)) > 1 else ": 0"),
            "b": f"the [[base]]: {waves.base:,.0f}",
            "D": f"the [[width]]: {waves.dim:,}",
        },
        f"Pair {pair}: 2π · {waves.base:,.0f} to the power of {2 * pair}/{waves.dim} = 6.283 · "
        f"{wording.number(waves.base ** (2 * pair / waves.dim), 4)} = {waves.wavelengths[pair]:,.1f} positions.",
    )


def _doubling(waves: Waves) -> str:
    if len(waves.frequencies) == 1:
        return "There is one pair only, and pair 0 turns 1 radian per position at every base."
    double = Waves(waves.length, waves.dim, 2 * waves.base).wavelengths / waves.wavelengths
    others = sorted({len(double) // 2, len(double) - 1})
    return (
        f"Pair i takes 2π · base^(2i/D) positions per turn. With D = {waves.dim}, pair 0 gets {double[0]:.2f} times as "
        f"long, {', '.join(f'pair {pair} {double[pair]:.2f} times' for pair in others)}."
    )


def _range(waves: Waves) -> str:
    count = len(waves.wavelengths)
    if count == 1:
        return f"The one pair has a wavelength of {waves.wavelengths[0]:.2f} positions."
    return (
        f"Wavelengths of the {count} pairs grow evenly on a log axis, from {waves.wavelengths[0]:.2f} to "
        f"{waves.wavelengths[-1]:,.0f} positions."
    )


def _unfinished(count: int, pairs: int) -> str:
    """How many pairs never come round.

    >>> _unfinished(38, 64), _unfinished(0, 64), _unfinished(64, 64)
    ('38 of 64 pairs (59 %) never complete', 'All of them complete', 'None of them completes')
    >>> _unfinished(0, 1), _unfinished(1, 1)
    ('It completes', 'It never completes')
    """
    if pairs == 1:
        return "It never completes" if count else "It completes"
    if count in (0, pairs):
        return "None of them completes" if count else "All of them complete"
    return (
        f"{count} of {pairs} pairs ({wording.share(count, pairs)}) never {wording.verb(count, 'completes', 'complete')}"
    )


def _speeds(waves: Waves, chosen: tuple[int, ...], count: int) -> str:
    each = "; ".join(
        f"pair {pair}: {wording.tiny(float(waves.frequencies[pair]), 4)} "
        f"{wording.verb(pair + 1, 'radian', 'radians')} per position, "
        f"a turn in {waves.wavelengths[pair]:,.1f}"
        for pair in chosen
    )
    part = " Double-click the picture for more positions." if count > FIRST_SEEN else ""
    part += f" The first {count:,} of {waves.length:,} are drawn." if count < waves.length else ""
    odd = " The last pair of an odd width has no cosine." if 2 * chosen[-1] + 1 >= waves.dim else ""
    return f"{each}.{part}{odd}"
