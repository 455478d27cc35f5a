"""The first words stand in Streamlit's page, and the files that it names are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from explorer.content.pages import PAGES, PURPOSE, PageInfo
from explorer.serve import shell
from explorer.serve.middleware import OURS, streamlits
from explorer.serve.shell import Shell
from explorer.ui.frame.say import plain
from tests.ui.undocumented.test_of_streamlit import CHANGED

THEIRS = streamlits()


def test_streamlits_page_has_the_form_that_is_known() -> None:
    text = (THEIRS / "index.html").read_text(encoding="utf-8")
    for place in ("<title>Streamlit</title>", "</head>", '<div id="root"></div>'):
        assert text.count(place) == 1, f"{CHANGED} its page has not one {place}, so no words stand in it"
    made = Shell(THEIRS)
    for name in shell._CHUNKS:
        assert made._static("js", name, "js"), f"{CHANGED} it has no script {name} any more"
    for name in shell._FONTS:
        assert made._static("media", name, "woff2"), f"{CHANGED} it has no font {name} any more"


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


def test_the_scripts_that_are_named_ahead_bring_all_that_they_import() -> None:
    made = Shell(THEIRS)
    known = set(made._chunks) | set(re.findall(r'"(\./static/js/[^"]+)"', made._index))
    for address in made._chunks:
        text = (THEIRS / "static" / "js" / Path(address).name).read_text(encoding="utf-8")
        wanted = {f"./static/js/{name}" for name in re.findall(r'(?:from|import)"\./([\w.-]+\.js)"', text)}
        assert wanted <= known


def test_a_page_of_another_form_is_sent_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<html><body>new</body></html>")
    assert Shell(tmp_path).page(PAGES[1]) == "<html><body>new</body></html>"
