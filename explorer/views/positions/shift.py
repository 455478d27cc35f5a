"""Shift by k positions as a rotation of every pair: the matrix, one of its blocks, and a hand before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.core import functional
from explorer.core.functional.frequencies import Layout
from explorer.excerpt import first_of, ranges
from explorer.figures import theme
from explorer.figures.figure_spec import (
    BAR,
    SQUARE_X,
    SQUARE_Y,
    Floats,
    Spec,
    layout,
    square,
)
from explorer.figures.positions.circle_and_line_traces import join_lines, plain_line
from explorer.figures.positions.rope_alibi import APART
from explorer.figures.positions.rope_alibi import rotation as rotation_of_pairs
from explorer.positional_encodings.position_similarity import Waves
from explorer.positional_encodings.shift import corner
from explorer.views.formula import Formula
from explorer.views.positions.settings import BASE, LAYOUT, WIDTH, radians
from explorer.views.setting import Float, Int, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import fixed, tiny

FARTHEST = 64
K: Any = Whole("Shift k (positions)", 3, 1, FARTHEST, key="p_k", typed=True, about="the shift")
PAIR: Any = Whole(
    "Hand (pair of columns)",
    lambda others: min(8, others["dim"] // 2 - 1),
    0,
    lambda others: others["dim"] // 2 - 1,
    key="p_pair",
    about="the pair whose block is in the formula",
)
STARTS = 5, 40
"""Positions from which the hand is moved."""
PAIRS_DRAWN = 12


@picture(functional.shift_matrix)
def shift_matrix(
    *, dim: Int = WIDTH, base: Float = BASE, layout: Layout = LAYOUT, k: Int = K, pair: Int = PAIR
) -> View:
    """The matrix that maps the row of every position p to row p + k.

    >>> view = shift_matrix(dim=4, k=1)
    >>> [[round(float(view.table[f"column {c}"][r]), 4) for c in (0, 1)] for r in (0, 1)]
    [[0.5403, 0.8415], [-0.8415, 0.5403]]
    """
    waves = Waves(2, dim, base, layout)
    part, columns = corner(waves, k, PAIRS_DRAWN)
    return View(
        _matrix_figure(waves, k),
        _in_words(waves, k, pair),
        Table({"row": columns, **{f"column {c}": part[:, i] for i, c in enumerate(columns)}}, "shift_matrix"),
        (_formula(waves, k, pair),),
        ranges("Drawn", first_of("pair", range(dim // 2), PAIRS_DRAWN)),
    )


@picture(functional.shift_matrix)
def shift_turn(*, dim: Int = WIDTH, base: Float = BASE, k: Int = K, pair: Int = PAIR) -> View:
    """A pair's hand at two positions, each before and after the shift: both turn by the same angle.

    >>> shift_turn(k=2, pair=0).table["angle"]
    [2.0, 2.0]
    """
    waves = Waves(2, dim, base)
    omega = float(waves.frequencies[pair])
    angles = omega * np.array(STARTS, np.float64)
    before = np.stack([np.sin(angles), np.cos(angles)], axis=1)
    after = before @ block(waves, k, pair).T
    turned, shown = k * omega, float(f"{omega:.4g}")  # the sentence's angle is that of the speed it shows
    by = f"{k} · {tiny(shown, 4)} = {radians(k * shown)}"

    def draw(answered: bool, _: Any) -> View:
        count = len(STARTS) if answered else 1
        says = (
            f"Hand {pair} from position {STARTS[0]} to {STARTS[0] + k}, and from {STARTS[1]} to {STARTS[1] + k}: both "
            f"times it turns by {by}. The position is not in this, only the step of {k}."
            if answered
            else f"Hand {pair} turns by {by} from position {STARTS[0]} to {STARTS[0] + k}."
        )
        return View(
            turned_pair(
                before[:count], after[:count], angles[:count], turned, [f"from {p} to {p + k}" for p in STARTS[:count]]
            ),
            says,
            Table(
                {
                    "from position": list(STARTS[:count]),
                    "angle": [turned] * count,
                    **{f"{wave} before": before[:count, at] for at, wave in enumerate(("sine", "cosine"))},
                    **{f"{wave} after": after[:count, at] for at, wave in enumerate(("sine", "cosine"))},
                },
                "shift_turn",
            ),
            (_formula(waves, k, pair),),
        )

    return with_question(draw)


def block(waves: Waves, k: int, pair: int) -> NDArray[np.float64]:
    """The 2 × 2 rotation block of a pair.

    >>> block(Waves(1, 2), 1, 0).round(4).tolist()
    [[0.5403, 0.8415], [-0.8415, 0.5403]]
    """
    return functional.shift_matrix(k * float(waves.frequencies[pair]), 2)


@lru_cache(maxsize=32)
def _matrix_figure(waves: Waves, k: int) -> Spec:
    part, columns = corner(waves, k, PAIRS_DRAWN)
    return rotation(part, columns.tolist())


def _in_words(waves: Waves, k: int, pair: int) -> str:
    blocks = (
        "2 × 2 blocks on the diagonal"
        if waves.layout == "interleaved"
        else "the same blocks pulled apart, since the cosines stand half a table away"
    )
    return (
        f"The {waves.dim:,} × {waves.dim:,} matrix M for k = {k}: {blocks}. Of its {waves.dim**2:,} numbers at most "
        f"{2 * waves.dim:,} are not 0. Hand {pair} turns by k·ω = {radians(float(k * waves.frequencies[pair]))}: "
        f"{_turn(waves, k, pair)}."
    )


def _turn(waves: Waves, k: int, pair: int) -> str:
    """Equations of a pair, shifted by k positions.

    >>> _turn(Waves(1, 2), 1, 0)
    'sin ω(p + 1) = 0.5403 sin ωp + 0.8415 cos ωp, cos ω(p + 1) = −0.8415 sin ωp + 0.5403 cos ωp'
    """
    rows = zip(("sin", "cos"), block(waves, k, pair), strict=True)
    return ", ".join(
        f"{wave} ω(p + {k}) = {fixed(own, 4)} sin ωp {'−' if other < 0 else '+'} {fixed(abs(other), 4)} cos ωp"
        for wave, (own, other) in rows
    )


def _formula(waves: Waves, k: int, pair: int) -> Formula:
    omega = float(f"{waves.frequencies[pair]:.8g}")
    angle = tiny(k * omega, 10)
    (own, other), _ = block(waves, k, pair)
    return Formula(
        r"\begin{pmatrix}\sin\omega(p+k)\\ \cos\omega(p+k)\end{pmatrix}="
        r"\begin{pmatrix}\cos k\omega & \sin k\omega\\ -\sin k\omega & \cos k\omega\end{pmatrix}"
        r"\begin{pmatrix}\sin\omega p\\ \cos\omega p\end{pmatrix}",
        {
            "p": "the position one starts from: it is not in the square, so the same numbers serve every position",
            "k": f"how many positions further: {k}",
            r"\omega": f"how far the hand of pair {pair} turns per position, in [[radians]]: {tiny(omega, 4)}",
        },
        f"k · ω = {k} · {tiny(omega, 8)} = {angle} {'radian' if angle == '1' else 'radians'}. Its cosine is "
        f"{fixed(own, 4)}, its sine {fixed(other, 4)}: these are the four numbers of pair {pair}’s block.",
    )


def rotation(matrix: Floats, columns: Sequence[int]) -> Spec:
    """Block of M_k, (n, n), with the numbers of its rows and columns in the table: a 2 × 2 rotation for each pair."""
    labels = [str(column) for column in columns]
    every = -(-len(labels) // 8)
    ticks = {"tickmode": "array", "tickvals": list(range(0, len(labels), every)), "ticktext": labels[::every]}
    trace = square(
        matrix,
        zmin=-1,
        zmax=1,
        colorbar=BAR | {"tickvals": [-1, 0, 1]},
        text=[[f"row {row}, column {column}" for column in labels] for row in labels],
        hovertemplate="%{text}: %{z:.4f}<extra></extra>",
        xgap=1,
        ygap=1,
    )
    titles = "column (of the row it reads)", "column (of the row it makes)"
    return Spec([trace], layout(*titles, 440, x=SQUARE_X | ticks, y=SQUARE_Y | ticks))


SPIRAL = 4
"""Turns up to which an arc is drawn as a spiral."""


def turned_pair(before: Floats, after: Floats, starts: Floats, angle: float, names: Sequence[str]) -> Spec:
    """A hand on several dials, before and after a turn by one angle, which an arc shows.

    Args:
        before: tips, (dials, 2).
        after: tips after the turn, (dials, 2).
        starts: angle of each hand before the turn, clockwise from the top, in radians.
        angle: of the turn; an arc of more than a whole turn is a spiral, one of more than four a circle.
        names: below the dials.
    """
    spec = rotation_of_pairs({"before": before, "after": after}, names)
    turns = angle / (2 * np.pi)
    sweep = np.linspace(0, angle if turns <= SPIRAL else 2 * np.pi, 40 + 90 * min(int(turns), SPIRAL))
    reach = 0.4 + (0.1 * sweep / (2 * np.pi) if 1 < turns <= SPIRAL else 0)
    arcs = [
        {"x": APART * dial + reach * np.sin(start + sweep), "y": reach * np.cos(start + sweep)}
        for dial, start in enumerate(starts.tolist())
    ]
    arc = join_lines([plain_line(**each, line={"color": theme.OKABE_ITO[2], "width": 5}) for each in arcs])
    wide = {"xaxis": spec.layout["xaxis"] | {"range": [-1.4, APART * (len(names) - 1) + 1.4]}}
    return Spec([spec.data[0], arc, *spec.data[1:]], spec.layout | wide)
