"""The token strip: whole characters, a bounded number of tokens, and a correct count."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer import tokenizers
from explorer.embedding_pipeline import PipelineRequest, change, draw, run, tokenize
from tests.support import examples


def test_split_emoji_is_one_group():
    strip = draw(tokenize("ok 👨‍👩‍👧‍👦!", "gpt2"))
    assert [group.text for group in strip.lines[0]] == ["ok", " 👨‍👩‍👧‍👦", "!"]
    family = strip.lines[0][1]
    assert len(family.pieces) > 7
    assert b"".join(piece.data for piece in family.pieces).decode() == " 👨‍👩‍👧‍👦"


def test_the_first_512_of_a_long_text():
    tokens = tokenize("word " * 12_345, "gpt2")
    strip = draw(tokens)
    assert (strip.shown, strip.total) == (512, len(tokens))
    numbers = [piece.number for line in strip.lines for group in line for piece in group.pieces]
    assert numbers == list(range(512))


def test_a_cut_never_splits_a_character():
    strip = draw(tokenize("日本語漢字" * 50, "gpt2"), 101)
    assert 95 <= strip.shown <= 101
    assert not any("\ufffd" in group.text for group in strip.lines[0])


def test_a_character_longer_than_the_screen_is_cut_between_its_marks():
    strip = draw(tokenize("e" + "\u0301" * 5_000, "gpt2"), 50)
    assert 0 < strip.shown <= 50
    assert strip.lines[0][0].text[0] == "e"


def test_many_lines():
    strip = draw(tokenize("a b\n" * 1_000, "gpt2"), 100)
    assert (len(strip.lines), strip.shown, strip.width) == (50, 100, 2)
    assert draw(tokenize("", "gpt2")).lines == ()


@pytest.mark.slow
@settings(max_examples=examples(60))
@given(text=st.text(max_size=50), most=st.integers(1, 30), encoding=st.sampled_from(tokenizers.CHOICES))
def test_drawn_tokens_are_the_first_ones_in_order(text, most, encoding):
    tokens = tokenize(text, encoding)
    strip = draw(tokens, most)
    pieces = [piece for line in strip.lines for group in line for piece in group.pieces]
    assert [piece.number for piece in pieces] == list(range(strip.shown))
    assert [piece.id for piece in pieces] == tokens.ids[: strip.shown].tolist()
    assert strip.shown <= most


@pytest.mark.parametrize("position", ["learned", "sinusoidal"])
def test_reversing_moves_words_only_with_positions(position):
    words = " one two three four"
    forwards = run(PipelineRequest(words, position=position))
    backwards = run(PipelineRequest(" four three two one", position=position))
    moved = change(forwards, 0, "words reversed")
    assert moved == pytest.approx(forwards.output[0] - backwards.output[0][::-1], abs=1e-6)
    assert moved.any(axis=1).all()
    none = run(PipelineRequest(words, position="none"))
    assert not change(none, 0, "words reversed").any()
    assert change(forwards, 0, "no position") == pytest.approx(forwards.positions, abs=1e-6)
