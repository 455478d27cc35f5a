"""The navigation between the pages, which survives a deep link as the first request to a fresh server.

Because a folder named pages/ lies beside app.py, a fresh server opens a deep link in Streamlit's automatic multipage
mode: it runs that page alone and skips app.py. So every page begins with `page_header`, which builds the navigation if
this process has not built it yet, and reruns.
"""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from copy import copy
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.claims import claims_of
from explorer.content.pages import DOORS, IN_SIDEBAR, PAGES, PageInfo, info
from explorer.jobs.redact_errors import redact_errors
from explorer.ui import room
from explorer.ui.frame import (
    back_to_quiz_link,
    base_url,
    guide,
    lesson,
    pipeline_nav,
    presenter_model_caption,
    shared_inputs,
    step_size,
    style,
    upload_box,
    url_params,
)
from explorer.ui.frame.part_declaration import Part
from explorer.ui.plot import animation, assets
from explorer.ui.room import stage_picture
from explorer.wording import count

SHARED = {"text": shared_inputs.DEFAULT_TEXT, "encoding": shared_inputs.DEFAULT_ENCODING, "token": 0, "present": False}
"""Keys and defaults of the widgets that several pages share."""
EXAMPLE = "example"
"""Parameter of a link that brings a text; Streamlit takes `text` out of a link from a page that has its field."""

_PACKAGE = Path(__file__).parents[2]
PRIVACY = _PACKAGE / "_app" / "PRIVACY.md", _PACKAGE.parent / "PRIVACY.md"
"""The privacy sheet where pip has installed the app, and in the project's folder."""

redact_errors()

_built: dict[str, st.Page] = {}
"""The pages by name, once this process has built the navigation: a link to one costs less than one to its file."""
_run_again = st.components.v2.component(
    "explorer_run_again", js="export default ({ setTriggerValue }) => setTriggerValue('again', true)"
)
_connection = assets.register("connection", __file__)


def navigation() -> st.Page:
    """Build the navigation; app.py runs what it returns."""
    # Streamlit stores state in the page objects, so each run needs its own. They are copied, not constructed: st.Page
    # resolves its path on the disk, which for twelve pages took a fifth of an empty page's run.
    return st.navigation({door: [copy(page) for page in pages] for door, pages in _pages().items()})


@lru_cache(maxsize=1)
def _pages() -> dict[str, list[st.Page]]:
    home, *others = PAGES
    # Streamlit serves the default page at "/" only, and "Page not found" at its own url_path. So its url_path is a name
    # that nobody types, and "/home" redirects to "/".
    _built[home.name] = st.Page(home.path, title=home.title, url_path="start", default=True)
    for p in others:
        seen: Literal["visible", "hidden"] = "visible" if p in IN_SIDEBAR else "hidden"
        _built[p.name] = st.Page(p.path, title=p.title, url_path=p.name, visibility=seen)
    doors = {door: [_built[name] for name in names] for door, names in DOORS.items()}
    doors[""] = [
        *(page for name, page in _built.items() if not any(name in names for names in DOORS.values())),
        st.Page(_to_home, title="Home", url_path="home", visibility="hidden"),
        st.Page(_privacy, title="Privacy", url_path="privacy", visibility="hidden"),
    ]
    return doors


def _privacy() -> None:
    style.apply()
    st.markdown(next(path for path in PRIVACY if path.is_file()).read_text(encoding="utf-8"), width=900)
    page_link("home", f"← {PAGES[0].title}")


def _to_home() -> None:
    st.switch_page("pages/home.py", query_params=st.query_params.to_dict())


def page_link(
    name: str, label: str, query: Mapping[str, str] | None = None, width: int | Literal["content"] = "content"
) -> None:
    """A link to another page of the app, without a full page load; `width` in pixels."""
    st.page_link(_built[name], label=label, query_params=query, width=width)


def page_header(name: str, part: Callable[[], Part] | None = None, *, pictures: bool = True) -> PageInfo:
    """Begin a page: navigation, styles, the page's question as its title, the presenter switch.

    `part` returns the chosen part; it is called after the lesson's line. `pictures`: whether presenter mode makes the
    page a stage.
    """
    if not _built:
        navigation()
        st.rerun()
    room.begin()
    upload_box.leave_boxes(name)
    url_params.validate(name)
    _carry(name)
    page = info(name)
    guide.begin(name)
    lesson.strip(part is not None, _stage_menu)
    on_stage = lesson.on_stage()
    with st.container(gap=None) if on_stage else nullcontext():
        if not on_stage:
            back_to_quiz_link.show_link(name)
            if step_size.step() is None:
                pipeline_nav.show(name, part().stations if part else ())
            head = st.container(horizontal=True, vertical_alignment="center", key="page_head")
            title, switch = (
                head.container(),
                head.container(horizontal=True, vertical_alignment="center", width="content"),
            )
            if style.presenting() and not style.is_embedded() and step_size.step() is None:
                _menu(switch)
            _switch(switch)
            title.title(guide.heading(name) or (part and part().question) or page.question, anchor=False)
            presenter_model_caption.make_container()
        stage = (pictures or on_stage) and style.presenting() and step_size.step() is None
        style.apply(stage=stage, lesson=on_stage)
        show_waits(part().name if part else page.title, moves=part is not None)
        modules = assets.script("merge_history_entries", "picture_toolbar", "term_definitions", "path_link")
        host, _ = base_url.network_host()  # for copy_or_share_link.js
        mark = f'<i hidden data-network-host="{host}"></i>' if host else ""
        st.html(f"{mark}<script>{modules}</script>", unsafe_allow_javascript=True)
        url_params.make_container()
    if part is None:  # otherwise the part draws it after its controls
        presenter_model_caption.line(name)
    return page


def show_waits(what: str, *, moves: bool = False) -> None:
    """A line of what a visitor waits for: a lost connection, or a server that still computes `what`.

    `moves`: the page has pictures that move, whose frames are sent from here.
    """
    with st.container(key="explorer_connection"):
        # As bytes: other data goes through pandas, which takes 65 MB.
        _connection(key="explorer_connected", data=what.encode(), on_back_change=lambda: None)
        if moves:
            animation.begin()


def _switch(container: DeltaGenerator) -> None:
    container.toggle("Presenter", key="present", bind="query-params", help="Large type, controls tucked away")


def _stage_menu() -> None:
    """On the stage: model and sizes, a room, how the keys work, and the way out, behind one button."""
    # Another key once there is a room: the new menu is closed, where it would lie over the room's code.
    menu = st.popover("Menu", key="stage_menu_room" if room.current() else "stage_menu", width="content")
    with menu:
        presenter_model_caption.make_container("content")
    _switch(menu)
    with menu:
        if not room.current():
            room.open_button()
        st.markdown(
            "Page Down (→) presses the main button: ask, guesses, answer, next step. Page Up (←) goes back. "
            "A full stop (.) is a remote’s key for a dark screen. It presses the other button, such as the guesses "
            "without a talk."
        )


def _menu(container: DeltaGenerator) -> None:
    """Menu of the other pages where there is no sidebar: the guided path first, then each page by name."""
    menu = container.popover("Pages", key="presenter_pages", on_change="rerun")
    if not menu.open:
        return
    with menu:
        st.html(
            f'<a href="{escape(guide.start_link())}&amp;present=true" target="_self">Start here: the guided path</a>'
        )
        for page in IN_SIDEBAR:
            page_link(page.name, page.title)


def _carry(name: str) -> None:
    """Carry the widget values that all pages share to another page.

    Streamlit keeps typed values, but on a page switch it resets values that came from a link, and values that two pages
    share when the visitor goes back. A value written through session state is kept; to get it into the new page's URL
    takes a second run, requested by the browser (in a rerun from the server the URL is still the old page's).
    """
    state = st.session_state
    arrived = state.get(step_size.PAGE, name) != name
    state[step_size.PAGE] = name
    if EXAMPLE in st.query_params:
        state["text"], arrived = st.query_params.pop(EXAMPLE), True
    values = {key: state.get(key, start) for key, start in SHARED.items()} if arrived else state.get("carry_again", {})
    carried = {key: v for key, v in values.items() if v != SHARED[key] and key not in st.query_params}
    for key, value in carried.items():
        state[key] = value
    state["carry_again"] = carried if arrived else {}


def page_footer(name: str) -> None:
    """Close a page: its claims with their evidence, and links to its neighbours."""
    url_params.warn_rejected(name, info(name).prefix, stage_picture.moved())
    if step_size.step() is None:
        _links(name)
    room.end(name, lesson.on_stage())
    if st.session_state.get("carry_again"):
        _run_again(key="explorer_run_again", on_again_change=lambda: None)


def _links(name: str) -> None:
    claims = claims_of(name)
    if claims:
        panel = st.expander(f"Claims on this page ({len(claims)})", key=f"{name}_claims", on_change="rerun")
        if panel.open:
            with panel:
                show_claims(name)
                page_link("claims", "All claims")
    at = PAGES.index(info(name))
    with st.container(horizontal=True, horizontal_alignment="distribute", key="explorer_next"):
        if at > 0:
            page_link(PAGES[at - 1].name, f"← {PAGES[at - 1].title}")
        if at + 1 < len(IN_SIDEBAR):
            page_link(PAGES[at + 1].name, f"{PAGES[at + 1].title}: {PAGES[at + 1].hint} →")
    if style.is_embedded():
        where = "./" if name == PAGES[0].name else f"./{name}"
        st.html(
            f'<p class="explorer-source">Source: <a class="explorer-whole" href="{where}" target="_blank">'
            "Embedding Explorer, the whole page with its controls</a></p>"
        )


def show_claims(name: str, *, named: bool = False) -> None:
    """The claims of a page, each with the tests (`named`: by name) and sources behind it; one element for all."""
    lines = []
    for claim in claims_of(name):
        tests = (
            [f"test `{test}`" for test in claim.tests]
            if named
            else [count(len(claim.tests), "test")][: len(claim.tests)]
        )
        sources = [
            f"[{source.name}]({source.url}), " + (f"which gives: {source.reading}" if source.reading else "not opened")
            for source in claim.sources
        ]
        lines.append(f"- {claim.text}  \n  {'; '.join(tests + sources)}")
    st.markdown("\n".join(lines))
