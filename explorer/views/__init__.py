"""Views: every picture of the app as one call, settings in, a `View` with sentence, numbers and formula out.

    from explorer.views import memory

    view = memory.times()
    view.sentence          # the sentence under the picture
    view.table             # its numbers, a dict of columns
    view.figure()          # a plotly.graph_objects.Figure

One module per page, one function per picture. Settings are keyword arguments, whose defaults are those of the page.
The page makes the same call from its controls, and "Code" under the picture shows it. Nothing
here imports Streamlit; Plotly's Python package is imported by `View.figure` alone.
"""

from explorer.views.formula import Formula
from explorer.views.table import LazyColumn, Table
from explorer.views.view import View, picture

__all__ = ["LazyColumn", "Formula", "Table", "View", "picture"]
