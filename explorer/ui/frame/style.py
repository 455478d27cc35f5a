"""The app's own CSS, and presenter mode: large type, controls tucked away. Chart colours live in `figures.theme`."""

import re
from pathlib import Path

import streamlit as st

from explorer.figures import theme
from explorer.ui.frame import step_size
from explorer.ui.plot.assets import HIGH_CONTRAST

MAIN = "[data-testid=stMainBlockContainer]"
"""The block around a page's elements, without the sidebar."""
SIDEBAR = "[data-testid=stSidebar]"
HEADER = "[data-testid=stHeader]"
"""Streamlit's header, with its menu and the button that opens the sidebar."""
TEXT = "[data-testid=stText]"
CAPTION = "[data-testid=stCaptionContainer]"
CODE = "[data-testid=stCode]"
HINT = "[data-testid=InputInstructions]"
"""“Press Ctrl+Enter to apply” in a field; a phone has no such keys, and a tap elsewhere does it."""
TYPED = ".st-key-text, .st-key-g_text, .st-key-x_begin"
"""The fields for a text of one's own."""
PRIMARY = "[data-testid^=stBaseButton-primary]"
"""All `data-testid` names of Streamlit in our styles. Streamlit's own tests use them, but they are no public API, so
all other rules select by key (`st-key-…`), by our own classes, or by tag.
"""

CHART_SCALE, PRESENTER_CHART_SCALE = 16 / theme.FONT_SIZE, 2.0
"""Growth of the type of charts: to 16 px where they are wider than on a phone, and in presenter mode to that of the
page, which the browser knows; heights are computed for this one.
"""
LIST = """
  [class*=_row]:has(> [class*=_as_list]) > :not([class*=_as_list], :has([class*=_pictures])) {display: none;}
  [class*=_as_list] {display: block; flex: 1 1 12rem; max-width: none;}
  [class*=_as_list] > * {width: 100% !important; max-width: none;}
"""
"""A list of the parts in the place of their tabs, which would have several rows."""
WRITTEN = f".st-key-step_columns:has(.st-key-stage-picture, .st-key-h_guess, .st-key-t_chips_large):has({TYPED})"
"""A step with a field for a text."""


def read_css(name: str) -> str:
    """A style sheet of the folder `css`, without its comments."""
    text = (Path(__file__).parent / "css" / f"{name}.css").read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


LINKS = read_css("step_links")
_OF_PICTURES = f"""
:root {{
  --explorer-blue: {theme.OKABE_ITO[0]}; --explorer-sky: {theme.OKABE_ITO[5]};
  --explorer-found: {theme.FOUND}; --explorer-grey: {theme.GREY};
}}
"""
_TO_READ = ":root {font-size: 28px !important;}"
"""A step of the path has its margin's words beside the picture, and a page without pictures has words alone."""


def expand_selectors(css: str) -> str:
    """Replace MAIN, SIDEBAR and the like by selectors of Streamlit's elements, and join the CSS into one line.

    One line, because Streamlit dedents an element's text line by line in each run.
    """
    for name in (
        "LIST",
        "LINKS",
        "WRITTEN",
        "TYPED",
        "MAIN",
        "SIDEBAR",
        "HEADER",
        "TEXT",
        "CAPTION",
        "CODE",
        "HINT",
        "PRIMARY",
    ):
        css = re.sub(rf"\b{name}\b", globals()[name], css)
    return " ".join(css.split())


_USUAL = expand_selectors(
    f"{_OF_PICTURES}{read_css('pictures')}{read_css('page')}{HIGH_CONTRAST}{read_css('forced_colors')}"
)
_PRESENTED, _FRAMED, _OF_STEP, _STAGED, _TAUGHT = (
    expand_selectors(read_css(name)) for name in ("presenter", "embedded", "step", "stage", "lesson_stage")
)


def presenting() -> bool:
    """Whether presenter mode is on (URL: `present=true`, which holds until the switch itself has been drawn)."""
    switch = st.session_state.get("present")
    return bool(st.query_params.get("present") == "true" if switch is None else switch)


def is_embedded() -> bool:
    """Whether the page is embedded in another page (URL: `embed=true`): one part, its picture first."""
    return bool(st.context.is_embedded)


def apply(*, stage: bool = False, lesson: bool = False) -> None:
    """Put the CSS on the page; `stage`: of a projector's screen, `lesson`: which presents a lesson's step."""
    more = (_PRESENTED + (_STAGED if stage else _TO_READ) if presenting() else "") + (_TAUGHT if lesson else "")
    more += (_FRAMED if is_embedded() else "") + (_OF_STEP if step_size.step() is not None else "")
    st.html(f"<style>{_USUAL} {more}</style>")
