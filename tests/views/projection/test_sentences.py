"""Sentences: the picture, the sentence and the table agree, and each kind of line has its words."""

import numpy as np
import pytest

from explorer.sentences.sentence_vectors import MEAN, MODEL, Way
from explorer.sentences.wordpiece import shared_words
from explorer.views import projection as views
from tests.support import numbers_in

TWO = "dog bites man\nman bites dog"


def test_lines_that_differ_in_one_direction_or_in_none_have_a_map_without_noise() -> None:
    for lines, told in ((f"{TWO}\n{TWO}", "holds 100 %"), ("a cat\na cat", "one dot")):
        view = views.sentences(lines=lines)
        dots = view.figure().data[-1]
        assert not any(dots.y) and told in view.sentence
        low, high = view.figure().layout.yaxis.range
        assert low < -0.01 and high > 0.01


def test_lines_with_one_bag_of_words_are_one_dot_by_their_mean() -> None:
    for way, same in ((MEAN, True), (MODEL, False)):
        dots = views.sentences(lines=f"{TWO}\na cat", way=way).figure().data[-1]
        assert bool(np.allclose([dots.x[0], dots.y[0]], [dots.x[1], dots.y[1]], atol=1e-5)) == same


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (f"{TWO}\n" + "word " * 300, {3, 254, 300}),
        ("\n".join(f"sentence {n}" for n in range(201)), {200, 201}),
        (f"{TWO}\n👍", {3}),
        (f"{TWO}\n\n  \ndog bites man", {1, 2, 3}),
        ("Привет, как дела?\nI go home", {1}),
        ("मैं घर जाता हूँ\nI go home", {1}),
    ],
)
def test_what_is_not_read_is_told_with_its_line(lines: str, told: set[float]) -> None:
    assert numbers_in(views.sentences(line=1, lines=lines, way=MEAN).left_out) == told


@pytest.mark.parametrize(("way", "told"), [(MODEL, {1}), (MEAN, set())], ids=(MODEL, MEAN))
def test_a_single_word_is_told_where_a_model_would_mix_others_in(way: Way, told: set[float]) -> None:
    assert numbers_in(views.sentences(line=1, lines="word\nI go home", way=way).left_out) == told


@pytest.mark.parametrize("lines", ["", "\n \n", "one line"])
def test_fewer_than_two_lines_are_refused(lines: str) -> None:
    with pytest.raises(ValueError, match=r"two lines.*\d"):
        views.sentences(lines=lines)


def test_words_in_common_are_words_and_not_pieces_of_them() -> None:
    assert shared_words("Embeddings of emus", "embers, of embeddings") == ["embeddings", "of"]


def test_a_search_finds_a_line_without_a_common_word_and_says_so() -> None:
    view = views.sentence_search(question="shares lost value")
    assert view.table["line"][0] == "Stock prices fell sharply today" and view.table["words shared"][0] == ""
    assert view.table["cosine"] == sorted(view.table["cosine"], reverse=True)
    with pytest.raises(ValueError, match="Type a question"):
        views.sentence_search(question="  ")


@pytest.mark.parametrize(
    ("word", "told"),
    [("embeddings", "one piece.*em ##bed"), ("moon", "does not stand"), ("", "Type a word"), ("👍", "unknown")],
)
def test_a_word_that_can_not_be_followed_is_named(word: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        views.one_word(word=word)


@pytest.mark.parametrize("offset", [0, 100, 10_000])
def test_the_nearest_of_ones_own_lines_is_that_of_float64(offset: float) -> None:
    rows = np.float32(np.random.default_rng(3).normal(size=(60, 8)) + offset)
    rows[9] = rows[4]
    unit = rows / np.linalg.norm(rows.astype(float), axis=1, keepdims=True)
    for line in (1, 5, 33):
        cosines = unit @ unit[line - 1]
        cosines[line - 1] = -1
        view = views.own_sentences(table=rows, line=line)  # type: ignore[arg-type]
        assert f"is line {1 + int(np.argmax(cosines))}," in view.sentence
        assert "as near" not in view.sentence


def test_lines_that_are_the_same_are_all_counted_and_end_where_enter_was_pressed() -> None:
    view = views.sentences(line=1, lines="\n".join(["a\u2028cat", *["dog"] * 9]), way="mean of rows")
    assert len(view.table["line"]) == 10
    assert {5, 3} <= numbers_in(view.left_out)


@pytest.mark.slow
def test_the_nearest_line_is_marked_and_told_only_after_the_guess() -> None:
    told, before = views.sentences(), views.sentences().at_question(False)
    (column,) = [name for name in told.table if name.startswith("cosine to line ")]
    chosen, cosines = int(column.split()[-1]) - 1, np.array(told.table[column])
    assert cosines[chosen] == 1
    nearest = int(np.argmax(np.where(np.arange(len(cosines)) == chosen, -1, cosines)))
    assert {nearest + 1, round(float(cosines[nearest]), 2)} <= numbers_in(told.sentence)
    dots = told.figure().data[-1]
    assert [at for at, size in enumerate(dots.marker.size) if size > 9] == sorted([chosen, nearest])
    assert len(before.figure().data) == 1 and not before.formulas


def test_a_words_vector_is_the_same_in_the_table_and_not_after_the_layers() -> None:
    cosines = views.one_word().table["cosine"]
    assert cosines[0] == 1 and len(cosines) == 8 and cosines[-1] < 0.95
    same = views.one_word(first="the bank", second="the bank").table["cosine"]
    assert same == pytest.approx([1] * 8)
