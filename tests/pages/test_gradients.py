"""Gradients by AppTest: every part, both ends of its controls, and text that is none."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.gradients import ways
from explorer.jobs.board import board
from tests.support import parts_of, run_script

OpenPage = Callable[..., AppTest]
PARTS = tuple(parts_of("gradients"))


def charts(app: AppTest) -> list[object]:
    """The pictures of the part; the frame's own components have keys of their own."""
    return [chart for chart in app.get("bidi_component") if chart.key.startswith(("g_", "m_"))]


def words(app: AppTest) -> str:
    return "\n".join(str(e.value) for e in [*app.text, *app.markdown, *app.warning, *app.error, *app.info])


def metrics(app: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in app.metric}


@pytest.mark.parametrize("part", PARTS)
def test_every_part_opens_by_its_link(open_page: OpenPage, part: str) -> None:
    assert not open_page("gradients", g_part=part).exception


def test_rows_of_a_known_sentence(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Your sentence")
    app.text_area[0].set_value("the cat and the dog and the bird saw the cat")
    app.number_input(key="token").set_value(1)
    app.run()
    assert metrics(app) == {
        "Tokens": "11",
        "Rows that learn": "7",
        "Rows in the table": "50,257",
        "Share that learns": "0.014%",
    }
    said = words(app)
    assert "11 tokens touch 7 rows of 50,257: 0.014% learn, 99.986% get no gradient." in said
    assert "takes 280 B, written out as a whole table 1.61 MB." in said
    assert "The ring is around “␣cat”, row 3,797, 2× in the text." in said
    assert "“␣the” comes 3 times: its row gets the sum of 3 rows on the left." in said


def test_lines_make_a_batch(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Your sentence")
    app.text_area[0].set_value("the cat\n\nthe dog sat").run()
    assert "5 tokens in 2 lines touch 4 rows of 50,257" in words(app)


def test_the_example_is_one_press_away(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Your sentence")
    assert "No token repeats" in words(app)
    app.button(key="g_example").click().run()
    assert app.text_area[0].value == "the cat and the dog and the bird saw the cat"
    assert "comes 3 times" in words(app)


@pytest.mark.parametrize("part", ["Your sentence", "One step"])
@pytest.mark.parametrize(
    "text", ["", "\n\n", "   ", "👩‍👩‍👧 日本", "שלום", "a\x00b", "[x](http://e.com) <b>", "word " * 3_000]
)
def test_any_text_gives_a_picture_or_a_message(open_page: OpenPage, part: str, text: str) -> None:
    app = open_page("gradients", g_part=part)
    app.text_area[0].set_value(text).run()
    assert not app.exception
    if text.strip("\n"):
        assert charts(app)
    else:
        assert "There is no token in the text" in app.warning[0].value


def test_a_text_beyond_the_limit_says_so(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Your sentence")
    app.text_area[0].set_value("a" + " a" * 59_999).run()
    assert not app.exception
    assert "Using the first 50,000 of 60,000 tokens." in words(app)


@pytest.mark.parametrize("width", [1, 32])
def test_width_at_both_ends(open_page: OpenPage, width: int) -> None:
    expected = {1: "201 kB", 32: "6.43 MB"}[width]
    assert f"written out as a whole table {expected}." in words(
        open_page("gradients", g_part="Your sentence", g_width=width)
    )


def test_one_step_counts_the_rows_that_moved(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="One step")
    assert "Gradient stored as touched rows only: 6 rows of 50,257 changed." in words(app)
    assert "10 with the whole table" not in words(app)  # not before the guess
    app = open_page("gradients", g_part="One step", g_way="whole table", g_guess_step="They rest")
    said = words(app)
    assert "Gradient stored as whole table: 10 rows of 50,257 changed." in said
    assert "Adam: 6 rows moved with touched rows only, 10 with the whole table." in said
    assert "Rows of the earlier sentence alone moved 0 and 0.1" in said
    sgd = words(open_page("gradients", g_part="One step", g_optimizer="SGD", g_guess_step="They rest", g_lr=1.0))
    assert "SGD: 6 rows moved with touched rows only, 6 with the whole table." in sgd


def test_books_answer_after_the_guess(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Whole books")
    assert not charts(app)
    app.radio(key="g_guess_books").set_value("about 1 %").run()
    said = words(app)
    assert "Your guess: “about 1 %”. The answer: **about 12 %**." in said
    assert "a batch of 65,536 tokens touches of its rows: gpt2, r50k_base 12.37%" in said
    assert "With gpt2, 99 % of the rows get no gradient up to about 1,200 tokens." in said


@pytest.mark.parametrize(("size", "expected"), [(64, "gpt2, r50k_base 0.10%"), (2_097_152, "The book is too short")])
def test_batch_at_both_ends(open_page: OpenPage, size: int, expected: str) -> None:
    app = open_page("gradients", g_part="Whole books", g_guess_books="nearly all", g_size=size)
    assert expected in words(app)


def test_four_ways_start_only_on_request(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Four ways")
    assert not charts(app)
    assert app.button(key="g_measure_run")
    assert "Not measured yet" in words(app)
    app = open_page("gradients", g_part="Four ways", g_source="your text")
    assert "Your text has 6 tokens; all of them are used." in words(app)
    app = open_page("gradients", g_part="Four ways", g_source="your text", g_tokens=256, text="a " * 300)
    assert "Using the first 256 of your text's 301 tokens." in words(app)
    app = open_page("gradients", g_part="Four ways", g_source="your text", text="\n")
    assert "There is no token in your text" in app.warning[0].value


def test_both_pictures_of_the_four_ways_have_data_and_code(open_page: OpenPage) -> None:
    request = ways.Request(ways.WORDS, 256, 16)
    assert board().submit(ways.measure, request, short=True).wait(60) == "done"
    panels = {f"{key}_{panel}": "true" for key in ("g_time", "g_memory") for panel in ("data", "code")}
    app = open_page("gradients", g_part="Four ways", g_tokens=256, g_d=16, **panels)
    assert len(charts(app)) == len(app.dataframe) == 2
    for table in app.dataframe:
        assert list(table.value["way"]) == list(ways.WAYS)
        assert all(table.value["peak bytes"] >= table.value["bytes of the result"])
    scripts = [code.value for code in app.code if "from explorer.gradients.ways" in code.value]
    assert len(scripts) == 2
    assert "touched rows only" in run_script(scripts[1])


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ("12", "Embedding index out of range for vocabulary size 12: got max 12 at position (0,)"),
        ("one", "Expected whole numbers or words of the table with spaces between them, such as 5 10 10 5, got 'one'"),
        ("0 0 0 0 0 0 0", "Sequence length 7 exceeds maximum 6"),
    ],
)
def test_typed_nonsense_on_the_blackboard_says_what_is_wrong(open_page: OpenPage, ids: str, message: str) -> None:
    app = open_page("gradients", g_part="Blackboard", g_ids=ids)
    assert app.error[0].value == "These ids can't be looked up."
    assert message in words(app)


def test_the_courses_batch_on_the_blackboard(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Blackboard", g_ids="[5, 10, 10, 5]", g_board_step="6 Into the table")
    assert not app.error
    assert "2 rows of 12 get a gradient other than 0: 5 (fish) and 10 (swims)." in words(app)
    assert "Row 5 is read at places 0 and 3. Its first number gets 2 · ((1) + (2)) = 6." in words(app)
    single = words(open_page("gradients", g_part="Blackboard", g_ids="cat", g_scale="false", g_board_step="7 Move"))
    assert "1 row of 12 gets a gradient other than 0: 1 (cat). Switched off here: × √D." in single
    assert "Row 1 is read at place 0. Its first number gets 1 · ((1)) = 1." in single


@pytest.mark.parametrize("step", range(1, 8))
def test_every_step_of_the_blackboard_is_drawn(open_page: OpenPage, step: int) -> None:
    app = open_page("gradients", g_part="Blackboard", g_scale="false", g_pos="false")
    control = next(c for c in app.get("button_group") if c.key == "g_board_step")
    control.set_value([control.options[step - 1]]).run()
    assert not app.exception
    assert "Switched off here: × √D and + position." in words(app)


def test_training_at_the_start_and_at_the_end(open_page: OpenPage) -> None:
    start = words(open_page("gradients", g_part="Watch it learn", g_step=0))
    assert "After step 0 the loss is 2.99" in start
    end = words(open_page("gradients", g_part="Watch it learn"))
    assert "After step 300 the loss is 1.0" in end
    assert "Of the 4 words that never come, the farthest has moved 0 at the end." in end
    assert "One step touches at most 8 of the 19 rows." in end


def test_the_film_plays_to_its_end_starts_over_and_pauses(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Watch it learn", g_step=290)
    app.button(key="g_play").click().run()
    assert "After step 290 the loss" in words(app)
    assert app.button(key="g_play").label == "Pause"
    assert app.slider[0].disabled
    app.run()
    assert "After step 295 the loss" in words(app)
    app.run()
    assert "After step 300 the loss" in words(app)
    assert app.button(key="g_play").label == "Play"
    assert app.slider(key="g_step").value == 300
    app.button(key="g_play").click().run()
    assert "After step 0 the loss" in words(app)
    app.run()
    assert "After step 5 the loss" in words(app)
    app.button(key="g_play").click().run()
    assert app.button(key="g_play").label == "Play"
    assert app.slider(key="g_step").value == 5
    app.run()
    assert "After step 5 the loss" in words(app)


def test_tied_tables_ask_first(open_page: OpenPage) -> None:
    tied = {"g_part": "Watch it learn", "g_output": "the same table (tied)"}
    assert not charts(open_page("gradients", **tied))
    said = words(open_page("gradients", **tied, g_guess_tied="They rest"))
    assert "One step touches at most 19 of the 19 rows." in said
    assert "the farthest has moved 3." in said


def test_a_text_of_one_word_cannot_train(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Watch it learn")
    app.text_area[0].set_value("word").run()
    assert "Expected at least two words to learn from, got 1." in app.error[0].value


@pytest.mark.parametrize(
    ("key", "query"),
    [
        ("g_wall", {"g_part": "Your sentence"}),
        ("g_blocks", {"g_part": "Your sentence"}),
        ("g_before", {"g_part": "One step"}),
        ("g_moved", {"g_part": "One step", "g_guess_step": "They rest"}),
        ("g_shares", {"g_part": "Whole books", "g_guess_books": "nearly all"}),
        ("g_ranks", {"g_part": "Whole books", "g_guess_books": "nearly all"}),
        ("g_board", {"g_part": "Blackboard"}),
        ("g_plane", {"g_part": "Watch it learn"}),
    ],
)
def test_data_and_code_open_by_link(open_page: OpenPage, key: str, query: dict[str, str]) -> None:
    app = open_page("gradients", **query, **{f"{key}_data": "true", f"{key}_code": "true"})
    assert len(app.dataframe) == 1
    assert len(app.dataframe[0].value) > 0
    assert "from explorer" in app.code[0].value


def test_the_code_on_the_screen_prints_the_numbers_on_the_screen(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Your sentence", g_wall_code="true")
    app.text_area[0].set_value("the \"cat\" and\nthe 'dog'").run()
    said = run_script(app.code[0].value)
    shown = metrics(app)
    assert (
        f"{shown['Tokens']} tokens touch {shown['Rows that learn']} of 50257 rows: {shown['Share that learns']}" in said
    )
