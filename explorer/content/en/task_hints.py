"""Hints on what is missing in a task that was begun but is not done, without the solution.

Each function returns one or two sentences from the page's state, or "" while the controls are as the step set them.
"""

from __future__ import annotations

from collections.abc import Callable

from explorer.content.en.example_sentence_numbers import TEXT, board_ids, ids, label, quoted, read, selected, words_of
from explorer.content.guided_path import State
from explorer.gradients import worked_example
from explorer.sentences.sentence_vectors import pieces
from explorer.sentences.wordpiece import UNKNOWN
from explorer.wording import count, listed, verb
from explorer.words.shipped_tables import shipped

Hint = Callable[[State], str]
THUMB = "👍"
EMPTY = "The text is empty: write a word."
UNREAD = (
    f"These ids can't be looked up. Type whole numbers from 0 to {worked_example.VOCAB - 1} with spaces between them."
)


def still_there(piece: str, start: str) -> Hint:
    """For a task that asks for another word instead of `piece`, in the text `start`."""

    def hint(state: State) -> str:
        text = str(state.get("text", start))
        if not text.strip():
            return EMPTY
        return f"“{piece}” still stands in the text. Put something else in its place." if text != start else ""

    return hint


def three_times(start: str) -> Hint:
    """For the name that is to be written with a capital letter, again after a space, and in small letters."""

    def hint(state: State) -> str:
        text = str(state.get("text", start))
        if text == start:
            return ""
        capital = [word for word in words_of(text) if word != word.lower()]
        if not capital:
            return f"{quoted(text)} has no name with a capital letter. Begin the line with one."
        where = "at its start, once more after a space, and after a space in small letters"
        return f"{quoted(capital[0])} should stand there three times, in one line: {where}."

    return hint


def plain_signs(state: State) -> str:
    """For the character that is to take the emoji's place."""
    text = str(state.get("text", THUMB))
    if text == THUMB:
        return ""
    if not text.strip():
        return EMPTY
    if THUMB in text:
        return f"“{THUMB}” still stands there. Put another character in its place."
    return f"{quoted(text)} has only characters of an English keyboard, one byte each. Take a rarer one."


def three_ids(state: State) -> str:
    """For the ids of "the dog runs"."""
    typed = str(state.get("g_ids", worked_example.COURSE))
    found = board_ids(state)
    if typed == worked_example.COURSE:
        return ""
    if not found:
        return UNREAD
    if outside := [i for i in found if not 0 <= i < worked_example.VOCAB]:
        return f"There is no row {outside[0]}: the rows of the table are 0 to {worked_example.VOCAB - 1}."
    words = " ".join(worked_example.WORDS[i] for i in found)
    if words == typed.strip():
        return f"The table looked up “{words}” itself. Type the numbers that stand before these words in it."
    return f"These ids say “{words}”. The number before each word of the table is its id."


def read_again(start: str) -> Hint:
    """For ids on the blackboard with one of them twice."""

    def hint(state: State) -> str:
        if str(state.get("g_ids", start)) == start:
            return ""
        typed = board_ids(state)
        if len(set(typed)) < len(typed):
            return "Not every gradient has arrived on the left. Press “Play”, or move the slider to its end."
        return "Each of these rows is read once. Type one id twice." if typed else UNREAD

    return hint


def word_of_ones_own(start: str) -> Hint:
    """For a word instead of "seven", whose row is to be looked at."""
    still = still_there("seven", start)

    def hint(state: State) -> str:
        token = selected(state, start)
        if token is None or token not in ids(start) or "seven" in str(state.get("text", start)):
            return still(state)
        return f"“{label(token)}” is selected. Click on the box of your own word."

    return hint


def same_words(first: str, second: str) -> Hint:
    """For other words in the second sentence, which has the words of the first in another order."""

    def hint(state: State) -> str:
        starts = {"t_bag_first": first, "t_bag_second": second}
        texts = [str(state.get(key, start)) for key, start in starts.items()]
        if texts == [first, second]:
            return ""
        if not all(text.split() for text in texts):
            return "One sentence is empty. Write a few words there."
        return "Both sentences still have the same words. Write other words into the second."

    return hint


def stands_at(key: str, start: int, wanted: int, noun: str) -> Hint:
    """For a slider that is to be moved from one whole number to another."""

    def hint(state: State) -> str:
        now = int(state.get(key) or 0) if key in state else start
        if now in (start, wanted):
            return ""
        return f"The {noun} is {now:,}. Move it to {wanted:,}."

    return hint


def before(key: str, start: int, wanted: int, noun: str) -> Hint:
    """For a slider that is to be moved on to a number or beyond it."""

    def hint(state: State) -> str:
        now = int(state.get(key) or 0) if key in state else start
        if now == start or now >= wanted:
            return ""
        return f"The {noun} is {now:,}, which is before {start:,}. Move it on, to {wanted:,} or beyond."

    return hint


def chose(key: str, start: str, wanted: str) -> Hint:
    """For one of several choices."""

    def hint(state: State) -> str:
        now = str(state.get(key, start))
        return "" if now in (start, wanted) else f"You have chosen “{now}”. Look for “{wanted}”."

    return hint


def moved_word(state: State) -> str:
    """For “cat”, which is to stand further on."""
    text = str(state.get("text", TEXT))
    if text == TEXT:
        return ""
    if not text.strip():
        return EMPTY
    if ids(" cat")[0] not in read(state):
        return "“␣cat” is no longer in the text. Leave it there, and put a word in front of it."
    return "“␣cat” still stands at position 1. Put a word in front of it."


def narrow(start: int, limit: int) -> Hint:
    """For the width, which is to fall below a limit."""

    def hint(state: State) -> str:
        now = int(state.get("p_dim") or start)
        if now == start:
            return ""
        return f"The width is {now}. Move the slider further to the left, below {limit}."

    return hint


def angle(start: int, wanted: int) -> Hint:
    """For the line that is to be turned."""

    def hint(state: State) -> str:
        now = int(state.get("j_angle", start))
        if now in (start, wanted):
            return ""
        return f"The line stands at {now}°. Turn it to {wanted}°."  # on or back: Play ends beyond it

    return hint


def unknown_word(start: tuple[str, ...]) -> Hint:
    """For a word that is to be found on the map."""

    def hint(state: State) -> str:
        words = (word.strip() for word in str(state.get("j_find", "")).split(","))
        typed = next((word for word in words if word.lower() not in ("", *start)), "")
        if not typed:
            return ""
        table = shipped("MiniLM")
        told = f"{quoted(typed)} is not one of the {len(table.words):,} words and pieces of this table"
        found = pieces(typed).pieces[1:-1] if typed.isalpha() else ()
        if len(found) > 1 and UNKNOWN not in found:
            told += (
                f": its model reads it in {len(found)} pieces, {' · '.join(found)}, which have a row each (## marks "
                "one that goes on inside a word)"
            )
        return f"{told}. Try a word that is a single token, such as “turtle”."

    return hint


def not_among(wanted: str, start: tuple[str, ...], key: str = "x_enc") -> Hint:
    """For a curve, or a model's text, that is to be added."""

    def hint(state: State) -> str:
        chosen = state.get(key) or ()
        now = (chosen,) if isinstance(chosen, str) else tuple(chosen)  # a link holds one as text
        if not now or set(now) == set(start):
            return ""
        return f"Now {listed(now)} {verb(len(now), 'is', 'are')} chosen. “{wanted}” is still missing."

    return hint


def short_text(trained: int) -> Hint:
    """For the text that is to be longer than the table."""

    def hint(state: State) -> str:
        now = int(state.get("x_len") or trained)
        if now == trained:
            return ""
        return f"A text of {count(now, 'token')} finds a row for each of its positions. Make it longer than {trained}."

    return hint


def still_fits(usual: int, full: Callable[[State], bool]) -> Hint:
    """For the table that is to grow past a phone's memory."""

    def hint(state: State) -> str:
        rows = str(state.get("m_v", usual))
        if rows.replace(",", "") == str(usual) or full(state):
            return ""
        written = f"{int(rows):,}" if rows.isdecimal() else rows
        return f"{written} rows still fit on the phone. Go on."

    return hint


def same_text(state: State) -> str:
    """For the page's first sentence, where a task is done by pressing a button."""
    return EMPTY if not str(state.get("text", TEXT)).strip() else ""
