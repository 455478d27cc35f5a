"""Gradients: which rows learn, and how far they go."""

from __future__ import annotations

import numpy as np

from explorer.core import Embedding
from explorer.core.functional import embedding_backward, embedding_backward_rows
from explorer.core.optim import SGD, Adam
from explorer.gradients.tied import both_ends
from explorer.memory import Request, bill
from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer
from explorer.quiz.kinds.memory import units
from explorer.quiz.question import Mistake, Question, Show, bracketed, kind, mixed, pick
from explorer.wording import both, count, listed, number, share, verb

TOPIC = "Gradients"
_WORDS = 12
"""Rows of the blackboard's table, which shows the same ids."""


def _ids(rng: np.random.Generator, length: int, words: int = _WORDS) -> list[int]:
    """Ids of which at least one comes twice."""
    few = [int(i) for i in rng.choice(words, length - 1, replace=True)]
    ids = [*few, few[int(rng.integers(len(few)))]]
    return [ids[int(i)] for i in rng.permutation(length)]


def _board(ids: list[int], look: str) -> Show:
    return Show("gradients", "Blackboard", {"g_ids": " ".join(map(str, ids))}, look)


@kind(TOPIC, "rows-that-learn")
def rows_that_learn(rng: np.random.Generator) -> Question:
    """Distinct ids."""
    v, ids = pick(rng, 1000, 50_257), _ids(rng, 6)
    rows = embedding_backward_rows(np.ones((6, 2), np.float32), np.array(ids), v).rows
    return Question(
        f"A batch holds the ids {ids}; the table has {v:,} rows, and its output layer is not tied to it. How many "
        f"rows get a "
        "gradient?",
        len(rows),
        f"{verb(len(rows), 'Row', 'Rows')} {listed(str(row) for row in rows)}: {count(len(rows), 'row')}. "
        "A repeated id adds to its row and touches no further one.",
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
    gradient = embedding_backward(np.full((6, 1), value, np.float32), np.array(ids), _WORDS)
    found = float(gradient[row, 0])
    times = ids.count(row)
    return Question(
        f"The ids {ids} are looked up, and every number that comes out has the gradient {value}. What is the gradient "
        f"of the numbers in row {row}?",
        found,
        f"Id {row} comes {times} times, and its gradients are added up: {times} × {value} = {number(found)}. `g[ids] "
        f"+= …` in "
        "NumPy would keep one of them only; `np.add.at` adds them all.",
        _board(ids, f"Row {row} on the way back: its gradient is a sum over the places where it was read."),
        {"ids": tuple(ids), "value": value, "row": row},
        tolerance=0,
        mistakes=(
            Mistake(value, "One of the repeats kept", "Each place where the row was read adds its gradient."),
            Mistake(
                found / times / times if times else 0,
                "The mean instead of the sum",
                "Gradients are added, not averaged.",
            ),
            Mistake(len(ids) * value, "All ids added", f"Only the places with id {row} count for row {row}."),
        ),
    )


@kind(TOPIC, "most-share")
def most_share(rng: np.random.Generator) -> Question:
    """At most B·T of V rows."""
    b, t, v = pick(rng, 4, 8), pick(rng, 64, 128, 256), pick(rng, 50_257, 100_000, 128_256)
    touched = min(Request(v, 8, batch=b, seq_len=t).tokens, v)
    percent = 100 * touched / v
    return Question(
        f"A batch has {b} texts of {t} tokens, the table {v:,} rows, the output is untied. How many percent of the "
        f"rows can get a "
        "gradient at most?",
        percent,
        f"At most one row for each token: {b} × {t} = {touched:,} of {v:,}, {share(touched, v, 3)}. Words repeat, so "
        "it is less in real text.",
        Show("gradients", "Whole books", {"g_size": str(b * t)}, "The measured share at this size, on real books."),
        {"B": b, "T": t, "V": v},
        "%",
        tolerance=0.02,
        mistakes=(
            Mistake(percent / 100, "A share, not percent", "Times 100 it is percent."),
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
    how = "is tied to the table" if tied else "has a matrix of its own"
    return Question(
        f"A model with {v} tokens reads {ids[:-1]} and predicts the token after each, at the end {ids[-1]}. Its "
        f"output layer {how}. How many rows of the token table get a gradient?",
        len(learns),
        "Tied, the table is used twice: to read, and to score all tokens as the next one. The softmax gives every "
        f"score a gradient, so all {len(learns)} rows get one, though rows that were not read get a small one."
        if tied
        else f"Only what was read: the ids {listed(str(i) for i in sorted(set(ids[:-1])))}, "
        f"{count(len(learns), 'row')}. The "
        f"last token {ids[-1]} is predicted, not read.",
        Show(
            "gradients",
            "Tied or untied",
            {"g_tied": "Tied: the token table" if tied else "Untied: a matrix of its own"},
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
            Mistake(len(set(ids)), "The last token counted", "The last token is predicted; nothing reads its row."),
            Mistake(len(ids) - 1, "Repeats counted", "Equal ids share one row."),
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
    after = float(table.weight.data[1, 0])
    return Question(
        f"A number in a row is {number(weight)}, its gradient is {number(gradient)}, the learning rate is {rate}. "
        f"What is the "
        "number after one step of plain SGD?",
        after,
        f"One step goes against the gradient: {number(weight)} − {rate} × {bracketed(gradient)} = {number(weight)} − "
        f"{bracketed(rate * gradient)} = {number(after)}.",
        Show("gradients", "Blackboard", {"g_ids": "5 10 10 5", "g_board_step": "7 Move"}, "The row before and after."),
        {"weight": weight, "gradient": gradient, "rate": rate},
        tolerance=0,
        slack=1e-6,
        mistakes=(
            Mistake(weight + rate * gradient, "Along the gradient", "The loss grows along the gradient: subtract it."),
            Mistake(weight - gradient, "The learning rate forgotten", f"The step is the gradient times {rate}."),
            Mistake(-rate * gradient, "The step alone", f"The step is added to the old number, {number(weight)}."),
        ),
    )


@kind(TOPIC, "sparse-bytes")
def sparse_bytes(rng: np.random.Generator) -> Question:
    """Touched rows and their ids."""
    v, d = pick(rng, 30_000, 50_257), pick(rng, 256, 512, 768)
    b, t = pick(rng, 2, 4), pick(rng, 64, 128)
    request = Request(v, d, batch=b, seq_len=t, positions="None", output="None", gradients="Row-sparse")
    sparse, dense = bill(request)["Gradients"].bytes, bill(request.with_(gradients="Dense"))["Gradients"].bytes
    n = b * t
    return Question(
        f"{n:,} different tokens of a table of {v:,} × {d} FP32 numbers get a gradient. It is stored row-sparse: each "
        "touched row, and its id in 8 bytes. How many bytes is that?",
        sparse,
        f"{n:,} × ({d} × 4 + 8) = {sparse:,} bytes = {both(sparse)}. The dense gradient takes {both(dense)}.",
        Show(
            "memory",
            "The bill",
            {
                "m_v": str(v),
                "m_d": str(d),
                "m_b": str(b),
                "m_t": str(t),
                "m_positions": "None",
                "m_output": "None",
                "m_gradients": "Row-sparse",
            },
            "The piece “Gradients”.",
        ),
        {"V": v, "D": d, "n": n},
        "bytes",
        mistakes=(
            Mistake(dense, "The dense gradient", "Row-sparse keeps the touched rows only."),
            Mistake(n * (d + 8), "The 4 bytes of a number forgotten", "FP32 takes 4 bytes for each number."),
            *units(sparse),
        ),
    )


@kind(TOPIC, "adam-moves")
def adam_moves(rng: np.random.Generator) -> Question:
    """A row whose token is gone: SGD rests, dense Adam moves."""
    name = ("plain SGD", "Adam")[int(rng.integers(2))]
    sparse = bool(rng.integers(2))
    first, second = (int(i) for i in rng.choice(_WORDS, 2, replace=False))
    table = Embedding(_WORDS, 4, rng=0)
    moving = SGD(table.parameters(), 0.1) if name == "plain SGD" else Adam(table.parameters(), 0.1)
    for token in (first, second):
        before = table.weight.data.copy()
        moving.zero_grad()
        table([token]).backward(np.ones((1, 4), np.float32))
        if not sparse:
            table.weight.grad = table.weight.grad
        moving.step()
    moved = bool((table.weight.data[first] != before[first]).any())
    yes, no = "It moves", "It stays where it is"
    stored = "row-sparse" if sparse else "dense"
    return Question(
        f"The first batch holds token {first}, the second only token {second}. The optimizer is {name}, the gradient "
        f"is stored {stored}. What does row {first} do in the second step?",
        yes if moved else no,
        "Dense Adam remembers: the running mean of the row’s gradient is not yet 0, so it goes on moving."
        if moved
        else (
            "Plain SGD has no memory: a gradient of 0 moves nothing."
            if name == "plain SGD"
            else "Row-sparse (“lazy”) Adam touches only the rows of the batch; the others, and their running means, "
            "rest."
        ),
        Show(
            "gradients",
            "One step",
            {
                "g_optimizer": "SGD" if name == "plain SGD" else "Adam",
                "g_way": "touched rows only" if sparse else "whole table",
            },
            "The rows that were “only in the earlier” text.",
        ),
        {"optimizer": name, "sparse": sparse},
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
