"""A part that draws a model's table says which, and why this one."""

from html import unescape

import pytest

from explorer.ui.frame.model_badge import BADGES


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
