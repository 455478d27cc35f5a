"""Parts, predict-then-reveal and the sentence, by AppTest."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from explorer.ui.frame import sentence


def guessing() -> None:
    from explorer import ui

    if ui.predict("guess", "How many?", ["one", "two"], answer=lambda: "two", because="There are two."):
        ui.sentence.encoding_box()


def test_nothing_is_revealed_before_a_guess() -> None:
    app = AppTest.from_function(guessing).run()
    assert not app.success
    assert not app.info
    assert not app.selectbox


@pytest.mark.parametrize(
    ("guess", "said"),
    [
        ("two", "Yes: two. There are two."),
        ("one", "You said one; it is **two**. There are two."),
        ("Just show me", "It is **two**. There are two."),
    ],
)
def test_a_guess_is_judged_and_the_picture_revealed(guess: str, said: str) -> None:
    app = AppTest.from_function(guessing).run()
    app.radio[0].set_value(guess).run()
    assert (app.success if guess == "two" else app.info)[0].value == said
    assert app.selectbox


def dividing() -> None:
    import streamlit as st

    from explorer import ui

    def second() -> None:
        st.text("second ran")

    ui.parts("part", {"First": lambda: st.text("first ran"), "Second": second})


def test_only_the_chosen_part_runs() -> None:
    app = AppTest.from_function(dividing).run()
    assert [t.value for t in app.text] == ["first ran"]
    app.query_params["part"] = "Second"
    again = AppTest.from_function(dividing)
    again.query_params["part"] = "Second"
    assert [t.value for t in again.run().text] == ["second ran"]


def reading() -> None:
    import streamlit as st

    from explorer import ui

    now = ui.sentence.current()
    st.text(f"{now.text}|{now.encoding}|{now.token}")


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({}, f"{sentence.DEFAULT_TEXT}|gpt2|0"),
        ({"text": "Hi", "encoding": "o200k_base", "token": 3}, "Hi|o200k_base|3"),
        ({"text": "", "encoding": "nonsense", "token": -4}, "|gpt2|0"),
    ],
)
def test_the_sentence_is_read_without_its_widgets(state: dict[str, object], said: str) -> None:
    app = AppTest.from_function(reading)
    for name, value in state.items():
        app.session_state[name] = value
    assert app.run().text[0].value == said
