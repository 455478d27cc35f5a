"""The Tokens page by AppTest: every part, every kind of text, and the displayed code's numbers."""

import re
import time

import pytest

from explorer import embedding_pipeline, tokenizers
from explorer.views import tokens
from explorer.views.tokens.settings import STARTS
from tests.support import numbers_in, parse_number, parts_of, plain_texts

PARTS = tuple(parts_of("tokens"))
TEXTS = {
    "empty": "",
    "blanks": "   ",
    "lines": "The cat sat\n\nand purred 👍🏽",
    "emoji": "👨‍👩‍👧‍👦🇩🇪",
    "hebrew": "שלום עולם",
    "combining": "e\u0301" + "\u0301" * 30,
    "nul": "a\x00b",
    "special": "<|endoftext|>",
    "markup": "<b>bold</b> $x^2$ ![image](http://example.com/a.png) :smile:",
    "long word": "Donaudampfschifffahrtsgesellschaftskapitänsmütze",
}


@pytest.fixture
def open_tokens(open_page):
    """Open the page and type, choose and select as a visitor would: `text`, `encoding`, `token` are shared widgets."""

    def opened(*, text=None, encoding=None, token=None, **query):
        app = open_page("tokens", **query)
        if text is not None:
            app.text_area(key="text").set_value(text)
        if encoding is not None:
            app.selectbox(key="encoding").set_value(encoding)
        app.run()
        if token is not None:
            app.number_input(key="token").set_value(token)
            app.run()
        assert not app.exception
        return app

    return opened


def summaries(app):
    return " ".join(plain_texts(app))


def test_the_upload_box_names_the_size_above_which_a_text_is_refused(open_tokens):
    app = open_tokens(t_part="Tokens")
    (box,) = app.get("file_uploader")
    most = box.proto.max_upload_size_mb * 10**6
    box.upload("large.txt", b"x" * (most + 1), "text/plain").run()
    assert numbers_in(app.error[0].value) == {most / 10**6}  # the most, and as rounded the size of the file
    app.get("file_uploader")[0].upload("text.txt", b"The cat", "text/plain").run()
    assert not app.error and app.text_area(key="text").value == "The cat"


@pytest.mark.parametrize(
    ("text", "count", "lines"), [("a cat\u2028sat", 5, 1), ("a\x85b\x0cc\x0bd", 8, 1), ("a\r\nb\rc\nd", 4, 4)]
)
def test_lines_end_where_enter_was_pressed(open_tokens, text, count, lines):
    """The Gradients page counts the same (`test_gradients.py`)."""
    tokens = embedding_pipeline.tokenize(text, "gpt2")
    assert (len(tokens), tokens.line_count) == (count, lines)
    assert f"{count} tokens" in summaries(open_tokens(text=text, t_part="Tokens"))


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_any_text_on_any_part(open_tokens, part):
    app = open_tokens(t_part=part)
    for name, text in TEXTS.items():
        app.text_area(key="text").set_value(text).run()
        assert not app.exception, name
        if part in ("Tokens", "Merges", "Rows", "Pipeline", "Neighbours"):
            said = summaries(app) + " ".join(element.value for element in app.info)
            assert said.strip() and "\ufffd" not in said, name


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_every_part_with_every_encoding(open_tokens, part):
    app = open_tokens(t_part=part, token=2, t_position="Sinusoidal", t_scale="true")
    for encoding in tokenizers.CHOICES:
        app.selectbox(key="encoding").set_value(encoding).run()
        assert not app.exception and not app.error, encoding


def test_the_selected_token_is_described(open_tokens):
    app = open_tokens(token=1)
    assert summaries(app).startswith(
        "22 characters, stored as 22 bytes, cut into 6 tokens. Selected: “␣cat”. Its id is 3,797, and it "
        "has 4 bytes: 20 63 61 74."
    )


def test_the_selection_follows_its_word_through_edits_and_encodings(open_tokens):
    app = open_tokens(token=1)
    app.text_area(key="text").set_value("Look! The cat sat on the mat").run()
    assert app.session_state["token"] == 3
    app.selectbox(key="encoding").set_value("cl100k_base").run()
    assert "“␣cat”. Its id is 8,415" in summaries(app)
    app.text_area(key="text").set_value("").run()
    assert app.session_state["token"] == 0
    assert any("Nothing typed yet" in element.value for element in app.info)


def test_a_token_past_the_end_is_the_last_one(open_tokens):
    assert "Selected: “␣mat”" in summaries(open_tokens(token=999))


def test_special_tokens_are_text_unless_switched_on(open_tokens):
    assert "13 characters, stored as 13 bytes, cut into 7 tokens" in summaries(open_tokens(text="<|endoftext|>"))
    assert "cut into 1 token." in summaries(open_tokens(text="<|endoftext|>", t_special="true"))


def test_a_text_of_a_megabyte(open_tokens):
    app = open_tokens()
    text = ("It was a bright cold day in April.\n" * 30_000)[:1_000_000]
    began = time.process_time()
    app.text_area(key="text").set_value(text).run()
    assert time.process_time() - began < 2  # CPU seconds, so that a busy machine doesn't fail it
    total = len(embedding_pipeline.tokenize(text, "gpt2"))
    captions = [element.value for element in app.caption]
    assert f"Showing the first 512 of {total:,} tokens. All of them are counted." in captions
    assert any("leaves it out" in caption for caption in captions)


def test_lone_surrogates_are_named():
    from explorer.ui.tokens import tokenized_text

    tokens = tokenized_text.TokenizedText("a\ud83d", "gpt2", 0, False, False).tokens()
    assert tokens.replaced == 1


def test_a_line_too_long_for_the_learned_table_says_so(open_tokens):
    app = open_tokens(t_part="Pipeline")
    app.text_area(key="text").set_value("word " * 500).run()
    assert any("Sequence length 501 exceeds maximum 448" in element.value for element in app.warning)
    app.segmented_control(key="t_position").set_value("Sinusoidal").run()
    assert not app.warning


def test_the_cell_that_is_read_off_is_the_pictures(open_tokens):
    app = open_tokens(t_part="Pipeline", token=1, t_dim=17, t_scale="true", t_against="words reversed")
    said = summaries(app)
    shown = re.search(r"dimension 17: (\S+) \(row × √D\) \+ \(?([−.\d]+)\)? \(position\) = ([−.\d]+\d)", said).groups()
    assert not app.exception
    view = tokens.pipeline(token=1, dim=17, scale=True, against="words reversed")
    at = 384 + 17
    expected = [view.table[name][at] for name in ("row", "position vector", "sum")]
    assert [parse_number(text) for text in shown] == pytest.approx(expected, abs=1.1e-4)
    assert view.sentence in said and {6, 384} <= numbers_in(view.sentence)


def test_a_number_that_rounds_to_zero_has_no_sign(open_tokens):
    app = open_tokens(t_part="Pipeline", t_dim=18)
    worked = next(e.value for e in app.markdown if "Number 18 of each" in e.value)
    assert "−0.0000" not in worked


def test_a_word_that_nothing_is_merged_in_says_so(open_tokens):
    """GPT-2 has no token for the two bytes of ɋ together: they stay ids 133 and 233."""
    assert "“a” is a single byte, so there is nothing to merge: 1 token (id 64)." in summaries(
        open_tokens(t_part="Merges", text="a", token=0)
    )
    two = summaries(open_tokens(t_part="Merges", text="ɋ", token=0))
    assert "“ɋ”: 2 bytes, and no two neighbours among them make a token: 2 tokens" in two
    assert "133, 233" in two


def test_what_a_hindi_sentence_costs_is_bytes_and_bytes_per_token(open_tokens):
    app = open_tokens(t_part="Encodings", t_guess_hindi="more than four times as many")
    assert "the sentence has 61 instead of 23" in app.success[0].value
    assert "a token holds 1.65 bytes of it instead of 3.29" in app.success[0].value


def test_both_ways_are_counted_at_once_and_done_on_wish(open_tokens):
    app = open_tokens(t_part="Rows")
    (ways,) = (element.value for element in app.markdown if "one-hot × table |" in element.value)
    assert "| numbers multiplied | 0 | 115,792,128 |" in ways
    assert "difference" not in ways
    app.button(key="t_measure").click().run()
    assert not app.exception
    assert app.session_state["t_runs"] == 1
    assert any("Largest difference between the two results: **0**" in element.value for element in app.markdown)


@pytest.mark.slow
def test_what_was_measured_of_a_text_stays_in_its_visitors_session(open_tokens, monkeypatch):
    measured, prove = [], embedding_pipeline.prove
    monkeypatch.setattr(embedding_pipeline, "prove", lambda ids, table: measured.append(len(ids)) or prove(ids, table))
    for visitors in (1, 2):
        app = open_tokens(t_part="Rows")
        app.button(key="t_measure").click().run()
        app.run()
        assert len(measured) == visitors


def test_a_vocabulary_that_cannot_be_had_is_an_error_on_the_page(open_page, monkeypatch):
    def broken(*args, **kwargs):
        raise tokenizers.VocabularyError("The shipped vocabulary x.gz is damaged")

    app = open_page("tokens")
    monkeypatch.setattr(embedding_pipeline, "tokenize", broken)
    app.run()
    assert not app.exception
    assert [element.value for element in app.error] == ["The shipped vocabulary x.gz is damaged"]


def test_bags_are_the_same_and_a_word_moves(open_tokens):
    assert "differ" not in summaries(open_tokens(t_part="Dog bites man")), "before the guess there is one sum"
    app = open_tokens(t_part="Dog bites man", t_guess_bag="No")
    assert (
        "(␣dog, ␣bites, ␣man; the first word is cut with a space before it too), and the two sums of rows differ by 0."
        in summaries(app)
    )
    assert "“␣dog” stands at position 0 in the first and at position 2 in the second" in summaries(app)
    other = summaries(open_tokens(t_part="Dog bites man", t_bag_second="man bites cat", t_guess_bag="No"))
    assert "Not the same tokens (3 in each)" in other
    assert "A position added to each vector is still lost in a plain sum" in app.success[0].value
    assert any("Expected two sentences" in e.value for e in open_tokens(t_part="Dog bites man", t_bag_first=" ").info)


@pytest.mark.parametrize(
    ("one", "two", "alike", "says"),
    [
        ("dog bites man", "man bites dog", True, "brings it out"),
        ("dog bites man", "dog bites man", True, "finds no difference"),
        ("dog dog", "dog dog dog dog", False, "same all the same"),
        ("owls see", "the mice run", False, "not made of the same tokens"),
    ],
)
def test_what_a_mean_knows_is_told_after_the_guess(open_tokens, one, two, alike, says):
    asked = {"t_part": "Dog bites man", "t_bag_means": "true", "t_bag_first": one, "t_bag_second": two}
    assert not any("| mean of the vectors |" in element.value for element in open_tokens(**asked).markdown)
    app = open_tokens(**asked, t_guess_bag="No")
    assert any("| mean of the vectors |" in element.value for element in app.markdown)
    assert says in summaries(app) and ("even with positions" in summaries(app)) == alike


@pytest.mark.parametrize("part", ["Dog bites man", "Pipeline", "Neighbours"])
def test_how_a_fresh_table_starts_is_asked_where_there_is_one(open_tokens, part):
    for encoding, asked in (("o200k_base", True), ("gpt2", False)):
        app = open_tokens(t_part=part, encoding=encoding)
        assert any(box.key == "t_seed" for box in app.number_input) == asked


@pytest.mark.slow
def test_what_a_part_says_of_its_table_follows_the_start_that_is_chosen(open_tokens):
    for start, name in STARTS.items():
        app = open_tokens(t_part="Rows", encoding="cl100k_base", t_init=name, present="true")
        assert [other for other in STARTS if f"Embedding, {other} " in summaries(app)] == [start]


@pytest.mark.parametrize(
    ("step", "token", "typed", "selected"),
    [
        ("1.3", 0, "covfefe selfie", 0),  # followed, the box of the old text's first letter
        ("1.4", 3, "A lighthouse on the hill", 0),
        ("1.5", 1, "A lighthouse on the hill", 1),
        ("1.5", 1, "On the mat sat a lighthouse", 5),
        ("1.5", 1, "Look: The cat", 0),
        ("1.5", 1, "the cat sat", 1),
    ],
)
def test_on_the_path_a_typed_text_selects_no_box_that_nobody_pressed_but_a_new_word(
    open_tokens, step, token, typed, selected
) -> None:
    app = open_tokens(guide=step, t_part="Merges" if step == "1.5" else "Tokens", token=token)
    app.text_area(key="text").set_value(typed).run()
    assert app.session_state["token"] == selected
