"""Texts above the pictures: each part says why and where to look, and every marked term has a definition."""

import pytest

from explorer.content.en.glossary import find
from explorer.content.pages import PAGES
from explorer.ui.frame.glossary_markup import terms
from tests.support import texts_of


@pytest.mark.parametrize("page", [page.name for page in PAGES])
def test_every_part_says_why_and_where_to_look_in_terms_that_are_defined(page: str) -> None:
    for part in texts_of(page):
        assert part.why and (part.look or page == "teach"), part.name
        assert [
            term for term in terms(" ".join((part.why, part.look, *part.looks.values()))) if find(term) is None
        ] == [], part.name
