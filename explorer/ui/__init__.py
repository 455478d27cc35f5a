"""The only package that imports Streamlit: navigation, URL state, the chart, and what stands under every picture.

A page is one call of `page` with its views; a view is a module with a `PART` and a `show`; see pages/memory.py.
"""

import explorer.ui.threads  # noqa: F401 - before NumPy is loaded
from explorer.content.pages import PAGES, info
from explorer.ui.frame import guide, sentence, style, typed
from explorer.ui.frame.badge import badge
from explorer.ui.frame.layout import controls, folded, line, more
from explorer.ui.frame.navigation import begin, end, navigation, show_claims
from explorer.ui.frame.order import beside
from explorer.ui.frame.page import page
from explorer.ui.frame.panels import under, under_view
from explorer.ui.frame.part import Part, formula, formulas
from explorer.ui.frame.point_guess import Axis, ask_point
from explorer.ui.frame.prediction import Guess, predict
from explorer.ui.frame.say import meanings, say
from explorer.ui.frame.whole import number, slider
from explorer.ui.plot.chart import Event, Point, chart
from explorer.ui.plot.picture import picture, show
from explorer.views.formula import Formula
from explorer.views.table import Column, Table

__all__ = [
    "PAGES",
    "Axis",
    "Column",
    "Event",
    "Formula",
    "Guess",
    "Part",
    "Point",
    "Table",
    "ask_point",
    "badge",
    "begin",
    "beside",
    "chart",
    "controls",
    "end",
    "folded",
    "formula",
    "formulas",
    "guide",
    "info",
    "line",
    "meanings",
    "more",
    "navigation",
    "number",
    "page",
    "picture",
    "predict",
    "say",
    "sentence",
    "show",
    "show_claims",
    "slider",
    "style",
    "typed",
    "under",
    "under_view",
]
