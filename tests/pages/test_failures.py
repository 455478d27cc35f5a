"""Failures by AppTest: every case opens by its link, a prediction reveals it, and a fix runs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.failures.case_catalogue import CASES, RAISING
from explorer.failures.failure_case import RIGHT, verdict
from tests.support import one_of_each, parts_of

OpenPage = Callable[..., AppTest]
WITH, WITHOUT = parts_of("failures")[:2]


def opened(open_page: OpenPage, name: str, **more: str) -> AppTest:
    loud = name in [case.name for case in RAISING]
    chosen = {"f_loud" if loud else "f_silent": name}
    return open_page("failures", f_part=WITH if loud else WITHOUT, **chosen, **more)


def words(app: AppTest) -> str:
    elements = [*app.text, *app.markdown, *app.warning, *app.error, *app.info, *app.success, *app.code, *app.caption]
    return "\n".join(str(e.value) for e in elements)


@pytest.mark.parametrize("part", parts_of("failures"))
def test_every_part_opens_by_its_link(open_page: OpenPage, part: str) -> None:
    assert not open_page("failures", f_part=part).exception


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_case_tells_after_the_guess_only(open_page: OpenPage, case) -> None:
    app = opened(open_page, case.name)
    outcome, _ = verdict(case, case.source)
    assert "the rest comes after your guess" in words(app)
    assert "# <-" not in words(app)
    assert not outcome.message or outcome.message not in words(app)
    app.radio(key=f"f_{case.slug}_guess").set_value(case.right_guess()).run()
    said = words(app)
    assert f"Right: “{case.right_guess()}”. {case.cause}" in said
    assert ("it stops here" if outcome.message else "wrong from here on") in said
    assert (outcome.message or outcome.printed[0]) in said
    assert case.noticed in said
    assert "PyTorch 2." in said


@pytest.mark.parametrize("case", one_of_each(CASES, lambda case: case in RAISING), ids=[case.name for case in CASES])
def test_each_change_runs_on_the_button(open_page: OpenPage, case) -> None:
    key = f"f_{case.slug}"
    app = opened(open_page, case.name, **{f"{key}_guess": case.right_guess()})
    for variant in case.variants:
        app.radio(key=f"{key}_fix").set_value(variant.name).run()
        assert variant.note not in words(app)
        app.button(key=f"{key}_run").click().run()
        outcome, judged = verdict(case, variant.source)
        passes = "passes" if judged == RIGHT else "does not pass"
        start = "It stops with a message." if outcome.message else f"It runs, and {passes} the check `{case.check}`."
        assert f"{start} {variant.note}" in words(app)
        assert not app.exception


def test_a_wrong_guess_gets_a_hint_first(open_page: OpenPage) -> None:
    app = opened(open_page, "Negative ids wrap")
    guess = app.radio(key="f_negative_ids_wrap_guess")
    guess.set_value("0 and 0").run()
    assert "A hint: In Python, what is the last item of a list called?" in words(app)
    assert "wrong from here on" not in words(app)


def test_who_says_a_word_is_told_beside_each_silent_mistake(open_page: OpenPage) -> None:
    said = words(opened(open_page, "Negative ids wrap"))
    assert "Stops with a message: this core and PyTorch. Goes on and is wrong: NumPy and JAX." in said
    assert "this core 7" in said


def test_a_link_to_no_case_is_answered(open_page: OpenPage) -> None:
    app = open_page("failures", f_part=WITHOUT, f_silent="No such mistake")
    assert "Negative ids wrap" in str(app.selectbox(key="f_silent").value)


def test_the_presenter_line_says_that_there_is_no_model(open_page: OpenPage) -> None:
    app = open_page("failures", present="true")
    assert "No model: a few lines of NumPy and of this project's core" in words(app)


def test_two_libraries_side_by_side(open_page: OpenPage) -> None:
    app = open_page("failures", f_part="Dialects", f_one="PyTorch", f_other="Hugging Face GPT-2")
    said = words(app)
    assert "spreads most in PyTorch, Equinox and TensorWeaver (1) and least in Hugging Face GPT-2 (0.02)." in said
    assert "| spread at the start | 1 | 0.02 |" in said and "| its shape |" not in said
    assert "layer = nn.Embedding(10, 4)" in said and "recorded with transformers" in said
    app.selectbox(key="f_other").set_value("PyTorch").run()
    assert "Both are PyTorch: choose another to see what differs." in words(app) and not app.exception
    app.selectbox(key="f_one").set_value("TinyTorch").run()
    assert "read in its repository" in words(app) and not app.exception
