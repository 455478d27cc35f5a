"""The Tokens page by AppTest: every part, every kind of text, and the displayed code's numbers."""

import time

import pytest

from explorer import embedding_pipeline, tokenizers
from explorer.ui.frame import shared_inputs
from explorer.views import tokens
from explorer.views.tokens.settings import STARTS
from tests.support import numbers_in, open_folds, parts_of, text_field, texts

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
        app.session_state["t_typed_more"] = True
        if text is not None:
            text_field(app).set_value(text)
        if encoding is not None:
            app.selectbox(key="encoding").set_value(encoding)
        app.run()
        if token is not None:
            app.session_state["token"] = token
            app.run()
        assert not app.exception
        return app

    return opened


def test_the_upload_box_names_the_size_above_which_a_text_is_refused(open_tokens):
    app = open_tokens(t_part="Tokens")
    (box,) = app.get("file_uploader")
    most = box.proto.max_upload_size_mb * 10**6
    box.upload("large.txt", b"x" * (most + 1), "text/plain").run()
    assert numbers_in(app.error[0].value) == {most / 10**6}  # the most, and as rounded the size of the file
    app.get("file_uploader")[0].upload("text.txt", b"The cat", "text/plain").run()
    assert not app.error and text_field(app).value == "The cat"


@pytest.mark.parametrize("part", PARTS)
def test_any_text_on_any_part(open_tokens, part):
    app = open_tokens(t_part=part)
    for name, text in TEXTS.items():
        text_field(app).set_value(text).run()
        assert not app.exception, name
        if part in ("Tokens", "Merges", "Rows", "Pipeline"):
            said = texts(app) + " ".join(element.value for element in app.info)
            assert said.strip() and "\ufffd" not in said, name


def test_the_selection_follows_its_word_through_edits_and_encodings(open_tokens):
    app = open_tokens(token=1)
    text_field(app).set_value("Look! The cat sat on the mat").run()
    assert app.session_state["token"] == 3
    app.selectbox(key="encoding").set_value("cl100k_base").run()
    assert 8_415 in numbers_in(texts(app))
    text_field(app).set_value("").run()
    assert app.session_state["token"] == 0
    assert app.info


def test_the_longest_text(open_tokens):
    app = open_tokens()
    text = ("It was a bright cold day in April.\n" * 30_000)[: shared_inputs.LIMIT]
    began = time.process_time()
    text_field(app).set_value(text).run()
    assert time.process_time() - began < 2  # CPU seconds, so that a busy machine doesn't fail it
    total = len(embedding_pipeline.tokenize(text, "gpt2"))
    assert any({512, total} <= numbers_in(element.value) for element in app.caption)


def test_lone_surrogates_are_named():
    from explorer.ui.tokens import tokenized_text

    tokens = tokenized_text.TokenizedText("a\ud83d", "gpt2", 0, False, False).tokens()
    assert tokens.replaced == 1


def test_both_ways_are_counted_at_once_and_done_on_wish(open_tokens):
    app = open_tokens(t_part="Rows", t_ways_more="true")
    before = len(app.markdown)
    assert any({0, 115_792_128} <= numbers_in(element.value) for element in app.markdown)
    app.button(key="t_measure").click().run()
    assert not app.exception
    assert app.session_state["t_runs"] == 1
    assert any("**0**" in element.value for element in app.markdown[before - 1 :]), "no difference between the results"


def test_what_was_measured_of_a_text_stays_in_its_visitors_session(open_tokens, monkeypatch):
    measured, prove = [], embedding_pipeline.prove
    monkeypatch.setattr(embedding_pipeline, "prove", lambda ids, table: measured.append(len(ids)) or prove(ids, table))
    for visitors in (1, 2):
        app = open_tokens(t_part="Rows", t_ways_more="true")
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


def test_bags_wait_for_the_guess(open_tokens):
    assert tokens.bags().sentence not in texts(open_tokens(t_part="Dog bites man"))
    app = open_tokens(t_part="Dog bites man", t_guess_bag="No")
    assert tokens.bags().sentence in texts(app) and app.success
    assert not open_tokens(t_part="Dog bites man", t_bag_first=" ").get("plotly_chart")
    assert open_tokens(t_part="Dog bites man", t_bag_first=" ").info


@pytest.mark.parametrize("part", ["Dog bites man", "Pipeline", "Neighbours"])
def test_how_a_fresh_table_starts_is_asked_where_there_is_one(open_tokens, part):
    for encoding, asked in (("o200k_base", True), ("gpt2", False)):
        app = open_tokens(t_part=part, encoding=encoding)
        assert any(box.key == "t_seed" for box in open_folds(app, "_more").number_input) == asked


def test_what_a_part_says_of_its_table_follows_the_start_that_is_chosen(open_tokens):
    for start, name in STARTS.items():
        app = open_tokens(t_part="Rows", encoding="cl100k_base", t_init=name, present="true")
        assert [other for other in STARTS if f"Embedding, {other} " in texts(app)] == [start]


@pytest.mark.parametrize(
    ("step", "token", "typed", "selected"),
    [
        ("1b", 0, "covfefe selfie", 0),  # followed, the box of the old text's first letter
        ("1a", 3, "A lighthouse on the hill", 0),
    ],
)
def test_on_the_path_a_typed_text_selects_no_box_that_nobody_pressed(open_tokens, step, token, typed, selected) -> None:
    app = open_tokens(guide=step, token=token)
    text_field(app).set_value(typed).run()
    assert app.session_state["token"] == selected


@pytest.mark.parametrize(
    ("word", "letter", "held"),
    [("strawberry", "r", "be**rr**y"), ("banana", "a", ""), ("The cat sat on", "t", "ca**t**")],
)
def test_what_the_boxes_begin_with_is_asked_about_the_letter_that_it_has_most_often(open_page, word, letter, held):
    app = open_page("tokens", t_part="Tokens", t_of="its letters", text=word, t_guess_letters="No, nowhere")
    assert not app.exception
    told = "".join(each.value.partition("\n")[0] for each in app.markdown if each.value.startswith("| you read"))
    assert held in told
    assert f"“{letter}” stands in “{word}”" in app.radio(key="t_guess_letters").label


def test_a_long_text_without_spaces_is_not_asked_about(open_page) -> None:
    essay = open_page("tokens", t_part="Tokens", t_of="its letters", text="banana" * 40)
    assert "“strawberry”" in essay.radio(key="t_guess_letters").label
