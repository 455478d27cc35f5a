"""Views: every picture of the app as one call, settings in, a `View` with sentence, numbers and formula out.

    from explorer.views import memory

    view = memory.times()
    view.sentence          # the sentence under the picture
    view.table             # its numbers, a dict of columns
    view.figure()          # a plotly.graph_objects.Figure
    view.save("bill.html") # or .png, .svg, .pdf; .gif over the values of a setting

`gallery()` lists all views.

One module per page, one function per picture. Settings are keyword arguments, whose defaults are those of the page.
The page makes the same call from its controls, and "Code" under the picture shows it. Nothing
here imports Streamlit; Plotly's Python package is imported by `View.figure` alone.
"""

import importlib
from typing import TYPE_CHECKING, Any

from explorer.views.formula import Formula
from explorer.views.table import LazyColumn, Table
from explorer.views.view import View, gallery, picture

__all__ = ["LazyColumn", "Formula", "Table", "View", "gallery", "picture"]

if not TYPE_CHECKING:  # a type checker would take any name for an attribute

    def __getattr__(name: str) -> Any:
        """A page's views, imported when they are asked for: ``views.memory.bill()``."""
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return importlib.import_module(f"explorer.views.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"explorer.views.{name}":
                raise
            raise AttributeError(f"Expected a page's views, such as memory; gallery() lists all; got {name}") from None
