"""Chapter 2: what is a row of numbers?"""

from __future__ import annotations

import numpy as np

from explorer import chain
from explorer.content.en import not_yet
from explorer.content.en.chapters.tokens import MORE
from explorer.content.en.pieces import TEXT, board_ids, ids, label, selected
from explorer.content.en.seen import words as seen
from explorer.content.guide import Chapter, Question, State, Step, Task
from explorer.data.cache import cached
from explorer.gradients import blackboard
from explorer.wording import listed, number, signed

NUMBERS = "one two seven"
BY_HAND = (
    f"Shown: a table made by hand, {blackboard.VOCAB} rows of {blackboard.WIDTH} numbers. No model has learned it."
)
THE = ids("The")[0]
MONTH = ids(" July")[0]


def _rows_read() -> str:
    return str(len(set(blackboard.parse(blackboard.COURSE))))


def _copies() -> str:
    five, ten = (listed(number(x) for x in blackboard.TOKEN_TABLE[row]) for row in (5, 10))
    return (
        f"The ids are {blackboard.COURSE}, so row 5 is copied twice and row 10 twice: {_rows_read()} different rows. "
        f"Row 5 holds {five}; row 10 holds {ten}. The other {blackboard.VOCAB - 2} rows are not touched at all."
    )


def _row_464() -> str:
    table = chain.table_for("gpt2")
    first = ", ".join(signed(float(x), 4) for x in table.weight[THE, :4].astype(np.float32))
    return (
        f"Row {THE} of {table.vocab_size:,}. It begins {first}, and has {table.embed_dim} numbers in all. The token "
        f"“{label(THE)}” has id {THE}, and so it always gets this row, in every sentence. Each model has a table "
        f"of its own: another model’s row {THE} holds other numbers."
    )


@cached(max_entries=1)
def _nearest() -> tuple[tuple[str, float], ...]:
    found = chain.neighbours(chain.NeighbourRequest(MONTH, count=3))
    return tuple((label(int(i)), float(x)) for i, x in zip(found.ids, found.cosines, strict=True))


JUNE, JULIA, NEXT = "Another month, “␣June”", "A word that looks like it, “␣Julia”", "The token with the next id"


def _nearest_kind() -> str:
    best = _nearest()[0][0]
    return {"␣June": JUNE, "␣Julia": JULIA, label(MONTH + 1): NEXT}.get(best, "")


def _nearest_numbers() -> str:
    named = listed(f"“{name}” ({signed(cosine)})" for name, cosine in _nearest())
    return (
        f"The rows nearest to “␣July”, by cosine, are {named}. The next id is that of “{label(MONTH + 1)}”. Nobody "
        "told the model what a month is: training alone has brought these rows together."
    )


def _own_word(state: State) -> bool:
    """Whether a token is selected that was not there before, in a text without "seven"."""
    token = selected(state, NUMBERS)
    return token is not None and token not in ids(NUMBERS) and "seven" not in str(state.get("text", NUMBERS))


CHAPTER = Chapter(
    "Rows",
    "What is a row of numbers?",
    (
        Step(
            "Four numbers for each token",
            "gradients",
            "Blackboard",
            "An id is only a name. So each token gets a list of numbers, a [[vector]]: its [[embedding]]. All lists "
            "make a [[table]]. Here is one for a blackboard, E: 12 tokens, 4 numbers each. The ids 5, 10, 10, 5 say "
            "which [[row|rows]] to copy; the copies are called E[ids]. That is all a [[lookup]] does.",
            "g_board",
            Question(
                "The ids on the blackboard are 5, 10, 10 and 5. How many different rows of the table are read?",
                ("1", "2", "4", "12"),
                _rows_read,
                "A row that is read twice is still one row.",
                _copies,
            ),
            Task(
                "Type the ids of “the dog runs”: 0 2 9.",
                lambda state: board_ids(state) == (0, 2, 9),
                {"g_ids": "0 2 9"},
                seen.copied,
                not_yet.three_ids,
            ),
            {"g_ids": blackboard.COURSE, "g_board_step": "1 Look up"},
            ("g_scale", "g_pos", "g_board_step"),
            shown=BY_HAND,
        ),
        Step(
            "The same, in the size of a real model",
            "tokens",
            "Rows",
            "Now a real table, with a row for each of gpt2’s tokens: 50,257 rows of 384 numbers. It is from Whisper, "
            "which writes down speech in the same tokens. Each line of the picture is the row of one token: its "
            "numbers (dimensions 0 to 383) from left to right, blue below zero and orange above. Training found them.",
            "t_rows",
            Question(
                f"What is row {THE} of this table?",
                (
                    f"The {THE}th letter of the text",
                    f"The numbers that stand for “{label(THE)}”",
                    f"A list of {THE} numbers",
                ),
                lambda: f"The numbers that stand for “{label(THE)}”",
                f"Look at the number in the box of “{label(THE)}”.",
                _row_464,
            ),
            Task(
                "Select “␣cat”: click on its box in the line of tokens.",
                lambda state: int(state.get("token") or 0) == 1,
                {"token": 1},
                seen.row_picked,
                not_yet.another_box(0, "␣cat"),
            ),
            {"text": TEXT, "token": "0"},
            (*MORE, "t_rows_one_hot"),
        ),
        Step(
            "Alike in use, near in numbers",
            "tokens",
            "Neighbours",
            "Are rows better than ids? They are: you can measure how near two of them are. The [[cosine]] of the "
            "angle between two rows is 1 where they point the same way, and 0 at right angles. The dots are the rows "
            "nearest to the selected token’s. (What most rows share would hide the rest: it is taken off first.)",
            "t_near",
            Question(
                "Now it is “␣seven”. Which row will lie nearest to “␣July”?",
                (JUNE, JULIA, NEXT),
                _nearest_kind,
                "The rows nearest to “␣seven” are mostly numbers. What have they in common with it: spelling, id, use?",
                _nearest_numbers,
            ),
            Task(
                "Replace “seven” with “July”, or with a word of your own, and look at its nearest rows.",
                _own_word,
                {"text": "one two green", "token": 2},
                lambda state: seen.near(state, NUMBERS),
                not_yet.word_of_ones_own(NUMBERS),
            ),
            {"text": NUMBERS, "token": "2"},
            (*MORE, "t_near_controls"),
        ),
    ),
)
