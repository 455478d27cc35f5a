"""Vectors of sentences: WordPiece, the encoder, and the map of a class."""

import math
from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.data import load_corpus, load_minilm
from explorer.data.pretrained_tables import Int8Matrix
from explorer.sentences import sentence_vectors
from explorer.sentences.class_map import places
from explorer.sentences.encoder import HEADS, Encoder, attention, gelu, normalise
from explorer.sentences.sentence_vectors import BY_CHANCE, MEAN, MODEL, WAYS, load_encoder, pieces, vector, vectors
from explorer.sentences.wordpiece import LONGEST_WORD, MOST, UNKNOWN, words
from explorer.vectors.pca import strongest
from explorer.views.projection.class_map import class_map

PAIRS = {
    ("dog bites man", "man bites dog"): (1.000, 0.907),
    ("How do I cook rice?", "boiling rice the right way"): (0.517, 0.789),
    ("He sat on the bank of the river", "She took money from the bank"): (0.650, 0.414),
    ("I like this film", "I do not like this film"): (0.912, 0.767),
    ("The cat sat on the mat", "Stock prices fell sharply today"): (0.006, 0.071),
}
"""Cosines by the mean of rows and by the model, from its float32 weights."""


@pytest.mark.parametrize("pair", PAIRS)
def test_int8_moves_no_cosine_by_more_than_6_thousandths(pair: tuple[str, str]) -> None:
    for way, expected in zip((MEAN, MODEL), PAIRS[pair], strict=True):
        one, other = vectors(pair, way)
        assert one @ other == pytest.approx(expected, abs=0.006)


def test_a_vector_has_length_1_and_a_text_without_a_word_has_none() -> None:
    assert np.linalg.norm(vector("seven")) == pytest.approx(1, abs=1e-6)
    assert not vector(" \n", MODEL).any() and not vector("", MEAN).any()


def test_the_mean_does_not_see_order_and_the_model_does() -> None:
    orders = [" ".join(words) for words in permutations(("dogs", "bite", "men", "rarely"))]
    for way, same in ((MEAN, True), (MODEL, False)):
        first, *others = vectors(orders, way)
        assert [bool(np.allclose(first, other, atol=1e-6)) for other in others] == [same] * 23


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_a_batch_has_the_vectors_that_each_line_has_alone(way: str) -> None:
    lines = ["long " * 300, "", "Slept.", "I read two books at the sea", "Slept.", *(f"day {at}" for at in range(200))]
    together = vectors(lines, way)
    sentence_vectors._known.forget()
    np.testing.assert_allclose(together[:6], [vector(line, way) for line in lines[:6]], atol=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_the_cosine_by_chance_is_that_of_definitions_drawn_at_random(way: str) -> None:
    every = [line.partition(": ")[2] for line in load_corpus("wordnet_gloss").splitlines()]
    drawn = np.random.default_rng(0).choice(len(every), 24, replace=False)
    found = vectors([every[at] for at in drawn], way)
    assert np.median((found @ found.T)[np.triu_indices(24, 1)]) == pytest.approx(BY_CHANCE[way], abs=0.005)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cat sat.", ["the", "cat", "sat", "."]),
        ("unaffable", ["una", "##ffa", "##ble"]),
        ("Café", ["cafe"]),
        ("$5^2 a_b", ["$", "5", "^", "2", "a", "_", "b"]),
        ("日本 x", ["日", "本", "x"]),
        ("tab\there\u00a0now\u200b", ["tab", "here", "now"]),
        ("👍", ["[UNK]"]),
        ("a" * (LONGEST_WORD + 1), ["[UNK]"]),
        ("", []),
    ],
)
def test_cases_by_hand(text: str, expected: list[str]) -> None:
    found = pieces(text)
    assert found.pieces == ("[CLS]", *expected, "[SEP]")
    assert found.ids == tuple(map(load_minilm().words.index, found.pieces))
    assert found.unknown == expected.count(UNKNOWN)


@given(st.text(max_size=60))
def test_known_pieces_spell_the_word_and_each_is_the_longest(text: str) -> None:
    known = set(load_minilm().words)
    for word in words(text):
        found = pieces(word).pieces[1:-1]
        if found == (UNKNOWN,):
            continue
        assert "".join(piece.removeprefix("##") if at else piece for at, piece in enumerate(found)) == word
        first = 0
        for piece in found:
            length = len(piece) - 2 * bool(first)
            longer = [word[first:last] for last in range(first + length + 1, len(word) + 1)]
            assert not [each for each in longer if ("##" if first else "") + each in known]
            first += length


def test_what_is_past_the_end_is_counted() -> None:
    found = pieces("word " * 300)
    assert (len(found.ids), str(found.read)) == (MOST, "the first 254 of 300 pieces")


LINES = (
    "I swam in the ocean",
    "We were at the beach",
    "Dad taught me to fish",
    "I studied maths for an exam",
    "I revised for a test",
    "Homework, every day",
    "We camped in a forest",
    "I hiked in the mountains",
)


@pytest.mark.slow
def test_the_nearest_shares_its_meaning_and_no_word() -> None:
    found = places(LINES)
    assert LINES[found.nearest[3]] == "I revised for a test"
    cosines = vectors(LINES) @ vectors(LINES).T - 2 * np.eye(len(LINES))
    assert found.nearest == tuple(cosines.argmax(axis=1)) and found.cosines == pytest.approx(cosines.max(axis=1))


@pytest.mark.slow
def test_it_moves_less_than_components_do_when_another_sentence_comes() -> None:
    def plain(many: int) -> np.ndarray:
        found = vectors(LINES[:many])
        plane = strongest(found, 2)
        return (found - plane.mean) @ plane.components[:2].T

    def moved(kept: Callable[[int], np.ndarray]) -> float:
        return sum(np.abs(kept(many + 1)[:many] - kept(many)).mean() for many in range(3, len(LINES)))

    assert moved(lambda many: places(LINES[:many]).xy) < 0.6 * moved(plain)


@pytest.mark.parametrize(
    "lines",
    [("Nothing.",), ("Same.", "Same."), ("Same.", "Same.", "Other."), ("🐙",), ("मैं गाँव गया", "🐙", "?"), ("x",) * 40],
)
def test_few_equal_and_strange_sentences_have_places(lines: tuple[str, ...]) -> None:
    found = places(lines)
    assert found.xy.shape == (len(lines), 2) and np.isfinite(found.xy).all()
    assert all(at != near for at, near in enumerate(found.nearest)) or len(lines) == 1
    assert class_map(lines).table["line"] == list(lines)


def in_float64(weight: Any) -> np.ndarray:
    if isinstance(weight, Int8Matrix):
        return (weight.integers * weight.scales.astype(np.float64)[:, None]).T
    return np.float64(weight)


def slow(encoder: Encoder, ids: tuple[int, ...]) -> np.ndarray:
    """All of it again, one position and one head at a time."""

    def norm(row: Any, scale: Any, shift: Any) -> Any:
        return (row - row.mean()) / math.sqrt(row.var() + 1e-12) * scale + shift

    rows = [norm(np.float64(encoder.rows([i])[0]) + encoder.positions[at], *encoder.norm) for at, i in enumerate(ids)]
    for weights in encoder.layers:
        w = {name: in_float64(value) for name, value in weights.items()}
        q, k, v = ([row @ w[n] + w[f"{n}_bias"] for row in rows] for n in ("query", "key", "value"))
        after = []
        for at, row in enumerate(rows):
            mixed = []
            for head in range(HEADS):
                part = slice(head * 32, head * 32 + 32)
                scores = np.array([math.exp(q[at][part] @ each[part] / math.sqrt(32)) for each in k])
                mixed.append(sum(s * each[part] for s, each in zip(scores / scores.sum(), v, strict=True)))
            row = norm(
                row + np.concatenate(mixed) @ w["out"] + w["out_bias"], w["attention_scale"], w["attention_shift"]
            )
            inner = row @ w["up"] + w["up_bias"]
            inner = np.array([x * (1 + math.erf(x / math.sqrt(2))) / 2 for x in inner])
            after.append(norm(row + inner @ w["down"] + w["down_bias"], w["scale"], w["shift"]))
        rows = after
    return np.array(rows)


@pytest.mark.parametrize("text", ["", "bank", "She took money from the bank, न!"])
def test_the_encoder_is_what_the_formula_says(text: str) -> None:
    ids = pieces(text).ids
    expected = slow(load_encoder(), ids)
    other = pieces("Stock prices fell").ids
    *_, found = load_encoder().after_each_layer(other, ids)
    np.testing.assert_allclose(found[len(other) :], expected, atol=2e-5)
    mean = expected.mean(axis=0)
    np.testing.assert_allclose(load_encoder().sentences(other, ids)[1], mean / np.linalg.norm(mean), atol=1e-5)


def test_normalise_by_hand() -> None:
    found = normalise(np.array([[1, 3]], np.float32), np.array([2, 2], np.float32), np.array([0, 1], np.float32))
    assert found.tolist() == [[-2, 3]]


def test_gelu_is_nearly_0_left_and_nearly_x_right() -> None:
    assert gelu(np.array([-9, 0, 1, 9], np.float32)) == pytest.approx([0, 0, 0.841345, 9], abs=1e-6)


def test_attention_with_equal_scores_is_the_mean_of_a_sentence() -> None:
    one: dict[str, Any] = {name: np.eye(2, dtype=np.float32) for name in ("value", "out")}
    one |= {name: np.zeros((2, 2), np.float32) for name in ("query", "key")}
    one |= {f"{name}_bias": np.zeros(2, np.float32) for name in ("query", "key", "value", "out")}
    assert attention(
        np.array([[1, 2], [3, 6], [9, 9]], np.float32), one, [slice(0, 2), slice(2, 3)], heads=1
    ).tolist() == [[2, 4], [2, 4], [9, 9]]
