"""Every picture of the app as one call: settings in, a `View` out, with its sentence, its numbers and its formula.

    from explorer.views import memory

    view = memory.units()
    view.sentence          # what the page says under the picture
    view.table             # its numbers, a dict of columns
    view.figure()          # a plotly.graph_objects.Figure

One module a page, one function a picture. A function's settings are keyword arguments; without any they are those with
which the page opens. The page makes the same call from its controls, and "Code" under the picture shows it. Nothing
here imports Streamlit; Plotly's Python package is imported by `View.figure` alone.
"""

from explorer.views.formula import Formula
from explorer.views.table import Column, Table
from explorer.views.view import View, picture

__all__ = ["Column", "Formula", "Table", "View", "picture"]
