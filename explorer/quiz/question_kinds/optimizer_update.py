"""Gradients: optimizer steps, and bytes of gradients."""

from __future__ import annotations

import numpy as np

from explorer.core import Embedding
from explorer.core.optim import SGD, Adam
from explorer.memory import Request, bill
from explorer.quiz.question import Mistake, Question, Show, bracketed, kind, mixed, pick
from explorer.quiz.question_kinds.gradients import TOPIC, WORDS
from explorer.quiz.question_kinds.memory import units
from explorer.wording import both, number


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
        after,
        f"One step goes against the gradient: {number(weight)} − {rate} × {bracketed(gradient)} = {number(weight)} − "
        f"{bracketed(rate * gradient)} = {number(after)}.",
        Show("gradients", "Blackboard", {"g_ids": "5 10 10 5", "g_board_step": "7 Move"}, "The row before and after."),
        {"weight": weight, "gradient": gradient, "rate": rate},
        tolerance=0,
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
