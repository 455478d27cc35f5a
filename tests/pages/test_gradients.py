"""Gradients by AppTest: typed texts, what a control says; and on all pages a guess drawn in its picture."""

import json
import math
import struct
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.gradients import toy_training
from explorer.ui.gradients import touched_rows
from explorer.views import gradients as views
from tests.support import numbers_in, one_of_each, open_folds, plain_texts, text_field, texts

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


def trace(app, key):
    """The star in the chart `key`, or None; a picture may be drawn after the guess alone."""
    chart = next((found for found in app.get("bidi_component") if found.key == key), None)
    if chart is None:
        return None
    packed = chart.proto.bytes
    length = struct.unpack("<I", packed[:4])[0]
    found = [trace for trace in json.loads(packed[4 : 4 + length])["data"] if trace.get("name") == "your guess"]
    return found[0] if found else None


JUMP = math.hypot(math.sin(math.pi / 30), 1 - math.cos(math.pi / 30))
GUESSES = [
    ("gradients", {"g_part": "Whole books"}, "g_shares", "g_guess_books", "About 12 % of the rows",
     (65536, 0.12), {65_536, 12}),
    ("memory", {"m_part": "Fewer bits"}, "m_bits", "m_int8", "All ten stay", (100, 2), {100}),
    ("memory", {"m_part": "Real models"}, "m_shares", "m_gpt3", "0.35 %", (0.35, "GPT-3"), {0.35}),
    ("projection", {"j_part": "Map", "j_view": "Spectrum"}, "j_scree", "j_share", "under 10 %", (2, 5), {10}),
    ("positions", {"p_part": "Counting", "p_neighbours_more": "true"}, "p_neighbours", "p_carry", "the first two",
     (0, JUMP), set()),
    ("gradients", {"g_part": "One step"}, "g_moved", "g_guess_step", "They rest", (0, 6), set()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("page", "part", "key", "question", "guess", "at", "said"),
    one_of_each(GUESSES, lambda case: case[0]),
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_guess_is_drawn_where_it_was(open_page, page, part, key, question, guess, at, said):
    before = open_page(page, **part)
    assert trace(before, key) is None
    skipped = open_page(page, **part, **{question: "Just show me"})
    assert trace(skipped, key) is None
    app = open_page(page, **part, **{question: guess})
    radio = next(element for element in app.radio if element.key == question)
    if trace(app, key) is None:  # a first wrong guess gets a hint
        radio.set_value("Just show me").run()
    star = trace(app, key)
    assert star is not None
    x, y = at
    assert star["x"] == [pytest.approx(x, rel=0.02)] and star["y"] == [y if isinstance(y, str) else pytest.approx(y)]
    assert said <= numbers_in(texts(app)) and texts(app) != texts(skipped)


def test_a_guess_that_was_a_range_is_drawn_as_one(open_page):
    star = trace(open_page("projection", j_part="Map", j_view="Spectrum", j_share="under 10 %"), "j_scree")
    assert star["error_y"]["array"] == [5] and star["error_y"]["arrayminus"] == [5] and star["yaxis"] == "y2"


@pytest.mark.parametrize("guess", ["on a straight line", "anywhere"])
def test_a_guessed_way_of_the_tip_is_dotted(open_page, guess):
    app = open_page("positions", p_part="Two arrows", p_ring=guess)
    assert trace(app, "p_arrows") is None
    next(element for element in app.radio if element.key == "p_ring").set_value("Just show me").run()
    drawn = trace(app, "p_arrows")
    assert drawn is not None and drawn["line"]["dash"] == "dot"
    assert guess in texts(app)
