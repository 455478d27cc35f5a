"""The only room that imports Streamlit: navigation, URL state, the chart, and what stands under every picture.

A page calls `begin`, shows parts made of controls and `picture`, and calls `end`; see pages/memory.py for the shape.
"""

from explorer.ui import sentence, style
from explorer.ui.chart import Event, Point, chart
from explorer.ui.layout import controls, more, parts, predict
from explorer.ui.navigation import PAGES, begin, end, info, navigation, show_claims
from explorer.ui.panels import Table, code_panel, data_panel
from explorer.ui.picture import picture

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
