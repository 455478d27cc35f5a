"""The pipeline navigation: every page and part of a stage exists, and marked stages are announced."""

import re
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.content.pages import info
from explorer.ui import PAGES
from explorer.ui.frame import pipeline_nav
from tests.support import parts_of, texts_of


def test_the_line_names_some_of_its_stations_or_is_absent() -> None:
    assert set(pipeline_nav.OF_PAGE) <= {page.name for page in PAGES}
    assert all(0 < len(stations) < len(pipeline_nav.STATIONS) for stations in pipeline_nav.OF_PAGE.values())


@pytest.mark.parametrize("page", sorted(pipeline_nav.OF_PAGE))
def test_a_part_names_stations_that_there_are_and_not_those_of_its_page(page: str) -> None:
    for part in texts_of(page):
        assert set(part.stations) <= set(pipeline_nav.STATIONS), f"{part.name}: choose among {pipeline_nav.STATIONS}"
        assert part.stations != pipeline_nav.OF_PAGE[page], f"{part.name}: these are its page's, so leave stations= out"


def test_the_stations_of_this_page_are_said_and_the_others_only_named() -> None:
    drawn = pipeline_nav.as_html(("token ids", "rows"))
    assert [name for name in pipeline_nav.STATIONS if f"<b>{name}</b><i>, on this page</i>" in drawn] == [
        "token ids",
        "rows",
    ]
    assert drawn.count('role="listitem"') == len(pipeline_nav.STATIONS)


def test_every_station_leads_to_the_part_that_explains_it_and_on_the_path_to_none() -> None:
    drawn = pipeline_nav.as_html(("rows",))
    hrefs = re.findall('<a href="([^"]+)"', drawn)
    assert len(hrefs) == len(pipeline_nav.LEADS) == len(pipeline_nav.STATIONS)
    for href, (page, part) in zip(hrefs, pipeline_nav.LEADS, strict=True):
        assert part in parts_of(page) or (page, part) == ("home", "")
        assert href == (f"./{page}?{info(page).prefix}_part={part}" if part else "./")
    assert "<a" not in pipeline_nav.as_html(("rows",), linked=False)


@pytest.mark.parametrize(
    ("link", "marked"),
    [
        ({}, ["text", "token ids"]),
        ({"t_part": "Rows"}, ["token ids", "rows"]),
        ({"t_part": "No such part"}, ["text", "token ids"]),
    ],
)
def test_a_link_to_a_part_marks_that_parts_stations(
    open_page: Callable[..., AppTest], link: dict[str, str], marked: list[str]
) -> None:
    app = open_page("tokens", **link)
    (drawn,) = [html.proto.body for html in app.get("html") if 'class="explorer-rail"' in html.proto.body]
    assert [name for name in pipeline_nav.STATIONS if f"<b>{name}</b>" in drawn] == marked
