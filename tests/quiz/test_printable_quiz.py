"""Worksheets: all questions are on them, answers only if requested, and texts are escaped."""

import re
from html.parser import HTMLParser

import pytest

from explorer.quiz import Request, quiz
from explorer.quiz.moodle_xml import moodle
from explorer.quiz.printable_quiz import html, title, unlike, variants
from tests.support import slips_in

REQUEST = Request(7, 40)
VOID = {"meta"}


class Checked(HTMLParser):
    """Parser that collects all text and the tags left open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(page: str) -> str:
    checked = Checked()
    checked.feed(page)
    assert checked.open == []
    return "".join(checked.text)


@pytest.mark.parametrize("answers", [False, True])
def test_every_question_is_there_and_its_explanation_where_wanted(answers: bool) -> None:
    text = read(html([REQUEST], answers=answers))
    for question in quiz(REQUEST):
        assert question.prompt in text
        assert all(choice in text for choice in question.choices)
        assert (question.why in text) is answers


def test_a_sheet_without_answers_marks_no_choice() -> None:
    assert "×</span>" not in html([REQUEST], answers=False)
    assert html([REQUEST], answers=True).count("×</span>") == sum(q.form == "choice" for q in quiz(REQUEST))


def test_each_sheet_has_its_own_numbers_seed_and_page() -> None:
    every = variants(Request(7, 5), 3)

    def link(request: Request) -> str:
        return f"https://example.org/check?k_seed={request.seed}&a=<b>"

    page = html(every, answers=True, link=link)
    assert "example.org" not in html(every, answers=False, link=link)
    assert page.count("<section>") == 3 and "section + section {break-before: page;}" in page
    for request in every:
        assert title(request) in page
        assert f"k_seed={request.seed}&amp;a=&lt;b&gt;" in page
    kinds = [[q.key for q in quiz(request)] for request in every]
    assert kinds == [kinds[0]] * 3
    same = [len({q.prompt for q in asked}) == 3 for asked in zip(*map(quiz, every), strict=True)]
    assert unlike(every) >= sum(same) >= 3


def test_it_needs_nothing_from_elsewhere() -> None:
    page = html([REQUEST], answers=True)
    assert not [word for word in ("http://", "https://", "<script", "<img", "@import", "url(") if word in page]
    assert page.startswith("<!DOCTYPE html>")


@pytest.mark.slow
def test_no_export_has_a_slip() -> None:
    every = [Request(seed, 40, (), seed + 1) for seed in range(12)]
    text = html(every, answers=True).partition("</style>")[2]
    assert not slips_in(re.sub(r"<[^>]*>|&[a-z]+;", "", text))
    assert not re.search(r"(?<!\.)\.\.(?!\.)", moodle(every))
