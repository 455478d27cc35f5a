"""Each misconception against an independent measurement."""

import math
import time
import zlib

import numpy as np
import pytest

from explorer.gradients import vocabulary_share
from explorer.memory import MODELS
from explorer.quiz import KINDS
from explorer.quiz.misconceptions import ALL, IT_IS_RIGHT
from explorer.wording import both, number, share
from explorer.words.shipped_tables import near_and_drawn_near, shipped
from tests.support import decimals_in, in_order, parts_of

SEEDS = range(8)


@pytest.mark.parametrize("name", ALL)
def test_a_statement_is_whole(name: str) -> None:
    for seed in SEEDS:
        statement = ALL[name](np.random.default_rng(seed))
        assert len({statement.said, statement.right, statement.other}) == 3
        assert all(text.endswith(".") for text in (statement.said, statement.right, statement.other, statement.settled))
        assert statement.show.part in parts_of(statement.show.page)
        assert statement.where


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_its_question_quotes_the_wrong_or_the_right_statement(name: str) -> None:
    found = set()
    for seed in range(20):
        question = KINDS[f"said-{name}"](seed)
        true = bool(question.given["true"])
        found.add(true)
        statement = ALL[name](np.random.default_rng([seed, zlib.crc32(f"said-{name}".encode())]))
        assert question.answer == (IT_IS_RIGHT if true else statement.right)
        assert (statement.right if true else statement.said) in question.prompt
        assert len(question.choices) == 3
    assert found == {True, False}


def test_low_columns_turn_fast() -> None:
    for seed in SEEDS:
        statement = ALL["fast-and-slow"](np.random.default_rng(seed))
        dim = statement.given["D"]
        positions = np.arange(400)
        turned = [np.abs(np.diff(np.sin(positions / 10_000 ** (column / dim)))).mean() for column in range(0, dim, 2)]
        assert turned[0] == max(turned) and turned[-1] == min(turned)
        assert statement.right == "The low columns change fast, the high ones slowly."
        first, last = number(2 * math.pi), number(2 * math.pi * 10_000 ** ((dim - 2) / dim), 4)
        assert in_order(f"0 1 {first} {dim - 2} {dim - 1} {last}", statement.settled)


def test_learned_positions_start_larger() -> None:
    for seed in SEEDS:
        statement = ALL["smaller-start"](np.random.default_rng(seed))
        v, d = statement.given["V"], statement.given["D"]
        assert math.sqrt(2 / d) > math.sqrt(6 / (v + d))
        assert statement.right == "Learned positions start with larger numbers than token rows."
        assert in_order(f"{number(math.sqrt(2 / d))} {number(math.sqrt(6 / (v + d)))}", statement.settled)


def test_past_the_trained_length_the_sinusoids_loss_is_above_letter_counts() -> None:
    for seed in SEEDS:
        statement = ALL["extrapolate"](np.random.default_rng(seed))
        level, beyond, counts = decimals_in(statement.settled)
        assert beyond > counts > level + 0.1
        assert "reads later positions worse" in statement.right


def test_batches_of_text_touch_more_than_one_percent_and_it_depends_on_their_size() -> None:
    curves = [book["gpt2"] for book in vocabulary_share.results().values()]
    for seed in SEEDS:
        statement = ALL["no-gradient"](np.random.default_rng(seed))
        shares = [curve.share[curve.sizes.index(statement.given["size"])] for curve in curves]
        assert min(shares) > 0.03 and in_order(f"{share(min(shares))} {share(max(shares))}", statement.settled)
    assert all(curve.share[0] < 0.01 < curve.share[-1] for curve in curves)
    low, high = vocabulary_share.ONE_PERCENT
    assert all(low <= vocabulary_share.one_percent(curve) <= high for curve in curves)


def test_gpt3s_table_is_a_third_of_a_percent_and_a_fifth_belongs_to_much_smaller_models() -> None:
    large = MODELS["GPT-3"]
    assert 50_257 * 12_288 / large.parameters == pytest.approx(0.0035, rel=0.02)
    fifths = [model for model in MODELS.values() if model.token_share > 0.2]
    assert fifths and all(model.parameters * 50 < large.parameters for model in fifths)
    assert ALL["twenty-percent"](np.random.default_rng(0)).right.startswith("GPT-3’s token table is 0.35 %")


def test_near_dots_on_the_map_are_mostly_not_near_in_the_table() -> None:
    for seed in SEEDS:
        statement = ALL["flat-map"](np.random.default_rng(seed))
        true, drawn = near_and_drawn_near("GloVe", shipped("GloVe").find(statement.given["word"]))
        both_near = len({*true.ids.tolist()} & {*drawn.ids.tolist()})
        assert both_near < 10 and f"{both_near} " in statement.settled


def test_a_lookup_reads_as_much_of_a_small_table_as_of_a_large_one() -> None:
    for seed in SEEDS:
        statement = ALL["time-and-rows"](np.random.default_rng(seed))
        assert both(statement.given["D"] * 4 + 8) in statement.settled


def test_rows_of_a_table_beyond_the_caches_take_longer() -> None:
    """Half a gigabyte outgrows the caches of most machines; 64 rows of 64 numbers fit in the smallest of them."""
    rng = np.random.default_rng(0)
    out = np.empty((512, 64), np.float32)
    fastest = []
    for rows in (64, 2_000_000):
        table, ids = np.ones((rows, 64), np.float32), rng.integers(0, rows, (128, 512))
        times = []
        for _ in range(4):
            start = time.perf_counter()
            for chunk in ids:
                np.take(table, chunk, axis=0, out=out, mode="clip")
            times.append(time.perf_counter() - start)
        fastest.append(min(times))
    assert fastest[1] > 1.5 * fastest[0]
