"""Toolbar under every picture, and the panels that it opens: data, code, and the source of the numbers.

What few visitors need is behind one button, and drawn only while it is open; a panel's state is in the URL. The other
actions (copy link, PNG, SVG, full screen) run in the browser alone (explorer/ui/plot/js/picture_toolbar.js).
"""

import json
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from explorer.ui.frame import html_table, step_size
from explorer.ui.frame.layout import lazy_expander
from explorer.views.table import Table, as_list
from explorer.views.view import Call, View

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


def view_toolbar(key: str, view: View, *, chart: bool = True, instead: str = "") -> None:
    """Draw the toolbar under a view, and below it the open panels of its data and code; a step of the path has none.

    `chart`: its picture, if any, is drawn by `ui.chart` and not by a component of the page. `instead`: what the call
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
        _call(key, view.call, instead or f"This {does} above{sentence}")


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
        most = html_table.most_rows(len(table))
        if (part := table.first(most)).cut:
            st.caption(f"Shown: {part}. In the CSV: {table.first(table.rows)}.")
        shown = {name: as_list(column[:most]) for name, column in table.items()}
        html_table.show(shown, f"Data, {part}")
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
