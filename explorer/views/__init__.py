"""Views: every picture of the app as one call, settings in, a `View` with sentence, numbers and formula out.

    from explorer.views import memory

    view = memory.times()
    view.sentence          # the sentence under the picture
    view.table             # its numbers, a dict of columns
    view.figure()          # a plotly.graph_objects.Figure
    view.save("bill.html") # or .png; .gif over the values of a setting

`gallery()` lists all views.

One module per page, one function per picture. Settings are keyword arguments, whose defaults are those of the page.
The page makes the same call from its controls, and "Code" under the picture shows it. Nothing
here imports Streamlit; Plotly's Python package is imported by `View.figure` alone.
"""

from explorer.views.formula import Formula
from explorer.views.table import LazyColumn, Table
from explorer.views.view import View, gallery, picture

__all__ = ["LazyColumn", "Formula", "Table", "View", "gallery", "picture"]
