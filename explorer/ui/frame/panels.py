"""What stands under every picture: one quiet line of actions, and what it opens: data, code, where numbers come from.

These are built when they are open only, and whether they are open is in the URL. The rest (copy link, PNG, SVG, full
screen) needs no server: the browser does it (explorer/ui/plot/js/actions.js).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from explorer.ui.frame import grid
from explorer.ui.frame.notebook import notebook, portable

_LINK = '<button type="button" data-act="link" title="Copy the address of this page as it is now">Copy link</button>'
_LINK += '<button type="button" data-act="whole" title="The link with your guess: it shows the answer" hidden>'
_LINK += "Copy it with your guess</button>"
_LINK += '<button type="button" data-act="lesson" title="Add this screen, as it is now, to your lesson (page Teach)">'
_LINK += "Add to lesson</button>"
_LINK += '<button type="button" data-act="paper" title="A sheet: picture, question, QR code">Print</button>'
_PICTURE = (
    '<button type="button" data-act="png" title="Save the picture as PNG">PNG</button>'
    '<button type="button" data-act="svg" title="Save the picture as SVG">SVG</button>'
    '<button type="button" data-act="full" title="The picture on the whole screen (Esc ends it)">Full screen</button>'
)

BLOCK = 4_096
"""Rows of a `Column` that are made at a time where all are wanted."""


class Column(Sequence[Any]):
    """A column whose cells are made when somebody looks at them: of a very long table a thousand are shown.

    Args:
        length: rows.
        make: [first, last) row to those cells.

    >>> column = Column(1_000_000, lambda first, last: [row * row for row in range(first, last)])
    >>> column[:3], column[999_999], len(column)
    ([0, 1, 4], 999998000001, 1000000)
    """

    def __init__(self, length: int, make: Callable[[int, int], Sequence[Any]]) -> None:
        self._length, self._make = length, make

    def __len__(self) -> int:
        """Rows."""
        return self._length

    def __getitem__(self, place: Any) -> Any:
        """One cell, or those of a slice of rows that follow each other."""
        if isinstance(place, slice):
            first, last, _ = place.indices(self._length)
            return _listed(self._make(first, last))
        return self[place : place + 1][0]

    def __iter__(self) -> Iterator[Any]:
        """All cells, some thousand at a time."""
        for first in range(0, self._length, BLOCK):
            yield from self[first : first + BLOCK]


@dataclass(frozen=True)
class Table:
    """Named columns of equal length, and the name of the CSV file without its ending.

    `of`: how many rows there would be, where the table has the first of them only.
    """

    columns: Mapping[str, Sequence[Any] | Any]
    name: str
    of: int = 0

    def __len__(self) -> int:
        """Number of rows."""
        return min((len(column) for column in self.columns.values()), default=0)

    def csv(self) -> str:
        """The whole table as CSV. Texts that a spreadsheet would run as a formula get a leading apostrophe.

        Example:
            >>> print(Table({"token": ["=1+1", "a"], "id": [5, 7]}, "tokens").csv().strip())
            token,id
            '=1+1,5
            a,7
        """
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        for row in zip(*(_cells(column) for column in self.columns.values()), strict=True):
            writer.writerow([_inert(value) for value in row])
        return out.getvalue()


def _listed(column: Any) -> list[Any]:
    return column.tolist() if hasattr(column, "tolist") else list(column)


def _cells(column: Any) -> Any:
    return column if isinstance(column, Column) else _listed(column)


def _inert(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return value


def under(
    key: str,
    table: Table | Callable[[], Table] | None = None,
    script: str | Callable[[], str] | None = None,
    *,
    chart: bool = True,
) -> None:
    """The line of actions under the picture `key`, and below it the data and the code where they are open.

    `chart`: the picture is a chart of ours, which can be saved and shown on the whole screen.
    """
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", key=f"{key}_under"):
        data_open = table is not None and st.checkbox("Data", key=f"{key}_data", bind="query-params")
        code_open = script is not None and st.checkbox("Code", key=f"{key}_code", bind="query-params")
        of, buttons = (f' data-chart="{key}"', _LINK + _PICTURE) if chart else ("", _LINK)
        st.html(f'<div class="explorer-actions"{of}>{buttons}<span role="status"></span></div>', width="content")
    if table is not None and data_open:
        _data(key, table() if callable(table) else table)
    if script is not None and code_open:
        _code(key, script() if callable(script) else script)


def _data(key: str, table: Table) -> None:
    """The numbers behind a picture as a table, and all of them as CSV."""
    with st.container(border=True, key=f"{key}_data_box"):
        rows = len(table)
        most = grid.most_rows(len(table.columns))
        if table.of > rows:
            st.caption(f"Showing the first {most:,} of {table.of:,} rows; the CSV has the first {rows:,}.")
        elif rows > most:
            st.caption(f"Showing the first {most:,} of {rows:,} rows; the CSV has them all.")
        shown = {name: _listed(column[:most]) for name, column in table.columns.items()}
        grid.show(shown, f"Data, {min(rows, most):,} of {max(rows, table.of):,} rows")
        _download("Download CSV", table.csv, f"{table.name}.csv", "text/csv", f"{key}_csv")


def _code(key: str, text: str) -> None:
    """The script that prints the numbers on the screen, as .py and .ipynb."""
    with st.container(border=True, key=f"{key}_code_box"):
        st.caption("It prints the numbers shown above. The files find the project's folder if they lie in it.")
        st.code(text, language="python", line_numbers=True)
        with st.container(horizontal=True):
            _download("Download .py", lambda: portable(text), f"{key}.py", "text/x-python", f"{key}_py")
            _download(
                "Download .ipynb", lambda: notebook(text), f"{key}.ipynb", "application/x-ipynb+json", f"{key}_ipynb"
            )


def _download(label: str, content: Callable[[], str], file_name: str, mime: str, key: str) -> None:
    st.download_button(label, content, file_name=file_name, mime=mime, key=key, on_click="ignore")
