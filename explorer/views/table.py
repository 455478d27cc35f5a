"""Table of the numbers behind a picture: named columns, with conversion to CSV and to a DataFrame."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from explorer.excerpt import Excerpt, first_of
from explorer.wording import RUN

if TYPE_CHECKING:
    import pandas

SHOWN = 200
"""Rows that a notebook shows; `frame()` has all."""
BLOCK = 4_096
"""Batch size in rows when a whole `LazyColumn` is computed."""


class LazyColumn(Sequence[Any]):
    """Column whose cells are computed on access, since the page shows at most a thousand rows of a table.

    Args:
        length: rows.
        make: function from (first, last) to the cells of rows first to last − 1.

    >>> column = LazyColumn(1_000_000, lambda first, last: [row * row for row in range(first, last)])
    >>> column[:3], column[999_999], len(column)
    ([0, 1, 4], 999998000001, 1000000)
    """

    def __init__(self, length: int, make: Callable[[int, int], Sequence[Any]]) -> None:
        self._length, self._make = length, make

    def __len__(self) -> int:
        """Rows."""
        return self._length

    def __getitem__(self, index: Any) -> Any:
        """One cell, or those of a contiguous slice."""
        if isinstance(index, slice):
            first, last, _ = index.indices(self._length)
            return as_list(self._make(first, last))
        return self[index : index + 1][0]

    def __iter__(self) -> Iterator[Any]:
        """All cells, some thousand at a time."""
        for first in range(0, self._length, BLOCK):
            yield from self[first : first + BLOCK]


class Table(dict[str, Any]):
    """Table of a picture's numbers: a dict of columns of equal length, which `pandas.DataFrame` accepts directly.

    Attributes:
        name: of the CSV file, without its ending.
        of: total number of rows, if the table has only the first of them.
        folded: columns whose cells a notebook opens at a click, such as the answers to questions.

    >>> table = Table({"token": ["a", "b"], "id": [5, 7]}, "tokens")
    >>> table["id"], table.rows
    ([5, 7], 2)
    """

    def __init__(
        self, columns: Mapping[str, Sequence[Any] | Any], name: str, of: int = 0, folded: Sequence[str] = ()
    ) -> None:
        super().__init__(columns)
        self.name, self.of, self.folded = name, of, folded

    @property
    def rows(self) -> int:
        """Number of rows."""
        return min((len(column) for column in self.values()), default=0)

    def __missing__(self, name: object) -> Any:
        raise KeyError(f"Expected a column of {', '.join(self)}; got {name}")

    def __str__(self) -> str:
        """The first rows as text.

        >>> print(Table({"token": ["a", "the"], "id": [5, 17]}, "tokens"))
        token  id
        a      5
        the    17
        """
        columns = [[name, *(str(rounded(v)) for v in as_list(column[:SHOWN]))] for name, column in self.items()]
        widths = [max(map(len, column)) for column in columns]
        return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in zip(*columns, strict=True))

    def _repr_html_(self) -> str:
        """The first rows for a notebook: texts begin at the left, numbers end at the right.

        >>> Table({"token": ["<b>"], "id": [5]}, "tokens")._repr_html_()[-94:]
        '<tr><td style="text-align:left">&lt;b&gt;</td><td>5</td></tr></table><p>Shown: the one row</p>'
        """
        columns = [[_html(v, name in self.folded) for v in as_list(column[:SHOWN])] for name, column in self.items()]
        rows = [f"<tr>{''.join(f'<th>{escape(name)}</th>' for name in self)}</tr>"]
        rows += [f"<tr>{''.join(row)}</tr>" for row in zip(*columns, strict=True)]
        return f"<table>{''.join(rows)}</table><p>Shown: {self.first(SHOWN)}</p>"

    def first(self, most: int) -> Excerpt[range]:
        """The first rows, of all that there are."""
        return first_of("row", range(max(self.rows, self.of)), min(most, self.rows))

    def frame(self) -> pandas.DataFrame:
        """The table as a pandas DataFrame.

        Raises:
            ImportError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError as problem:
            raise ImportError("A DataFrame needs pandas: pip install pandas. dict(table) needs nothing") from problem

        return pandas.DataFrame({name: list(column) for name, column in self.items()})

    def csv(self, comma: bool = False) -> str:
        """The whole table as CSV. Texts that a spreadsheet would run as a formula get a leading apostrophe.

        `comma`: decimal commas, and semicolons between columns, for locales whose spreadsheets would read 0.125 as 125.

        Example:
            >>> print(Table({"token": ["a"], "cosine": [0.125]}, "tokens").csv(comma=True).strip())
            token;cosine
            a;0,125
            >>> print(Table({"token": ["=1+1", "a"], "id": [5, 7]}, "tokens").csv().strip())
            token,id
            '=1+1,5
            a,7
        """
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n", delimiter=";" if comma else ",")
        writer.writerow(self)
        columns = [each if isinstance(each, LazyColumn) else as_list(each) for each in self.values()]
        for row in zip(*columns, strict=True):
            sentences = [
                f"'{value}" if isinstance(value, str) and value.lstrip("'")[:1] in RUN else value for value in row
            ]
            writer.writerow(
                [str(v).replace(".", ",") if isinstance(v, float) else v for v in sentences] if comma else sentences
            )
        return out.getvalue()


def as_list(column: Any) -> list[Any]:
    """The cells of a column as Python values."""
    return column.tolist() if hasattr(column, "tolist") else list(column)


def rounded(value: Any) -> Any:
    """A cell as it is shown: a fraction with six digits, since sixteen would not fit.

    >>> rounded(2 / 3), rounded(50_257), rounded("king")
    ('0.666667', 50257, 'king')
    """
    return f"{value:.6g}" if isinstance(value, float) else value


def _html(value: Any, folded: bool) -> str:
    """A cell of a notebook's table."""
    text, side = escape(str(rounded(value))), ' style="text-align:left"' * isinstance(value, str)
    if folded and text:
        text = f"<details><summary style=white-space:nowrap>show</summary>{text}</details>"
    return f"<td{side}>{text}</td>"
