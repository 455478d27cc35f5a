"""The path, played without a browser: every step's page, part and controls exist, its task and its question work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from explorer.content.en.glossary import find
from explorer.content.en.path import PATH
from explorer.content.guide import MOST_WORDS, Place, query
from explorer.ui.frame.navigation import info
from explorer.ui.frame.say import plain, terms
from tests.support import views_of

ROOT = Path(__file__).resolve().parents[2]
PLACES = PATH.places()
each_step = pytest.mark.parametrize("at", PLACES, ids=str)


@pytest.fixture
def open_step(monkeypatch: pytest.MonkeyPatch) -> Callable[[Place], AppTest]:
    monkeypatch.chdir(ROOT)

    def opened(at: Place) -> AppTest:
        step = PATH.step(at)
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
        for key, value in query(step, at, f"{info(step.page).prefix}_part").items():
            app.query_params[key] = value
        app.run()
        if step.page != "home":
            app.switch_page(info(step.page).path).run()
        assert not app.exception, app.exception
        return app

    return opened


def said(app: AppTest) -> str:
    return "\n".join(str(element.value) for element in [*app.markdown, *app.success, *app.info, *app.warning])


@each_step
def test_a_step_has_few_words_and_known_terms(at: Place) -> None:
    step = PATH.step(at)
    assert len(plain(step.text).split()) <= MOST_WORDS
    question = step.question
    assert question.answer() in question.options
    assert len(set(question.options)) == len(question.options) > 1
    for text in (step.text, question.why(), question.hint):
        assert [term for term in terms(text) if find(term) is None] == []


@each_step
def test_a_step_opens_a_part_of_its_page(at: Place) -> None:
    step = PATH.step(at)
    names = [name for view in views_of(step.page) for name in (view.PART.name, *view.PART.before)]
    assert step.part in names or (step.page == "home" and not step.part)


@each_step
def test_a_steps_screen_task_and_question(open_step: Callable[[Place], AppTest], at: Place) -> None:
    step = PATH.step(at)
    app = open_step(at)
    for key in step.state:
        assert key in app.session_state, f"{step.page} has no control {key}"
    assert app.header[0].value == step.title
    if step.task is not None:
        assert "☐ **Do this:**" in said(app)
        app.run()
        assert "☐ **Do this:**" in said(app), "the task is done before anything was done"
        for key, value in step.task.example.items():
            app.session_state[key] = value
        app.run()
        assert not app.exception, app.exception
        assert "☑ **Done:**" in said(app)
    question = step.question
    right = question.answer()
    wrong = [option for option in question.options if option != right]
    radio = next(element for element in app.radio if element.key.startswith("guide_answer"))
    radio.set_value(wrong[0]).run()
    assert "A hint: " in said(app) and plain(question.why()) not in said(app)
    next(element for element in app.radio if element.key == radio.key).set_value(right).run()
    assert f"Yes. {plain(question.why())}" in said(app)


@pytest.mark.parametrize("at", ["9.9", "0.0", "two", "", "1.1e9", "१.१", "9" * 5000])
def test_a_link_to_no_step_says_so(monkeypatch: pytest.MonkeyPatch, at: str) -> None:
    monkeypatch.chdir(ROOT)
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    app.query_params["guide"] = at
    app.run()
    assert not app.exception
    assert f"Its steps are 1.1 to {PLACES[-1]}." in said(app)
