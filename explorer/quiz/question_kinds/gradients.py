"""Gradients: which rows get one, and how large it is."""

import numpy as np

from explorer.core import Embedding
from explorer.core.functional import embedding_backward, embedding_backward_rows
from explorer.core.optim import SGD, Adam
from explorer.gradients.tied_output import both_ends
from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer
from explorer.questions import Question
from explorer.quiz.question import bracketed, fill, kind, mixed, pick
from explorer.wording import count, listed, number, verb

TOPIC = "Gradients"
WORDS = 12
"""Rows of the blackboard's table, which shows the same ids."""


def _ids(rng: np.random.Generator, length: int, words: int = WORDS) -> list[int]:
    few = [int(i) for i in rng.choice(words, length - 1, replace=True)]
    ids = [*few, few[int(rng.integers(len(few)))]]
    return [ids[int(i)] for i in rng.permutation(length)]


def _board(ids: list[int]) -> dict[str, str]:
    return {"g_ids": " ".join(map(str, ids)), "g_board_step": "6 Into the table"}


@kind(TOPIC, "rows-that-learn")
def rows_that_learn(rng: np.random.Generator) -> Question:
    """Distinct ids."""
    v, ids = pick(rng, 1000, 50_257), _ids(rng, 6)
    rows = embedding_backward_rows(np.ones((6, 2), np.float32), np.array(ids), v).rows
    which = f"{verb(len(rows), 'Row', 'Rows')} {listed(str(row) for row in rows)}"
    words = {"ids": ids, "rows": which, "count": count(len(rows), "row")}
    slips = {"repeats": len(ids), "all": v}
    return fill("rows-that-learn", len(rows), {"ids": tuple(ids), "V": v}, slips, state=_board(ids), words=words)


@kind(TOPIC, "repeats-add")
def repeats_add(rng: np.random.Generator) -> Question:
    """A repeated id adds up."""
    ids, value = _ids(rng, 6), pick(rng, 1, 2, 3)
    row = max(ids, key=ids.count)
    gradient = embedding_backward(np.full((6, 1), value, np.float32), np.array(ids), WORDS)
    found, times = float(gradient[row, 0]), ids.count(row)
    slips = {"one": value, "shared": value / times, "all": len(ids) * value}
    words = {"ids": ids, "times": times, "sum": number(found)}
    given = {"ids": tuple(ids), "value": value, "row": row}
    return fill("repeats-add", found, given, slips, state=_board(ids), words=words)


def _ends(rng: np.random.Generator, tied: bool) -> Question:
    v = pick(rng, 20, 30, 40)
    ids = _ids(rng, 6, v)
    config = ModelConfig(vocab_size=v, train_len=8, embed_dim=8, n_heads=1, tied=True)
    learns = both_ends(config, Transformer(config).weights, np.array(ids)).learns(tied)
    read = sorted(set(ids[:-1]))
    # A repeat, or the last token, is a mistake where it makes a difference.
    slips = {"last": len(set(ids)), "repeats": len(ids) - 1}
    slips = {"other": len(read) if tied else v} | {slip: many for slip, many in slips.items() if many != len(read)}
    words = {"read": ids[:-1], "last": ids[-1], "rows": listed(map(str, read)), "count": count(len(learns), "row")}
    given = {"V": v, "ids": tuple(ids), "tied": tied}
    return fill("tied" if tied else "untied-rows", len(learns), given, slips, words=words)


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
    words = {"before": number(weight), "slope": number(gradient), "after": number(after)}
    words |= {"bracketed": bracketed(gradient), "step": bracketed(rate * gradient)}
    slips = {"along": weight + rate * gradient, "rate": weight - gradient, "step": -rate * gradient}
    return fill("one-step", after, {"weight": weight, "gradient": gradient, "rate": rate}, slips, words=words)


@kind(TOPIC, "adam-moves")
def adam_moves(rng: np.random.Generator) -> Question:
    """A row whose token no longer occurs: SGD leaves it, dense Adam moves it."""
    plain, sparse = int(rng.integers(2)) == 0, bool(rng.integers(2))
    first, second = (int(i) for i in rng.choice(WORDS, 2, replace=False))
    table = Embedding(WORDS, 4, seed=0)
    moving = SGD(table.parameters(), 0.1) if plain else Adam(table.parameters(), 0.1)
    for token in (first, second):
        before = table.weight.data.copy()
        moving.zero_grad()
        table([token]).backward(np.ones((1, 4), np.float32))
        if not sparse:
            table.weight.grad = table.weight.grad  # assignment makes it dense
        moving.step()
    moved = bool((table.weight.data[first] != before[first]).any())
    does = {"moves": "It moves", "stays": "It stays where it is"}
    name, stored = "plain SGD" if plain else "Adam", "row-sparse" if sparse else "dense"
    return fill(
        "adam-moves",
        does["moves" if moved else "stays"],
        {"optimizer": name, "sparse": sparse},
        {"stays": does["stays"]} if moved else {"moves": does["moves"]},
        state={
            "g_optimizer": "SGD" if plain else "Adam",
            "g_guess_step": "Just show me",
        },
        case="moves" if moved else "sgd" if plain else "lazy",
        words={"first": first, "second": second, "stored": stored},
        condition=f"{name}, {stored}",
        choices=mixed(rng, *does.values()),
    )
