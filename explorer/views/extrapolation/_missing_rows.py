"""Missing rows: the position row, if any, of a learned table or the sinusoidal formula at each position."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from explorer.figures import theme
from explorer.figures.extrapolation.loss_curves import HEIGHT
from explorer.figures.figure_spec import BAR, Spec, layout, square
from explorer.nn.config import Encoding, Extension
from explorer.positional_encodings.downsample import MOST_ROWS
from explorer.training.findings.shipped_model_losses import TRAIN_LEN
from explorer.training.position_rows_of_model import rows_at, trained_rows
from explorer.views.extrapolation.settings import HOW_READ, KINDS, LONGEST, WAYS, Kind, Way
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Int, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import count, fixed, number, positions

LAST = TRAIN_LEN - 1
WORDS_HIGH = 6  # rows
LENGTH: Any = Whole(
    "Letters in the text", TRAIN_LEN + 1, 2, LONGEST, key="x_len", typed=True, about="tokens of the text"
)
POSITIONS: Any = Choice(
    "Positions from",
    "learned table",
    tuple(KINDS),
    key="x_kind",
    about="what the rows are from: the table of the shipped model with seed 0, or the formula",
)
PAST_THE_END: Any = Choice(
    "What to do past the end of the table",
    "none",
    lambda others: tuple(WAYS) if others["positions"] == "learned table" else ("none",),
    key="x_way",
    help=HOW_READ["learned"],
    about="of a learned table",
)
ROW: dict[Extension, str] = {
    "plain": r"r(p)=\begin{cases}p&\text{for }p<L\\ \text{none}&\text{for }p\ge L\end{cases}",
    "clamp": r"r(p)=\min(p,\ L-1)",
    "wrap": r"r(p)=p\bmod L",
    "interpolate": r"r(p)=p\cdot\frac{L-1}{n-1}",
    "spare rows": r"r(p)=p",
}
MEANING: dict[Extension, str] = {
    "plain": "the number of the row that is added at position p",
    "clamp": "the number of the row that is added at position p: the smaller of p and the last row",
    "wrap": "the number of the row that is added at position p: what p leaves when it is divided by L",
    "interpolate": "the row of the table that is read at position p; between two rows, a mixture of them",
    "spare rows": f"the number of the row that is added at position p; from {TRAIN_LEN} on it was never trained",
}


@picture(rows_at)
def rows(*, length: Int = LENGTH, positions: Kind = POSITIONS, past_the_end: Way = PAST_THE_END) -> View:
    """The row that a model trained on 64 positions adds at each position of a text.

    >>> rows(length=70).sentence
    'Learned table: rows 0 to 63 exist, 6 positions without a row.'
    """
    encoding, way = KINDS[positions], WAYS[past_the_end]
    known = length if (encoding, way) != ("learned", "plain") else min(length, TRAIN_LEN)
    last = float(_columns(encoding, way, length)[0, -1]) if known == length else None

    def draw(_: bool, losses: Any) -> View:
        spec = _figure(encoding, way, length, known)
        if losses and length >= 2 * TRAIN_LEN:
            look = {"x": 0.5, "xref": "paper", "showarrow": False, "bgcolor": theme.PAPER, "font": {"size": 18}}
            notes = [look | {"y": (at + 0.5) * TRAIN_LEN, "text": text} for at, text in enumerate(losses)]
            spec = Spec(spec.data, spec.layout | {"annotations": [*spec.layout.get("annotations", ()), *notes]})
        return View(
            spec,
            sentence(encoding, way, length),
            lambda: _table(rows_at(encoding, way, known)),
            (_of_waves(length, last or 0.0) if encoding == "sinusoidal" else _of_table(way, length, last),),
            f"The picture has some {MOST_ROWS} lines; of more rows the screen leaves some out."
            if known > MOST_ROWS
            else "",
        )

    return with_question(draw)


@lru_cache(maxsize=64)
def _figure(encoding: Encoding, way: Extension, length: int, known: int) -> Spec:
    largest = 1.0 if encoding == "sinusoidal" else float(abs(trained_rows()).max())
    columns = _columns(encoding, way, known)
    return position_rows(columns, train_len=TRAIN_LEN, length=length, largest=largest)


def _columns(encoding: Encoding, way: Extension, length: int) -> np.ndarray:
    """Rows as columns of the picture; a shorter text uses the first of a longer text's, which are sent once."""
    most = length if way == "interpolate" else TRAIN_LEN if (encoding, way) == ("learned", "plain") else LONGEST
    return _whole(encoding, way, most)[:, :length]


@lru_cache(maxsize=8)
def _whole(encoding: Encoding, way: Extension, length: int) -> np.ndarray:
    return np.array(rows_at(encoding, way, length).T, np.float32, order="C")


def position_rows(rows: np.ndarray, *, train_len: int, length: int, largest: float) -> Spec:
    """Position rows as lines, those of positions 0 … length − 1 from top to bottom.

    Args:
        rows: (D, positions); fewer than `length` if the rest has no rows.
        train_len: trained length.
        length: lower end of the vertical axis.
        largest: the colour scale runs from −largest to largest.
    """
    bottom = max(length, 2 * train_len)  # so that a text growing past the end doesn't change the scale
    cells = square(
        rows,
        transpose=True,
        zmin=-largest,
        zmax=largest,
        colorbar=BAR,
        hovertemplate="position %{y}, column %{x}: %{z:.3f}<extra></extra>",
    )
    # The cells are light in both themes, so the line on them is dark in both.
    edge = {"type": "line", "y0": train_len - 0.5, "y1": train_len - 0.5, "x0": 0, "x1": 1, "xref": "paper"}
    shapes = [edge | {"line": {"color": theme.DARK, "width": 3, "dash": "dash"}}]
    known = rows.shape[1]
    # A few missing rows are too low for words, so these are below them; words in the gap leave it in sight.
    low = known < length < known + WORDS_HIGH
    # Below the line: above it are the rows that training reached, and it would hide some of them.
    below = (length if low else train_len) - 0.5
    note = {"x": 1, "xref": "paper", "xanchor": "right", "y": below, "yanchor": "top", "yshift": -3, "showarrow": False}
    note |= {"text": f"↑ trained: 0 to {train_len - 1}", "bgcolor": theme.PAPER}
    if known < length:
        frame = {"type": "rect", "y0": known - 0.5, "y1": length - 0.5, "xref": "paper", "x0": 0, "x1": 1}
        line = {"color": theme.INK, "width": 1, "dash": "dot"}
        shapes.append(frame | {"line": line, "fillcolor": theme.clear("#808080", 0.25)})
        note |= {"x": 0.5, "xanchor": "center", "text": f"{'↑ ' * low}no row: the table ends at {train_len - 1}"}
        del note["bgcolor"]
        note |= {} if low else {"y": (known + length - 1) / 2, "yanchor": "middle", "yshift": 0}
    made = layout("dimension", "position", HEIGHT, y={"range": [bottom - 0.5, -0.5]})
    return Spec([cells], made | {"shapes": shapes, "annotations": [note]})


def _table(found: np.ndarray) -> Table:
    columns = {f"column {i}": found[:, i].round(4) for i in range(found.shape[1])}
    return Table({"position": np.arange(len(found)), **columns}, "position_rows")


def sentence(encoding: Encoding, way: Extension, length: int) -> str:
    """Sentence on the rows in a window of that length, and on those past the trained length."""
    if length <= TRAIN_LEN:
        return f"{positions(0, length - 1).capitalize()} have a row each, and training has seen all of these rows."
    past = length - TRAIN_LEN
    if encoding == "learned" and way == "plain":
        return f"Learned table: rows 0 to {LAST} exist, {count(past, 'position')} without a row."
    norms = np.linalg.norm(trained_rows(), axis=1)
    single = int(np.isin(np.arange(TRAIN_LEN) * (length - 1) % LAST, 0).sum())
    new, later = (positions(TRAIN_LEN, length - 1, noun=noun) for noun in ("Row", "Position"))
    them, their, each = ("them", "their", " each") if past > 1 else ("it", "its", "")
    what = {
        "plain": f"{new}: computed by the formula; training never showed {them}",
        "clamp": f"{later}: row {LAST}{each}. That is an odd one: in training no later position ever "
        f"looked back at it, and its length is {norms[-1]:.2f} beside {norms[-2]:.2f} of the row before (both of "
        "seed 0, whose rows are drawn)",
        "wrap": f"{later}: {positions(0, min(past, TRAIN_LEN) - 1, noun='row')} again",
        "interpolate": f"All of them, from 0 on: the table stretched over the whole window. {single} fall on a row of "
        "the table, the others get a mixture of two",
        "spare rows": f"{new}: still at {their} random start",
    }[way]
    return f"{count(length, 'position')}. {what}."


def _of_waves(length: int, first: float) -> Formula:
    p = length - 1
    return Formula(
        r"\begin{split}PE(p,2i)&=\sin(p\,\omega_i)\\PE(p,2i+1)&=\cos(p\,\omega_i)\end{split}",
        {
            "p": f"the [[position]], any whole number from 0 on: {p}, the last of this text",
            "i": f"the pair of columns, 0 to {LAST // 2}",
            r"\omega_i": "how far wave i turns per position, in [[radians]]: 1 for pair 0, less for each further one",
        },
        f"Column 0 at position {p}: sin {p} = {fixed(first, 4)}. There is no p at which the formula ends.",
    )


def _of_table(chosen: Extension, length: int, first: float | None) -> Formula:
    p = length - 1
    # Within the trained length no method changes the table.
    way: Extension = chosen if length > TRAIN_LEN else "plain"
    symbols = {
        "p": f"the [[position]], from 0 on: {p}, the last of this text",
        "L": f"rows that were trained: {TRAIN_LEN}, numbered 0 to {LAST}",
        "r(p)": MEANING[way],
    }
    if way == "interpolate":
        symbols["n"] = f"characters of the text: {length}"
    worked = {
        "plain": f"{p} < {TRAIN_LEN}: row {p}" if p < TRAIN_LEN else f"{p} ≥ {TRAIN_LEN}: no row",
        "clamp": f"The smaller of {p} and {LAST}: row {min(p, LAST)}",
        "wrap": f"{p} divided by {TRAIN_LEN} leaves {p % TRAIN_LEN}: row {p % TRAIN_LEN}",
        "interpolate": f"{p} · {LAST} / {p} = {LAST}: row {LAST}, and position {p // 2} reads at row "
        f"{number(p // 2 * LAST / p, 4)}",
        "spare rows": f"Row {p}",
    }[way]
    end = "" if first is None else f" The first number of position {p} is {fixed(first, 4)}."
    return Formula(ROW[way], symbols, f"{worked}.{end}")
