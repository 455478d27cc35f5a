"""Chapter 7: what does it cost, and which rows learn?"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from explorer.content.en import task_hints
from explorer.content.en.chapters.tokens import OWN
from explorer.content.en.example_sentence_numbers import TEXT, board_ids
from explorer.content.en.task_feedback import length_and_cost as seen
from explorer.content.en.task_feedback.length_and_cost import GPT2, SENTENCE
from explorer.content.guided_path import Chapter, Step, Task
from explorer.gradients import text_batch, worked_example
from explorer.gradients.text_batch import REPEATS
from explorer.lm.train_token_model import CONFIG
from explorer.memory import BUDGETS, FORMATS, Request, bill
from explorer.questions import Question
from explorer.tokenizers import SMALL, encode
from explorer.wording import count, decimal, number, share

ROW = 5
"""Read at the first and the last position of the course's ids; the sentence under the picture ends with it."""
MORE = 100
"""Times as many rows."""
ALL, LARGEST, NO_MACHINE = "All but the cheap server", "The three with the most memory", "None of them"
ONCE = "5 10"
"""Ids on the blackboard that are read once each."""
LATER, BOTH, MEAN = "The gradient of the later place", "Both gradients, added up", "The mean of both"
FEWER, AS_MANY = "Fewer rows than tokens", "As many rows as tokens"
SIZES = (
    "Shown: the table of GPT-2 (small) alone, since our own model’s fits anywhere: "
    f"{decimal(FORMATS['FP32'].table_bytes(CONFIG.vocab_size, CONFIG.embed_dim))}. L4 and H100 are graphics cards, on "
    "which models are trained."
)
OWN_TABLE = f"{OWN}. Its table has {CONFIG.vocab_size:,} rows."


def _table_size() -> str:
    return decimal(bill(Request(GPT2.vocab_size, GPT2.embed_dim))["Token table"].bytes)


def _table_numbers() -> str:
    table = bill(Request(GPT2.vocab_size, GPT2.embed_dim))["Token table"].bytes
    fullest = max((each for each in BUDGETS if each.bytes >= MORE * table), key=lambda each: table / each.bytes)
    return (
        f"A phone would need {MORE} times {share(table, seen.PHONE.bytes)}, which is "
        f"{share(MORE * table, seen.PHONE.bytes)}: more than it has. The {fullest.name.lower()} with {fullest.sold} "
        f"would be {share(MORE * table, fullest.bytes)} full, and the two graphics cards have more memory still."
    )


def _still_hold() -> str:
    """Which machines a table with `MORE` times as many rows fits into."""
    table = MORE * bill(Request(GPT2.vocab_size, GPT2.embed_dim))["Token table"].bytes
    fits = [budget.name for budget in BUDGETS if budget.bytes >= table]
    return {0: NO_MACHINE, 3: LARGEST, len(BUDGETS) - 1: ALL}[len(fits)]


@lru_cache(maxsize=2)
def _lookup(text: str) -> text_batch.Summary:
    read = text_batch.read(text, SMALL)
    return text_batch.summarise(
        read, text_batch.weight_gradient(read, text_batch.output_gradient(read, 4, text_batch.RANDOM))
    )


def _few() -> str:
    found = _lookup(REPEATS)
    return AS_MANY if found.rows == found.tokens else FEWER


def _few_numbers() -> str:
    found = _lookup(REPEATS)
    return (
        f"A token that comes again has the same row again: {count(found.tokens, 'token')}, {count(found.rows, 'row')}. "
        "Reading pushes no other row."
    )


def _tied() -> str:
    ends = seen.both_ends()
    return "All of them" if len(ends.learns(tied=True)) == ends.vocab_size else "About half"


def _tied_numbers() -> str:
    ends = seen.both_ends()
    every, some, rows = len(ends.learns(tied=True)), len(ends.learns(tied=False)), ends.vocab_size
    return (
        "Every row was compared, so every row is pushed: the right word’s row towards these numbers, all others away. "
        f"That moves {_all_of(every, rows)}. With a second table it is the {some} that were read; “{SENTENCE[-1]}” is "
        "only guessed."
    )


def _board() -> worked_example.Board:
    return worked_example.work(worked_example.parse(worked_example.COURSE))


def _board_numbers() -> str:
    board = _board()
    at = [position for position, row in enumerate(board.ids) if row == ROW]
    first = " + ".join(number(float(board.rows_grad[position][0])) for position in at)
    return (
        f"Neither is lost: both places read the same row, so their gradients add up. The first number of row {ROW} "
        f"gets {first} = {number(float(board.weight_grad[ROW][0]))}, and training makes it smaller."
    )


def _sums() -> str:
    board = _board()
    at = [position for position, row in enumerate(board.ids) if row == ROW]
    together = sum(board.rows_grad[position] for position in at)
    return BOTH if np.array_equal(board.weight_grad[ROW], together) else LATER


def _all_of(some: int, every: int) -> str:
    return f"all {every:,} rows" if some == every else f"{some:,} of {every:,} rows"


def _every_row() -> str:
    ends = seen.both_ends()
    every, some = len(ends.learns(tied=True)), len(ends.learns(tied=False))
    return (
        f"Reading “{SENTENCE}” pushes only the {some} rows that were read. But to guess, the model compares its "
        "last numbers with every row of a table; the right word’s row is pushed towards them, all others away. If "
        f"that is the table it reads from, {_all_of(every, ends.vocab_size)} change."
    )


CHAPTER = Chapter(
    "Cost",
    "What does it cost, and which rows learn?",
    (
        Step(
            "Does it fit on your phone?",
            "memory",
            "The bill",
            "To look rows up quickly, a machine holds GPT-2’s whole [[table]] in memory: "
            f"{GPT2.vocab_size:,} rows of {GPT2.embed_dim} numbers, 4 [[bytes]] each, take {_table_size()}. Each "
            "frame is a machine’s memory, and its bar the table.",
            "m_cards",
            Question(
                f"Which machines could hold a table with {MORE} times as many rows?",
                (ALL, LARGEST, NO_MACHINE),
                _still_hold,
                f"{MORE} times as many rows fill {MORE} times as much. Multiply each percentage: which stay below 100?",
                _table_numbers,
            ),
            Task(
                "Slide “Vocabulary” to the right until the phone is full. Then go on: can you pile up phones to the "
                "ceiling?",
                lambda state: seen.table_bytes(state) > seen.PHONE.bytes,
                {"m_v": "5000000"},
                seen.too_large,
                task_hints.still_fits(GPT2.vocab_size, lambda state: seen.table_bytes(state) > seen.PHONE.bytes),
            ),
            {"m_see": "Does it fit?", "m_optimizer": "None", "m_b": "1", "m_t": "1", "m_card": seen.PHONE.sold},
            ("m_bill_controls", "m_bill_more", "m_cards_said", "m_cards_ways"),
            shown=SIZES,
        ),
        Step(
            "Which rows had a part in it?",
            "gradients",
            "Your sentence",
            "The field is our own model’s whole table, a spot for each row. Squares: the rows that this sentence reads "
            "([[lookup]]). After a wrong guess, each row that had a part in it is pushed a little: it learns.",
            "g_wall",
            Question(
                f"“{REPEATS}” has {count(len(encode(REPEATS, SMALL)), 'token')}. How many rows learn from reading it?",
                (FEWER, AS_MANY, "All rows"),
                _few,
                "A row that was not read had no part in it. Does a token that comes again have another row?",
                _few_numbers,
            ),
            Task(
                "Press “Try a text with repeats”, and count the squares: do more tokens mean more rows?",
                lambda state: str(state.get("text", TEXT)).strip() not in ("", TEXT),
                {"text": REPEATS},
                seen.repeats,
                task_hints.same_text,
            ),
            {"text": TEXT, "encoding": SMALL},
            ("encoding", "g_rows_more", "g_wall_said"),
            shown=OWN_TABLE,
        ),
        Step(
            "A row that is read twice",
            "gradients",
            "Blackboard",
            "The model guessed wrong. On the right, each word of the text sends its row a note, the [[gradient]]: "
            "“this way it gets worse”. Training goes the other way. “Play” brings the notes to their rows, on the "
            "left.",
            "g_back",
            Question(
                f"Here each row is read once. Let the ids be {worked_example.COURSE}: row {ROW} is read at two "
                "places. What arrives at this row?",
                (LATER, BOTH, MEAN),
                _sums,
                "Two bills come to the same address. Does one of them count for nothing?",
                _board_numbers,
            ),
            Task(
                f"Type {worked_example.COURSE} into “Token ids”. Then press “Play”, and watch row {ROW} on the left.",
                lambda state: len(set(typed := board_ids(state))) < len(typed) == int(state.get("g_added") or 0),
                {"g_ids": worked_example.COURSE, "g_added": len(worked_example.COURSE.split())},
                seen.added_up,
                task_hints.read_again(ONCE),
            ),
            {"g_ids": ONCE, "g_board_step": "6 Into the table", "g_added": "0"},
            ("g_scale", "g_pos", "g_board_step", "g_added", "g_board_figure", "g_back_said"),
            cover=("g_back_figure",),
            shown="Shown: a small table and its gradients, both made by hand, so that all of it can be read.",
        ),
        Step(
            "One table, used twice",
            "gradients",
            "Tied or untied",
            "A row that isn’t read stays still, as “zebra” did in 2.4. But a guess compares the model’s last numbers "
            "with a row for every token: that makes the first page’s bars. Often it reads from that same table.",
            "g_ends",
            Question(
                f"“{SENTENCE}” How many rows are pushed, if it reads from and compares with the same table?",
                ("Only the rows that were read", "About half", "All of them"),
                _tied,
                "With how many rows are its last numbers compared?",
                _tied_numbers,
            ),
            Task(
                "Choose “The same table” under “Table to compare with”. A dot is a row that was compared.",
                lambda state: state.get("g_tied") == seen.SAME_TABLE,
                {"g_tied": seen.SAME_TABLE},
                seen.scored,
            ),
            {"text": SENTENCE, "g_tied": "A second table (untied)"},
            ("text_kept_out", "g_ends_said", "g_ends_model", "g_ends_badge"),
            shown=OWN_TABLE,
        ),
    ),
    f"A model learns from a sentence of six words. How many of its table’s {CONFIG.vocab_size:,} rows change?",
    _every_row,
    (
        "A table costs its rows times its width in numbers; reading from it pushes only the rows that were read.",
        "Memory is rows × width × bytes. Reading pushes the rows that were read, comparing pushes all of them.",
    ),
    "A table that is used twice is called [[tied]]. A sparse [[gradient]] saves room: it holds only the rows that were "
    "read, each with its id. While a model learns, each of its numbers needs more memory: for its gradient, and with "
    "an [[optimizer]] such as [[Adam]] for two more numbers.",
    (
        ("memory", "The bill", "The bill of training"),
        ("gradients", "One step", "One step of an optimizer"),
        ("gradients", "Whole books", "Which rows whole books touch"),
    ),
)
