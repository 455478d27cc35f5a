"""Gradients by AppTest: typed texts and ids, guesses, what a control says; the pictures are the views' tests."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer import tokenizers
from explorer.content.en.shared_page_questions import BOOKS
from explorer.gradients import text_batch, toy_training
from explorer.ui.gradients import tied_output, touched_rows
from explorer.views import gradients as views
from tests.support import numbers_in, open_folds, plain_texts, text_field

OpenPage = Callable[..., AppTest]


def charts(app: AppTest) -> list[object]:
    """The pictures of the part; the frame's own components have keys of their own."""
    return [chart for chart in app.get("bidi_component") if chart.key.startswith(("g_", "m_"))]


def words(app: AppTest) -> str:
    return "\n".join([*plain_texts(app), *(str(e.value) for e in [*app.markdown, *app.warning, *app.error, *app.info])])


def test_rows_of_a_typed_sentence(open_page: OpenPage) -> None:
    text = "the cat and the dog and the bird saw the cat"
    app = open_folds(open_page("gradients", g_part="Your sentence"), "_more")
    text_field(app).set_value(text)
    app.number_input(key="token").set_value(1)
    app.run()
    answer = views.touched_rows(text=text, token=1)
    assert answer.sentence not in words(app) and answer.at_question(False).sentence in words(app)
    app.radio(key="g_guess_others").set_value(touched_rows.LEARNS[1]).run()
    assert app.success and answer.summary in words(app)


def test_the_tokenizer_of_our_own_model_is_a_choice(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Your sentence", encoding=tokenizers.SMALL)
    assert app.selectbox(key="encoding").value == tokenizers.SMALL
    assert 4_096 in numbers_in(words(app))


def test_the_example_is_one_press_away(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Your sentence")
    app.button(key="g_example").click().run()
    assert text_field(app).value == text_batch.REPEATS
    assert {11, 7} <= numbers_in(words(app)), "tokens, and rows that they read"


def test_the_answer_of_one_step_is_drawn_after_the_guess(open_page: OpenPage) -> None:
    answer = views.step_distances().sentence
    assert answer not in words(open_page("gradients", g_part="One step"))
    assert {6, 10} <= numbers_in(words(open_page("gradients", g_part="One step", g_guess_step="They move on")))


def test_books_answer_after_the_guess(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Whole books", g_ranks_more="true")
    assert len(charts(app)) == 1 and 12.4 not in numbers_in(words(app))
    app.radio(key="g_guess_books").set_value(BOOKS.choices[0]).run()
    assert numbers_in(app.info[0].value) == {73}, "a hint"
    app.radio(key="g_guess_books").set_value(BOOKS.choices[3]).run()
    assert {12.4, 72_178} <= numbers_in(words(app))


@pytest.mark.parametrize(("ids", "numbers"), [("12", {12, 0, 11}), ("one", {5, 10}), ("0 0 0 0 0 0 0", {7, 6})])
def test_typed_nonsense_on_the_blackboard_says_what_is_wrong(
    open_page: OpenPage, ids: str, numbers: set[float]
) -> None:
    app = open_page("gradients", g_part="Blackboard", g_ids=ids)
    assert len(app.error) == 1 and numbers <= numbers_in(words(app))
    assert charts(app), "the board is empty"


def test_the_courses_batch_on_the_blackboard(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Blackboard", g_ids="[5, 10, 10, 5]", g_board_step="6 Into the table")
    assert not app.error and app.number_input(key="g_added").value == 4, "all are in the table"
    app.text_input(key="g_ids").set_value("the cat sees the dog .").run()
    assert app.number_input(key="g_added").value == 6


def test_tied_tables_ask_first_and_draw_the_words_of_the_text(open_page: OpenPage) -> None:
    tied = {"g_part": "Watch it learn", "g_output": toy_training.TIED}
    app = open_page("gradients", **tied)
    answer = 3.84  # the largest movement of a row that no token reads
    assert len(charts(app)) == 1 and answer not in numbers_in(words(app))
    assert answer in numbers_in(words(open_page("gradients", **tied, g_guess_tied="They move too")))


@pytest.mark.parametrize(
    ("text", "absent"), [("the zebra plays the piano", {"seven", "moon"}), ("zebra piano seven moon", set())]
)
def test_words_that_stand_in_the_visitors_text_are_not_called_absent(text: str, absent: set[str]) -> None:
    said = views.learning(text=text, step=0).sentence
    told = said[said.index("not in the text: ") :].partition(";")[0] if absent else ""
    assert {word for word in toy_training.UNSEEN if word in told} == absent


def test_a_text_of_one_word_cannot_train(open_page: OpenPage) -> None:
    app = open_folds(open_page("gradients", g_part="Watch it learn"), "_more")
    app.text_area[0].set_value("word").run()
    assert numbers_in(app.error[0].value) == {1}


def test_tied_and_untied_by_the_shipped_model(open_page: OpenPage) -> None:
    part = {"g_part": "Tied or untied", "text": "The cat sat on the mat"}
    app = open_page("gradients", **part)
    assert {5, 4_096, 0.12} <= numbers_in(words(app)) and 100 not in numbers_in(words(app))
    app.radio(key="g_guess_ends").set_value(tied_output.ONLY_READ).run()
    assert app.info and not app.success
    app.radio(key="g_guess_ends").set_value(tied_output.EVERY).run()
    assert 4_096 in numbers_in(app.success[0].value) and 100 in numbers_in(words(app))
    untied = open_page("gradients", **part, g_tied="False", g_guess_ends=tied_output.EVERY)
    assert 100 not in numbers_in("\n".join(plain_texts(untied)))
    assert open_page("gradients", **part | {"text": "a"}).warning


@pytest.mark.parametrize(
    ("page", "part", "key", "terms"),
    [
        ("gradients", "One step", "g_optimizer", ("SGD", "momentum", "Adam")),
        ("gradients", "Watch it learn", "g_toy_optimizer", ("SGD", "Adam")),
        ("memory", "The bill", "m_optimizer", ("SGD", "momentum", "Adam")),
        ("memory", "The bill", "m_number", ("FP32", "FP16", "BF16", "INT8")),
    ],
)
def test_a_choice_between_terms_says_what_they_are(
    open_page: OpenPage, page: str, part: str, key: str, terms: tuple[str, ...]
) -> None:
    app = open_page(page, **{f"{page[0]}_part": part})
    app.session_state["m_bill_more"] = True
    said = app.run().segmented_control(key=key).help
    assert [term for term in terms if f"*{term}*: " not in said] == []
