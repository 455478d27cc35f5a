"""Escaping of Markdown: no markup of any text is interpreted, and no character is lost."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.content.en.glossary import find
from explorer.content.escape_markdown import JOIN, escape_markdown
from explorer.content.pages import PAGES
from explorer.ui.frame.glossary_markup import terms
from tests.support import examples, texts_of

PIECES = (
    *r"\`*_{}[]()<>#+-.!|$~:&=@/^",
    *(
        "www",
        "WWW",
        ".",
        "http",
        "HTTPS",
        "://",
        "a",
        "evil.com",
        " ",
        "\n",
        "\n\n",
        "   ",
        "1",
        "[[",
        "]]",
        "->",
        "--",
    ),
    *("![a](http://h/x.png)", "[go](http://h)", ":red[x]", ":material/home:", "me@h.cc", "<img src=x>", "$x$", "12)"),
)
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=2), max_size=12).map("".join)
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
AFTERWARDS = (  # expected in the text after the Markdown is parsed, with or without backslashes
    re.compile(r"(https?://|www(?=\.))[-.\w]+", re.IGNORECASE),
    re.compile(r"[-.\w+]+@[-\w]+(\.[-\w]+)+"),
    re.compile(r":material[/_]\w+:|:streamlit:|:[\w+-]+:", re.ASCII),
    re.compile(r"(^|\s)(<->|->|<-|--|>=|<=|~=)(\s|$)"),
)


def read(markdown: str) -> str:
    """Markdown's result for a text in which only backslashes are markup."""
    return ESCAPED.sub(r"\1", markdown)


@pytest.mark.slow
@settings(max_examples=examples(300))
@given(texts)
def test_it_says_what_was_typed(text: str) -> None:
    assert " ".join(read(escape_markdown(text)).replace(JOIN, "").split()) == " ".join(text.replace(JOIN, "").split())


@settings(max_examples=examples(300))
@given(texts)
def test_no_address_sign_or_arrow_is_found_in_it_afterwards(text: str) -> None:
    shown = read(escape_markdown(text))
    assert [found for pattern in AFTERWARDS if (found := pattern.search(shown))] == []


@settings(max_examples=examples(300))
@given(texts)
def test_every_sign_with_a_meaning_is_behind_a_backslash_and_no_line_begins(text: str) -> None:
    said = escape_markdown(text)
    assert set(ESCAPED.sub("", said)).isdisjoint("\\`*_{}[]<>#+-!|$~:&=\n")
    assert not re.match(r" {2}|\t| ?[0-9]+[.)]", said)


@pytest.mark.parametrize("page", [page.name for page in PAGES])
def test_every_part_says_why_and_where_to_look_in_terms_that_are_defined(page: str) -> None:
    for part in texts_of(page):
        assert part.why and (part.look or page == "teach"), part.name
        assert [
            term for term in terms(" ".join((part.why, part.look, *part.looks.values()))) if find(term) is None
        ] == [], part.name
