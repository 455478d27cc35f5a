"""The only room that imports Streamlit: navigation, URL state, the chart, and what stands under every picture.

A page calls `begin`, shows parts made of controls and `picture`, and calls `end`; see pages/memory.py for the shape.
"""

from explorer.ui.frame import sentence, style
from explorer.ui.frame.layout import controls, more, parts, predict
from explorer.ui.frame.navigation import PAGES, begin, end, info, navigation, show_claims
from explorer.ui.frame.panels import Table, code_panel, data_panel
from explorer.ui.plot.chart import Event, Point, chart
from explorer.ui.plot.picture import picture

__all__ = [
    "PAGES",
    "Event",
    "Point",
    "Table",
    "begin",
    "chart",
    "code_panel",
    "controls",
    "data_panel",
    "end",
    "info",
    "more",
    "navigation",
    "parts",
    "picture",
    "predict",
    "sentence",
    "show_claims",
    "style",
]
