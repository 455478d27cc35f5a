"""Hints of unfinished tasks: what is missing, and no hint before anything was done."""

from __future__ import annotations

import re

import pytest

from explorer.content.en.chapter_order import PATH
from explorer.content.guided_path import StepId

STEP_IDS = PATH.step_ids()
USUAL = {"x_way": "none"}


@pytest.mark.parametrize(
    ("at", "state", "message"),
    [
        ((1, 1), {"text": "The cat slept"}, "“cat” still stands in the text"),
        ((1, 1), {"text": " "}, "The text is empty"),
        ((1, 2), {"text": "ada"}, "“ada” has no name with a capital letter"),
        ((1, 2), {"text": "Zoë zoë"}, "“Zoë” should stand there three times, in one line"),
        ((1, 6), {"text": "cat"}, "“cat” has only characters of an English keyboard"),
        ((1, 3), {"text": "king"}, "“king” is one of the 30,000 words."),
        ((1, 4), {"text": "cat"}, "“cat” has 3 letters. Take a word with at least 10."),
        ((1, 6), {"text": "👍!"}, "“👍” still stands there"),
        ((2, 1), {"g_ids": "0 1 9"}, "These ids say “the cat runs”. The number before each word of the table"),
        ((2, 1), {"g_ids": "the dog runs"}, "Type the numbers that stand before these words"),
        ((2, 1), {"g_ids": "zebra"}, "can't be looked up"),
        ((2, 1), {"g_ids": "0 2 99"}, "There is no row 99: the rows of the table are 0 to 11."),
        ((2, 3), {"text": "one two", "token": 1}, "“␣two” is selected. Click on the box of your own word."),
        ((1, 2), {"text": "مرحبا"}, "“\u2068مرحبا\u2069” has no name"),
        ((2, 3), {"text": "one seven"}, "“seven” still stands in the text"),
        ((3, 1), {"t_bag_second": "bites dog man"}, "Both sentences still have the same words."),
        ((3, 1), {"t_bag_second": " "}, "One sentence is empty."),
        ((3, 2), {"p_word_place": 5}, "The position is 5. Move it to 0."),
        ((3, 3), {"text": "The cat is black"}, "“␣cat” still stands at position 1."),
        ((3, 3), {"text": "The dog sat"}, "“␣cat” is no longer in the text."),
        ((3, 4), {"h_try": "Too long"}, "You have chosen “Too long”. Look for “No positions”."),
        ((4, 2), {"p_count": 40}, "The position is 40, which is before 59. Move it on, to 60 or beyond."),
        ((4, 3), {"p_place": 2}, "The position is 2. Move it to 3."),
        ((4, 4), {"p_pos": 50}, "The position is 50. Move it to 44."),
        ((4, 5), {"p_dim": 64}, "The width is 64. Move the slider further to the left, below 20."),
        ((5, 1), {"j_angle": 40}, "The line stands at 40°. Turn it to 60°."),
        ((5, 1), {"j_angle": 179}, "The line stands at 179°. Turn it to 60°."),
        ((4, 4), {"p_pos": 63}, "The position is 63. Move it to 44."),
        ((5, 2), {"j_find": "zzzz"}, "“zzzz” is not one of the 30,522 words"),
        ((5, 2), {"j_find": "Tortoise"}, "its model reads it in 3 pieces, tor · ##to · ##ise"),
        ((5, 2), {"j_find": "king, tortoise"}, "“tortoise” is not one of the 30,522 words"),
        ((5, 2), {"j_find": "日本"}, "“日本” is not one of the 30,522 words and pieces of this table. Try a word"),
        ((6, 1), {"x_len": 40}, "A text of 40 tokens finds a row for each of its positions. Make it longer than 64."),
        ((6, 3), {"x_enc": ["sinusoidal", "T5"]}, "Now sinusoidal and T5 are chosen. “none” is still missing."),
        ((7, 1), {"m_v": "200,000"}, "200,000 rows still fit on the phone."),
        ((7, 1), {"m_v": "1500000"}, "1,500,000 rows still fit on the phone."),
        ((7, 2), {"text": " "}, "The text is empty"),
        ((7, 3), {"g_ids": "5 10 10 5"}, "Not every gradient has arrived"),
        ((7, 3), {"g_ids": "5 10 2"}, "Each of these rows is read once. Type one id twice."),
        ((7, 3), {"g_ids": "a whale"}, "can't be looked up. Type whole numbers from 0 to 11"),
    ],
    ids=str,
)
def test_a_task_that_went_astray_says_what_is_missing(
    at: tuple[int, int], state: dict[str, object], message: str
) -> None:
    """Names what was typed and what is expected, in any wording."""
    step = PATH.step(StepId(*at))
    told = {**USUAL, **step.state, **state}
    assert step.task is not None and not step.task.done(told)
    found = step.task.not_yet(told)
    assert found and [piece for piece in re.findall(r"“[^”]*”|\d[\d,.]*\d|\d", message) if piece not in found] == []


@pytest.mark.parametrize("at", STEP_IDS, ids=str)
def test_nothing_is_missing_before_anything_was_done(at: StepId) -> None:
    step = PATH.step(at)
    assert step.task is not None
    assert step.task.not_yet({}) == "", "a session's first run has no control yet"
    assert step.task.not_yet({**USUAL, **step.state}) == ""
