"""In which order a part stands on a phone, in presenter mode and in a frame: its first picture before its controls."""

from __future__ import annotations

_IN_FRAGMENT = ":is(.st-key-part_body, .st-key-part_view) > :only-child > [data-testid=stVerticalBlock]"
TOP = f":is(.st-key-part_body, .st-key-part_place, {_IN_FRAGMENT})"
"""Where the elements of a part stand: also in a place that it fills later, or in one of several views, a fragment."""
CHART = ".explorer-chart:not([class*=_where] *)"
"""A picture of the part itself, not one in which a place is guessed (place.py): that one stays where it stands."""
PICTURE_FIRST = """
[data-testid=stMainBlockContainer] > [data-testid=stVerticalBlock] {reading-flow: flex-visual;}
TOP, .st-key-part_view, [data-testid=stLayoutWrapper]:has(> :is(TOP, .st-key-part_view)) {display: contents;}
[data-testid=stLayoutWrapper]:has(> [class*=_part_row], > .st-key-part_words) {order: 10;}
.st-key-part_body [data-testid=stVerticalBlock] > :has(CHART) {order: -1;}
.st-key-part_body [data-testid=stVerticalBlock] > :has(> [class*=_above]) {order: -2;}
.st-key-part_body [data-testid=stVerticalBlock] > :has(CHART) ~ :has(CHART) {order: 0;}
TOP > * {order: 50;}
TOP > [data-testid=stLayoutWrapper]:has(> [class*=_row] [class*=_as_list], > [class*=_asked]) {order: 14;}
TOP > :has(CHART) {order: 20;}
TOP > :has(CHART) ~ :has(CHART) {order: 50;}
[data-testid=stLayoutWrapper]:has(> .st-key-part_look) {order: 30;}
[data-testid=stLayoutWrapper]:has(> .st-key-page_before) {order: 40;}
:not(:has(.st-key-part_body CHART)) > [data-testid=stLayoutWrapper]:has(> .st-key-page_before)
  {order: 12;}
[data-testid=stLayoutWrapper]:has(.st-key-part_body) ~ * {order: 60;}
""".replace("TOP", TOP).replace("CHART", CHART)
"""The first picture of a part before its controls, and the sentence where to look below it.

A part's elements lie in its container, or in the one that Streamlit adds around a fragment: both are dissolved
(display: contents), so that all can be ordered together with the page's own; so are "part_place", which a part fills
later, and "part_view", around one of its views. Inside of what stays, a picture comes first too, with what stands above
it (`picture`'s `above`). A part's own choice of what it shows stands above all of it, and so does what a container
named “…_asked” holds.
"""

_WAY = (
    "TOP > :has(CHART):is(BLOCK):not(OUTER, LATER), TOP > :has(CHART):not(LATER) :is(BLOCK):has(CHART)"
    ":not(OUTER, LATER)"
)
"""What holds a part's first picture, from the part's own container down: columns and fragments, too."""
_BLOCKS = ("stLayoutWrapper", "stVerticalBlock", "stHorizontalBlock", "stColumn")
CONTROLS_NEXT = (
    """
:is(WAY) {
  display: contents;
  > * {order: 29;}
  > :is([class*=_formula], :has(> [class*=_box])) {order: 50;}
  > :has(CHART) {order: 20;}
  > :has(CHART) ~ :has(CHART) {order: 29;}
  > :has(> [class*=_above]) {order: 19;}
}
:has(.st-key-part_body CHART) :is(TOP, WAY) {
  > :is([class*=_controls], [class*=_more], [class*="_run "], :has(> [class*=_controls])) {order: 25;}
  > [data-testid=stElementContainer]:is([class*=_play], :has([data-testid=stSlider])) {order: 24;}
}
:has(.st-key-part_body CHART) > [data-testid=stLayoutWrapper]:has(> .st-key-page_before) {order: 26;}
""".replace("WAY", _WAY)
    .replace("BLOCK", ", ".join(f"[data-testid={name}]" for name in _BLOCKS))
    .replace("OUTER", "TOP, :has(TOP)")
    .replace("LATER", ".st-key-part_body :has(CHART) ~ *, .st-key-part_body :has(CHART) ~ * *")
    .replace("TOP", TOP)
    .replace("CHART", CHART)
)
"""Controls, and a button that measures, close below the picture: whoever moves one sees what it does.

Where the picture is not a chart (the clocks), all stays in its order.
"""
