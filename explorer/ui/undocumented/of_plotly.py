"""What is used of Plotly beyond its documentation; seen in plotly 7.0 to 7.1 (Python) and plotly.js 4.1.1.

The part in the browser stands in `explorer/ui/plot/js/plotly.js`; no other file of ours reads what Plotly keeps to
itself. One rule of our style names a class of its drawing.
"""

from __future__ import annotations

from explorer.ui.undocumented import Use

SEEN = "4.1.1"


_JS = "explorer/ui/plot/js/"

USES = (
    Use(
        "element._fullLayout: the axes as they are drawn",
        "Zoom, labels that make way and clouds of points drawn on a canvas need the axes' ranges and places.",
        (f"{_JS}plotly.js",),
        "tests/browser/test_chart.py::test_zoom_survives_new_data",
        sign="._fullLayout",
        ours=r"\._fullLayout",
    ),
    Use(
        "axis._offset and axis._length: where an axis begins and how long it is, in pixels",
        "The canvas of a cloud, and the layer that an outline is drawn on, lie exactly on the chart's area.",
        (f"{_JS}plotly.js",),
        "tests/browser/test_projection.py",
        sign="._offset",
        ours=r"axis\._(offset|length)\b",
    ),
    Use(
        "element._hoverdata: what Plotly names at the pointer now",
        "A dot of the canvas gets a name only where Plotly shows none.",
        (f"{_JS}plotly.js",),
        "tests/browser/test_projection.py",
        sign="._hoverdata",
        ours=r"\._hoverdata",
    ),
    Use(
        "the classes annotation, annotation-scene, bg and svg-container, and data-index of a note",
        "Labels that overlap are hidden, move along with a drag, and a saved picture leaves the hidden ones out too.",
        (f"{_JS}plotly.js",),
        "tests/browser/test_projection.py",
        sign="svg-container",
        ours=r"\.annotation\b|rect\.bg|svg-container|dataset\.index",
    ),
    Use(
        "axis._annIndices: the notes that Plotly draws anew at each step of a drag",
        "Of a step in a drag of forty names writing them anew was four fifths, and more than a frame lasts.",
        (f"{_JS}plotly.js",),
        "tests/browser/test_projection.py::test_names_are_carried_along_while_the_map_is_dragged",
        sign="._annIndices",
        ours=r"\b_annIndices\b",
    ),
    Use(
        "the class main-svg of a chart's drawing",
        "On paper a chart must not be wider than the sheet.",
        ("explorer/ui/frame/style.py",),
        "tests/browser/test_navigation.py::test_on_paper_there_is_no_navigation_and_the_picture_is_whole",
        sign="main-svg",
        ours=r"\.main-svg",
    ),
    Use(
        "sendChartToCloud and showSendToCloud: the button that uploads a chart to a company's server",
        "No control of a chart may lead off this server.",
        (f"{_JS}plotly.js",),
        "tests/browser/test_chart.py::test_no_control_of_a_chart_leads_off_the_server",
        sign="showSendToCloud",
        ours=r"[sS]endC?h?a?r?t?ToCloud",
    ),
)
