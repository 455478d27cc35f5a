"""RoPE and ALiBi: nothing is added to the token any more."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

import numpy as np
import streamlit as st

from explorer import ui
from explorer.figures.positions import after as positions_after
from explorer.figures.positions import distance as positions_distance
from explorer.figures.spec import Spec
from explorer.nn.rotary import rotary_tables, rotate
from explorer.scripts import positions as scripts
from explorer.ui.frame import presenter
from explorer.ui.positions import alibi, settings
from explorer.views.positions._waves import LONGEST, radians, spread
from explorer.waves.after import RotaryRequest, RotaryScores, query_and_key, rotary_scores
from explorer.waves.closeness import Waves
from explorer.wording import count, fixed, in_brackets, listed, number, tiny

PART = ui.Part(
    "RoPE and ALiBi",
    why="Most newer models add nothing to the token and bring the place in later, where [[attention]] compares the "
    "[[query]] of one token with the [[key]] of another: [[RoPE]] turns both, [[ALiBi]] subtracts their distance.",
    look="In the turn each circle is one pair of the query, dashed before and solid after, and fast pairs are on the "
    "left. In the two squares follow a diagonal: one offset, one colour.",
    shown=lambda state: _shown(str(state.get("p_kind", "")), state),
)

ARROWS = 5
TURN, SCORES, ALIBI = "RoPE: the turn", "RoPE: the scores", "ALiBi"


def _shown(kind: str, state: Mapping[str, Any]) -> str:
    if kind == ALIBI:  # it has no width
        return f"{presenter.FORMULA} · heads: {state.get('p_heads', 8)} · {settings.shown_length(state)}"
    if kind == SCORES:
        return settings.shown(state)
    return f"{presenter.FORMULA} · {settings.shown_width(state)}"  # one position, which its slider says


@lru_cache(maxsize=32)
def _scores(request: RotaryRequest) -> RotaryScores:
    return rotary_scores(request)


@lru_cache(maxsize=32)
def _score_figures(request: RotaryRequest) -> tuple[Spec, Spec]:
    scores = _scores(request)
    step = int(scores.positions[1]) if len(scores.positions) > 1 else 1
    largest = float(max(np.abs(scores.curve).max(), np.abs(scores.matrix).max()))
    titles = ("position of the key", "position of the query")
    matrix = positions_distance.matrix(scores.matrix, step=step, largest=largest, name="score", titles=titles)
    sides = {"key before the query": scores.curve, "key after the query": scores.ahead}
    curve = positions_distance.over_distance(sides, name="score")
    return matrix, curve


def show() -> None:
    """RoPE or ALiBi: what happens to query and key, and the scores that come of it."""
    with ui.controls("p_after"):
        kind = st.segmented_control(
            "Method", [TURN, SCORES, ALIBI], default=TURN, required=True, key="p_kind", bind="query-params"
        )
        if kind == TURN:
            line = ui.line("bottom")
            position = ui.slider(
                "Position of the query",
                0,
                LONGEST - 1,
                3,
                key="p_turn",
                called="position of the query",
                place=line,
            )
            dim, base = settings.width_and_base(line)
            settings.typed(line, {"p_dim": ("Width", settings.WIDTHS), "p_base": ("Base", settings.BASES)})
        elif kind == SCORES:
            waves = settings.waves()
            dim = waves.dim
        else:
            line = ui.line()
            length = settings.length(line)
            heads = ui.slider("Attention heads", 1, 32, 8, key="p_heads", called="number of heads", place=line)
            head = ui.number("Head", 0, heads - 1, 0, key="p_head", called="head", place=line)
    if kind == ALIBI:
        alibi.show(length, heads, head)
    elif dim % 2:
        st.warning(f"Expected an even width, got {dim}: RoPE turns pairs of columns. Choose an even width.")
    elif kind == TURN:
        _turned(Waves(1, dim, base), position)
    else:
        _scored(waves)


def _turned(waves: Waves, position: int) -> None:
    st.markdown(
        "RoPE takes the clock hands of the sinusoidal table, and instead of adding them to the token it **turns** the "
        "pairs of every query and key by them."
    )
    query, _ = query_and_key(waves.dim, seed=0)
    table = rotary_tables([position], waves.dim, base=waves.base, dtype=np.float64)
    turned = rotate(query[None], *table)[0]
    pairs = spread(ARROWS, waves.dim // 2)
    before, after = query.reshape(-1, 2)[pairs], turned.reshape(-1, 2)[pairs]
    angles = position * waves.frequencies[pairs]
    ui.picture(
        "p_rope",
        positions_after.turned(before, after, [f"pair {pair}" for pair in pairs]),
        summary=(
            f"One random query at position {position:,}, before (dashed) and after (solid): "
            + (
                f"its pairs turn by {listed([number(angle) for angle in angles])} radians and keep their lengths."
                if len(pairs) > 1
                else f"its one pair turns by {radians(float(angles[0]))} and keeps its length."
            )
        ),
        table=lambda: ui.Table(
            {
                "pair": pairs,
                "angle": angles,
                "before, first": before[:, 0],
                "before, second": before[:, 1],
                "after, first": after[:, 0],
                "after, second": after[:, 1],
            },
            "rope",
        ),
        script=lambda: scripts.rotary_turn(waves.dim, waves.base, position),
    )
    (a, b), (first, second) = before[0], after[0]
    cos, sin = (float(values[0, pairs[0]]) for values in table)
    ui.formula(
        "p_rope",
        r"a' = a\cos p\,\omega_i - b\sin p\,\omega_i\qquad b' = a\sin p\,\omega_i + b\cos p\,\omega_i",
        {
            "a,\\ b": "a pair of numbers of the [[query]] (keys turn the same way)",
            "p": f"its position: {position:,}",
            r"\omega_i": "how far pair i turns per position, in [[radians]]: as in the sinusoidal table",
            "a',\\ b'": "the pair after the turn",
        },
        f"Pair 0 turns by {number(float(angles[0]), 4)}, with cosine {fixed(cos, 4)} and sine {fixed(sin, 4)}. From "
        f"({fixed(a, 4)}, {fixed(b, 4)}): a' = {fixed(a, 4)} · {in_brackets(fixed(cos, 4))} − "
        f"{in_brackets(fixed(b, 4))} · {in_brackets(fixed(sin, 4))} = {fixed(first, 4)}, and b' is {fixed(second, 4)}.",
    )


def _scored(waves: Waves) -> None:
    st.markdown(
        "Two vectors that turn alike keep their dot product. The query turns with its position, the key with its own, "
        "so their score depends on the offset alone: how far apart they are, and which of the two comes first."
    )
    script = partial(scripts.rotary_scores, waves.length, waves.dim, waves.base)
    request = RotaryRequest(waves.length, waves.dim, waves.base)
    scores = _scores(request)
    matrix, curve = _score_figures(request)
    left, right = st.columns(2)
    with left:
        ui.picture(
            "p_rope_scores",
            matrix,
            summary=(
                "Scores of one random query (down) and one random key (across), at every position drawn. Along a "
                f"diagonal they are the same to within {tiny(scores.deviation)}."
            ),
            table=lambda: ui.Table(
                {
                    "query at": scores.positions,
                    **{f"key at {p}": scores.matrix[:, i] for i, p in enumerate(scores.positions)},
                },
                "rope_scores",
            ),
            script=script,
        )
    with right:
        ui.picture(
            "p_rope_curve",
            curve,
            summary=_both_sides(scores),
            table=lambda: ui.Table(
                {
                    "distance": np.arange(waves.length),
                    "key before the query": scores.curve,
                    "key after the query": scores.ahead,
                },
                "rope_curve",
            ),
            script=script,
        )
    _score_formula(waves, scores)


def _score_formula(waves: Waves, scores: RotaryScores) -> None:
    """A score as what its pairs bring, at distance 1 (0 where there is one position)."""
    query, key = query_and_key(waves.dim, seed=0)
    k = min(1, len(scores.curve) - 1)
    a, b = query.reshape(-1, 2).astype(np.float64), key.reshape(-1, 2).astype(np.float64)
    turned = rotate(query[None].astype(np.float64), *rotary_tables([k], waves.dim, base=waves.base, dtype=np.float64))[
        0
    ]
    parts = (turned.reshape(-1, 2) * b).sum(axis=1)
    ui.formula(
        "p_rope_scores",
        r"s=(R_p\,q)\cdot(R_r\,k)=\sum_i |q_i|\,|k_i|\cos\big((p-r)\,\omega_i+\varphi_i\big)",
        {
            "q,\\ k": "the [[query]] at place p and the [[key]] at place r",
            "R_p": "the turn of place p: pair i by p times ω",
            "|q_i|,\\ |k_i|": "the lengths of pair i, which no turn changes",
            r"\omega_i": "how far pair i turns per position, in [[radians]]",
            r"\varphi_i": "the angle from the key's pair to the query's before any turn",
            "p-r": "the offset: the places themselves are not in it",
        },
        f"With the key {count(k, 'position')} before the query, pair 0 has lengths {fixed(np.hypot(*a[0]), 3)} and "
        f"{fixed(np.hypot(*b[0]), 3)} and brings {fixed(float(parts[0]), 3)}; all {count(len(parts), 'pair')} together "
        f"{fixed(float(parts.sum()), 3)}, the score in the picture on the right.",
    )


def _both_sides(scores: RotaryScores) -> str:
    far = min(5, len(scores.curve) - 1)
    if not far:
        return f"The score at distance 0 is {fixed(scores.curve[0])}."
    return (
        f"The score at distance 0 is {fixed(scores.curve[0])}. With the key {count(far, 'position')} before the query "
        f"it is {fixed(scores.curve[far])}, as far after it {fixed(scores.ahead[far])}: the direction counts too."
    )
