"""The displayed scripts print what the page shows."""

from __future__ import annotations

import pytest

from explorer.quiz import Request, quiz, said
from explorer.quiz.misconceptions import ALL, found
from explorer.quiz.sheet import markdown, variants
from explorer.scripts import check as scripts
from tests.support import run_script


def test_the_quiz_prints_questions_answers_and_mistakes() -> None:
    request = Request(5, 6, ("Memory", "Order"))
    printed = run_script(scripts.quiz(request))
    for question in quiz(request):
        assert question.prompt in printed and question.why in printed
        assert said(question, question.answer) in printed
        assert all(mistake.name in printed for mistake in question.mistakes)


def test_the_sheet_prints_the_markdown() -> None:
    request = Request(5, 3)
    assert markdown(variants(request, 2), answers=True) in run_script(scripts.sheet(request, 2, True))


@pytest.mark.parametrize("name", ALL)
def test_a_misconception_prints_what_settles_it(name: str) -> None:
    printed = run_script(scripts.misconception(name))
    assert found(name).settled in printed and found(name).right in printed
