"""Invalid URL parameters are reported, and never end in an error box."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

Open = Callable[..., AppTest]


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
