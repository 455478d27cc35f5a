"""A part with several pictures: the choice above the picture changes title, words and picture, and is in the link."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.content.pages import DOORS, info
from tests.support import one_of_each, part_of, pictures_of

SEVERAL = [(name, link) for name in DOORS["Explore"] for link in pictures_of(name) if len(link) > 1]


@pytest.mark.parametrize("name", DOORS["Explore"])
def test_a_page_has_at_most_six_parts(name: str) -> None:
    assert len({link[f"{info(name).prefix}_part"] for link in pictures_of(name)}) <= 6


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
