"""Invalid URL parameters are reported, and never end in an error box."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

Open = Callable[..., AppTest]


@pytest.mark.parametrize(
    ("page", "query", "told"),
    [
        ("home", {"token": "1e999", "h_more": "true"}, ("selected token", " 0 ")),
        ("home", {"token": "9" * 4500, "h_more": "true"}, ("selected token", " 0 ")),
        ("tokens", {"encoding": "klingon"}, ("“encoding”", "“gpt2”", "“klingon”")),
        ("extrapolation", {"x_len": "1024"}, (" 2 ", "512", "65", "“1024”")),
        ("extrapolation", {"x_part": "Loss by position", "x_train": "true", "x_seed": "1e999"}, ("seed", " 0 ", "999")),
        ("positions", {"p_part": "Heatmap", "p_len": "1e999"}, ("length", " 2 ")),
        ("projection", {"j_c1": "1e999"}, ("component across", " 1 ", "500")),
        ("tokens", {"t_part": "Pipeline", "t_dim": "9" * 4500}, ("read dimension", " 0 ", "383")),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_link_that_asks_in_vain_is_answered(
    open_page: Open, page: str, query: dict[str, str], told: tuple[str, ...]
) -> None:
    app = open_page(page, **query)
    said = [warning.value for warning in app.warning]
    assert any(all(part in each.lower() for part in told) for each in said), said


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
