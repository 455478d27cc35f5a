"""Gradients by AppTest: every part, both ends of its controls, and empty or odd texts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer import tokenizers
from explorer.content.en.shared_page_questions import BOOKS
from explorer.gradients import text_batch
from explorer.gradients import vocabulary_share as measured
from explorer.gradients.optimizer_step import EARLIER
from explorer.ui.gradients import tied_output, vocabulary_share
from explorer.views.gradients.vocabulary_share import SIZES
from tests.support import numbers_in, plain_texts, tables_in

OpenPage = Callable[..., AppTest]


def charts(app: AppTest) -> list[object]:
    """The pictures of the part; the frame's own components have keys of their own."""
    return [chart for chart in app.get("bidi_component") if chart.key.startswith(("g_", "m_"))]


def words(app: AppTest) -> str:
    return "\n".join([*plain_texts(app), *(str(e.value) for e in [*app.markdown, *app.warning, *app.error, *app.info])])


def metrics(app: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in app.metric}


def test_rows_of_a_known_sentence(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Your sentence")
    app.text_area[0].set_value("the cat and the dog and the bird saw the cat")
    app.number_input(key="token").set_value(1)
    app.run()
    assert metrics(app) == {
        "Tokens": "11",
        "Rows that learn, through the lookup": "7",
        "Rows in the table": "50,257",
        "Share of the rows": "0.014 %",
    }
    said = words(app)
    assert "11 tokens touch 7 rows of 50,257. Through the lookup 0.014 % of the rows get a gradient, the other " in said
    assert "the other 50,250 get 0." in said
    assert "takes 280 bytes, written out as a whole table 1.61 MB." in said
    assert "The ring is around “␣cat”, row 3,797, read 2 times." in said


def test_a_row_that_is_first_read_after_the_tokens_drawn(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Your sentence", g_law="1 everywhere")
    app.text_area[0].set_value(" ".join(chr(97 + n) for n in range(26)) + " cat cat").run()
    assert not app.exception
    assert "Row 3,797 is read 2 times, at positions 26 and 27. Its first number gets 1.000 + 1.000 = 2.000." in words(
        app
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cat", "Row 9,246 is read once, at position 0. Its first number gets 1.000. For a row"),
        (
            " cat" * 8,
            "Row 3,797 is read 8 times, first at positions 0, 1, 2, 3, 4 and 5. Its first number gets 1.000 + ",
        ),
    ],
)
def test_a_row_read_once_adds_nothing_up_and_one_read_often_says_so(open_page: OpenPage, text: str, said: str) -> None:
    app = open_page("gradients", g_part="Your sentence", g_law="1 everywhere", text=text)
    assert said in words(app)


def test_lines_make_a_batch(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Your sentence")
    app.text_area[0].set_value("the cat\n\nthe dog sat").run()
    assert "5 tokens in 2 lines touch 4 rows of 50,257" in words(app)


@pytest.mark.parametrize(
    ("text", "count", "lines"), [("a cat\u2028sat", 5, 1), ("a\x85b\x0cc\x0bd", 8, 1), ("a\r\nb\rc\nd", 4, 4)]
)
def test_lines_end_where_enter_was_pressed(open_page: OpenPage, text: str, count: int, lines: int) -> None:
    """The Tokens page counts the same (`test_tokens.py`)."""
    assert (len(text_batch.read(text, "gpt2").ids), text_batch.read(text, "gpt2").lines) == (count, lines)
    app = open_page("gradients", g_part="Your sentence")
    app.text_area[0].set_value(text).run()
    assert metrics(app)["Tokens"] == str(count)


@pytest.mark.parametrize("part", ["Your sentence", "One step", "Four methods"])
def test_the_tokenizer_of_our_own_model_is_a_choice(open_page: OpenPage, part: str) -> None:
    app = open_page("gradients", g_part=part, encoding=tokenizers.SMALL)
    assert not app.exception and not app.error
    if part == "Your sentence":
        assert app.selectbox(key="encoding").value == tokenizers.SMALL
        assert "4,096" in [metric.value for metric in app.metric]


def test_the_example_is_one_press_away(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Your sentence")
    assert "is read once" in words(app)
    app.button(key="g_example").click().run()
    assert app.text_area[0].value == text_batch.REPEATS
    assert "3 times" in words(app)


@pytest.mark.slow
@pytest.mark.parametrize("part", ["Your sentence", "One step"])
def test_any_text_gives_a_picture_or_a_message(open_page: OpenPage, part: str) -> None:
    app = open_page("gradients", g_part=part)
    for text in ("", "\n\n", "   ", "👩‍👩‍👧 日本", "שלום", "a\x00b", "[x](http://e.com) <b>", "word " * 3_000):
        app.text_area[0].set_value(text).run()
        assert not app.exception, text
        if text.strip("\n"):
            assert charts(app), text
        else:
            assert "There is no token in the text" in app.warning[0].value


def test_a_text_beyond_the_limit_says_so(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Your sentence")
    app.text_area[0].set_value("a" + " a" * 59_999).run()
    assert not app.exception
    assert "Used: the first 50,000 of 60,000 tokens." in words(app)


@pytest.mark.parametrize("width", [4, 32])
def test_width_at_both_ends(open_page: OpenPage, width: int) -> None:
    expected = {4: "804.1 kB", 32: "6.43 MB"}[width]
    assert f"written out as a whole table {expected}." in words(
        open_page("gradients", g_part="Your sentence", g_width=width)
    )


@pytest.mark.slow
def test_one_step_counts_the_rows_that_moved(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="One step")
    assert "Gradient stored as touched rows only: 6 rows of 50,257 changed." in words(app)
    assert "10 with the whole table" not in words(app)  # not before the guess
    assert "There is no model above: what comes down to the rows is drawn at random." in words(app)
    app = open_page("gradients", g_part="One step", g_way="whole table", g_guess_step="They move on")
    said = words(app)
    assert "Gradient stored as whole table: 10 rows of 50,257 changed." in said
    assert "Adam: 6 rows moved with touched rows only, 10 with the whole table." in said
    assert "of the earlier sentence alone moved 0 and 0.1" in said
    sgd = words(open_page("gradients", g_part="One step", g_optimizer="SGD", g_guess_step="They move on", g_lr=1.0))
    assert "SGD: 6 rows moved with touched rows only, 6 with the whole table." in sgd
    assert "The star" not in sgd, "the question is about Adam"
    assert "The star is your guess" in said
    same = open_page("gradients", g_part="One step", g_guess_step="They move on", text=EARLIER)
    assert "so no row is of that sentence alone." in words(same)
    assert "One token of your text was read." in words(open_page("gradients", g_part="One step", text="a"))


def test_books_answer_after_the_guess(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Whole books")
    assert len(charts(app)) == 1
    assert "What the books touch comes after your guess." in words(app)
    app.radio(key="g_guess_books").set_value(BOOKS.options[0]).run()
    assert "A hint: Were all rows equally likely, 73\N{NO-BREAK SPACE}% would be touched." in app.info[0].value
    app.radio(key="g_guess_books").set_value(BOOKS.options[3]).run()
    said = words(app)
    assert "The answer: **About 12 % of the rows**." in said
    assert "Share of the rows that a batch of 65,536 tokens touches: gpt2, r50k_base 12.4 %" in said
    assert "With gpt2, 99 % of the rows get no gradient through the lookup up to about 1,200 tokens." in said
    assert "is off by a factor of 2.6 at most at those ranks." in said
    assert "the most frequent token is the line break (↵). It comes 72,178 times, which is 7.3 % of the book." in said
    assert (
        "come 1.49 to 1.89 times as often as the first one's count divided by their rank, the last (rank 15,292) 0.21"
        in said
    )


def test_whole_books_count_with_four_tokenizers_and_name_their_smallest_and_largest_table() -> None:
    sizes = [tokenizers.vocab_size(name) for name in ("gpt2", "p50k_base", "cl100k_base", "o200k_base")]
    assert sizes == [50_257, 50_281, 100_277, 200_019]
    assert numbers_in(vocabulary_share.PART.shown(None)) == {50_257, 200_019}
    assert SIZES[0] == 64 < 512 == measured.SEQUENCE  # smaller batches have shorter sequences


@pytest.mark.parametrize(("size", "expected"), [(64, "gpt2, r50k_base 0.0985 %"), (2_097_152, "The book is too short")])
def test_batch_at_both_ends(open_page: OpenPage, size: int, expected: str) -> None:
    app = open_page("gradients", g_part="Whole books", g_guess_books=BOOKS.options[1], g_size=size)
    assert expected in words(app)
    said = words(app)
    assert "100 %" not in said and "0.0000" not in said
    assert ("is 7.539 × 10⁻¹⁹: this share of the rows would not be touched, and as good as all" in said) == (size > 64)


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ("12", "There is no row 12: the rows of the table are 0 to 11. The board shows 5 10 10 5 meanwhile."),
        ("one", "Expected whole numbers or words of the table with spaces between them, such as 5 10 10 5, got 'one'"),
        ("0 0 0 0 0 0 0", "Sequence length 7 exceeds maximum 6"),
    ],
)
def test_typed_nonsense_on_the_blackboard_says_what_is_wrong(open_page: OpenPage, ids: str, message: str) -> None:
    app = open_page("gradients", g_part="Blackboard", g_ids=ids)
    assert app.error[0].value == "These ids can't be looked up."
    assert message in words(app)
    assert "Each id takes a copy of its row" in words(app), "the board is empty"


def test_the_courses_batch_on_the_blackboard(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Blackboard", g_ids="[5, 10, 10, 5]", g_board_step="6 Into the table")
    assert not app.error
    assert "2 rows of 12 get a gradient other than 0: 5 (fish) and 10 (swims)." in words(app)
    assert "Row 5 is read at positions 0 and 3. Its first number gets 2 · (1 + 2) = 6." in words(app)
    assert app.number_input(key="g_added").value == 4, "all are in the table"
    app.text_input(key="g_ids").set_value("the cat sees the dog .").run()
    assert "6 of 6 tokens: row 11 (.) gets its token's gradient" in words(app)
    single = words(open_page("gradients", g_part="Blackboard", g_ids="cat", g_scale="false", g_board_step="7 Move"))
    assert "1 row of 12 gets a gradient other than 0: 1 (cat). Switched off here: × √D." in single
    assert "Row 1 is read at position 0. Its first number gets 1 · 1 = 1." in single


@pytest.mark.parametrize(
    ("step", "off", "said"),
    [
        ("2 Scale, add", {"g_scale": "false"}, "Forward. Rows plus the row of the position: that"),
        ("2 Scale, add", {"g_pos": "false"}, "Forward. Rows times √D = 2: that"),
        ("4 Through +", {"g_pos": "false"}, "No position was added"),
        ("5 Through ×√D", {"g_scale": "false"}, "The factor on the way there was 1, so it is 1 on the way back"),
        ("5 Through ×√D", {}, "twice as long for token rows"),
    ],
)
def test_a_step_says_what_is_switched_off(open_page: OpenPage, step: str, off: dict[str, str], said: str) -> None:
    shown = words(open_page("gradients", g_part="Blackboard", g_board_step=step, **off))
    assert said in shown
    assert ("twice as long" in shown) == (step == "5 Through ×√D" and not off)


def test_every_step_of_the_blackboard_is_drawn(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Blackboard", g_scale="false", g_pos="false")
    for step in range(7):
        control = next(c for c in app.get("button_group") if c.key == "g_board_step")
        control.set_value([control.options[step]]).run()
        assert not app.exception
        assert "Switched off here: × √D and + position." in words(app)


def test_training_at_the_start_and_at_the_end(open_page: OpenPage) -> None:
    start = words(open_page("gradients", g_part="Watch it learn", g_step=0))
    assert "After step 0 the loss is 3.07" in start
    end = words(open_page("gradients", g_part="Watch it learn"))
    assert "After step 300 the loss is 1.0" in end
    assert "zebra, piano, seven and moon; their rows never move." in end
    assert "One step touches at most 8 of the 19 rows." in end


def test_words_used_alike_are_named_with_the_cosine_of_their_rows(open_page: OpenPage) -> None:
    part = {"g_part": "Watch it learn"}
    told = "with the most similar words before and behind them: the cosine of their rows is "
    assert "“cat” and “dog” make one of the 8 pairs" in words(open_page("gradients", **part))
    assert f"{told}0.97 (at the start 0.18)." in words(open_page("gradients", **part))
    assert f"{told}0.31 (at" in words(open_page("gradients", **part, g_toy_optimizer="SGD"))
    assert "similar words" not in words(open_page("gradients", **part, g_text="a b"))


def test_tied_tables_ask_first_and_draw_the_words_of_the_text(open_page: OpenPage) -> None:
    tied = {"g_part": "Watch it learn", "g_output": "the same table (tied)"}
    app = open_page("gradients", **tied)
    assert len(charts(app)) == 1
    assert "zebra, piano, seven and moon; they are drawn after your guess." in words(app)
    assert "One step touches" not in words(app)
    said = words(open_page("gradients", **tied, g_guess_tied="They move too"))
    assert "One step touches at most 19 of the 19 rows." in said
    assert "by the end their rows have moved by up to 3." in said


@pytest.mark.slow
def test_words_that_stand_in_the_visitors_text_are_not_called_absent(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Watch it learn", g_text="the zebra plays the piano")
    assert "In the table but not in the text: seven and moon;" in words(app)
    app = open_page("gradients", g_part="Watch it learn", g_text="zebra piano seven moon")
    assert "All of zebra, piano, seven and moon are in the text, so every row is read." in words(app)


def test_a_text_of_one_word_cannot_train(open_page: OpenPage) -> None:
    app = open_page("gradients", g_part="Watch it learn")
    app.text_area[0].set_value("word").run()
    assert "Expected at least two words to learn from, got 1." in app.error[0].value


@pytest.mark.parametrize(
    ("key", "query"),
    [
        ("g_wall", {"g_part": "Your sentence"}),
        ("g_before", {"g_part": "One step"}),
        ("g_moved", {"g_part": "One step", "g_guess_step": "They move on"}),
        ("g_shares", {"g_part": "Whole books", "g_guess_books": "About 12 % of the rows"}),
        ("g_ranks", {"g_part": "Whole books", "g_guess_books": "About 12 % of the rows"}),
        ("g_board", {"g_part": "Blackboard"}),
        ("g_plane", {"g_part": "Watch it learn"}),
    ],
)
def test_data_and_code_open_by_link(open_page: OpenPage, key: str, query: dict[str, str]) -> None:
    app = open_page("gradients", **query, **{f"{key}_data": "true", f"{key}_code": "true"})
    (table,) = tables_in(app)
    assert all(table.values())
    assert "from explorer" in app.code[0].value


def test_tied_and_untied_by_the_shipped_model(open_page: OpenPage) -> None:
    part = {"g_part": "Tied or untied", "text": "The cat sat on the mat"}
    app = open_page("gradients", **part)
    start = "Through the lookup 5 rows of 4,096 get a gradient: 0.12 %."
    assert start in words(app)
    assert "What comes through the softmax is shown after your guess." in words(app)
    app.radio(key="g_guess_ends").set_value(tied_output.ONLY_READ).run()
    assert "A hint:" in app.info[0].value
    app.radio(key="g_guess_ends").set_value(tied_output.EVERY).run()
    assert "In all, 4,096 of 4,096." in app.success[0].value
    assert f"{start} In all, lookup and softmax together, 4,096 of 4,096: 100 %." in words(app)
    untied = words(open_page("gradients", **part, g_tied="False", g_guess_ends=tied_output.EVERY))
    assert f"{start} Untied, that is all the token table gets" in untied
    one = words(open_page("gradients", **part | {"text": "the cat"}))
    assert "reads 1 token and predicts the one after it (" in one
    assert "Through the lookup 1 row of 4,096 gets a gradient: 0.024 %." in one
    assert "type at least two tokens" in open_page("gradients", **part | {"text": "a"}).warning[0].value
    long = open_page("gradients", **part | {"text": "a" + " a" * 70})
    assert "The model reads 64 tokens at most, as on the first page: 6 tokens at the beginning are left out." in words(
        long
    )


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
