"""Numbers worked out below a formula are those of the picture; no word is compared.

The numbers of `BY_HAND` were computed without the app: sines, powers and logarithms with a pocket calculator.
"""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer.memory.quantization_error import QuantizationRequest, quantise
from explorer.training import ppmi, skipgram
from explorer.training.word_corpus import Corpus
from explorer.views import View, extrapolation, gradients, memory, positions, tokens
from explorer.views.projection.word_vector_training import formula
from tests.support import decimals_in, numbers_in

BY_HAND: list[tuple[Callable[..., View], dict[str, Any], set[float]]] = [
    (positions.shift_matrix, {"k": 2, "pair": 0}, {2, 0.4161, 0.9093}),
    (positions.similarity_curve, {"dim": 4}, {1.5403, 2, 0.7701}),
    (positions.similarity_curve, {"dim": 4, "measure": "dot product"}, {1.5403}),
    (positions.wavelengths, {"dim": 8, "base": 10.0, "pairs": (1,)}, {6.28319, 1.77828, 11.17}),
    (positions.alibi_slopes, {"length": 64}, {63, 0.5, 31.5}),
    (positions.face, {"position": 1}, {1, 12, 0.524, 0.5, 0.87}),
    (positions.arrows, {"word": "dog", "position": 2}, {2.8, 0.87, 3.67, 0.6, 0.5, 1.1}),
    (positions.dials, {"position": 75}, {75, 60, 1, 12, 0.083}),
    (positions.dials, {"position": 75, "hands": "glide"}, {720, 0.104}),
    (positions.nearest_rows, {"length": 4, "dim": 4}, {0.841471, 4, 0.919495, 0.9589}),
    (positions.clocks, {"position": 3, "pairs": (0,)}, {3, 1, 0.48, 0.1411, 0.99}),
    (extrapolation.loss_by_position, {"encodings": ("sinusoidal",)}, {1.785, 0.168, 16.8, 6}),
    (extrapolation.loss_by_length, {"encodings": ("sinusoidal",)}, {3.11, 22.4}),
    (extrapolation.rows, {}, {64}),
    (extrapolation.rows, {"length": 200, "past_the_end": "wrap"}, {199, 64, 7}),
    (extrapolation.rows, {"length": 65, "past_the_end": "interpolate"}, {64, 63, 32, 31.5}),
    (extrapolation.rows, {"positions": "sinusoidal formula"}, {0, 64, 0.92}),
    (gradients.shares, {}, {1, 50_257, 65_536, 0.2714, 72.9}),
    (gradients.touched_rows, {"text": "cat the cat cat", "gradient": "1 everywhere"}, {3_797, 2, 3, 1}),
    (gradients.touched_rows, {"text": "cat", "gradient": "1 everywhere"}, {9_246, 0, 1}),
    (gradients.touched_rows, {"text": " cat" * 8, "gradient": "1 everywhere"}, {3_797, 8, 0, 1, 2, 3, 4, 5}),
    (memory.bill, {}, {2, 4, 38_597_376, 308.8}),
    (memory.bill, {"number": "INT8", "optimizer": "None"}, {770, 50_257, 38_697_890, 38.7}),
    (memory.bill, {"number": "INT4", "optimizer": "None", "vocab_size": 2, "embed_dim": 4}, {4, 2, 8}),
    (memory.cards, {"card": "1 GB", "embed_dim": 12_288}, {1_073_741_824, 196_608, 5_461, 50_257, 10}),
    (
        memory.cards,
        {"card": "1 GB", "vocab_size": 3, "embed_dim": 65_536, "optimizer": "None"},
        {1_073_741_824, 262_144, 4_096, 3, 1},
    ),
    (memory.shares, {}, {50_257, 768, 38_597_376, 124_439_808, 31}),
    (memory.shares, {"model": "GPT-3"}, {50_257, 12_288, 617_558_016, 0.35}),
    (memory.times, {}, {8_192, 3_080, 3_072, 50_397_184, 38_400_000_000, 1.31}),
    (tokens.strip, {"text": "The cat\nsat on", "token": 3}, {3, 6, 2}),
    (tokens.merges, {"text": "The cat sat", "token": 1}, {4, 3, 1}),
    (tokens.encodings, {}, {37, 7, 5.29}),
    (tokens.encodings, {"measure": "Bytes per token", "text": "two cafés"}, {10, 3, 3.33}),
]


def worked(view: View) -> str:
    """The worked lines of a view's formulas."""
    return " ".join(each.worked for each in view.formulas)


@pytest.mark.parametrize(("view", "settings", "expected"), BY_HAND, ids=lambda value: getattr(value, "__name__", None))
def test_a_worked_line_has_the_numbers_of_a_pocket_calculator(
    view: Callable[..., View], settings: dict[str, Any], expected: set[float]
) -> None:
    assert expected <= numbers_in(worked(view(**settings)))


def test_adams_step_of_a_row_whose_token_is_gone_is_the_one_that_was_made() -> None:
    # By a pocket calculator: .1 · (.09 / .19) / √(.000999 / .001999).
    assert decimals_in(worked(gradients.before_after()))[-2:] == [0.067, 0.067]


def test_a_text_of_signs_is_not_quoted_where_it_would_be_markdown() -> None:
    said = worked(gradients.learning(text="<b> **x** <b> **x**"))
    assert said and "<b>" not in said and "**x" not in said


def nearest(points: np.ndarray) -> np.ndarray:
    """The ten nearest others of every point by Euclidean distance, which orders rows of equal norm as the cosine."""
    apart = ((points[:, None] - points) ** 2).sum(axis=2)
    np.fill_diagonal(apart, np.inf)
    order: np.ndarray = apart.argsort(axis=1)
    return order[:, :10]


def test_the_loss_of_a_pair_of_words_is_a_chance_once_there_is_one() -> None:
    """One answer about a neighbour and five about words drawn at random: ln 2 = 0.6931 for each before the first."""
    request = skipgram.SkipgramRequest(Corpus(("mobydick",)), negatives=5)
    before, after = (numbers_in(formula(request, loss).worked) for loss in (math.nan, 3.0))
    assert {1, 5, 2, 4.159} <= before and {3, 6, 61} <= after - before  # e to the power of −3 / 6 is 61 %
    # Counted: 2 · (1 + 1/2 + 1/3) neighbours of a word in a window of 3.
    assert {2, 1, 3, 3.667} <= numbers_in(formula(ppmi.PpmiRequest(Corpus(("mobydick",)), window=3)).worked)


def test_the_share_of_neighbours_kept_has_the_margin_of_its_sample() -> None:
    rng = np.random.default_rng(0)
    table = rng.normal(size=(300, 8)).astype(np.float32)
    every = {one.scheme: one.kept for one in quantise(QuantizationRequest(queries=300, neighbours=5), table)}
    held = []
    for seed in range(20):
        for one in quantise(QuantizationRequest(queries=60, neighbours=5, seed=seed), table):
            held.append(abs(one.kept - every[one.scheme]) <= one.margin)
            assert one.margin > 0 or one.kept == 1
    assert sum(held) >= 0.85 * len(held)


def test_a_table_of_ones_own_is_measured_and_its_few_rows_are_all_examined(tmp_path: Path) -> None:
    path = tmp_path / "small.csv"
    rows = np.random.default_rng(0).normal(size=(6, 3)).round(4)
    path.write_text("word,x,y,z\n" + "".join(f"w{at},{a},{b},{c}\n" for at, (a, b, c) in enumerate(rows.tolist())))
    view = memory.precision(table=str(path))
    assert {6.0, 3.0} <= numbers_in(view.sentence) and "±" not in view.sentence
    assert view.table["bytes"][0] == 6 * 3 * 2


def test_nothing_tells_the_shares_before_they_are_asked() -> None:
    view = memory.precision(table="GloVe").at_question(False)
    assert view.table == {} and "INT4" not in view.sentence
    table = memory.precision(table="GloVe").table
    assert list(view.spec.data[0]["x"]) == table["of FP32, %"] != table["neighbours kept, %"]
