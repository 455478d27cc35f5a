"""Parts of a page: a model's badge, several pictures, frames that are made on request."""

from collections.abc import Callable
from html import unescape
from unittest.mock import Mock

import pytest
from streamlit.testing.v1 import AppTest

from explorer.content.pages import DOORS, info
from explorer.data.cache import forget_all
from explorer.ui.frame.model_badge import BADGES
from explorer.ui.plot import animation
from explorer.views.animation_frames import frames_of
from tests.support import one_of_each, part_of, pictures_of
from tools.new_part import MOST


@pytest.mark.parametrize(
    ("page", "query", "name"),
    [
        ("home", {"h_more": "true"}, "lm"),
        ("tokens", {"t_part": "Rows"}, "whisper"),
        ("tokens", {"t_part": "Pipeline"}, "whisper"),
        ("tokens", {"t_part": "Rows", "t_row_shows": "rows near it"}, "whisper"),
        ("tokens", {"t_part": "Dog bites man"}, "whisper"),
        ("positions", {"p_part": "Heatmap", "p_cells": "which rows are alike", "p_near": "learned"}, "whisper"),
        (
            "positions",
            {
                "p_part": "Heatmap",
                "p_cells": "which rows are alike",
                "p_near": "learned",
                "p_table": "MiniLM (learned)",
            },
            "minilm",
        ),
        ("projection", {"j_part": "Other maps", "j_maps": "a shadow"}, "glove"),
        ("projection", {"j_part": "Map"}, "minilm"),
        ("projection", {"j_part": "Map", "j_table": "GloVe"}, "glove"),
        ("projection", {"j_part": "Map", "j_view": "Spectrum", "j_table": "Whisper"}, "whisper"),
        ("projection", {"j_part": "Analogies", "j_table": "GloVe"}, "glove"),
        ("projection", {"j_part": "Analogies", "j_steps": "word axes"}, "minilm"),
        ("projection", {"j_part": "Other maps"}, "minilm"),
        ("memory", {"m_part": "Fewer bits"}, "whisper"),
        ("gradients", {"g_part": "Tied or untied"}, "lm"),
    ],
    ids=str,
)
def test_a_part_with_a_models_table_says_which_and_why_this_one(open_page, page, query, name):
    app = open_page(page, **query)
    shown = badges(app)
    assert len(shown) == 1
    assert BADGES[name].name in shown[0] and BADGES[name].size in shown[0]


def badges(app) -> list[str]:
    said = [(unescape(element.value), element.help) for element in app.markdown]
    return [text for text, why in said if why in {badge.why for badge in BADGES.values()}]


def test_a_fresh_table_has_no_models_badge(open_page):
    app = open_page("tokens", t_part="Rows", encoding="cl100k_base")
    assert badges(app) == []


SEVERAL = [(name, link) for name in DOORS["Explore"] for link in pictures_of(name) if len(link) > 1]


@pytest.mark.parametrize("name", DOORS["Explore"])
def test_a_page_has_at_most_six_parts(name: str) -> None:
    named = {link[f"{info(name).prefix}_part"] for link in pictures_of(name)}
    assert len(named) <= MOST, "make views of one idea one part: ui.Pictures in the page's file"


@pytest.mark.parametrize(("name", "link"), one_of_each(SEVERAL, lambda case: case[0]), ids=str)
def test_a_choice_above_the_picture_changes_title_and_words(
    open_page: Callable[..., AppTest], name: str, link: dict[str, str]
) -> None:
    (key, part), (choice, value) = link.items()
    app = open_page(name, **{key: part})
    app.segmented_control(key=choice).set_value(value).run()
    assert app.title[0].value == part_of(name, part, **link).question
    assert not app.exception and not app.warning
    assert open_page(name, **link).title[0].value == app.title[0].value


MOVING = [
    ("positions", "p", "Heatmap", "p_base", 900),
    ("positions", "p", "Clocks", "p_dim", 6),
    ("positions", "p", "Counting", "p_count", 12),
    ("projection", "j", "Shadow", "j_angle", 30),
    ("memory", "m", "The bill", "m_v", "2,000"),
    ("tokens", "t", "Pipeline", "text", "Two words"),
]


@pytest.mark.parametrize(("page", "prefix", "part", "key", "value"), one_of_each(MOVING))
def test_without_a_hand_no_frame_is_made(
    monkeypatch: pytest.MonkeyPatch,
    open_page: Callable[..., AppTest],
    page: str,
    prefix: str,
    part: str,
    key: str,
    value: object,
) -> None:
    made = Mock(side_effect=frames_of)
    monkeypatch.setattr(animation, "frames_of", made)
    forget_all()
    app = open_page(page, **{f"{prefix}_part": part})
    app.session_state[key] = value
    app.run()
    announced = app.session_state["_frames_asked"]
    assert announced and not made.called
    for asked, _ in announced.values():
        asked.made()
    assert made.call_count == len(announced)
