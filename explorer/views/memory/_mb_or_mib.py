"""Units (MB or MiB) of the sizes that course texts print, each over the true size."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from explorer.figures.figure_spec import Spec
from explorer.figures.memory import mb_or_mib as figures
from explorer.memory import COURSE, fitting_unit
from explorer.views.formula import Formula
from explorer.views.table import Table
from explorer.views.view import View, picture, whole_number
from explorer.wording import binary, count, decimal, number, verb

_POWERS = {"M": 10**6, "G": 10**9}
MOST = 10**15
"""Upper bound for the rows of one's own table, and for the bytes of a row."""


@picture(fitting_unit)
def units(*, answered: bool = True, rows: int = 50_257, row_bytes: int = 3_072) -> View:
    """Printed sizes of tables in course texts, read as MB = 10⁶ bytes, over the true sizes.

    Args:
        answered: whether the unit of each printed figure is drawn; the page draws it after the guess.
        rows: of one's own table, whose size the formula works out.
        row_bytes: bytes of one of its rows.

    >>> units().table["printed"][:2]
    ['92 MB', '88 MB']
    """
    whole_number("rows", rows, 1, MOST)
    whole_number("row_bytes", row_bytes, 0, MOST)
    says = (
        _sentence()
        if answered
        else f"Drawn: {len(COURSE)} figures of course texts, what is printed, read as MB = 10⁶ bytes, over the true "
        "size. Which unit each is in comes after your guess."
    )
    return View(_spec(answered), says, _table if answered else Table({}, "course_units"), (_formula(rows, row_bytes),))


@lru_cache(maxsize=2)
def _spec(answered: bool) -> Spec:
    labels = [f"{quoted.quoted}: {quoted.rows:,} × {quoted.width:,}" for quoted in COURSE]
    ratios = [float(quoted.digits) * _POWERS[quoted.unit[0]] / quoted.bytes for quoted in COURSE]
    return figures.units(labels, ratios, [fitting_unit(quoted) for quoted in COURSE] if answered else ())


def _table() -> Table:
    return Table(
        {
            "what": [quoted.what for quoted in COURSE],
            "printed": [quoted.quoted for quoted in COURSE],
            "true bytes": [quoted.bytes for quoted in COURSE],
            "MB, GB": [decimal(quoted.bytes) for quoted in COURSE],
            "MiB, GiB": [binary(quoted.bytes) for quoted in COURSE],
            "the printed figure is in": [fitting_unit(quoted) for quoted in COURSE],
        },
        "course_units",
    )


def _sentence() -> str:
    readings = [fitting_unit(quoted) for quoted in COURSE]
    in_binary = sum(text in ("MiB", "GiB") for text in readings)
    decimals = sum(text == "MB" for text in readings)
    odd = [(quoted.quoted, text) for quoted, text in zip(COURSE, readings, strict=True) if text.startswith("neither")]
    return (
        "Drawn: what is printed, read as MB = 10⁶ bytes, over the true size. "
        f"All {len(COURSE)} figures are printed as MB or GB. {decimals} {verb(decimals, 'is', 'are')}, {in_binary} "
        f"{verb(in_binary, 'is', 'are')} really in MiB or GiB, and {len(odd)} {verb(len(odd), 'is', 'are')} neither: "
        + "; ".join(f"{printed} is {text.removeprefix('neither: ')}" for printed, text in odd)
        + "."
    )


def _formula(rows: int, row: int) -> Formula:
    size = rows * row
    mega, mebi = (
        f"{Decimal(size) / unit:,.1f}" if size >= 100 * unit else number(size / unit) for unit in (10**6, 2**20)
    )
    return Formula(
        r"\text{in MB} = \frac{V \cdot r}{10^6} \qquad \text{in MiB} = \frac{V \cdot r}{2^{20}}",
        {
            "V": f"rows of your own table: {rows:,}",
            "r": f"[[bytes]] of one row: {row:,}",
            "10^6": "bytes in an MB: 1,000,000",
            "2^{20}": f"bytes in a [[MiB]]: 1,024 × 1,024 = {2**20:,}",
        },
        f"{rows:,} × {row:,} = {count(size, 'byte')}. That is {mega} MB, or "
        f"{mebi} MiB: the same bytes, and the first number is {2**20 / 10**6:.4f} times the second, since one MiB is "
        f"{2**20 / 10**6:.4f} MB.",
    )
