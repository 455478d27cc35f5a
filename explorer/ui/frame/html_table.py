"""HTML table of the numbers behind a picture: screen readers read it, it can be copied, and it prints completely.

`st.dataframe` would load pandas and pyarrow, 60 MB of the server and a second of the first visitor who opens it, and
draws on a canvas.
"""

import html
import math
import re
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any

import streamlit as st

from explorer.wording import tiny

ROWS, CELLS = 1_000, 20_000
"""Maximum number of cells; a browser draws twenty thousand in a tenth of a second."""
CSS = """
.explorer-data {max-height: 360px; overflow: auto; border: 1px solid var(--explorer-line); border-radius: .5rem;}
.explorer-data:focus-visible {outline: 3px solid var(--explorer-strong); outline-offset: 2px;}
.explorer-data table {border-collapse: collapse; font-size: 1rem; line-height: 1.3; min-width: 100%;}
.explorer-data :is(th, td) {padding: .3rem .75rem; text-align: left; white-space: pre; vertical-align: top;
  border-bottom: 1px solid var(--explorer-line);}
.explorer-data th {position: sticky; top: 0; font-weight: 600; background: var(--explorer-quiet);}
.explorer-data .n {text-align: right; font-variant-numeric: tabular-nums;}
.explorer-data tr:last-child td {border-bottom: 0;}
@media (max-width: 640px) {
  .explorer-data :is(th, td) {padding: .3rem .5rem;}
  .explorer-data td:not(.n) {white-space: pre-wrap;}
}
@media print {.explorer-data {max-height: none;}}
"""


def most_rows(columns: int) -> int:
    """Maximum number of rows for a number of columns.

    >>> most_rows(3), most_rows(512)
    (1000, 39)
    """
    return max(1, min(ROWS, CELLS // max(columns, 1)))


def format_cell(value: Any) -> str:
    """Format a cell: six digits of a fraction, "" for a missing value.

    >>> [format_cell(value) for value in (7, -0.1234567, 2.0, None, float("nan"), True, "a<b", 1e-9)]
    ['7', '−0.123457', '2', '', '', 'yes', 'a<b', '1 × 10⁻⁹']
    """
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Real) and not isinstance(value, Integral):
        return tiny(float(value), 6).replace(",", "")  # no thousands separators, so it can be pasted into a spreadsheet
    return str(value)


def _is_number(value: Any) -> bool:
    return value is None or isinstance(value, Real) or bool(re.fullmatch(r"[\d,]+", str(value)))


def show(columns: Mapping[str, Sequence[Any]], label: str) -> None:
    """Put such a table on the page."""
    st.html(f"<style>{CSS}</style>{as_html(columns, label)}")


def as_html(columns: Mapping[str, Sequence[Any]], label: str) -> str:
    """HTML of columns of equal length, numbers right-aligned, every value escaped.

    >>> as_html({"id": [5], "token": ["<b>"]}, "Data")[-76:]
    '<tbody><tr><td class="n">5</td><td>&lt;b&gt;</td></tr></tbody></table></div>'
    """
    numeric = [all(map(_is_number, column)) for column in columns.values()]
    side = ['<td class="n">' if number else "<td>" for number in numeric]
    heads = "".join(
        f'<th scope="col"{" class=n" * number}>{html.escape(name)}</th>'
        for name, number in zip(columns, numeric, strict=True)
    )
    cells = [
        [f"{td}{html.escape(format_cell(value), quote=False)}</td>" for value in column]
        for td, column in zip(side, columns.values(), strict=True)
    ]
    rows = "".join(f"<tr>{''.join(row)}</tr>" for row in zip(*cells, strict=True))
    return (
        f'<div class="explorer-data" role="region" tabindex="0" aria-label="{html.escape(label)}">'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
