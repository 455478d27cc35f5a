"""The formula that gives a position its row: a table's number of the row, by the way out that is chosen, or a sine."""

from __future__ import annotations

from explorer import ui
from explorer.nn.config import Encoding, Extension
from explorer.training.findings.losses import TRAIN_LEN
from explorer.wording import fixed, number

LAST = TRAIN_LEN - 1
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
    "interpolate": "the place in the table that is read at position p; between two rows, a mixture of them",
    "spare rows": f"the number of the row that is added at position p; from {TRAIN_LEN} on it was never trained",
}


def formula(key: str, encoding: Encoding, extension: Extension, length: int, first: float | None) -> None:
    """Worked out for the last position of a text of `length`; `first` is the first number of its row, if it has one."""
    p = length - 1
    if encoding == "sinusoidal":
        ui.formula(
            key,
            r"\begin{gathered}PE(p,2i)=\sin(p\,\omega_i)\\PE(p,2i+1)=\cos(p\,\omega_i)\end{gathered}",
            {
                "p": f"the [[position]], any whole number from 0 on: {p}, the last of this text",
                "i": f"the pair of columns, 0 to {LAST // 2}",
                r"\omega_i": "how far wave i turns per position, in [[radians]]: 1 for pair 0, less for each further "
                "one",
            },
            f"Column 0 at position {p}: sin {p} = {fixed(first or 0.0, 4)}. There is no p at which the formula ends.",
        )
        return
    # Within the trained length every way out leaves the table as it is.
    way: Extension = extension if length > TRAIN_LEN else "plain"
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
        "interpolate": f"{p} · {LAST} / {p} = {LAST}: row {LAST}, and position {p // 2} reads place "
        f"{number(p // 2 * LAST / max(p, 1), 4)}",
        "spare rows": f"Row {p}",
    }[way]
    ui.formula(
        key,
        ROW[way],
        symbols,
        f"{worked}." + ("" if first is None else f" The first number of position {p} is {fixed(first, 4)}."),
    )
