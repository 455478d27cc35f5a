"""The strip of tokens, their counts, rows by hand, and one-hot times the table."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer import tokenizers
from explorer.core.functional import embedding
from explorer.embedding_pipeline import (
    SCRIPTS,
    PipelineRequest,
    change,
    counts,
    draw,
    one_hot_product,
    prove,
    run,
    table_for,
    tokenize,
)
from explorer.embedding_pipeline.hand_filled_rows import MOST, WORDS, ends_said, nearest_first
from explorer.views import tokens
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


@pytest.mark.parametrize("script", SCRIPTS)
def test_counts_are_tiktokens(script):
    text = SCRIPTS[script]
    assert [count.encoding for count in counts(text)] == list(tokenizers.ENCODINGS)
    for count in counts(text):
        assert count.tokens == len(tokenizers.get(count.encoding).encode_ordinary(text))
        assert count.bytes == len(text.encode())
        assert count.bytes_per_token == pytest.approx(count.bytes / count.tokens)
        assert count.characters_per_token == pytest.approx(count.characters / count.tokens)


def test_characters_are_what_people_count():
    """A family of four and a thumb with skin tone are one character each: 4 in all, 45 bytes."""
    emoji = counts(SCRIPTS["Emoji"])[0]
    assert (emoji.characters, emoji.bytes) == (4, 45)


def test_newer_vocabularies_spend_fewer_tokens_on_other_scripts():
    others = ("Greek", "Russian", "Arabic", "Hebrew", "Hindi", "Chinese", "Japanese", "Korean")
    latin = {script for script, text in SCRIPTS.items() if any("a" <= letter <= "z" for letter in text.lower())}
    assert set(SCRIPTS) - latin - set(others) <= {"Emoji"}
    for script in others:
        by_name = {count.encoding: count.tokens for count in counts(SCRIPTS[script])}
        assert by_name["gpt2"] > by_name["cl100k_base"] > by_name["o200k_base"], script
        assert by_name["p50k_base"] == by_name["gpt2"], script


def test_nothing():
    assert {(c.tokens, c.characters_per_token, c.bytes_per_token) for c in counts("")} == {(0, 0.0, 0.0)}


def test_a_words_own_numbers_are_nearest_to_it_and_all_words_are_compared() -> None:
    for word, row in WORDS.items():
        near = nearest_first(row)
        assert near[0] == (word, pytest.approx(1)) and {name for name, _ in near} == {*WORDS}
        assert all(abs(number) <= MOST for number in row)
    assert dict(nearest_first((3, 0, 0, 0)))["hamster"] == pytest.approx(3 / 26**0.5)


def test_the_picture_has_ones_own_row_on_top_and_the_others_by_nearness() -> None:
    view = tokens.hand_filled(pet=3, big=-1, royal=-1, moves=2)
    assert view.table["word"][:2] == ["yours", "dog"]
    assert [round(float(number)) for number in view.figure().data[0].z[0]] == [3, -1, -1, 2]
    assert "“dog”, with a cosine of +1.00" in view.sentence
    assert "points nowhere" in tokens.hand_filled().sentence


def test_words_that_are_as_near_are_all_named() -> None:
    for row in itertools.product(range(-MOST, MOST + 1), repeat=4):
        if not any(row):
            continue
        dots = {word: sum(a * b for a, b in zip(row, other, strict=True)) for word, other in WORDS.items()}
        order = {word: dot * abs(dot) / sum(b * b for b in WORDS[word]) for word, dot in dots.items()}
        said = ends_said(nearest_first(row)).split("Farthest")
        for end, part in zip((max, min), said, strict=True):
            best = end(order.values())
            assert {word for word in WORDS if f"“{word}”" in part} == {
                word for word, value in order.items() if value == pytest.approx(best, abs=1e-9)
            }


@pytest.mark.parametrize("encoding", ["gpt2", "p50k_base"])
def test_no_difference_at_all(encoding):
    ids = tokenize("The cat sat on the mat, and so did 👍🏽.", encoding).ids
    weight = table_for(encoding).weight
    np.testing.assert_array_equal(one_hot_product(ids, weight)[0], embedding(ids, weight).astype(np.float32))
    proof = prove(ids, weight)
    assert proof.difference == 0
    assert proof.tokens == len(ids)


def test_equal_to_the_whole_one_hot_matrix_over_several_blocks():
    rng = np.random.default_rng(1)
    weight = rng.standard_normal((20_001, 3), np.float32)
    ids = np.array([0, 8191, 8192, 20_000, 8191])
    whole = np.zeros((5, 20_001), np.float32)
    whole[np.arange(5), ids] = 1
    np.testing.assert_allclose(one_hot_product(ids, weight)[0], whole @ weight, rtol=0, atol=0)


def test_costs():
    """Two tokens of (5, 3) float16: 5·3·2 bytes of table, 2·5·3 products; each clock call is 1 s."""
    ticks = iter(range(100))
    proof = prove(np.array([4, 0]), np.ones((5, 3), np.float16), clock=lambda: float(next(ticks)))
    assert (proof.table_bytes, proof.multiplications) == (30, 30)
    assert (proof.lookup_seconds, proof.one_hot_seconds) == (1, 1)


def test_bounded_and_empty():
    assert prove(np.zeros(1000, np.int64), np.ones((5, 3), np.float32)).tokens == 32
    assert prove(np.zeros(0, np.int64), np.ones((5, 3), np.float32)).difference == 0
