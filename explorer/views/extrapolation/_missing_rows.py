"""Missing rows: the position row, if any, of a learned table or the sinusoidal formula at each position."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from explorer.figures.extrapolation import position_heatmaps as figures
from explorer.figures.figure_spec import Spec
from explorer.nn.config import EXTENSIONS, Encoding, Extension
from explorer.positional_encodings.downsample import MOST_ROWS
from explorer.training.findings.loss_on_new_rows import LATE, alone, loss_past
from explorer.training.findings.shipped_model_losses import INSIDE, TRAIN_LEN, Line, baselines, inside
from explorer.training.position_rows_of_model import rows_at, trained_rows
from explorer.views.formula import Formula
from explorer.views.table import Table
from explorer.views.view import View, choice, picture, whole_number
from explorer.wording import count, fixed, number

LONGEST = 512
LAST = TRAIN_LEN - 1
KINDS: dict[str, Encoding] = {"learned table": "learned", "sinusoidal formula": "sinusoidal"}
WAYS: dict[str, Extension] = {"none": "plain", **{way: way for way in EXTENSIONS["learned"]}}
"""Methods for positions past the end of a learned table."""
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
def rows(*, length: int = TRAIN_LEN + 1, positions: str = "learned table", past_the_end: str = "none") -> View:
    """The row that a model trained on 64 positions adds at each position of a text.

    Args:
        length: tokens of the text, 2 to 512.
        positions: "learned table" (of the shipped model with seed 0) or "sinusoidal formula".
        past_the_end: of a learned table: "none", "clamp", "wrap", "interpolate" or "spare rows".

    >>> rows(length=70).sentence
    'Learned table: rows 0 to 63 exist, 6 positions without a row.'
    """
    whole_number("length", length, 2, LONGEST)
    choice("positions", positions, list(KINDS))
    choice("past_the_end", past_the_end, list(WAYS) if positions == "learned table" else ["none"])
    encoding, way = KINDS[positions], WAYS[past_the_end]
    known = length if (encoding, way) != ("learned", "plain") else min(length, TRAIN_LEN)
    last = float(_columns(encoding, way, length)[0, -1]) if known == length else None
    return View(
        _figure(encoding, way, length, known),
        sentence(encoding, way, length),
        lambda: _table(rows_at(encoding, way, known)),
        (_of_waves(length, last or 0.0) if encoding == "sinusoidal" else _of_table(way, length, last),),
        f"The picture has some {MOST_ROWS} lines on a phone; of more rows the screen leaves some out."
        if known > MOST_ROWS
        else "",
    )


@lru_cache(maxsize=64)
def _figure(encoding: Encoding, way: Extension, length: int, known: int) -> Spec:
    largest = 1.0 if encoding == "sinusoidal" else float(abs(trained_rows()).max())
    columns = _columns(encoding, way, known)
    return figures.position_rows(columns, train_len=TRAIN_LEN, length=length, largest=largest)


def _columns(encoding: Encoding, way: Extension, length: int) -> np.ndarray:
    """Rows as columns of the picture; a shorter text uses the first of a longer text's, which are sent once."""
    most = length if way == "interpolate" else TRAIN_LEN if (encoding, way) == ("learned", "plain") else LONGEST
    return _whole(encoding, way, most)[:, :length]


@lru_cache(maxsize=8)
def _whole(encoding: Encoding, way: Extension, length: int) -> np.ndarray:
    return np.array(rows_at(encoding, way, length).T, np.float32, order="C")


def _table(found: np.ndarray) -> Table:
    columns = {f"column {i}": found[:, i].round(4) for i in range(found.shape[1])}
    return Table({"position": np.arange(len(found)), **columns}, "position_rows")


def _run(first: int, last: int) -> str:
    """Whole numbers from one to a later one.

    >>> _run(0, 1), _run(64, 66)
    ('0 and 1', '64 to 66')
    """
    return f"{first} {'and' if last == first + 1 else 'to'} {last}"


def sentence(encoding: Encoding, way: Extension, length: int) -> str:
    """Sentence on the rows in a window of that length, and on those past the trained length."""
    if length <= TRAIN_LEN:
        return f"Positions {_run(0, length - 1)} have a row each, and training has seen all of these rows."
    past = length - TRAIN_LEN
    if encoding == "learned" and way == "plain":
        return f"Learned table: rows 0 to {LAST} exist, {count(past, 'position')} without a row."
    norms = np.linalg.norm(trained_rows(), axis=1)
    single = int(np.isin(np.arange(TRAIN_LEN) * (length - 1) % LAST, 0).sum())
    new, positions = (
        f"{noun}s {_run(TRAIN_LEN, length - 1)}" if past > 1 else f"{noun} {TRAIN_LEN}" for noun in ("Row", "Position")
    )
    them, their, each = ("them", "their", " each") if past > 1 else ("it", "its", "")
    what = {
        "plain": f"{new}: computed by the formula; training never showed {them}",
        "clamp": f"{positions}: row {LAST}{each}. That is an odd one: in training no later position ever "
        f"looked back at it, and its length is {norms[-1]:.2f} beside {norms[-2]:.2f} of the row before (both of "
        "seed 0, whose rows are drawn)",
        "wrap": f"{positions}: " + (f"rows {_run(0, min(past, TRAIN_LEN) - 1)} again" if past > 1 else "row 0 again"),
        "interpolate": f"All of them, from 0 on: the table stretched over the whole window. {single} fall on a row of "
        "the table, the others get a mixture of two",
        "spare rows": f"{new}: still at {their} random start",
    }[way]
    return f"{count(length, 'position')}. {what}."


def understood(encoding: Encoding, extension: Extension, length: int) -> str:
    """Sentence on how well the model handles rows past the trained length, from its loss."""
    if encoding == "learned" and extension == "plain" and length > TRAIN_LEN:
        return "Without a row there is nothing to measure: choose a way out."
    level, bigram = inside(Line(encoding, "clamp" if encoding == "learned" else "plain")), baselines()["bigram"]
    if length <= TRAIN_LEN:
        return f"Inside the trained length, at {INSIDE}, this model's loss is {level:.2f} nats per character."
    loss, window = loss_past(encoding, extension, length)
    end = window if extension == "interpolate" else length  # a stretched table is measured at some lengths only
    where = f"Loss at positions {_run(TRAIN_LEN, end - 1)}" if end > TRAIN_LEN + 1 else f"Loss at position {TRAIN_LEN}"
    nearest = ", the measured length nearest to this one" if window not in (length, LONGEST) else ""
    same, worse = f"{loss:.2f}" == f"{bigram:.2f}", loss > bigram
    verdict = "to two digits as good as" if same else "worse than" if worse else "better than"
    rows_alone, in_long = alone()
    new = {
        "plain": f"at rows {LATE[0]} to {LATE[1]} they have {in_long:.2f}, and windows of {TRAIN_LEN} that begin at "
        f"row {TRAIN_LEN}, where the rows alone are new, {rows_alone:.2f}",
        "clamp": "no row is: training showed row 63, though no later token looked back at it",
        "wrap": "no row is, for training showed each of them",
        "interpolate": "so are the mixtures of two rows",
        "spare rows": "so are the rows, which were never trained",
    }[extension]
    return (
        f"{where}: {loss:.2f} nats per character, against {level:.2f} at {INSIDE}; {verdict} looking at the last "
        f"character only (bigram, {bigram:.2f}). Measured in windows of {window}{nearest}, where distances and "
        f"the number of tokens are new as well; {new}."
    )


def _of_waves(length: int, first: float) -> Formula:
    """Formula of the sinusoidal row at a text's last position, with first number `first`."""
    p = length - 1
    return Formula(
        r"\begin{gathered}PE(p,2i)=\sin(p\,\omega_i)\\PE(p,2i+1)=\cos(p\,\omega_i)\end{gathered}",
        {
            "p": f"the [[position]], any whole number from 0 on: {p}, the last of this text",
            "i": f"the pair of columns, 0 to {LAST // 2}",
            r"\omega_i": "how far wave i turns per position, in [[radians]]: 1 for pair 0, less for each further one",
        },
        f"Column 0 at position {p}: sin {p} = {fixed(first, 4)}. There is no p at which the formula ends.",
    )


def _of_table(chosen: Extension, length: int, first: float | None) -> Formula:
    """Formula of the table row for a text's last position; `first` is that row's first number, if the row exists."""
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
