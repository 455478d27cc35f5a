"""Toolbar under every picture, and the panels that it opens: data, code, and the source of the numbers.

What few visitors need is behind one button, and drawn only while it is open; a panel's state is in the URL. The other
actions (copy link, PNG, SVG, full screen) run in the browser alone (explorer/ui/plot/js/picture_toolbar.js).

The numbers are an HTML table: screen readers read it, it can be copied, and it prints completely. `st.dataframe` would
load pandas and pyarrow, 60 MB of the server and a second of the first visitor who opens it, and draws on a canvas.
"""

import html
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from numbers import Integral, Real
from typing import Any

import streamlit as st

from explorer.ui.frame import step_size
from explorer.ui.frame.layout import lazy_expander
from explorer.views.table import Table, as_list
from explorer.views.view import Call, View
from explorer.wording import tiny

_SHARE = """<button type="button" data-act="link" title="Copy the address of this page as it is now">Copy link</button>
<button type="button" data-act="whole" title="The link with your guess: it shows the answer" hidden>
Copy it with your guess</button>
<button type="button" data-act="frame" title="HTML: this screen, its picture first, in a frame" hidden>
Copy it for a course page</button>"""
_FULL = """
<button type="button" data-act="full" title="The picture on the whole screen (Esc ends it)">Full screen</button>"""
_TEACH = """<button type="button" data-act="lesson" title="Add this screen, as it is now, to your lesson (page Teach)">
Add to lesson</button>
<button type="button" data-act="paper" title="A sheet: picture, question, QR code">Print</button>"""
_SAVE = """
<button type="button" data-act="png" title="Save the picture as PNG">PNG</button>
<button type="button" data-act="svg" title="Save the picture as SVG">SVG</button>"""


def view_toolbar(key: str, view: View, *, chart: bool = True, caption: str = "") -> None:
    """Draw the toolbar under a view, and below it the open panels of its data and code; a step of the path has none.

    `chart`: its picture, if any, is drawn by `ui.chart` and not by a component of the page. `caption`: what the call
    does where it can't draw the picture above as it is.
    """
    if step_size.step() is not None:
        return
    drawn = chart and view.spec is not None
    has = {"data": bool(view.made_by or view.numbers), "code": view.made_by is not None}
    opened = dict.fromkeys(has, False)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"{key}_under"):
        _actions(key, _SHARE + _FULL * drawn, drawn)
        panels = {f"{key}_{name}": False for name in has if has[name]}
        tools = lazy_expander(partial(st.popover, type="tertiary"), "Save, print, code", f"{key}_tools", panels)
    if tools is not None:
        with tools:
            _actions(key, _TEACH + _SAVE * drawn, drawn)
            for name, label in (("data", "Data"), ("code", "Code")):
                opened[name] = has[name] and st.checkbox(label, key=f"{key}_{name}", bind="query-params")
    if opened["data"]:
        _data(key, view.table)
    if opened["code"]:
        does = "draws the picture" if view.spec is not None else "gives the numbers and the sentence"
        sentence = "" if view.call.question == (True, None) else ", with the answer and without a guess"
        _call(key, view.call, caption or f"This {does} above{sentence}")


def _actions(key: str, buttons: str, drawn: bool) -> None:
    sentence = f' data-chart="{key}"' if drawn else ""
    st.html(f'<div class="explorer-actions"{sentence}>{buttons}<span role="status"></span></div>', width="content")


def share_button(label: str, text: str, address: str = "") -> None:
    """A button that gives words with a link to somebody: by a phone's own means, else by the clipboard."""
    data = f'data-act="share" data-text="{escape(text)}" data-address="{escape(address)}"'
    button = f'<button type="button" {data}>{escape(label)}</button>'
    st.html(f'<div class="explorer-actions">{button}<span role="status"></span></div>', width="content")


def _call(key: str, call: Call, does: str) -> None:
    code = call.code()
    with st.container(border=True, key=f"{key}_code_box"):
        st.caption(f"{does}, in a notebook or a script, where the project is installed.")
        st.code(code, language="python", wrap_lines=True)
        with st.container(horizontal=True):
            _download("Download .py", lambda: script_file(code), f"{key}.py", "text/x-python", f"{key}_py")
            mime = "application/x-ipynb+json"
            _download("Download .ipynb", lambda: notebook_file(code), f"{key}.ipynb", mime, f"{key}_ipynb")
        st.caption("What computes it:")
        st.code(call.source(), language="python", line_numbers=True, wrap_lines=True)


def _data(key: str, table: Table) -> None:
    with st.container(border=True, key=f"{key}_data_box"):
        most = most_rows(len(table))
        if (part := table.first(most)).cut:
            st.caption(f"Shown: {part}. In the CSV: {table.first(table.rows)}.")
        shown = {name: as_list(column[:most]) for name, column in table.items()}
        show(shown, f"Data, {part}")
        _download("Download CSV", table.csv, f"{table.name}.csv", "text/csv", f"{key}_csv")


def _download(label: str, content: Callable[[], str], file_name: str, mime: str, key: str) -> None:
    st.download_button(label, content, file_name=file_name, mime=mime, key=key, on_click="ignore")


NEEDS = "Needs the package embedding-explorer; in the project's folder: pip install ."


def script_file(code: str) -> str:
    """A displayed call as a script.

    >>> print(script_file("view.show()"))
    # Needs the package embedding-explorer; in the project's folder: pip install .
    view.show()
    """
    return f"# {NEEDS}\n{code}"


def notebook_file(code: str) -> str:
    r"""A displayed call as a Jupyter notebook (nbformat 4.5): what it needs, the call, the view's numbers.

    >>> [cell["cell_type"] for cell in json.loads(notebook_file("view = 1\nview.show()\n"))["cells"]]
    ['markdown', 'code', 'code']
    """
    cells: list[dict[str, Any]] = []
    for number, text in enumerate([NEEDS, code.replace("view.show()\n", "view").strip(), "view.table.frame()"]):
        cell: dict[str, Any] = {"id": f"cell-{number}", "metadata": {}, "source": text.splitlines(keepends=True)}
        runs: dict[str, Any] = {"execution_count": None, "outputs": []} if number else {}
        cells.append({"cell_type": "code" if number else "markdown", **cell, **runs})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps(
        {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}, indent=1
    )


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
