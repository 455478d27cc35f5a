"""Hints of unfinished tasks: what is missing, and no hint before anything was done."""

import re

import pytest

from explorer.content.en.chapter_order import PATH
from explorer.content.guided_path import StepId

STEP_IDS = PATH.step_ids()
USUAL = {"x_way": "none"}


@pytest.mark.parametrize(
    ("at", "state", "message"),
    [
        ((1, 1), {"text": "ada"}, "“ada” has no name with a capital letter"),
        ((1, 1), {"text": "Zoë zoë"}, "“Zoë” should stand there three times, in one line"),
        ((1, 1), {"text": "مرحبا"}, "“\u2068مرحبا\u2069” has no name"),
        ((1, 2), {"text": "king"}, "“king” is one of the list’s 30,000 words."),
        ((1, 3), {"t_missed": "h e"}, "“h e” stand together 4 times. Another pair does more often."),
        ((1, 3), {"t_joined": ["a t"]}, "1 of 3: “a t” stood together 7 times."),
        ((1, 4), {"text": "cat"}, "“cat” has only characters of an English keyboard"),
        ((1, 4), {"text": " "}, "The text is empty"),
        ((2, 1), {"text": "A man went"}, "Begin with the first word of “The cat sat on the mat”"),
        ((2, 2), {"t_hand_pet": 3}, "1 answer so far, 3 are enough."),
        ((2, 3), {"m_v": "200,000"}, "200,000 rows still fit on the phone."),
        ((2, 3), {"m_v": "1500000"}, "1,500,000 rows still fit on the phone."),
        ((2, 5), {"g_step": 300}, "This is still the text of the step before."),
        ((2, 5), {"g_text": "a b", "g_step": 5}, "Step 5 of 300"),
        ((3, 1), {"t_bag_second": "bites dog man"}, "still the words of the step."),
        ((3, 1), {"t_bag_first": "Tom ran"}, "“Tom” is not as often in both."),
        ((3, 1), {"t_bag_first": "I ran", "t_bag_second": "I ran"}, "in another order"),
        ((3, 1), {"t_bag_second": " "}, "One sentence is empty."),
        ((3, 2), {"p_word_place": 5}, "At position 5 their cosine is +0.88"),
        ((3, 3), {"h_try": "Too long"}, "You have chosen “Too long”. Look for “No positions”."),
        ((4, 1), {"p_place": 1}, "Position 1 is not as far to the right as position 2."),
        ((4, 1), {"p_place": 3}, "Position 3 is further to the right than position 2."),
        ((4, 1), {"p_place": 14}, "Position 14 is the same point, a turn later."),
        ((4, 2), {"p_down": "27"}, "Hand 27 does not point straight down."),
        ((5, 1), {"x_message": "x" * 40}, "40 letters, spaces too: each finds a row. Make it longer than 64."),
        ((5, 2), {"x_writers": ["ALiBi2"]}, "Now ALiBi2 is chosen. “ALiBi” is still missing."),
    ],
    ids=str,
)
def test_a_task_that_went_astray_says_what_is_missing(
    at: tuple[int, int], state: dict[str, object], message: str
) -> None:
    """Names what was typed and what is expected, in any wording."""
    step = PATH.step(StepId(*at))
    told = {**USUAL, **step.state, **state}
    assert not step.task.done(told)
    found = step.task.not_yet(told)
    assert found and [piece for piece in re.findall(r"“[^”]*”|\d[\d,.]*\d|\d", message) if piece not in found] == []


@pytest.mark.parametrize("at", STEP_IDS, ids=str)
def test_nothing_is_missing_before_anything_was_done(at: StepId) -> None:
    step = PATH.step(at)
    assert step.task.not_yet({}) == "", "a session's first run has no control yet"
    assert step.task.not_yet({**USUAL, **step.state}) == ""
