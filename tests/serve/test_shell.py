"""The first words stand in Streamlit's page, and the files that it names are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from explorer.content.pages import PAGES, PURPOSE, PageInfo
from explorer.serve.middleware import OURS
from explorer.serve.shell import Shell
from explorer.serve.undocumented import streamlits
from explorer.ui.frame.say import plain

THEIRS = streamlits()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_says_its_question_and_names_files_that_are_there(page: PageInfo) -> None:
    text = Shell(THEIRS).page(page)
    assert f"<p class='question'>{page.question}</p>" in text
    assert re.findall(r"<span[^>]*>([^<]*)</span>", text) == [page.title for page in PAGES]
    assert re.findall(r"<span class=here>([^<]*)<", text) == [page.title]
    assert (plain(PURPOSE) in text) == (page == PAGES[0])
    links = re.findall(r'href="\./(app/)?static/([^"]+)"', text)
    assert len(links) > 70
    for ours, name in links:
        there = OURS / name if ours else THEIRS / "static" / name
        assert there.exists() or there.with_name(f"{there.name}.gz").exists(), name
    assert len(set(links)) == len(links)


def test_a_page_of_another_form_is_sent_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<html><body>new</body></html>")
    assert Shell(tmp_path).page(PAGES[1]) == "<html><body>new</body></html>"
