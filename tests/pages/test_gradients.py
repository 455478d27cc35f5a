"""Gradients by AppTest: typed texts and ids, guesses, what a control says; the pictures are the views' tests."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.gradients import toy_training
from explorer.ui.gradients import touched_rows
from explorer.views import gradients as views
from tests.support import open_folds, plain_texts, text_field

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


@pytest.mark.parametrize(
    ("text", "absent"), [("the zebra plays the piano", {"seven", "moon"}), ("zebra piano seven moon", set())]
)
def test_words_that_stand_in_the_visitors_text_are_not_called_absent(text: str, absent: set[str]) -> None:
    said = views.learning(text=text, step=0).sentence
    told = said[said.index("not in the text: ") :].partition(";")[0] if absent else ""
    assert {word for word in toy_training.UNSEEN if word in told} == absent


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
