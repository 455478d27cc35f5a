"""Gradients: which rows get one, and how large it is."""

from __future__ import annotations

import numpy as np

from explorer.core import Embedding
from explorer.core.functional import embedding_backward, embedding_backward_rows
from explorer.core.optim import SGD, Adam
from explorer.gradients.tied_output import both_ends
from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer
from explorer.questions import Mistake, Question, Show
from explorer.quiz.question import bracketed, kind, mixed, pick
from explorer.wording import count, listed, number, verb

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
        answer=len(rows),
        why=f"{verb(len(rows), 'Row', 'Rows')} {listed(str(row) for row in rows)}: {count(len(rows), 'row')}. "
        "A repeated id adds to its row and touches no other.",
        show=_board(ids, "The rows of the table that have a gradient."),
        given={"ids": tuple(ids), "V": v},
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
        answer=found,
        why=f"Id {row} comes {times} times, and its gradients are added up: {times} × {value} = {number(found)}. "
        "`g[ids] "
        "+= …` in NumPy would keep one of them only; `np.add.at` adds them all.",
        show=_board(ids, f"Row {row} on the way back: its gradient is a sum over the positions where it was read."),
        given={"ids": tuple(ids), "value": value, "row": row},
        tolerance=0,
        mistakes=(
            Mistake(value, "One of the repeats kept", "Each position where the row was read adds its gradient."),
            Mistake(value / times, "Shared out among the repeats", "Each position adds its whole gradient."),
            Mistake(len(ids) * value, "All ids added", f"Only the positions with id {row} count for row {row}."),
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
        answer=len(learns),
        why="The table is used twice: to read, and to compare. Every row was compared, and gets a gradient: all "
        f"{len(learns)} are pushed, read or not."
        if tied
        else f"Only what was read: the ids {listed(str(i) for i in sorted(set(ids[:-1])))}, "
        f"{count(len(learns), 'row')}. The last token {ids[-1]} is guessed, not read.",
        show=Show(
            "gradients",
            "Tied or untied",
            {"g_tied": "The same table (tied)" if tied else "A second table (untied)"},
            "How many rows learn, in a trained model.",
        ),
        given={"V": v, "ids": tuple(ids), "tied": tied},
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


@kind(TOPIC, "one-step")
def one_step(rng: np.random.Generator) -> Question:
    """W − lr · g."""
    weight, gradient = pick(rng, 1, 2, 3, -2), pick(rng, 2, 4, 5, -4)
    rate = (0.1, 0.5, 0.25)[int(rng.integers(3))]
    table = Embedding.from_weight(np.full((3, 1), weight, np.float32))
    table([1]).backward(np.full((1, 1), gradient, np.float32))
    SGD(table.parameters(), rate).step()
    after = round(float(table.weight.data[1, 0]), 6)  # float32 cannot represent 1.9
    return Question(
        f"A number in a row is {number(weight)}, its gradient is {number(gradient)}, the learning rate is {rate}. What "
        "is the number after one step of plain SGD?",
        answer=after,
        why=f"One step goes against the gradient: {number(weight)} − {rate} × {bracketed(gradient)} = "
        f"{number(weight)} − "
        f"{bracketed(rate * gradient)} = {number(after)}.",
        show=Show(
            "gradients", "Blackboard", {"g_ids": "5 10 10 5", "g_board_step": "7 Move"}, "The row before and after."
        ),
        given={"weight": weight, "gradient": gradient, "rate": rate},
        tolerance=0,
        mistakes=(
            Mistake(weight + rate * gradient, "Along the gradient", "The loss grows along the gradient: subtract it."),
            Mistake(weight - gradient, "The learning rate forgotten", f"The step is the gradient times {rate}."),
            Mistake(-rate * gradient, "The step alone", f"The step is added to the old number, {number(weight)}."),
        ),
    )


@kind(TOPIC, "adam-moves")
def adam_moves(rng: np.random.Generator) -> Question:
    """A row whose token no longer occurs: SGD leaves it, dense Adam moves it."""
    name = ("plain SGD", "Adam")[int(rng.integers(2))]
    sparse = bool(rng.integers(2))
    first, second = (int(i) for i in rng.choice(WORDS, 2, replace=False))
    table = Embedding(WORDS, 4, rng=0)
    moving = SGD(table.parameters(), 0.1) if name == "plain SGD" else Adam(table.parameters(), 0.1)
    for token in (first, second):
        before = table.weight.data.copy()
        moving.zero_grad()
        table([token]).backward(np.ones((1, 4), np.float32))
        if not sparse:
            table.weight.grad = table.weight.grad  # assignment makes it dense
        moving.step()
    moved = bool((table.weight.data[first] != before[first]).any())
    yes, no = "It moves", "It stays where it is"
    stored = "row-sparse" if sparse else "dense"
    return Question(
        f"The first batch holds token {first}, the second only token {second}. The optimizer is {name}, the gradient "
        f"is stored {stored}. What does row {first} do in the second step?",
        answer=yes if moved else no,
        why="Dense Adam remembers: the running mean of the row’s gradient is not yet 0, so it goes on moving."
        if moved
        else (
            "Plain SGD has no memory: a gradient of 0 moves nothing."
            if name == "plain SGD"
            else "Row-sparse (“lazy”) Adam touches only the rows of the batch; the others, and their running means, "
            "rest."
        ),
        show=Show(
            "gradients",
            "One step",
            {
                "g_optimizer": "SGD" if name == "plain SGD" else "Adam",
                "g_way": "touched rows only" if sparse else "whole table",
            },
            "The rows that were “only in the earlier” text.",
        ),
        given={"optimizer": name, "sparse": sparse},
        condition=f"{name}, {stored}",
        choices=mixed(rng, yes, no),
        mistakes=(
            Mistake(
                no if moved else yes,
                "Adam’s memory forgotten" if moved else "A memory that is not used here",
                "Adam moves by a running mean of earlier gradients."
                if moved
                else "Nothing reaches a row without a gradient here.",
            ),
        ),
    )
