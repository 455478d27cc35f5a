"""Hints on what is missing in a task that was begun but is not done, without the solution.

Each function returns one or two sentences from the page's state, its last argument, or "" while the controls are as
the step set them.
"""

import math
from collections.abc import Callable

from explorer.content.en.example_sentence_numbers import quoted, words_of
from explorer.content.en.task_feedback.length_and_cost import letters
from explorer.content.en.task_feedback.tokens_rows_and_order import BOTH, own_row
from explorer.content.en.task_feedback.waves import BACK, PER_TURN, WIDTH, down
from explorer.content.guided_path import GUESSED, State
from explorer.gradients import toy_training
from explorer.positional_encodings.position_similarity import Waves
from explorer.positional_encodings.sine_cosine import SAME, mirror
from explorer.wording import count, listed, verb

MOST_FORMS = 3
EMPTY = "The text is empty: write a word."


def begins_alike(start: str, state: State) -> str:
    """For another sentence with the same beginning as the line before, the visitor's own or `start`."""
    first = str(state.get("before") or state.get("own") or start)
    text = str(state.get("text", first))
    if text == first:
        return ""
    return EMPTY if not text.strip() else f"Begin with the first word of {quoted(first)}, and go on differently."


def three_times(start: str, state: State) -> str:
    """For the name that is to be written with a capital letter, again after a space, and in small letters."""
    text = str(state.get("text", start))
    if text == start:
        return ""
    capital = [word for word in words_of(text) if word != word.lower()]
    if not capital:
        return f"{quoted(text)} has no name with a capital letter. Begin the line with one."
    where = "at its start, once more after a space, and after a space in small letters"
    if len(words_of(text)) > MOST_FORMS:
        return f"Write a name and nothing else: {where}."
    return f"{quoted(capital[0])} should stand there three times, in one line: {where}."


def plain_signs(start: str, state: State) -> str:
    """For a text in another script."""
    text = str(state.get("text", start))
    if text == start:
        return ""
    if not text.strip():
        return EMPTY
    return f"{quoted(text)} has only characters of an English keyboard, one byte each. Take rarer ones."


def tapped_or_played(steps: int, state: State) -> str:
    """For the dot that another one is to run to, and the race that shows it."""
    if state.get("g_runs"):
        return f"{GUESSED}“{state['g_runs']}”. Now press Play, to step {steps}."
    played = f"Who ran to “{toy_training.ASKED}”? Tap its dot, or choose its name: then you read why."
    return played if state.get("g_step") else ""


def own_race(steps: int, state: State) -> str:
    """For a text of one's own on which a table is trained to the end."""
    text, step = str(state.get("g_text", toy_training.TEXT)), int(state.get("g_step") or 0)
    if text != toy_training.TEXT:
        learns = step and toy_training.can_learn(text)  # else the page says that it is too short
        return f"Step {step} of {steps}: press Play, or move the slider to its end." if learns else ""
    return "This is still the text of the step before. Choose another, or write one." if step else ""


def same_sine(start: int, state: State) -> str:
    """For the other position with the sine of the first."""
    now = int(state.get("p_place") or 0) if "p_place" in state else start
    if now == start:
        return ""
    turn = int(state.get("p_per_turn") or PER_TURN)
    here, there = (mirror(position % turn, turn).sine for position in (now, start))
    if abs(here - there) < SAME:
        return f"Position {now} is the same point, a turn later." * (now >= turn)
    how = "further to the right than" if here > there else "not as far to the right as"
    return f"Position {now} is {how} position {start}. Which point of the dial stands right above or below it?"


def points_down(state: State) -> str:
    """For the hand that points down."""
    tapped = state.get("p_down")
    if tapped is None:
        return ""
    if down(state) is None:
        return f"At this position none of the eight points down. Go back to {BACK}."
    up = Waves(2, WIDTH).tips([int(tapped)], int(state.get("p_pos") or BACK))[1].item()
    turned = round(math.degrees(math.acos(up)))
    return f"Hand {tapped} points {count(turned, 'degree')} away from up. Another hand points farther away."


def few_answers(least: int, state: State) -> str:
    """For a row of one's own of which most numbers are still 0."""
    answered = sum(number != 0 for number in own_row(state))
    return f"{count(answered, 'answer')} so far, {least} are enough." if answered else ""


def other_words(first: str, second: str, state: State) -> str:
    """For two sentences with the same words, other than those of the step."""
    texts = [str(state.get(key, start)) for key, start in zip(BOTH, (first, second), strict=True)]
    if texts == [first, second]:
        return ""
    one, two = (text.split() for text in texts)
    if not one or not two:
        return "One sentence is empty. Write a few words there."
    if len(one) == 1:
        return "Write at least two words, then swap two cards."
    lone = next((word for word in (*one, *two) if one.count(word) != two.count(word)), "")
    if lone:
        return f"{quoted(lone)} is not as often in both. Use the same words twice, capital letters too."
    if one != two:
        return "These are still the words of the step. Take others."
    again = "The cards make the first sentence again. Write one of your own, then swap two of its cards."
    return again if texts[0] == first else "Both sentences are the same: swap two cards that differ."


def not_among(wanted: str, start: tuple[str, ...], state: State) -> str:
    """For a model's text that is to be added."""
    chosen = state.get("x_writers") or ()
    now = (chosen,) if isinstance(chosen, str) else tuple(chosen)  # a link holds one as text
    if not now or set(now) == set(start):
        return ""
    return f"Now {listed(now)} {verb(len(now), 'is', 'are')} chosen. “{wanted}” is still missing."


def short_text(trained: int, start: str, state: State) -> str:
    """For the message that is to be longer than the table."""
    if str(state.get("x_message", start)).strip() in ("", start):
        return ""
    return f"{count(letters(state), 'letter')}, spaces too: each finds a row. Make it longer than {trained}."


def still_fits(usual: int, full: Callable[[State], bool], state: State) -> str:
    """For the table that is to grow past a phone's memory."""
    rows = str(state.get("m_v", usual))
    if rows.replace(",", "") == str(usual) or full(state):
        return ""
    written = f"{int(rows):,}" if rows.isdecimal() else rows
    return f"{written} rows still fit on the phone. Go on."
