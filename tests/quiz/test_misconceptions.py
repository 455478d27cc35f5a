"""Each misconception against an independent measurement."""

import math
import time
import zlib

import numpy as np
import pytest

from explorer.gradients import vocabulary_share
from explorer.memory import MODELS
from explorer.quiz import KINDS
from explorer.quiz.misconceptions import ALL, IT_IS_RIGHT, build_statement
from explorer.wording import number
from tests.support import parts_of

SEEDS = range(8)


@pytest.mark.parametrize("name", ALL)
def test_a_statement_is_whole(name: str) -> None:
    for seed in SEEDS:
        statement = build_statement(name, seed)
        assert len({statement.said, statement.right, statement.other}) == 3
        assert all(text.endswith(".") for text in (statement.said, statement.right, statement.other, statement.settled))
        assert statement.show.part in parts_of(statement.show.page)
        assert len({len(values) for values in statement.columns.values()}) == 1
        assert statement.where


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_its_question_quotes_the_wrong_or_the_right_statement(name: str) -> None:
    both = set()
    for seed in range(20):
        question = KINDS[f"said-{name}"](seed)
        true = bool(question.given["true"])
        both.add(true)
        statement = ALL[name](np.random.default_rng([seed, zlib.crc32(f"said-{name}".encode())]))
        assert question.answer == (IT_IS_RIGHT if true else statement.right)
        assert (statement.right if true else statement.said) in question.prompt
        assert len(question.choices) == 3
    assert both == {True, False}


def test_low_columns_turn_fast() -> None:
    for seed in SEEDS:
        statement = build_statement("fast-and-slow", seed)
        dim = statement.given["D"]
        positions = np.arange(400)
        turned = [np.abs(np.diff(np.sin(positions / 10_000 ** (column / dim)))).mean() for column in range(0, dim, 2)]
        assert turned[0] == max(turned) and turned[-1] == min(turned)
        assert statement.right == "The low columns change fast, the high ones slowly."
        first, last = statement.columns["positions per turn"][0], statement.columns["positions per turn"][-1]
        assert (first, last) == pytest.approx((2 * math.pi, 2 * math.pi * 10_000 ** ((dim - 2) / dim)), rel=1e-3)
        assert f"Columns 0 and 1 come round every {number(first)} positions" in statement.settled
        assert f"Columns {dim - 2} and {dim - 1} need" in statement.settled


def test_learned_positions_start_larger() -> None:
    for seed in SEEDS:
        statement = build_statement("smaller-start", seed)
        v, d = statement.given["V"], statement.given["D"]
        assert math.sqrt(2 / d) > math.sqrt(6 / (v + d))
        assert statement.right == "Learned positions start with larger numbers than token rows."
        assert statement.columns["start within ±"] == pytest.approx([math.sqrt(6 / (v + d)), math.sqrt(2 / d)])


def test_past_the_trained_length_the_sinusoids_loss_is_above_letter_counts() -> None:
    for seed in SEEDS:
        statement = build_statement("extrapolate", seed)
        level, beyond, counts = statement.columns["loss, nats per character"]
        assert beyond > counts > level + 0.1
        assert "reads later positions worse" in statement.right


def test_batches_of_text_touch_more_than_one_percent_and_it_depends_on_their_size() -> None:
    shares = {seed: list(build_statement("no-gradient", seed).columns.values())[1] for seed in SEEDS}
    assert all(min(share) > 0.03 for share in shares.values())
    curves = [book["gpt2"] for book in vocabulary_share.results().values()]
    assert all(curve.share[0] < 0.01 < curve.share[-1] for curve in curves)
    low, high = vocabulary_share.ONE_PERCENT
    assert all(low <= vocabulary_share.one_percent(curve) <= high for curve in curves)


def test_gpt3s_table_is_a_third_of_a_percent_and_a_fifth_belongs_to_much_smaller_models() -> None:
    large = MODELS["GPT-3"]
    assert 50_257 * 12_288 / large.parameters == pytest.approx(0.0035, rel=0.02)
    fifths = [model for model in MODELS.values() if model.token_share > 0.2]
    assert fifths and all(model.parameters * 50 < large.parameters for model in fifths)
    assert build_statement("twenty-percent").right.startswith("GPT-3’s token table is 0.35 %")


def test_near_dots_on_the_map_are_mostly_not_near_in_the_table() -> None:
    for seed in SEEDS:
        statement = build_statement("flat-map", seed)
        true, drawn = (set(words) for words in statement.columns.values())
        assert len(true & drawn) < 10
        assert f"{len(true & drawn)} " in statement.settled


def test_a_lookup_reads_as_much_of_a_small_table_as_of_a_large_one() -> None:
    for seed in SEEDS:
        statement = build_statement("time-and-rows", seed)
        assert statement.columns["bytes read for a token"] == [statement.given["D"] * 4 + 8] * 2


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
