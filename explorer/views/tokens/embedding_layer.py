"""Embedding layer: token rows, × √D, + position rows, = the transformer's input, as heatmaps on one colour scale."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Literal, Unpack, get_args

import numpy as np
from numpy.typing import NDArray

from explorer.embedding_pipeline import OWN_MODEL, PipelineRequest, PipelineResult, change, run, table_for
from explorer.embedding_pipeline.stages import Position
from explorer.excerpt import first_of, ranges
from explorer.figures.tokens import row_cells as figures
from explorer.positional_encodings.vector_lengths import start_bounds
from explorer.tokenizers import token_labels
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Int, Switch, Whole
from explorer.views.table import Table
from explorer.views.tokens.settings import POSITION, SelectedRow, colors, read
from explorer.views.view import View, picture
from explorer.wording import added_up, count, in_brackets, number

DRAWN = 24
"""Maximum tokens drawn of a line, so that four heatmaps fit a screen and a message."""
Compared = Literal["nothing", "no position", "words reversed"]
COMPARISONS: tuple[Compared, ...] = get_args(Compared)


SCALE: Any = Switch(
    "× √D",
    False,
    key="t_scale",
    help="Multiplies each row by the root of its width before the position is added. Rows that start with numbers "
    "around 1/√D grow to numbers around 1, as large as those of sines and cosines: otherwise the positions would drown "
    "the words. Vaswani et al. 2017, section 3.4, do so and give no reason; this is the usual one. The fresh tables of "
    "this app start with smaller or larger numbers than that.",
    about="whether rows are multiplied by √D first",
)
AGAINST: Any = Choice(
    "Show what changed against",
    "nothing",
    COMPARISONS,
    key="t_against",
    listed=True,
    about="what the sum is compared with",
)
DIM: Any = Whole(
    "Read dimension",
    0,
    0,
    lambda others: table_for(others["encoding"], others["init"], others["seed"]).embed_dim - 1,
    key="t_dim",
    typed=True,
    about="the dimension in the formula",
)


@picture(run, change)
def pipeline(
    *,
    position: Position = POSITION,
    scale: bool = SCALE,
    against: Compared = AGAINST,
    dim: Int = DIM,
    **shared: Unpack[SelectedRow],
) -> View:
    """Rows of the selected token's line, the position vectors, and their sums.

    >>> view = pipeline(text="The cat")
    >>> bool((view.table["row"] + view.table["position vector"] == view.table["sum"]).all())
    True
    """
    read(shared)  # which checks them
    encoding, token = shared["encoding"], int(shared["token"])
    result = run(request_of({**shared, "position": position, "scale": scale}))
    line, at = locate_drawn(result, token)
    b, t, d = result.shape
    length = int(result.mask[line].sum())
    ids = result.ids[line, :length]
    names, tints = token_labels(ids, encoding), colors(ids, encoding)
    marked = [f"▸ {name}" if number == at else name for number, name in enumerate(names)]
    padding = ["(padding)"] * (t - length)
    parts: list[figures.Part] = [
        (f"token rows{f' × √{d}' if scale else ''} ({b}, {t}, {d})", result.scaled[line], marked + padding, tints),
        (f"+ {position_name(result)} ({t}, {d})", result.positions, [f"position {p}" for p in range(t)], []),
        (f"= their sum ({b}, {t}, {d})", result.output[line], marked + padding, tints),
    ]
    if against != "nothing":
        changed = change(result, line, against)
        parts.append((f"change against {against} ({length}, {d})", changed, marked, tints))
    end = figures.limit(*(values for _, values, _, _ in parts))
    row, added, total = _written(result, line, at, dim)
    return View(
        figures.aligned(parts, end, (at, dim), (row, f"+ {in_brackets(added)}", f"= {total}")),
        _sentence(result, line, end)
        + ("" if against == "nothing" else _changed(against, changed, len(result.tokens.line_ids(line))))
        + _lengths(result)
        + _cell(result, line, at, dim, names[at]),
        lambda: _table(result, line, names + padding),
        (_formula(result, line, at, dim),),
        left_out=_left_out(result, token),
    )


def request_of(given: Mapping[str, Any]) -> PipelineRequest:
    """Request for the computation behind a view's settings."""
    names = ("text", "encoding", "position", "scale", "allow_special", "one_sequence", "init", "seed")
    return PipelineRequest(**{name: given[name] for name in names}, max_tokens=DRAWN)


def locate_drawn(result: PipelineResult, token: int) -> tuple[int, int]:
    """Line and position of the selected token, or of the first token if the selected one is not drawn."""
    line, at = result.tokens.locate(token)
    b, t, _ = result.shape
    return (line, at) if line < b and at < t else (0, 0)


def position_name(result: PipelineResult) -> str:
    """Wording for the position vectors."""
    kind, table = result.request.position, result.table
    if kind == "none":
        return "no position"
    if kind == "sinusoidal":
        return "sinusoidal position"
    if not table.trained:
        return "learned position (fresh, random)"
    return f"{'our own model' if table.name == OWN_MODEL else 'Whisper'}'s learned position"


def _sentence(result: PipelineResult, line: int, end: float) -> str:
    tokens, (b, t, d) = result.tokens, result.shape
    length, whole = int(result.mask[line].sum()), len(tokens.line_ids(line))
    padding = f" and {count(t - length, 'position')} of padding" if t > length else ""
    cut = b < tokens.line_count or t < int(np.diff(tokens.starts)[:b].max())
    return (
        f"Line {line + 1:,} of {tokens.line_count:,}: {count(whole, 'token')}{padding}. All heatmaps have one "
        f"colour scale; its darkest stand for ±{number(end)} and beyond. Numbers: rows up to "
        f"{float(np.abs(result.scaled[line]).max()):.3f}, positions up to "
        f"{float(np.abs(result.positions).max(initial=0)):.3f}, sum up to "
        f"{float(np.abs(result.output[line]).max()):.3f}. The array {'computed here' if cut else 'of the whole text'} "
        f"is ({b}, {t}, {d}): lines, tokens in each, numbers for each token."
    )


def _written(result: PipelineResult, line: int, at: int, dim: int) -> tuple[str, str, str]:
    row, position, total = added_up((result.scaled[line, at, dim], result.positions[at, dim]))
    return row, position, total


def _cell(result: PipelineResult, line: int, at: int, dim: int, name: str) -> str:
    row, added, total = _written(result, line, at, dim)
    return (
        f" “{name}” at position {at}, dimension {dim}: {row} (row{' × √D' if result.request.scale else ''}) + "
        f"{in_brackets(added)} (position) = {total}."
    )


def _lengths(result: PipelineResult) -> str:
    rows, positions = result.scaled[result.mask], result.positions
    longer = f" (√D = {math.sqrt(result.table.embed_dim):.1f} times as long as without × √D)"
    return (
        f" On average over the {count(len(rows), 'token')} computed a row is "
        f"{float(np.linalg.norm(rows, axis=1).mean()):.2f} long{longer if result.request.scale else ''}, a position "
        f"vector {float(np.linalg.norm(positions, axis=1).mean()):.2f}: what is longer shows more in the sum."
    )


def start_lengths(vocab_size: int = 50_000, width: int = 512) -> str:
    """Text on how long rows and position vectors of a usual table are at the start, and what × √D changes.

    >>> "about 0.14 long" in start_lengths() and "√D makes the row 3.2" in start_lengths()
    True
    """
    bounds = start_bounds(vocab_size, width)
    row, learned = (bound * math.sqrt(width / 3) for bound in (bounds.token, bounds.position))  # of evenly spread ones
    return (
        f"How large they are before training, with V = {vocab_size:,} and D = {width}: token numbers within "
        f"±{number(bounds.token, 3)} (Xavier) make a row about {number(row, 2)} long. A learned position, within "
        f"±{number(bounds.position)}, is about {number(learned, 2)} long, a sinusoidal one √(D / 2) = "
        f"{number(math.sqrt(width / 2))}. × √D makes the row {number(row * math.sqrt(width), 2)}."
    )


def too_long(result: PipelineResult) -> str:
    """Note on a text longer than the learned position table; "" for a shorter one."""
    if not result.too_long:
        return ""
    rows = len(result.table.positions)
    return (
        f"The longest line has {result.too_long:,} tokens, and the learned table has {rows} rows: a model stops here "
        f"with “Sequence length {result.too_long} exceeds maximum {rows}”. "
        "Choose sinusoidal positions, or shorten the line."
    )


def _changed(against: str, difference: NDArray[np.float32], whole: int) -> str:
    moved, drawn = int(difference.any(axis=1).sum()), len(difference)
    largest = float(np.abs(difference).max())
    most = f", by {number(largest, 4)} at most" * (moved > 0)
    alone = f" of these {drawn} tokens alone" if against == "words reversed" and drawn < whole else ""
    return f" Against {against}{alone}, {moved} of {count(drawn, 'token')} drawn changed{most}."


def _left_out(result: PipelineResult, token: int) -> str:
    (b, t, _), tokens = result.shape, result.tokens
    said = cut(b, tokens.line_count, t, int(np.diff(tokens.starts)[:b].max()))
    line, at = tokens.locate(token)
    if line >= b or at >= t:
        said += (
            f" Token {token:,} lies in line {line + 1:,} at position {at:,}, beyond that, so line 1 is drawn and its "
            "first token marked."
        )
    return said


def cut(lines: int, all_lines: int, length: int, longest: int) -> str:
    """Note on the part of the text that is computed; "" for all of it.

    >>> cut(1, 1, 24, 47), cut(8, 20, 5, 5), cut(2, 2, 5, 5)
    ('Computed: the first 24 of 47 tokens.', 'Computed: the first 8 of 20 lines.', '')
    >>> cut(8, 20, 24, 47)
    'Computed: the first 8 of 20 lines and the first 24 of 47 tokens of the longest.'
    """
    token = "token" if all_lines == 1 else "token of the longest"
    return ranges("Computed", first_of("line", range(all_lines), lines), first_of(token, range(longest), length))


def _table(result: PipelineResult, line: int, names: list[str]) -> Table:
    t, d = result.shape[1:]
    return Table(
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


def _formula(result: PipelineResult, line: int, at: int, dim: int) -> Formula:
    scale = math.sqrt(result.table.embed_dim) if result.request.scale else 1.0
    token, (row, added, total) = int(result.ids[line, at]), _written(result, line, at, dim)
    return Formula(
        r"x_t = " + (r"\sqrt{D}\; " if result.request.scale else "") + r"E[i_t] + P[t]",
        {
            "t": f"the position of the token in its line: {at}",
            "i_t": f"its [[token id]]: {token:,}",
            "E": "the token table: one row for each id",
            "P": f"the position table: {position_name(result)}"
            + (" (all zeros)" if result.request.position == "none" else ""),
            "x_t": "what the model reads at that position",
        }
        | ({r"\sqrt{D}": f"the root of the width: {scale:.2f}"} if result.request.scale else {}),
        f"Number {dim} of each: {row} + {in_brackets(added)} = {total}.",
    )
