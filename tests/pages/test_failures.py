"""Failures by AppTest: every case opens by its link, a prediction reveals it, and a fix runs."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.failures.case_catalogue import CASES, RAISING
from explorer.failures.failure_case import verdict
from tests.support import numbers_in, one_of_each, parts_of, plain_texts

OpenPage = Callable[..., AppTest]
WITH, WITHOUT = parts_of("failures")[:2]
CASE = next(case for case in CASES if case.name == "Negative ids wrap")


def opened(open_page: OpenPage, name: str, **more: str) -> AppTest:
    loud = name in [case.name for case in RAISING]
    chosen = {"f_loud" if loud else "f_silent": name}
    folds = {"f_fix_more": "true", "f_elsewhere_more": "true"}
    return open_page("failures", f_part=WITH if loud else WITHOUT, **chosen, **folds, **more)


def words(app: AppTest) -> str:
    elements = [*app.markdown, *app.warning, *app.error, *app.info, *app.success, *app.code, *app.caption]
    return "\n".join([*plain_texts(app), *(str(e.value) for e in elements)])


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_case_tells_after_the_guess_only(open_page: OpenPage, case) -> None:
    app = opened(open_page, case.name)
    outcome, _ = verdict(case, case.source)
    assert "# <-" not in words(app)
    assert not outcome.message or outcome.message not in words(app)
    app.radio(key=f"f_{case.slug}_guess").set_value(case.right_guess()).run()
    said = words(app)
    assert case.cause in said
    assert (outcome.message or " ".join(outcome.printed[0].split())) in said
    assert case.noticed in said


@pytest.mark.parametrize("case", one_of_each(CASES, lambda case: case in RAISING), ids=[case.name for case in CASES])
def test_each_change_runs_on_the_button(open_page: OpenPage, case) -> None:
    key = f"f_{case.slug}"
    app = opened(open_page, case.name, **{f"{key}_guess": case.right_guess()})
    for variant in case.variants:
        app.radio(key=f"{key}_fix").set_value(variant.name).run()
        assert variant.note not in words(app)
        app.button(key=f"{key}_run").click().run()
        outcome, _ = verdict(case, variant.source)
        assert variant.note in words(app) and outcome.message in words(app)
        assert not app.exception


def test_two_libraries_side_by_side(open_page: OpenPage) -> None:
    app = open_page("failures", f_part="Dialects", f_one="PyTorch", f_other="Hugging Face GPT-2", f_lines_more="true")
    assert 0.02 not in numbers_in("\n".join(plain_texts(app)))
    app.radio(key="f_guess_spread").set_value("less far").run()
    assert app.success
    assert {1, 0.02} <= numbers_in("\n".join(plain_texts(app)))
    assert "layer = nn.Embedding(10, 4)" in words(app)
    for key, name in (("f_other", "PyTorch"), ("f_one", "TinyTorch")):  # the same twice; one that was only read
        app.selectbox(key=key).set_value(name).run()
        assert not app.exception


def test_a_wrong_guess_gets_a_hint_first(open_page: OpenPage) -> None:
    app = opened(open_page, CASE.name)
    guess = app.radio(key="f_negative_ids_wrap_guess")
    guess.set_value("0 and 0").run()
    assert app.info and CASE.cause not in words(app)


def test_a_link_to_no_case_is_answered(open_page: OpenPage) -> None:
    app = open_page("failures", f_part=WITHOUT, f_silent="No such mistake")
    assert "Negative ids" in str(app.selectbox(key="f_silent").value)
