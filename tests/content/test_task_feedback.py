"""Feedback of done tasks: numbers computed without the app, and no feedback on other screens."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from explorer.content.en.chapter_order import PATH
from explorer.content.en.task_feedback.length_and_cost import SAME_TABLE, SENTENCE
from explorer.content.guided_path import StepId
from explorer.training.text_generation import as_read, write
from explorer.views.gradients import both_ends
from tests.support import numbers_in, pieces

STEP_IDS = PATH.step_ids()


@pytest.mark.parametrize(
    ("at", "state", "numbers"),
    [
        ((1, 1), {"text": "The cats sat on the mat"}, ("“␣cats” has 11,875", "5 tokens of the old sentence")),
        ((1, 1), {"text": "The owl sat on the mat"}, ("“␣owl” has 39,610", "5 tokens of the old sentence")),
        (
            (1, 2),
            {"text": "Ada Ada ada"},
            (
                "“Ada” has 2,782 and 64",
                "“␣Ada” has 47,395: only the space is new",
                "“␣ada” has 512 and 64: only the capital",
            ),
        ),
        (
            (1, 2),
            {"text": "Ada, my Ada, is ada"},
            ("“Ada” has 2,782 and 64. “␣Ada” has 47,395", "“␣ada” has 512 and 64"),
        ),
        ((1, 2), {"text": "Cat Cat cat"}, ("“␣Cat” has 5,181", "“␣cat” has 3,797")),
        ((1, 2), {"text": "Ida Ida ida"}, ("“␣ida” has 220 and", "220 is a space that no merge joined")),
        ((1, 1), {"text": "The big old owl sat on a mat"}, ("“␣old” has 1,468 and “␣owl” has 39,610, and 1 more",)),
        ((1, 1), {"text": "Hello"}, ("New: “Hello” has 15,496.",)),  # no word of the old sentence is left
        ((1, 5), {"token": 0}, ("“The” has 3 bytes. After 2 merges 1 token is left",)),
        ((1, 5), {"text": "my grommelfink", "token": 3}, ("“␣grommelfink” has 12 bytes", "After 7 merges 5 tokens")),
        ((1, 6), {"text": "é"}, ("“é”: 2 bytes, 1 token",)),
        (
            (1, 6),
            {"text": "The cat sat on the mat in the café"},
            ("Most of this text came often", "9 tokens"),
        ),
        ((1, 6), {"text": "ありがとう"}, ("15 bytes, 5 tokens", "has 22 characters and 6 tokens")),
        ((1, 6), {"text": "مرحبا"}, ("“\u2068مرحبا\u2069”: 10 bytes, 6 tokens", "read from right to left")),
        ((1, 4), {"text": "strawberry"}, ("“strawberry”: 10 letters, 3 boxes",)),
        ((1, 4), {"text": "Eat a strawberry"}, ("“strawberry”: 10 letters, 1 box.",)),
        ((2, 1), {"g_ids": "0 2 9"}, ("3 ids, 3 copies", "the first is row 0", "0, 1, 2, −1")),
        ((2, 2), {"token": 1}, ("“␣cat” is row 3,797", "128 numbers")),
        ((2, 3), {"text": "one two green", "token": 2}, ("“␣green” is “␣Green”, then “␣blue”", "+0.49")),
        ((2, 3), {"text": "one two July", "token": 2}, ("“␣July” is “␣June”", "+0.52")),
        (
            (2, 3),
            {"text": "one two xylophone", "token": 2},
            ("Your word is cut into 3 tokens", "such as “turtle”"),
        ),
        ((2, 3), {"text": "turtle green Paris July xylophone", "token": 5}, ("Your word is cut into", "such as")),
        ((2, 4), {"g_step": 30}, ("After 30 steps",)),
        (
            (2, 5),
            {"g_step": 300},
            ("“cat” ends beside “dog” and “king” ends beside “queen”", "“sleeps” ends beside “fish”"),
        ),
        ((3, 1), {"t_bag_second": "the cat sat"}, ("all 128 numbers are new",)),
        (
            (3, 2),
            {"p_word_place": 0},
            ("at position 0", "at position 2", "two different sums"),
        ),
        ((3, 3), {"text": "The black cat sat"}, ("at position 2 now", "was at 1")),
        ((3, 3), {"text": "The black cat sat", "t_added": 0}, ("Press Play",)),
        ((3, 3), {"text": "The sat on the cat mat"}, ("at position 4 now",)),
        ((3, 4), {"h_try": "No positions"}, ("“if” stands at 38 %, and stood at 2.3 %", "“ifestyriarry,”")),
        ((4, 1), {"p_word_place": 11}, ("as long as before, 2.86", "grown to 15.56")),
        ((4, 2), {"p_count": 60}, ("1 (hours) and 0 (minutes)",)),
        ((4, 2), {"p_count": 127}, ("2 (hours) and 7 (minutes)",)),
        ((4, 3), {"p_place": 3}, ("Within one turn no other position has the sine 1.00: at position 3",)),
        ((4, 3), {"p_place": 3, "p_per_turn": "24"}, ("Positions 3 and 9 share the sine 0.71",)),
        ((4, 4), {"p_pos": 44}, ("hand 0 has made 7 turns", "hand 63, less than a thousandth of one")),
        ((4, 5), {"p_dim": 16}, ("16 columns are 8 hands", "6.28 positions", "hand 7, in 19,869")),
        ((4, 5), {"p_dim": 15}, ("15 columns are 8 hands", "sine alone", "hand 7, in 34,003")),
        ((5, 1), {"j_angle": 149}, ("closer together", "at 149°")),
        ((2, 3), {"text": "The trumpet", "token": 1}, ("“␣puppet”", "sounds alike")),
        ((7, 4), {"text": "Zofia hides", "g_tied": SAME_TABLE}, ("the last is only guessed",)),
        ((5, 1), {"j_angle": 60}, ("further apart", "94.5 %", "5.54 %")),
        ((5, 2), {"j_find": "queen"}, ("“queen” has a ring", "“browns”", "384 numbers")),
        ((5, 2), {"j_find": "Leonie, queen, 🍕"}, ("“queen”", "“browns”")),
        (
            (5, 3),
            {"j_view": "3D"},
            ("1.3 % of the spread", "nearest to “king”, 0 are among its 10"),
        ),
        ((5, 4), {"j_exclude": False}, ("“king” (+0.65)", "“queen” (+0.50)")),
        (
            (5, 4),
            {"j_exclude": False, "j_a": "france", "j_b": "germany", "j_d": "paris"},
            ("“germany” (+0.61)", "“berlin” (+0.53)"),
        ),
        ((6, 1), {"x_len": 65, "x_way": "none"}, ("the rows 0 to 64", "ends at row 63: 1 row is missing")),
        ((6, 1), {"x_len": 70, "x_way": "none"}, ("6 rows are missing",)),
        ((6, 3), {"x_enc": ["none"], "x_shown": True}, ("2.27", "2.31", "the waves are better")),
        ((7, 2), {"text": "a a b"}, ("3 tokens, 3 rows", "No token comes twice")),
        ((7, 2), {"text": "the the the"}, ("3 tokens, 2 rows", "the same row again")),
        ((7, 3), {"g_ids": "1 1 1", "g_added": 3}, ("Row 1 was read 3 times", "(0, 6, 0, 4)")),
        ((7, 3), {"g_ids": "5 10 10 5", "g_added": 4}, ("Row 5 was read 2 times", "(6, 2, −4, 4)")),
        (
            (7, 4),
            {"g_tied": "The same table (tied)"},
            ("4,096", "2,300 times less"),
        ),
        ((7, 1), {"m_v": "5,000,000"}, ("One phone is too small", "takes 3 phones", "2.4 cm")),
        ((7, 1), {"m_v": "1,000,000,000"}, ("477 phones", "3.8 m", "ceiling")),
    ],
    ids=str,
)
def test_a_task_that_is_done_says_what_was_seen(
    at: tuple[int, int], state: dict[str, object], numbers: tuple[str, ...]
) -> None:
    """Hand 0 makes 44 / 2π turns, hand 63 these / 10,000^(126/128); cosines of 2 rows of sines by NumPy."""
    task, state = PATH.step(StepId(*at)).task, {**PATH.step(StepId(*at)).state, **state}
    assert task is not None and (task.done(state) or state.get("j_angle") == 149)
    said = task.seen(state)
    assert [piece for number in numbers for piece in pieces(number) if piece not in said] == []


def test_what_is_said_of_a_position_beyond_the_first_turn_and_of_a_row_that_is_read_once() -> None:
    """After a done task's control is moved: 15 = 12 + 3, and row 4 gets the gradient of position 0."""
    sine, board = PATH.step(StepId(4, 3)).task, PATH.step(StepId(7, 3)).task
    assert sine is not None and board is not None
    assert {15, 3} <= numbers_in(sine.seen({"p_place": 15, "p_per_turn": "12"}))
    assert 4 in numbers_in(board.seen({"g_ids": "4"}))


def test_the_letters_of_6_2_are_counted_in_the_text_on_the_screen() -> None:
    task = PATH.step(StepId(6, 2)).task
    assert task is not None
    for begins in ("Lady Catherine", "The cat sat on the mat"):
        said = task.seen({"x_writers": ["sinusoidal", "ALiBi"], "x_begin": begins})
        found, of_all = write("ALiBi", as_read(begins)).real(64, 128)
        assert {found, of_all} <= numbers_in(said)


def test_the_lines_behind_the_dots_of_7_4_are_as_far_apart_as_its_feedback_says() -> None:
    spec = both_ends(text=SENTENCE).spec
    assert spec is not None
    lines = spec.layout["yaxis"]["tickvals"]
    assert [above / below for below, above in pairwise(lines)] == pytest.approx([100] * (len(lines) - 1))


def test_words_on_two_lines_are_not_taken_for_one() -> None:
    task = PATH.step(StepId(2, 3)).task
    assert task is not None and task.seen({"text": "one\ngreen", "token": 1}) != task.seen({"text": "one green"})


@pytest.mark.parametrize("at", STEP_IDS, ids=str)
def test_every_task_ends_in_a_sentence_of_what_was_seen(at: StepId) -> None:
    step = PATH.step(at)
    assert step.task is not None
    usual = {"x_way": "none"}  # what the page holds where its link says nothing
    said = step.task.seen({**usual, **step.state, **step.task.example})
    assert said and any(sign.isdigit() for sign in said)


def numbers_of(*texts: str) -> set[str]:
    return {number for text in texts for number in re.findall(r"\d[\d,.]*\d|\d", text)}


@pytest.mark.parametrize("at", [at for at in STEP_IDS if (task := PATH.step(at).task) and not task.spoils], ids=str)
def test_feedback_that_does_not_wait_for_the_answer_does_not_tell_it(at: StepId) -> None:
    """Neither its words, nor a number of its explanation that the visitor has not been told."""
    step, question = PATH.step(at), PATH.step(at).question
    assert step.task is not None
    said = step.task.seen({**step.state, **step.task.example})
    told = numbers_of(step.text, step.task.text, question.prompt, *question.choices, *map(str, step.state.values()))
    assert question.right not in said
    assert not numbers_of(said) & (numbers_of(question.right, question.reason) - told)


def test_a_word_that_the_question_asks_about_is_not_looked_up() -> None:
    step = PATH.step(StepId(1, 3))
    assert step.task is not None
    word = step.question.right
    assert (
        30_000 not in numbers_in(step.task.not_yet({"text": word})) != numbers_in(step.task.not_yet({"text": "king"}))
    )


ELSEWHERE: dict[str, object] = {
    **{"text": "", "token": 99, "encoding": "cl100k_base", "g_ids": "none", "t_mean": False, "t_bag_first": " "},
    **{"p_word": "none", "p_count": 58, "p_dim": 4, "j_angle": 150, "j_find": "zzzz", "j_table": "Whisper"},
    **{"j_exclude": True, "x_len": 64, "x_enc": [], "m_d": "768", "g_tied": "A second table (untied)"},
}


@pytest.mark.parametrize("at", [at for at in STEP_IDS if str(at) not in ("4.3", "4.4", "4.5")], ids=str)
def test_nothing_is_said_of_a_screen_that_no_longer_shows_it(at: StepId) -> None:
    task = PATH.step(at).task
    assert task is not None and task.seen(ELSEWHERE) == ""


@pytest.mark.parametrize(
    ("at", "state"),
    [
        ((5, 2), {"j_find": "queen", "j_table": "GloVe"}),  # a word of both tables, but the other map
        ((5, 2), {"j_find": "zzzz"}),
        ((4, 2), {"p_count": 60, "p_kind_of_dial": "binary"}),
        ((4, 2), {"p_count": 59}),
        ((3, 1), {"t_bag_first": "", "t_bag_second": "the cat sat"}),  # one field empty: nothing to compare
        ((3, 1), {"t_bag_first": "bites man dog"}),  # the same words in a third order
        ((3, 1), {"t_bag_second": "boy " * 76}),  # 304 characters: too long
        ((3, 1), {"t_bag_second": "the cat sat", "encoding": "cl100k_base"}),
    ],
)
def test_one_thing_that_differs_is_enough(at: tuple[int, int], state: dict[str, object]) -> None:
    task = PATH.step(StepId(*at)).task
    assert task is not None and task.seen({**PATH.step(StepId(*at)).state, **state}) == ""
