"""The footer of every page, also in a frame of another page."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.ui.frame import guide, style
from tests.support import parts_of

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
    assert {page: parts_of(page)[0] for page in guide.FIRST_PART} == guide.FIRST_PART
