"""Frequencies: the wavelength of every pair of columns."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from explorer.core import functional
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout, line, log_axis
from explorer.positional_encodings.position_similarity import Waves, unfinished
from explorer.vectors.wave_cycle_count import turns
from explorer.views.formula import Formula
from explorer.views.positions.settings import BASE, LENGTH, WIDTH, pairs_of_width
from explorer.views.setting import Float, Int, Ints
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count, number, share, verb

PAIRS = pairs_of_width(8, 0, 4, 16, about="pairs with a ring; the formula has the last")


@picture(functional.frequencies)
def wavelengths(*, length: Int = LENGTH, dim: Int = WIDTH, base: Float = BASE, pairs: Ints = PAIRS) -> View:
    """Wavelength of each pair of columns: positions per turn.

    >>> wavelengths(dim=4).table["wavelength"].round(2).tolist()
    [6.28, 628.32]
    """
    waves = Waves(length, dim, base)
    omega = waves.frequencies
    never = _unfinished(unfinished(waves), len(omega))
    return View(
        _wavelengths_figure(waves, pairs),
        f"Wavelengths of the {len(omega)} pairs grow evenly on a log axis, from {waves.wavelengths[0]:.2f} to "
        f"{waves.wavelengths[-1]:,.0f} positions. {never} a turn within {count(length, 'position')}.",
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


def _formula(waves: Waves, pair: int) -> Formula:
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


@lru_cache(maxsize=64)
def _wavelengths_figure(waves: Waves, chosen: tuple[int, ...]) -> Spec:
    """Wavelength against pair, log axis; pairs without a full turn within the length have another symbol."""
    values, length = waves.wavelengths, waves.length
    pairs = np.arange(len(values), dtype=np.int16)
    unfinished = values > length - 1
    traces = []
    for mask, name, index, symbol in (
        (~unfinished, "comes round", 0, "circle"),
        (unfinished, "never comes round", 3, "diamond-open"),
    ):
        traces.append(
            line(
                values[mask],
                x=pairs[mask],
                mode="markers",
                name=name,
                marker={"color": theme.category(index)["color"], "symbol": symbol, "size": 7},
                hovertemplate="pair %{x}<br>one turn in %{y:,.1f} positions<extra></extra>",
            )
        )
    traces.append(
        line(
            values[list(chosen)],
            x=list(chosen),
            mode="markers",
            name="chosen",
            marker={"color": theme.INK, "symbol": "circle-open", "size": 15, "line": {"width": 2}},
            hoverinfo="skip",
        )
    )
    last = length - 1
    dashed = {"color": theme.INK, "dash": "dash", "width": 1.5}
    shape = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": last, "y1": last, "line": dashed}
    note = {
        "xref": "paper",
        "x": 0.01,
        "y": float(np.log10(last)),  # on a log axis Plotly places shapes by value but annotations by its logarithm
        "yanchor": "bottom",  # not an offset in pixels, since type is larger in presenter mode
        "text": f"last position, {last}",
        "xanchor": "left",
        "showarrow": False,
    }
    ends = [*values, last]
    low, high = (float(end) for end in np.log10([min(ends), max(ends)]))
    upward = log_axis(low - 0.05 * (high - low) - 0.1, high + 0.05 * (high - low) + 0.15)
    made = layout("pair", "wavelength (positions)", 420, legend=True, y=upward)
    return Spec(traces, made | {"shapes": [shape], "annotations": [note]})
