"""What two screens count is counted by one function, and what is named is what was ranked."""

from pathlib import Path

import numpy as np
import pytest

from explorer import embedding_pipeline, tokenizers
from explorer.gradients import text_batch
from explorer.quiz import KINDS
from explorer.views import gradients, home, projection, tokens
from explorer.views.extrapolation.loss_sentences import understood
from explorer.views.home.change_model_input import Settings, trial
from tests.support import numbers_in

TEXTS = ["नमस्ते दुनिया", "สวัสดีครับ", "👩‍👩‍👧‍👦 🏳️‍🌈", "e\u0301tude", "чай", "مرحبا بالعالم"]


@pytest.mark.parametrize("text", TEXTS)
def test_characters_are_what_a_person_counts_on_every_screen(text: str) -> None:
    counted = tokenizers.count_characters(text)
    assert counted in numbers_in(tokens.strip(text=text).sentence)
    assert embedding_pipeline.counts(text)[0].characters == counted


@pytest.mark.parametrize(("text", "lines"), [("a cat\u2028sat", 1), ("a\x85b\x0cc\x0bd", 1), ("a\r\nb\rc\nd", 4)])
def test_lines_end_where_enter_was_pressed_on_both_pages_of_a_text(text: str, lines: int) -> None:
    assert embedding_pipeline.tokenize(text, "gpt2").line_count == text_batch.read(text, "gpt2").lines == lines


@pytest.mark.parametrize("text", ["a", "b?", "1815"])
@pytest.mark.parametrize("hide", [False, True])
def test_what_the_bars_leave_over_is_what_is_not_drawn(text: str, hide: bool) -> None:
    found = trial(Settings(text, hide)).reading
    sentence = home.next_token(text=text, hide_last=hide).sentence
    hidden = [] if found.hidden is None else [int(found.hidden)]
    drawn = {*found.best(8).tolist(), *hidden}
    assert 4096 - len(drawn) in numbers_in(sentence)


@pytest.mark.parametrize("text", ["A. B.", "my dear!", "*", "1815", "   ", "What is love?"])
def test_the_likeliest_pieces_are_named_once_and_a_space_is_called_so(text: str) -> None:
    sentence = home.next_token(text=text).sentence
    assert "“”" not in sentence


@pytest.mark.parametrize("name", list(KINDS))
def test_two_mistakes_with_one_answer_are_both_named(name: str) -> None:
    for seed in range(8):
        question = KINDS[name](seed)
        replies = [mistake.reply for mistake in question.mistakes]
        assert len(set(replies)) == len(replies)
        numbers = [reply for reply in replies if isinstance(reply, (int, float)) and question.form == "number"]
        for at, later in enumerate(numbers):
            assert all(abs(later - before) > question.margin(before) for before in numbers[:at])


def test_tied_rows_names_both_who_count_the_last_and_the_repeats() -> None:
    found = [mistake.name for seed in range(60) for mistake in KINDS["untied-rows"](seed).mistakes]
    assert any("; or: " in name for name in found)


def test_a_reversal_says_what_was_reversed() -> None:
    whole = tokens.pipeline(text="a b c d e", against="words reversed").sentence
    cut = tokens.pipeline(text=" ".join(["a b c d e"] * 5), against="words reversed").sentence
    assert 24 in numbers_in(cut) - numbers_in(whole)


@pytest.mark.nightly  # a training of twenty seconds
def test_words_behind_the_cut_are_not_said_to_be_missing_from_the_text() -> None:
    text = " ".join(f"q{at}" for at in range(60)) + " zebra moon"
    said = gradients.learning(text=text, step=5).sentence
    assert "zebra" in said and "moon" in said


@pytest.mark.parametrize("length", [65, 75, 300, 316])
def test_a_loss_is_told_at_the_positions_that_its_windows_have(length: int) -> None:
    told = understood("learned", "interpolate", length)
    assert any(number - 1 in numbers_in(told) for number in numbers_in(told) if number > 64)


def test_a_plane_of_two_numbers_has_no_shadows(tmp_path: Path) -> None:
    path = tmp_path / "two.csv"
    rows = np.random.default_rng(0).normal(size=(30, 2))
    lines = [f"wa{chr(97 + at % 26)}{'xy'[at // 26]},{x},{y}" for at, (x, y) in enumerate(rows)]
    path.write_text("\n".join(["word,x,y", *lines]))
    sentence = projection.analogy(table=str(path), a="waax", b="wabx", c="wacx").sentence
    assert "shadows" not in sentence


@pytest.mark.parametrize("encoding", ["gpt2", "o200k_base"])
@pytest.mark.parametrize("text", ["a 日", "🙂 日本", "e\u0301", "a\x00b", "\u202eright"])
def test_a_token_has_one_name_on_all_pages(text: str, encoding: str) -> None:
    names = tokens.strip(text=text, encoding=encoding).table["text"][:]
    assert all(names)
    assert gradients.touched_rows(text=text, encoding=encoding).table["token"] == list(dict.fromkeys(names))


def test_a_long_text_is_read_from_its_end_by_one_model_on_both_pages() -> None:
    text = " ".join(f"word {at}" for at in range(60))
    ids = tokenizers.encode(text, tokenizers.SMALL)
    read = trial(Settings(text, hide_last=True)).reading.ids  # the last is what is to be guessed
    view = gradients.both_ends(text=text)
    lookup = dict(zip(view.table["row"], view.table["through the lookup"], strict=True))
    assert {row for row, length in lookup.items() if length} == set(read.tolist()) == set(ids[-65:-1].tolist())
    assert {65, len(ids)} <= numbers_in(view.left_out)


def test_texts_of_the_quiz_have_the_tokens_that_are_told_of_them() -> None:
    for seed in range(30):
        question = KINDS["sort-texts"](seed)
        for item in question.choices:
            name, text = item.split(": ", 1)
            assert f"{name} {len(tokenizers.encode(text, 'gpt2'))}" in question.why
        for mistake in question.mistakes:
            lengths = [tokenizers.count_characters(item.split(": ", 1)[1]) for item in mistake.reply]
            assert mistake.reply == question.answer[::-1] or lengths == sorted(lengths)
