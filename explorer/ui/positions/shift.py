"""k positions on is a rotation of every pair: the matrix, one of its blocks, and its error at every position."""

from __future__ import annotations

from functools import lru_cache, partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.core.functional import shift_matrix
from explorer.figures.positions import shift as figures
from explorer.figures.spec import Spec
from explorer.scripts import positions as scripts
from explorer.ui.positions import settings
from explorer.views.positions._waves import radians, spread
from explorer.waves.closeness import Waves
from explorer.waves.shift import corner, shift_errors
from explorer.wording import fixed, tiny

PART = ui.Part(
    "Shift",
    why="“Three words back” should mean the same anywhere in a text, and with [[sines]] and cosines it does: "
    "moving on by k places turns every pair by a fixed angle, one and the same table of numbers at every "
    "[[position]].",
    look="The square is that table: four numbers for each pair of columns, and nothing elsewhere. With alternating "
    "columns the four stand together in a block.",
    shown=settings.shown,
)

PAIRS_DRAWN = 12
NUMBERS = 32_768  # of the rows compared while a slider moves; all rows of a larger table take up to 0.3 s


@lru_cache(maxsize=32)
def _errors(waves: Waves, k: int, every: bool) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    count = waves.length if every else _few(waves)
    positions = np.array(spread(count, waves.length))
    return positions, shift_errors(waves, k, positions)


def _few(waves: Waves) -> int:
    return max(NUMBERS // waves.dim, 2)


@lru_cache(maxsize=32)
def _figures(waves: Waves, k: int, every: bool) -> tuple[Spec, Spec]:
    part, columns = corner(waves, k, PAIRS_DRAWN)
    return figures.rotation(part, columns.tolist()), figures.errors(*_errors(waves, k, every))


def show() -> None:
    """The matrix of the rotation, one of its blocks in numbers, and its error at every position."""
    with ui.controls("p_shift"):
        waves = settings.waves(layout=True)
        line = ui.line()
        k = ui.slider("Shift k (positions)", 1, 64, 1, key="p_k", called="shift", place=line)
        pairs = range(max(waves.dim // 2, 1))
        pair = int(settings.dial(line, "Pair", pairs, 0, "p_pair", "pair"))
    if waves.dim % 2:
        st.warning(
            f"Expected an even width, got {waves.dim}: its last sine has no cosine beside it, and one number alone "
            "can't be turned. Choose an even width."
        )
        return
    _block(waves, k, pair)
    every = waves.length <= _few(waves) or st.toggle(
        f"Compare at all {waves.length:,} positions (slower)", key="p_every", bind="query-params"
    )
    matrix, errors = _figures(waves, k, every)
    positions, worst = _errors(waves, k, every)
    script = partial(
        scripts.shift,
        waves.length,
        waves.dim,
        waves.base,
        waves.layout,
        k,
        pair,
        len(positions),
        min(PAIRS_DRAWN, waves.dim // 2),
    )
    left, right = ui.beside(2)
    with left:
        ui.picture(
            "p_shift",
            matrix,
            summary=_corner_in_words(waves, k),
            table=lambda: _table(waves, k),
            script=script,
        )
    with right:
        where = (
            f"at {'the one position' if waves.length == 1 else f'all {waves.length:,} positions'}"
            if every
            else f"at {len(positions)} positions spread over the {waves.length:,}"
        )
        ui.picture(
            "p_error",
            errors,
            summary=(
                f"PE(p + {k}) against M PE(p), both in float64, {where}: the largest error is "
                f"{tiny(float(worst.max()))}, {'which is rounding' if worst.any() else 'none at all'}."
            ),
            table=lambda: ui.Table({"position": positions, "largest error": worst}, "shift_error"),
            script=script,
        )
    _formula(waves, k, pair)


def _formula(waves: Waves, k: int, pair: int) -> None:
    """The block of the chosen pair, worked out."""
    omega = float(waves.frequencies[pair])
    angle = k * omega
    block = shift_matrix(angle, 2)  # a table of one pair, which turns 1 radian per place
    ui.formula(
        "p_shift",
        r"\begin{pmatrix}\sin\omega(p+k)\\ \cos\omega(p+k)\end{pmatrix}="
        r"\begin{pmatrix}\cos k\omega & \sin k\omega\\ -\sin k\omega & \cos k\omega\end{pmatrix}"
        r"\begin{pmatrix}\sin\omega p\\ \cos\omega p\end{pmatrix}",
        {
            "p": "the place one starts from: it is not in the square, so the same numbers serve every place",
            "k": f"how many places further: {k}",
            r"\omega": f"how far the hand of pair {pair} turns per place, in [[radians]]: {tiny(omega, 4)}",
        },
        f"k · ω = {k} · {tiny(omega, 4)} = {radians(angle)}. Its cosine is {fixed(block[0, 0], 4)}, its "
        f"sine {fixed(block[0, 1], 4)}: these are the four numbers of pair {pair}’s block.",
    )


def _block(waves: Waves, k: int, pair: int) -> None:
    angle = k * waves.frequencies[pair]
    block = shift_matrix(angle, 2)
    st.markdown(
        f"Every pair turns by its own angle, the same at every position. Pair {pair} turns by k·ω = {radians(angle)}:"
    )
    st.code(
        "\n".join(
            f"{wave} ω(p + {k})  =  {fixed(own, 4):>7} · sin ωp  +  {fixed(other, 4):>7} · cos ωp"
            for wave, (own, other) in zip(("sin", "cos"), block, strict=True)
        ),
        language=None,
        wrap_lines=True,
    )


def _corner_in_words(waves: Waves, k: int) -> str:
    shown = min(PAIRS_DRAWN, waves.dim // 2)
    part = f"The rows and columns of the first {shown} pairs in the" if 2 * shown < waves.dim else "The"
    blocks = (
        "2 × 2 blocks on the diagonal"
        if waves.layout == "interleaved"
        else "the same blocks pulled apart, since the cosines stand half a table away"
    )
    return (
        f"{part} {waves.dim} × {waves.dim} matrix M for k = {k}: {blocks}. Of its {waves.dim**2:,} numbers at most "
        f"{2 * waves.dim:,} are not 0."
    )


def _table(waves: Waves, k: int) -> ui.Table:
    part, columns = corner(waves, k, PAIRS_DRAWN)
    return ui.Table({"row": columns, **{f"column {c}": part[:, i] for i, c in enumerate(columns)}}, "shift_matrix")
