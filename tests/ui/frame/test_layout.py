"""Parts, the order of what is in them, predict-then-reveal and the sentence, by AppTest."""

import pytest
from streamlit.testing.v1 import AppTest

from explorer.ui.frame import shared_inputs


def guessing() -> None:
    from explorer import ui
    from explorer.questions import Question

    if ui.predict(Question("How many?", ("one", "two"), key="guess"), answer=lambda: "two", because="There are two."):
        ui.shared_inputs.encoding_box()


@pytest.mark.parametrize(
    ("guess", "parts"),
    [
        ("two", ("two", "There are two.")),
        ("one", ("“one”", "**The answer: two.**", "There are two.")),
        ("Just show me", ("**The answer: two.**", "There are two.")),
    ],
)
def test_a_guess_is_judged_and_the_picture_revealed(guess: str, parts: tuple[str, ...]) -> None:
    app = AppTest.from_function(guessing).run()
    app.radio[0].set_value(guess).run()
    verdict = (app.success if guess == "two" else app.info)[0].value
    assert all(part in verdict for part in parts)
    assert app.selectbox


def answering_the_title() -> None:
    from explorer import ui
    from explorer.questions import Question

    ui.predict(
        Question("How many?", ("one", "two"), key="guess"), answer="two", because="**Two of 3 do.** There are two."
    )


@pytest.mark.parametrize(
    ("guess", "said"),
    [
        ("two", "**Right. Two of 3 do.**\n\nThere are two."),
        ("one", "**Two of 3 do.**\n\nYour guess: “one”. There are two."),
        ("Just show me", "**Two of 3 do.**\n\nThere are two."),
    ],
)
def test_a_reason_that_begins_with_a_bold_sentence_answers_in_place_of_the_choice(guess: str, said: str) -> None:
    app = AppTest.from_function(answering_the_title).run()
    app.radio[0].set_value(guess).run()
    assert [each.value for each in [*app.success, *app.info]] == [said]


def hinting() -> None:
    from explorer import ui
    from explorer.questions import Question

    question = Question("How many?", ("one", "two", "three"), key="guess")
    if ui.predict(question, answer="two", because="There are two.", hint="More than one."):
        ui.shared_inputs.encoding_box()


def test_a_wrong_guess_gets_a_hint_and_a_second_try() -> None:
    app = AppTest.from_function(hinting).run()
    app.radio[0].set_value("one").run()
    assert "More than one." in app.info[0].value
    assert not app.selectbox
    assert app.radio[0].set_value("two").run().success
    assert app.selectbox


def test_a_second_wrong_guess_gets_the_answer() -> None:
    app = AppTest.from_function(hinting).run()
    app.radio[0].set_value("one").run()
    app.radio[0].set_value("three").run()
    assert "“three”" in app.info[0].value
    assert "**The answer: two.**" in app.info[0].value
    assert app.selectbox


def tabs() -> None:
    import streamlit as st

    from explorer.ui.frame.layout import choose

    st.text(choose("part", ["First", "Second"]))


def reading() -> None:
    import streamlit as st

    from explorer import ui

    now = ui.shared_inputs.current()
    st.text(f"{now.text}|{now.encoding}|{now.token}")


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ({"text": "a dog", "encoding": "o200k_base", "token": "1"}, "a dog|o200k_base|1"),
        ({"text": "", "encoding": "gpt9", "token": "-4"}, "|gpt2|0"),
        ({"token": "9" * 5000}, f"{shared_inputs.DEFAULT_TEXT}|gpt2|0"),
    ],
)
def test_a_link_to_a_part_without_the_sentences_controls_is_read_from_the_address(
    link: dict[str, str], message: str
) -> None:
    app = AppTest.from_function(reading)
    for name, value in link.items():
        app.query_params[name] = value
    assert app.run().text[0].value == message


def drawn(stage: bool) -> list[str]:
    def app(stage: bool) -> None:
        import streamlit as st

        from explorer.ui.frame import part_containers

        with part_containers.containers(stage=stage):
            st.text("rest")
            for name in ("question", "sentence", "controls", "picture"):
                with part_containers.take(name):
                    st.text(name)
            with part_containers.take("picture"):
                st.text("another picture")
            with part_containers.in_place(), part_containers.take("line"):
                st.text("in place")
            part_containers.fragment(lambda: st.text("by itself"), None)

    return [text.value for text in AppTest.from_function(app, kwargs={"stage": stage}).run().text]


def test_the_picture_stands_first_and_below_it_its_controls_question_and_sentence() -> None:
    said = drawn(stage=False)
    assert said[:5] == ["picture", "controls", "question", "sentence", "rest"]
    assert said[5:] == ["another picture", "in place", "by itself"]


def test_on_the_stage_the_question_and_the_sentence_stand_beside_the_picture_and_the_controls_after_them() -> None:
    assert drawn(stage=True)[:5] == ["picture", "question", "sentence", "controls", "rest"]


def test_outside_of_a_part_all_stand_where_they_are_drawn() -> None:
    def app() -> None:
        import streamlit as st

        from explorer.ui.frame import part_containers

        for name in ("controls", "picture"):
            with part_containers.take(name):
                st.text(name)

    assert [text.value for text in AppTest.from_function(app).run().text] == ["controls", "picture"]


def test_nothing_is_revealed_before_a_guess() -> None:
    app = AppTest.from_function(guessing).run()
    assert not app.success
    assert not app.info
    assert not app.selectbox


@pytest.mark.parametrize(("link", "shown"), [("", "First"), ("Second", "Second"), ("?", "First")])
def test_a_link_opens_its_part(link: str, shown: str) -> None:
    app = AppTest.from_function(tabs)
    if link:
        app.query_params["part"] = link
    assert app.run().text[0].value == shown


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({}, f"{shared_inputs.DEFAULT_TEXT}|gpt2|0"),
        ({"text": "Hi", "encoding": "o200k_base", "token": 3}, "Hi|o200k_base|3"),
        ({"text": "", "encoding": "nonsense", "token": -4}, "|gpt2|0"),
    ],
)
def test_the_sentence_is_read_without_its_widgets(state: dict[str, object], message: str) -> None:
    app = AppTest.from_function(reading)
    for name, value in state.items():
        app.session_state[name] = value
    assert app.run().text[0].value == message
