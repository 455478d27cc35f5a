"""Chapter 7: what does it cost, and which rows learn?"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from explorer.content.en import task_hints
from explorer.content.en.chapters.rows import BY_HAND
from explorer.content.en.sentence_facts import TEXT, board_ids, ids
from explorer.content.en.task_feedback import chapters_6_and_7 as seen
from explorer.content.en.task_feedback.chapters_6_and_7 import GPT2, SENTENCE
from explorer.content.guided_path import Chapter, Question, Step, Task
from explorer.gradients import text_batch, worked_example
from explorer.gradients.text_batch import REPEATS
from explorer.memory import BUDGETS, Request, bill
from explorer.wording import count, decimal, listed, number, share

ROW = 5
"""Read at the first and the last position of the course's ids; the sentence under the picture ends with it."""
MORE = 100
"""Times as many rows; each mark of the bars' axis is as many times the one before (a test holds that)."""
ALL, LARGEST, NO_MACHINE = "All but the cloud server", "The three with the most memory", "None of them"
ONCE = "5 10"
"""Ids on the blackboard that are read once each."""
FEWER, AS_MANY = "Fewer rows than tokens", "As many rows as tokens"
SIZES = (
    "Shown: the sizes of GPT-2 (small). Its numbers are not needed to count them. Its layers need room too, and are "
    "not in the bars. Memory sold as 1 GB is made with 2³⁰ bytes, "
    f"{share(2**30 - 10**9, 10**9)} more than a billion."
)
IDS = (
    f"Shown: gpt2’s {GPT2.vocab_size:,} ids, a row for each. Which rows are read is what counts here; the numbers that "
    "reach them on the way back are drawn at random."
)


def _table_numbers() -> str:
    table = bill(Request(GPT2.vocab_size, GPT2.embed_dim))["Token table"].bytes
    return (
        f"Their bars say less than {share(1, MORE)}, and {MORE} times that is less than full. The table takes "
        f"{decimal(table)} now, and would take {decimal(MORE * table)}."
    )


def _still_hold() -> str:
    """Which machines a table with `MORE` times as many rows fits into."""
    table = MORE * bill(Request(GPT2.vocab_size, GPT2.embed_dim))["Token table"].bytes
    fits = [budget.name for budget in BUDGETS if budget.bytes >= table]
    return {0: NO_MACHINE, 3: LARGEST, len(BUDGETS) - 1: ALL}[len(fits)]


@lru_cache(maxsize=2)
def _lookup(text: str) -> text_batch.Summary:
    read = text_batch.read(text, "gpt2")
    return text_batch.summarise(
        read, text_batch.weight_gradient(read, text_batch.output_gradient(read, 4, text_batch.RANDOM))
    )


def _few() -> str:
    found = _lookup(REPEATS)
    return AS_MANY if found.rows == found.tokens else FEWER


def _few_numbers() -> str:
    found = _lookup(REPEATS)
    return (
        f"A token that comes again reads its row again: {count(found.tokens, 'token')}, {count(found.rows, 'row')}. "
        f"The other {found.vocab_size - found.rows:,} rows had no part and learn nothing here; step 7.4 shows a second "
        "way to a row."
    )


def _tied() -> str:
    ends = seen.both_ends()
    return "All of them" if len(ends.learns(tied=True)) == ends.vocab_size else "About half"


def _tied_numbers() -> str:
    ends = seen.both_ends()
    every, some, rows = len(ends.learns(tied=True)), len(ends.learns(tied=False)), ends.vocab_size
    return (
        "Each score is made from a row, so each row is pushed: one to a higher score, the others to lower ones. That "
        f"moves {every:,} of {rows:,} rows; with a second table for the scores it would be {some}."
    )


def _board() -> worked_example.Board:
    return worked_example.work(worked_example.parse(worked_example.COURSE))


def _board_numbers() -> str:
    board = _board()
    at = [position for position, row in enumerate(board.ids) if row == ROW]
    first = " + ".join(number(float(board.rows_grad[position][0])) for position in at)
    return (
        f"Both positions push the same row, so their pushes add up. Row {ROW} was read at positions "
        f"{listed(map(str, at))}: its first number gets {first} = {number(float(board.weight_grad[ROW][0]))}."
    )


def _sums() -> str:
    board = _board()
    at = [position for position, row in enumerate(board.ids) if row == ROW]
    together = sum(board.rows_grad[position] for position in at)
    return "The sum of both" if np.array_equal(board.weight_grad[ROW], together) else "The later one"


def _every_row() -> str:
    ends = seen.both_ends()
    every, some = len(ends.learns(tied=True)), len(ends.learns(tied=False))
    return (
        "If the table is used twice: it gives the words’ rows, and at the end it scores every row. In our model "
        f"“{SENTENCE}” so moves {every:,} of {ends.vocab_size:,} rows; reading alone moves {some}."
    )


CHAPTER = Chapter(
    "Cost",
    "What does it cost, and which rows learn?",
    (
        Step(
            f"{GPT2.vocab_size * GPT2.embed_dim / 1e6:.1f} million numbers",
            "memory",
            "Cards",
            f"GPT-2’s [[table]] has {GPT2.vocab_size:,} rows of {GPT2.embed_dim} numbers, 4 [[bytes]] each. A bar "
            "says how full it makes a machine; at the dashed line it is full. Each mark below the bars is "
            f"{MORE} times the one before.",
            "m_cards",
            Question(
                f"Which machines could hold a table with {MORE} times as many rows?",
                (ALL, LARGEST, NO_MACHINE),
                _still_hold,
                f"{MORE} times as many rows: each bar ends one mark further to the right. Which pass the dashed line?",
                _table_numbers,
            ),
            Task(
                "Give the table more rows: slide “Vocabulary” to the right, until a phone is too small for it.",
                lambda state: seen.table_bytes(state) > seen.PHONE.bytes,
                {"m_v": "5000000"},
                seen.too_large,
                task_hints.all_fit(GPT2.vocab_size, lambda state: seen.table_bytes(state) > seen.PHONE.bytes),
            ),
            {"m_optimizer": "None", "m_b": "1", "m_t": "1", "m_card": seen.PHONE.sold},
            ("m_cards_controls", "m_cards_more", "m_cards_said", "m_cards_ways"),
            shown=SIZES,
        ),
        Step(
            "Which rows had a part in it?",
            "gradients",
            "Your sentence",
            "The sheet is the table, each spot a row, 256 side by side. After a sentence the model is told its error; "
            "rows with a part in it are nudged. Reading a row is a [[lookup]]. The squares were read.",
            "g_wall",
            Question(
                f"“{REPEATS}” has {count(len(ids(REPEATS)), 'token')}. How many rows learn from it through the lookup?",
                (FEWER, AS_MANY, "All rows"),
                _few,
                "A row that nobody read had no part in it. And is a row that is read again another row?",
                _few_numbers,
            ),
            Task(
                "Press “Try a text with repeats”, and count the squares: do more tokens mean more rows?",
                lambda state: str(state.get("text", TEXT)).strip() not in ("", TEXT),
                {"text": REPEATS},
                seen.repeats,
                task_hints.same_text,
            ),
            {"text": TEXT},
            ("g_rows_more", "g_rows_counts", "g_wall_said"),
            shown=IDS,
        ),
        Step(
            "A row that is read twice",
            "gradients",
            "Blackboard",
            "Which way should a number move? Its [[gradient]] says how the [[loss]] changes as the number grows; "
            "training moves the number the other way. Each position has gradients for the row read there: rows 5 and "
            "10, once each.",
            "g_back",
            Question(
                f"Let the ids be {worked_example.COURSE}: row {ROW} is then read at two positions. What does it get?",
                ("What the later position has", "The sum of both", "Their mean"),
                _sums,
                "The loss depends on both copies of the row. If a number of the row grows, how many copies change?",
                _board_numbers,
            ),
            Task(
                f"Type {worked_example.COURSE} into “Token ids”, or other ids with one of them twice. Look at the row "
                "of that id in table E.",
                lambda state: len(set(typed := board_ids(state))) < len(typed),
                {"g_ids": worked_example.COURSE},
                seen.added_up,
                task_hints.read_again(ONCE),
            ),
            {"g_ids": ONCE, "g_board_step": "6 Into the table"},
            ("g_scale", "g_pos", "g_board_step", "g_added", "g_board_figure"),
            cover=("g_back_figure",),
            shown=BY_HAND + " Its gradients are made by hand too.",
        ),
        Step(
            "One table, used twice",
            "gradients",
            "Tied or untied",
            "At the end a model compares its result with every row of a table: each row gets a score. Many take the "
            "same table again ([[tied]]). Squares: rows that were read; higher means a longer [[gradient]], a harder "
            "push.",
            "g_ends",
            Question(
                "How many rows are pushed by one sentence, if the table is used twice?",
                ("Only the rows that were read", "About half", "All of them"),
                _tied,
                "At the end every token gets a score. From which numbers is it made?",
                _tied_numbers,
            ),
            Task(
                "Under “The output scores with” choose “Tied”: the rows that were scored appear as dots.",
                lambda state: state.get("g_tied") == "Tied: the token table",
                {"g_tied": "Tied: the token table"},
                seen.scored,
            ),
            {"text": SENTENCE, "g_tied": "Untied: a matrix of its own"},
            ("text", "text_kept_out", "g_ends_said", "g_ends_model"),
        ),
    ),
    "A sentence of six words: how can it change every row of a table with thousands?",
    _every_row,
    (
        "A table costs its rows times its width in numbers; through the lookup only the rows that were read learn.",
        "Memory is rows × width × bytes, and a gradient reaches the rows that were read, or all of them if the "
        "output is tied.",
    ),
    "A sparse [[gradient]] keeps only the rows that were read: which row it is, and its numbers. While it learns, a "
    "model needs more: the gradient, and with an [[optimizer]] such as [[Adam]] two more numbers for each.",
    (
        ("memory", "The bill", "The bill of training"),
        ("gradients", "One step", "One step of an optimizer"),
        ("gradients", "Whole books", "Which rows whole books touch"),
    ),
)
