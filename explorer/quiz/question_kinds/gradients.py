"""Gradients: which rows get one, and how large it is."""

from __future__ import annotations

import numpy as np

from explorer.core.functional import embedding_backward, embedding_backward_rows
from explorer.gradients.tied_output import both_ends
from explorer.memory import Request
from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer
from explorer.quiz.question import Mistake, Question, Show, kind, pick
from explorer.wording import count, listed, number, share, verb

TOPIC = "Gradients"
WORDS = 12
"""Rows of the blackboard's table, which shows the same ids."""


def _ids(rng: np.random.Generator, length: int, words: int = WORDS) -> list[int]:
    """Ids of which at least one is repeated."""
    few = [int(i) for i in rng.choice(words, length - 1, replace=True)]
    ids = [*few, few[int(rng.integers(len(few)))]]
    return [ids[int(i)] for i in rng.permutation(length)]


def _board(ids: list[int], look: str) -> Show:
    return Show("gradients", "Blackboard", {"g_ids": " ".join(map(str, ids)), "g_board_step": "6 Into the table"}, look)


@kind(TOPIC, "rows-that-learn")
def rows_that_learn(rng: np.random.Generator) -> Question:
    """Distinct ids."""
    v, ids = pick(rng, 1000, 50_257), _ids(rng, 6)
    rows = embedding_backward_rows(np.ones((6, 2), np.float32), np.array(ids), v).rows
    return Question(
        f"A text has the ids {ids}; the table has {v:,} rows, and is only read from. How many rows get a push "
        "(a gradient)?",
        len(rows),
        f"{verb(len(rows), 'Row', 'Rows')} {listed(str(row) for row in rows)}: {count(len(rows), 'row')}. "
        "A repeated id adds to its row and touches no other.",
        _board(ids, "The rows of the table that have a gradient."),
        {"ids": tuple(ids), "V": v},
        tolerance=0,
        mistakes=(
            Mistake(len(ids), "Repeats counted", "Equal ids share one row."),
            Mistake(v, "All rows", "Rows that no id asks for are not part of the result, so their gradient is 0."),
        ),
    )


@kind(TOPIC, "repeats-add")
def repeats_add(rng: np.random.Generator) -> Question:
    """A repeated id adds up."""
    ids, value = _ids(rng, 6), pick(rng, 1, 2, 3)
    row = max(ids, key=ids.count)
    gradient = embedding_backward(np.full((6, 1), value, np.float32), np.array(ids), WORDS)
    found = float(gradient[row, 0])
    times = ids.count(row)
    return Question(
        f"The ids {ids} are looked up, and every number that comes out has the gradient {value}. What is the gradient "
        f"of the numbers in row {row}?",
        found,
        f"Id {row} comes {times} times, and its gradients are added up: {times} × {value} = {number(found)}. `g[ids] "
        "+= …` in NumPy would keep one of them only; `np.add.at` adds them all.",
        _board(ids, f"Row {row} on the way back: its gradient is a sum over the positions where it was read."),
        {"ids": tuple(ids), "value": value, "row": row},
        tolerance=0,
        mistakes=(
            Mistake(value, "One of the repeats kept", "Each position where the row was read adds its gradient."),
            Mistake(value / times, "Shared out among the repeats", "Each position adds its whole gradient."),
            Mistake(len(ids) * value, "All ids added", f"Only the positions with id {row} count for row {row}."),
        ),
    )


@kind(TOPIC, "most-share")
def most_share(rng: np.random.Generator) -> Question:
    """At most B·T of V rows."""
    b, t, v = pick(rng, 4, 8), pick(rng, 64, 128, 256), pick(rng, 50_257, 100_000, 128_256)
    touched = min(Request(v, 8, batch=b, seq_len=t).tokens, v)
    percent = 100 * touched / v
    return Question(
        f"A batch has {b} texts of {t} tokens, the table has {v:,} rows, and the output is untied. At most what "
        "percentage of the rows can get a gradient?",
        percent,
        f"At most one row for each token: {b} × {t} = {touched:,} of {v:,}, {share(touched, v, 3)}. Words repeat, so "
        "it is less in real text.",
        Show("gradients", "Whole books", {"g_size": str(b * t)}, "The measured share at this size, on real books."),
        {"B": b, "T": t, "V": v},
        "%",
        tolerance=0.02,
        mistakes=(
            Mistake(percent / 100, "A share, not a percentage", "Times 100 it is a percentage."),
            Mistake(100 * t / v, "One text only", f"There are {b} texts."),
            Mistake(100 - percent, "The rest instead", "That is the part that gets none."),
        ),
    )


def _ends(rng: np.random.Generator, tied: bool) -> Question:
    v = pick(rng, 20, 30, 40)
    ids = _ids(rng, 6, v)
    config = ModelConfig(vocab_size=v, train_len=8, embed_dim=8, n_heads=1, tied=True)
    ends = both_ends(config, Transformer(config).weights, np.array(ids))
    learns = ends.learns(tied)
    read = len(set(ids[:-1]))
    slips = (
        Mistake(len(set(ids)), "The last token counted", "The last token is predicted; nothing reads its row."),
        Mistake(len(ids) - 1, "Repeats counted", "Equal ids share one row."),
    )
    how = "the same table" if tied else "a second table"
    return Question(
        f"A model with {v} tokens reads {ids[:-1]} and guesses the token after each, at the end {ids[-1]}. It "
        f"compares its results with the rows of {how}. How many rows of the table that it reads from are pushed?",
        len(learns),
        "The table is used twice: to read, and to compare. Every row was compared, and gets a gradient: all "
        f"{len(learns)} are pushed, read or not."
        if tied
        else f"Only what was read: the ids {listed(str(i) for i in sorted(set(ids[:-1])))}, "
        f"{count(len(learns), 'row')}. The last token {ids[-1]} is guessed, not read.",
        Show(
            "gradients",
            "Tied or untied",
            {"g_tied": "The same table (tied)" if tied else "A second table (untied)"},
            "How many rows learn, in a trained model.",
        ),
        {"V": v, "ids": tuple(ids), "tied": tied},
        tolerance=0,
        mistakes=(
            Mistake(
                read if tied else v,
                "Untied instead of tied" if tied else "Tied instead of untied",
                "A tied table also scores all tokens, and each score has a gradient."
                if tied
                else "The scores have their own matrix here; the table is only read.",
            ),
            *(slip for slip in slips if slip.reply != read),  # where a repeat or the last token makes a difference
        ),
    )


@kind(TOPIC, "tied")
def tied(rng: np.random.Generator) -> Question:
    """All rows."""
    return _ends(rng, True)


@kind(TOPIC, "untied-rows")
def untied_rows(rng: np.random.Generator) -> Question:
    """Rows that were read."""
    return _ends(rng, False)
