"""Part 4: token rows, × √D, + position, = what the transformer receives, as heatmaps on one colour scale."""

from __future__ import annotations

import math
from typing import cast

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import chain, tokenizers, ui
from explorer.chain import Against, ChainRequest, ChainResult, Position
from explorer.figures.tokens import rows as figures
from explorer.scripts import tokens as scripts
from explorer.ui.tokens import tables
from explorer.ui.tokens.typed import Typed, current
from explorer.views.tokens._settings import colors, labels
from explorer.wording import count, fixed, in_brackets, number

PART = ui.Part(
    "Pipeline",
    why="A row says which token it is, not where it stands, so a second [[vector]] that stands for the place is added "
    "to it: their sum is all that the [[transformer]] receives.",
    look="From the top: rows, positions, sums, in one colour scale. Choose a cell, and its sum is read off in numbers.",
    stations=("rows", "+ positions", "vectors (B, T, D)"),
    shown=tables.shown,
)

DRAWN = 24
"""Tokens of a line that are drawn; three or four heatmaps of them still fit a screen and a message."""
KINDS: dict[str, Position] = {"Learned": "learned", "Sinusoidal": "sinusoidal", "None": "none"}
COMPARISONS = ("nothing", "no position", "words reversed")


def position_control() -> Position:
    """What is added to the rows."""
    name = st.segmented_control(
        "Position", list(KINDS), default="Learned", required=True, key="t_position", bind="query-params"
    )
    return KINDS[name or "Learned"]


def request_of(typed: Typed, position: Position, scale: bool) -> ChainRequest:
    """The chain's request for the page's state."""
    init, seed = tables.chosen_start()
    return ChainRequest(
        typed.text,
        typed.encoding,
        position,
        scale,
        typed.allow_special,
        typed.one_sequence,
        init,
        seed,
        max_tokens=DRAWN,
    )


def _scripted(request: ChainRequest) -> dict[str, object]:
    """The request's fields that differ from their defaults, as a script has to write them."""
    default = ChainRequest("")
    fields: tuple[str, ...] = ("position", "scale", "allow_special", "one_sequence", "max_tokens")
    if request.encoding not in chain.TRAINED:
        fields = (*fields, "init", "seed")
    return {name: getattr(request, name) for name in fields if getattr(request, name) != getattr(default, name)}


def _position_name(result: ChainResult) -> str:
    kind, table = result.request.position, result.table
    if kind == "none":
        return "no position"
    if kind == "sinusoidal":
        return "sinusoidal position"
    return "Whisper's learned position" if table.trained else "learned position (fresh, random)"


def _length(vectors: NDArray[np.float32]) -> float:
    return float(np.linalg.norm(vectors, axis=1).mean())


def _warnings(result: ChainResult) -> None:
    tokens, (b, t, _) = result.tokens, result.shape
    if result.too_long:
        st.warning(
            f"The longest line has {result.too_long:,} tokens, and the learned table has {len(result.table.positions)} "
            f"rows: a model stops here with “Sequence length {result.too_long} exceeds maximum "
            f"{len(result.table.positions)}”. Choose sinusoidal positions, or shorten the line."
        )
    if said := _left_out(b, tokens.lines, t, int(np.diff(tokens.starts).max())):
        st.caption(said)


def _left_out(lines: int, all_lines: int, length: int, longest: int) -> str:
    """What of the text is shown, where that is not all of it.

    >>> _left_out(1, 1, 24, 47), _left_out(8, 20, 5, 5), _left_out(2, 2, 5, 5)
    ('Showing the first 24 of 47 tokens.', 'Showing the first 8 of 20 lines.', '')
    >>> _left_out(8, 20, 24, 47)
    'Showing the first 8 of 20 lines and the first 24 of 47 tokens of the longest.'
    """
    parts = [f"the first {lines} of {all_lines:,} lines"] * (lines < all_lines)
    if length < longest:
        parts.append(f"the first {length} of {longest:,} tokens" + (" of the longest" if all_lines > 1 else ""))
    return f"Showing {' and '.join(parts)}." if parts else ""


def _cell(typed: Typed, result: ChainResult, line: int, position: int, clicked: object) -> int:
    """One cell of the sum, read off in numbers: the selected token's, at a dimension typed or clicked."""
    d = result.table.embed_dim
    if isinstance(clicked, int | float) and 0 <= round(clicked) < d:  # anybody can write what a chart tells
        st.session_state["t_dim"] = round(clicked)
    if int(st.session_state.get("t_dim") or 0) >= d:
        st.session_state["t_dim"] = d - 1  # the other table is narrower
    box = ui.line("center")
    dim = int(
        box.number_input("Read dimension", min_value=0, max_value=d - 1, key="t_dim", bind="query-params", width=160)
    )
    row, added = float(result.scaled[line, position, dim]), float(result.positions[position, dim])
    token = tokenizers.token_label(tokenizers.token_bytes([int(result.ids[line, position])], typed.encoding)[0])
    box.text(
        f"“{token}” at position {position}, dimension {dim}: {fixed(row, 4)} "
        f"(row{' × √D' if result.request.scale else ''}) {'+' if added >= 0 else '−'} {abs(added):.4f} (position) = "
        f"{fixed(float(result.output[line, position, dim]), 4)} (each is rounded by itself)",
        width="stretch",
    )
    return dim


def show() -> None:
    """The sum of rows and positions for the selected token's line."""
    typed = current()
    if not len(typed.tokens()):
        return
    with ui.controls("t_sum"):
        box = ui.line("bottom")
        with box:
            position = position_control()
        scale = box.toggle(
            "× √D",
            key="t_scale",
            bind="query-params",
            help="Multiplies each row by the root of its width before the position is added. Rows that start with "
            "numbers around 1/√D grow to numbers around 1, as large as those of sines and cosines: otherwise the "
            "positions would drown the words. Vaswani et al. 2017, section 3.4, do so and give no reason; this is the "
            "usual one. The fresh tables of this app start with smaller or larger numbers than that.",
        )
        against = box.selectbox("Show what changed against", COMPARISONS, key="t_against", bind="query-params")
    tables.about(typed, tables.table_of(typed))
    tables.fresh_start(typed, "t_sum")
    reading = st.container()  # read off above the picture, from a click on it
    result = chain.run(request_of(typed, position, scale))
    line, place = typed.tokens().place(typed.token)
    b, t, d = result.shape
    _warnings(result)
    if line >= b or place >= t:
        st.info(
            f"Token {typed.token:,} lies in line {line + 1:,} at position {place:,}, beyond what is drawn here. "
            "Select an earlier one."
        )
        line, place = 0, 0
    length = int(result.mask[line].sum())
    names = labels(result.ids[line, :length], typed.encoding)
    names[place] = f"▸ {names[place]}"
    padded = names + ["(padding)"] * (t - length)
    tints, plain = colors(result.ids[line, :length], typed.encoding), list[str | None]()
    spots = [f"position {p}" for p in range(t)]
    parts = [
        (f"token rows{f' × √{d}' if scale else ''} ({b}, {t}, {d})", result.scaled[line], padded, tints),
        (f"+ {_position_name(result)} ({t}, {d})", result.positions, spots, plain),
        (f"= their sum ({b}, {t}, {d})", result.output[line], padded, tints),
    ]
    changed = ""
    if against != "nothing":
        difference = chain.change(result, line, cast(Against, against))
        largest = float(np.abs(difference).max())
        moved = int(difference.any(axis=1).sum())
        parts.append((f"change against {against} ({length}, {d})", difference, names, tints))
        changed = f" Against {against}, {moved} of {count(length, 'token')} changed, by {largest:.4f} at most."
    end = figures.limit(*(values for _, values, _, _ in parts))
    event = ui.picture(
        "t_sum",
        figures.aligned(parts, end),
        summary=(
            f"Line {line + 1} of {b}: {count(length, 'token')}{f' and {t - length} padding' if t > length else ''}. "
            f"All heatmaps have one colour scale; its darkest stand for ±{number(end)} and beyond. Numbers: rows up "
            f"to {float(np.abs(result.scaled[line]).max()):.3f}, positions up to "
            f"{float(np.abs(result.positions).max(initial=0)):.3f}, sum up to "
            f"{float(np.abs(result.output[line]).max()):.3f}. The whole array is ({b}, {t}, {d}): lines, tokens "
            f"in each, numbers for each token.{changed}"
        ),
        table=lambda: _table(result, line, padded),
        script=lambda: scripts.pipeline(
            typed.text,
            typed.encoding,
            _scripted(result.request),
            line,
            place,
            int(st.session_state.get("t_dim") or 0),
            against,
        ),
        events=("click",),
    )
    clicked = event.click.x if event.click else None
    with reading:
        dim = _cell(typed, result, line, place, clicked)
    _formula(result, line, place, dim)
    longer = "" if ui.guide.hides("t_scale") else f", and × √D makes rows {math.sqrt(d):.1f} times longer"
    ui.say(
        f"On average a token's row is **{_length(result.scaled[result.mask]):.2f}** long and a position vector "
        f"**{_length(result.positions):.2f}**: what is longer shows more in the sum{longer}.\n\n"
        "Each row of the sum is what the transformer receives for one token. Positions belong to places, rows to "
        "words: change the order of the words and the rows move, the positions stay. Rows of [[padding]] only fill "
        "the rectangle; a [[mask]] tells the model to skip them."
    )


def _formula(result: ChainResult, line: int, place: int, dim: int) -> None:
    """The cell that is read off above, as the sum that it is."""
    scale = math.sqrt(result.table.embed_dim) if result.request.scale else 1.0
    token, row = int(result.ids[line, place]), float(result.scaled[line, place, dim])
    added, total = float(result.positions[place, dim]), float(result.output[line, place, dim])
    ui.formula(
        "t_sum",
        r"x_t = " + (r"\sqrt{D}\; " if result.request.scale else "") + r"E[i_t] + P[t]",
        {
            "t": f"the place of the token in its line: {place}",
            "i_t": f"its [[token id]]: {token:,}",
            "E": "the token table: one row for each id",
            "P": f"the position table: {_position_name(result)}"
            + (" (all zeros)" if result.request.position == "none" else ""),
            "x_t": "what the model reads at that place",
        }
        | ({r"\sqrt{D}": f"the root of the width: {scale:.2f}"} if result.request.scale else {}),
        f"Number {dim} of each: {fixed(row, 4)} + {in_brackets(fixed(added, 4))} = {fixed(total, 4)}. (Each is rounded "
        "by itself.)",
    )


def _table(result: ChainResult, line: int, names: list[str]) -> ui.Table:
    t, d = result.shape[1:]
    return ui.Table(
        {
            "token": [name for name in names for _ in range(d)],
            "position": np.repeat(np.arange(t), d),
            "dimension": np.tile(np.arange(d), t),
            "row": result.scaled[line].ravel(),
            "position vector": result.positions.ravel(),
            "sum": result.output[line].ravel(),
        },
        "sum",
    )
