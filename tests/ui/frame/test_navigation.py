"""Ways between pages: footer, the line of stations, links with bad values, links for others."""

import re
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from explorer.content.pages import info
from explorer.ui import PAGES
from explorer.ui.frame import base_url, pipeline_nav, style
from explorer.ui.frame.guide import step_links
from tests.support import parts_of, texts_of

Open = Callable[..., AppTest]


@pytest.mark.parametrize(
    ("name", "neighbours"), [("home", ["Tokens: "]), ("teach", ["← Check yourself"]), ("claims", ["← Teach"])]
)
def test_a_page_ends_with_the_ways_to_its_neighbours(open_page: Open, name: str, neighbours: list[str]) -> None:
    app = open_page(name)
    links = [link.proto.label for link in app.get("page_link")]  # those within a page are bold
    said = [label for label in links if label.startswith("← ") or (label[0] != "*" and label.endswith(" →"))]
    assert len(said) == len(neighbours)
    assert all(label.startswith(begin) for label, begin in zip(said, neighbours, strict=True)), said


@pytest.mark.parametrize(("name", "whole"), [("home", "./"), ("memory", "./memory")])
def test_in_a_frame_a_line_leads_to_the_whole_page(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, name: str, whole: str
) -> None:
    monkeypatch.setattr(style, "is_embedded", lambda: True)
    app = open_page(name)
    (line,) = [
        each.proto.body for each in app.get("html") if "explorer-whole" in each.proto.body and "<p" in each.proto.body
    ]
    assert f'href="{whole}"' in line


def test_a_link_of_the_path_leaves_out_the_part_that_opens_anyway() -> None:
    assert {page: parts_of(page)[0] for page in step_links.FIRST_PART} == step_links.FIRST_PART


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


def test_every_station_leads_to_the_part_that_explains_it() -> None:
    drawn = pipeline_nav.as_html(("rows",))
    hrefs = re.findall('<a href="([^"]+)"', drawn)
    assert len(hrefs) == len(pipeline_nav.LEADS) == len(pipeline_nav.STATIONS)
    for href, (page, part) in zip(hrefs, pipeline_nav.LEADS, strict=True):
        assert part in parts_of(page) or (page, part) == ("home", "")
        assert href == (f"./{page}?{info(page).prefix}_part={part}" if part else "./")


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


@pytest.mark.parametrize(
    ("page", "query"),
    [("extrapolation", {"x_len": "128"}), ("home", {"text": "9" * 60}), ("memory", {"m_card": ""})],
    ids=str,
)
def test_a_good_link_is_not_scolded(open_page: Open, page: str, query: dict[str, str]) -> None:
    app = open_page(page, **query)
    assert not [warning for warning in app.warning if "this link" in warning.value]


@pytest.mark.parametrize(
    ("page", "query", "key"),
    [
        ("home", {"h_try": "Another row"}, "h_word"),
        ("tokens", {"t_part": "Dog bites man"}, "t_bag_first"),
        ("tokens", {"t_part": "Dog bites man"}, "t_bag_second"),
        ("extrapolation", {"x_part": "Read it write"}, "x_begin"),
        ("projection", {"j_part": "Map"}, "j_find"),
        ("projection", {"j_part": "Analogies"}, "j_b"),
    ],
    ids=str,
)
def test_a_word_that_looks_like_a_number_arrives(open_page: Open, page: str, query: dict[str, str], key: str) -> None:
    app = open_page(page, **query, **{key: "infinity"})
    assert app.text_input(key=key).value == "infinity"
    assert not [warning for warning in app.warning if "this link" in warning.value]


@pytest.mark.parametrize(
    ("part", "kind", "key"),
    [("Word axes", "text_input", "j_up"), ("Word axes", "text_area", "j_place"), ("Map", "text_input", "j_find")],
)
def test_a_field_that_was_emptied_is_empty_when_the_link_is_opened(
    open_page: Open, part: str, kind: str, key: str
) -> None:
    app = open_page("projection", j_part=part, **{key: ""})
    (field,) = [field for field in app.get(kind) if field.key == key]
    assert field.value == ""
    assert not [warning for warning in app.warning if "this link" in warning.value]


@pytest.mark.parametrize(
    ("opened", "listens", "visitor", "network", "shared", "told"),
    [
        ("http://localhost:8501/teach", None, None, "10.0.0.7", "http://10.0.0.7:8501/", "10.0.0.7"),
        ("http://[::1]:8501/a/teach", "0.0.0.0", None, "10.0.0.7", "http://10.0.0.7:8501/a/", "10.0.0.7"),
        ("http://localhost:8501/", None, None, None, "http://localhost:8501/", "in no network"),
        ("http://localhost:8501/", "127.0.0.1", None, "10.0.0.7", "http://localhost:8501/", "`server.address`"),
        # a container's port seen from outside, and a tunnel
        (
            "http://localhost:8501/",
            None,
            "172.17.0.1",
            "172.17.0.2",
            "http://localhost:8501/",
            "another program or port",
        ),
        ("http://localhost:80/", None, None, "10.0.0.7", "http://localhost:80/", "another program or port"),
        # a real host name, with or without a proxy in front
        ("https://explorer.school/x/teach", None, None, "10.0.0.7", "https://explorer.school/x/", ""),
        ("http://10.0.0.9:8501/", None, "10.0.0.5", "10.0.0.7", "http://10.0.0.9:8501/", ""),
        ("", None, None, "10.0.0.7", "", ""),
    ],
)
def test_links_for_others_carry_the_network_address_instead_of_localhost(
    opened: str,
    listens: str | None,
    visitor: str | None,
    network: str | None,
    shared: str,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    options = {"server.port": 8501, "server.address": listens}
    context = SimpleNamespace(url=opened, ip_address=visitor)
    streamlit = SimpleNamespace(context=context, get_option=options.get, caption=said.append, warning=said.append)
    monkeypatch.setattr(base_url, "st", streamlit)
    monkeypatch.setattr(base_url, "network_address", lambda: network)
    assert base_url.shared() == shared
    base_url.tell()
    assert len(said) == bool(told) and told in "".join(said)


@pytest.mark.parametrize(
    ("opened", "below", "expected"),
    [
        ("https://explorer.school/x", "x", "https://explorer.school/x/"),  # Home, as Streamlit gives it
        ("https://explorer.school/x/teach", "/x/", "https://explorer.school/x/"),
        ("https://explorer.school/check", "check", "https://explorer.school/check/"),
        ("https://hub.school/user/ann/proxy/8501", "", "https://hub.school/user/ann/proxy/8501/"),
        ("https://explorer.school", "", "https://explorer.school/"),
        ("", "x", ""),
    ],
)
def test_the_base_url_keeps_the_path_on_home_too(
    opened: str, below: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"server.baseUrlPath": below}
    context = SimpleNamespace(url=opened)
    monkeypatch.setattr(base_url, "st", SimpleNamespace(context=context, get_option=options.get))
    assert base_url.base() == expected
