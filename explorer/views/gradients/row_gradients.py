"""Touched rows: the rows that a text looks up, and the summed gradient of each through the lookup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from explorer.data.cache import cached
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.gradients.matrix_panels import LONGEST
from explorer.figures.label_text import plain, sides
from explorer.figures.theme import token_color
from explorer.gradients import text_batch as engine
from explorer.tokenizers import token_bytes, token_labels
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Int, Whole
from explorer.views.table import Table
from explorer.views.text_settings import ENCODING, TEXT, Encoding
from explorer.views.view import View, picture, with_question
from explorer.wording import added_up, count, decimal, fixed, in_brackets, listed, share, verb

TERMS = 6
"""Maximum number of positions whose gradients are written out below the formula."""


@dataclass(frozen=True, eq=False)
class _Rows:
    batch: engine.Batch
    rows: NDArray[np.int64]
    counts: NDArray[np.int64]
    names: list[str]
    values: NDArray[np.float32]
    firsts: NDArray[np.float32]
    """(N,) the first number of each token's."""
    summary: engine.Summary


@cached(8, expires=True)
def _rows(text: str, encoding: str, gradient: str, width: int) -> _Rows:
    batch = engine.read(text, encoding)
    if not len(batch.ids):
        raise ValueError("Expected a text with at least one token, got none")
    incoming = engine.output_gradient(batch, width, gradient)
    sparse = engine.weight_gradient(batch, incoming)
    _, first, counts = np.unique(batch.ids, return_index=True, return_counts=True)
    order = np.argsort(first)
    rows = sparse.rows[order]
    return _Rows(
        batch,
        rows,
        counts[order],
        token_labels(rows, encoding),
        sparse.values[order],
        incoming[:, 0].copy(),
        engine.summarise(batch, sparse),
    )


Law = Literal["1 everywhere", "random"]
LAW: Any = Choice(
    "Gradient that comes down to the output",
    engine.RANDOM,
    engine.LAWS,
    key="g_law",
    help="1 everywhere: the loss is the sum of all outputs. Random: a number from the bell curve at each position.",
    about="at the output",
)
WIDTH: Any = Whole("Width D of the table drawn", 8, 4, 32, key="g_width", about="numbers per row of the table")
TOKEN: Any = Whole(
    "Token",
    0,
    0,
    lambda others: max(len(engine.read(others["text"], others["encoding"]).ids) - 1, 0),
    optional=True,
    about="index of the token whose row gets a ring; None for no ring",
)


@picture(engine.weight_gradient, engine.read, engine.output_gradient)
def touched_rows(
    *,
    text: str = TEXT,
    encoding: Encoding = ENCODING,
    gradient: Law = LAW,
    width: Int = WIDTH,
    token: Int | None = TOKEN,
) -> View:
    """The whole table, line by line, with a mark at every row that gets a gradient through the lookup.

    >>> touched_rows(text="the cat and the dog").table["times"].tolist()
    [1, 1, 1, 1, 1]
    """
    found = _rows(text, encoding, gradient, width)
    selected = None
    if token is not None:
        selected = int(np.flatnonzero(found.rows == found.batch.ids[token])[0])

    def table(answered: bool) -> Table:
        read = {"row": found.rows, "token": found.names, "times": found.counts}
        return Table(read | {"length": np.linalg.norm(found.values, axis=1)} if answered else {}, "rows")

    return with_question(
        lambda answered, _: View(
            _wall(text, encoding, gradient, width, selected) if answered else _empty_wall(found.summary.vocab_size),
            _wall_words(found, selected, answered),
            lambda: table(answered),
            (_formula(found),) if answered else (),
            engine.cut_words(found.batch),
            _stored(found) if answered else "",
        )
    )


@cached(8, expires=True)
def _wall(text: str, encoding: str, gradient: str, width: int, selected: int | None) -> Spec:
    found = _rows(text, encoding, gradient, width)
    return _draw_wall(
        found.rows,
        found.counts,
        found.names,
        found.summary.vocab_size,
        None if selected is None else int(found.rows[selected]),
        [token_color(piece) for piece in token_bytes(found.rows, encoding)],
    )


def _empty_wall(vocab_size: int) -> Spec:
    wall = _draw_wall(np.empty(0, np.int64), np.empty(0, np.int64), (), vocab_size)
    note = {"text": f"{vocab_size:,} rows: which of them learn?", "xref": "paper", "x": 0.5, "showarrow": False}
    return Spec(wall.data, wall.layout | {"annotations": [note | {"yref": "paper", "y": 0.5}]})


def _formula(found: _Rows) -> Formula:
    top = int(np.argmax(found.counts))
    row, times = int(found.rows[top]), int(found.counts[top])
    positions = np.flatnonzero(found.batch.ids == row)[:TERMS]
    *each, short = added_up(found.firsts[positions], 3)
    all_of_them = times == len(positions)
    terms = " + ".join(map(in_brackets, each)) + " + …" * (not all_of_them)
    total = short if all_of_them else fixed(float(found.values[top, 0]), 3)
    read = "once, at position" if times == 1 else f"{times:,} times, {'at' if all_of_them else 'first at'} positions"
    return Formula(
        r"\frac{\partial L}{\partial E_v} = \sum_{t\,:\,\mathrm{id}(t) = v} G_t",
        {
            "E_v": f"row v of the table, v from 0 to {found.summary.vocab_size - 1:,}",
            "L": "the [[loss]]",
            r"\mathrm{id}(t)": "the [[token id]] at position t, counted from 0",
            "G_t": "the [[gradient]] that comes down to the vector looked up at position t",
        },
        f"Row {row:,} is read {read} {listed(map(str, positions))}. Its first number gets {terms}"
        + f" = {total}" * (times > 1)
        + ". For a row that no token reads the sum has no term: 0.",
    )


def _stored(found: _Rows) -> str:
    s = found.summary
    return (
        f"These are {share(s.rows, s.vocab_size)} of the rows. Stored as touched rows the gradient takes "
        f"{decimal(s.sparse_bytes)}, written out as a whole table {decimal(s.dense_bytes)}: a row has "
        f"{count(found.values.shape[1], 'number')} here, 4 bytes each, and 8 more say which row it is."
    )


def _wall_words(found: _Rows, selected: int | None, answered: bool) -> str:
    s = found.summary
    lines = f" in {s.lines:,} lines" if s.lines > 1 else ""
    if not answered:
        return f"The table has {s.vocab_size:,} rows, the text {count(s.tokens, 'token')}{lines}."
    touch = verb(s.tokens, "touches", "touch")
    sentence = f"{count(s.tokens, 'token')}{lines} {touch} {count(s.rows, 'row')} of {s.vocab_size:,}."
    sentence += (
        f" Through the lookup {verb(s.rows, 'it alone gets', 'these alone get')} a gradient; the other "
        f"{s.vocab_size - s.rows:,} get 0."
    )
    if selected is None:
        return sentence
    times = count(int(found.counts[selected]), "time")
    return f"{sentence} The ring is around “{found.names[selected]}”, row {found.rows[selected]:,}, read {times}."


WALL_COLUMNS, FEW_COLUMNS = 256, 64
FEW = FEW_COLUMNS**2  # a table of at most so many rows is a square in which each cell can be seen
MARKED = 1_000  # more rows than this are drawn as cells of the wall
FEW_MARKS, NAMED = 12, 16  # so many marks all have a name; of more, up to so many that cover nothing
SPARE = 100  # square pixels of a name, measured in large letters, that may cover another or a mark
RING = 30
NARROW, HEIGHT = 270, 320  # width in pixels on a phone: labels that fit there fit everywhere
_PAD = "\u2003"  # a space as wide as the ring's margin


def _draw_wall(
    rows: NDArray[np.int64],
    counts: NDArray[np.int64],
    names: Sequence[str],
    vocab_size: int,
    selected: int | None = None,
    colors: Sequence[str] = (),
) -> Spec:
    """The table as a wall of V cells with a mark at every touched row, larger for repeated tokens.

    A line has 256 cells, of a small table 64, whose cells are drawn.
    The row with the id ``selected`` gets a ring; `colors` are those of the tokens, row by row.
    """
    columns = FEW_COLUMNS if vocab_size <= FEW else WALL_COLUMNS
    lines = -(-vocab_size // columns)
    many = len(rows) > MARKED
    marks = _cells(rows, lines, columns) if many else _marks(rows, counts, names, lines, columns, selected, colors)
    traces = [marks]
    if selected is not None:
        ring = {"size": RING, "symbol": "circle-open", "color": theme.INK, "line": {"width": 2}}
        ring_at = {"x": [selected % columns], "y": [selected // columns], "mode": "markers"}
        traces.append({"type": "scatter", **ring_at, "marker": ring, "hoverinfo": "skip", "name": "selected token"})
    if vocab_size <= FEW:
        traces.append(_grid(vocab_size, lines, columns))
    ticks = np.linspace(0, lines - 1, 5).astype(int).tolist()
    across = {
        "range": [-columns / 85, columns * (1 + 1 / 128)],
        "showticklabels": False,
        "ticks": "",
        "showgrid": False,
    }
    down = {
        "range": [lines + lines / 20, -lines / 10],
        "tickvals": ticks,
        "ticktext": [f"{tick * columns:,}" for tick in ticks],
        "showgrid": False,
    }
    frame = {
        "type": "rect",
        "x0": -columns / 102,
        "x1": columns * (1 + 1 / 170),
        "y0": -lines / 11,
        "y1": lines + lines / 24,
        "line": {"color": theme.INK, "width": 1},
        "fillcolor": theme.OKABE_ITO[5],
        "opacity": 0.18,
        "layer": "below",
    }
    title, wide = f"{columns} rows in each line, left to right", {"b": 32}
    drawn = layout(title, "number of the row", 420, x=across, y=down, margin=wide)
    return Spec(traces, drawn | {"shapes": [frame]})


def _marks(
    rows: NDArray[np.int64],
    counts: NDArray[np.int64],
    names: Sequence[str],
    lines: int,
    columns: int,
    selected: int | None,
    colors: Sequence[str],
) -> dict[str, Any]:
    """Squares of the rows, with names for those that are read most."""
    named = _label_mask(counts)
    sizes = np.minimum(13 + 3 * np.sqrt(counts - 1), 26).astype(np.float32)
    # Room for the ring around the selected row's mark.
    halves = [RING / 2 if rows[at] == selected else float(sizes[at]) / 2 for at in named]
    xs, ys = rows % columns * (NARROW / columns), rows // columns * (HEIGHT / lines)
    shown = [plain(names[at], LONGEST) for at in named]
    texts, text_sides = [""] * len(rows), ["middle right"] * len(rows)
    few = len(rows) <= FEW_MARKS
    room: dict[str, Any] = {"width": NARROW, "marks": halves, "every": few, "spare": 0 if few else SPARE}
    found = sides(xs[named].tolist(), ys[named].tolist(), shown, **room)
    for at, name, side in zip(named, shown, found, strict=True):
        if not side:
            continue
        texts[at], text_sides[at] = f"{_PAD}{name}{_PAD}" if rows[at] == selected else name, side
    return {
        "type": "scatter",
        "x": (rows % columns).astype(np.int16),
        "y": (rows // columns).astype(np.int16),
        "mode": "markers+text",
        "text": texts,
        "textposition": text_sides,
        "textfont": {"color": theme.INK},
        "cliponaxis": False,
        "marker": {
            "size": sizes,
            "color": list(colors) or theme.OKABE_ITO[3],
            "symbol": "square",
            "opacity": 1,
            "line": {"width": 1, "color": theme.PAPER},
        },
        "customdata": [
            [plain(name, 24), int(row), int(count)] for name, row, count in zip(names, rows, counts, strict=True)
        ],
        "hovertemplate": "<b>%{customdata[0]}</b><br>row %{customdata[1]:,}, "
        "%{customdata[2]}× in the text<extra></extra>",
        "name": "rows that learn",
    }


def _label_mask(sizes: NDArray[Any]) -> list[int]:
    """Choose the marks to name: the largest first, ties in their order.

    >>> _label_mask(np.array([5, 7, 5])), len(_label_mask(np.ones(30)))
    ([1, 0, 2], 16)
    """
    found: list[int] = np.argsort(-sizes, kind="stable")[:NAMED].tolist()
    return found


def _cells(rows: NDArray[np.int64], lines: int, columns: int) -> dict[str, Any]:
    """One cell per row of the table, filled for touched rows; marks of many rows would overlap and look like more."""
    filled = np.zeros(lines * columns, np.uint8)
    filled[rows] = 1
    return {
        "type": "heatmap",
        "z": filled.reshape(lines, columns),
        "zmin": 0,
        "zmax": 1,
        "colorscale": [[0, "rgba(0,0,0,0)"], [1, theme.OKABE_ITO[3]]],
        "showscale": False,
        "hoverinfo": "skip",
        "name": "rows that learn",
    }


def _grid(vocab_size: int, lines: int, columns: int) -> dict[str, Any]:
    """A light cell for each row of a small table."""
    cells = np.full(lines * columns, np.nan, np.float32)
    cells[:vocab_size] = 0
    return {
        "type": "heatmap",
        "z": cells.reshape(lines, columns),
        "colorscale": [[0, theme.OKABE_ITO[5]], [1, theme.OKABE_ITO[5]]],
        "opacity": 0.25,
        "xgap": 1,
        "ygap": 1,
        "showscale": False,
        "hoverinfo": "skip",
        "name": "all rows",
    }
