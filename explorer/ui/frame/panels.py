"""What stands under every picture: its numbers as a table ("Show the data") and its script ("Show the code").

Both panels build what they show only when they are open, and whether they are open is in the URL.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

ROWS_SHOWN = 1_000


@dataclass(frozen=True)
class Table:
    """Named columns of equal length, and the name of the CSV file without its ending."""

    columns: Mapping[str, Sequence[Any] | Any]
    name: str

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
        for row in zip(*(_listed(column) for column in self.columns.values()), strict=True):
            writer.writerow([_inert(value) for value in row])
        return out.getvalue()


def _listed(column: Any) -> list[Any]:
    return column.tolist() if hasattr(column, "tolist") else list(column)


def _inert(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return value


def notebook(script: str) -> str:
    """A Jupyter notebook (nbformat 4.5) with the script as its one cell.

    Example:
        >>> json.loads(notebook("print(1)"))["cells"][0]["source"]
        ['print(1)']
    """
    cell: dict[str, Any] = {
        "cell_type": "code",
        "id": "script",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": script.splitlines(keepends=True),
    }
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps(
        {"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}, indent=1
    )


def data_panel(key: str, table: Table | Callable[[], Table]) -> None:
    """Show the data: the numbers behind a picture as a table, and all of them as CSV."""
    panel = st.expander("Show the data", key=f"{key}_data", bind="query-params")
    if not panel.open:
        return
    with panel:
        content = table() if callable(table) else table
        rows = len(content)
        if rows > ROWS_SHOWN:
            st.caption(f"Showing the first {ROWS_SHOWN:,} of {rows:,} rows; the CSV has them all.")
        shown = {name: _listed(column[:ROWS_SHOWN]) for name, column in content.columns.items()}
        st.dataframe(shown, hide_index=True, height="auto" if rows < 10 else 360)
        st.download_button(
            "Download CSV",
            content.csv,
            file_name=f"{content.name}.csv",
            mime="text/csv",
            key=f"{key}_csv",
            on_click="ignore",
        )


def code_panel(key: str, script: str | Callable[[], str]) -> None:
    """Show the code: the script that prints the numbers on the screen, as .py and .ipynb."""
    panel = st.expander("Show the code", key=f"{key}_code", bind="query-params")
    if not panel.open:
        return
    with panel:
        text = script() if callable(script) else script
        st.caption("Run it in the project's folder: it prints the numbers shown above.")
        st.code(text, language="python")
        with st.container(horizontal=True):
            st.download_button(
                "Download .py",
                text,
                file_name=f"{key}.py",
                mime="text/x-python",
                key=f"{key}_py",
                on_click="ignore",
            )
            st.download_button(
                "Download .ipynb",
                lambda: notebook(text),
                file_name=f"{key}.ipynb",
                mime="application/x-ipynb+json",
                key=f"{key}_ipynb",
                on_click="ignore",
            )
