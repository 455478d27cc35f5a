"""Numbers worked out below a formula are those of the picture; no word is compared.

The numbers of `BY_HAND` were computed without the app: sines, powers and logarithms with a pocket calculator.
"""

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer import tokenizers
from explorer.core import Embedding
from explorer.data import load_whisper
from explorer.gradients import toy_training
from explorer.lm.predict_next_token import ReadingRequest, read
from explorer.memory import MODELS
from explorer.memory.number_formats import SCHEMES
from explorer.memory.quantization_error import QuantizationRequest, quantise, results
from explorer.nn.rotary import rotary_tables, rotate
from explorer.positional_encodings.rope_alibi_scores import RotaryRequest, query_and_key, rotary_scores
from explorer.training import ppmi, precomputed_run_results, skipgram
from explorer.training.word_corpus import Corpus
from explorer.views import View, extrapolation, gradients, home, memory, positions, projection, tokens
from explorer.views.projection.word_vector_training import formula
from explorer.wording import both
from explorer.words.shipped_tables import shipped
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
    assert decimals_in(worked(gradients.step_distances()))[-2:] == [0.067, 0.067]


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


@pytest.mark.parametrize(("rows", "width", "bits"), [(50_257, 768, 32), (2, 4, 32), (10**10, 65_536, 16)])
def test_the_token_table_of_the_bill_is_rows_times_width_times_bytes(rows: int, width: int, bits: int) -> None:
    number = {32: "FP32", 16: "BF16 or FP16"}[bits]
    view = memory.bill(vocab_size=rows, embed_dim=width, number=number)
    sizes = dict(zip(view.table["item"], view.table["bytes"], strict=True))
    assert sizes["Token table"] == rows * width * bits // 8
    assert both(sizes["Token table"]) in view.sentence


def test_gpt3_is_counted_and_the_printed_total_is_told_apart() -> None:
    counted = MODELS["GPT-3"].parameters
    assert counted == 174_604_259_328
    assert round(counted / 1e9, 1) != 175.0
    said = numbers_in(memory.shares(model="GPT-3").sentence)
    assert {float(counted), 175.0, 0.2} <= said
    assert round(100 * (175e9 / counted - 1), 1) == 0.2


def test_the_sentence_of_fewer_bits_says_the_margin_of_each_share_in_it() -> None:
    for table in ("Whisper", "MiniLM", "GloVe"):
        view, shown = memory.precision(table=table), 0
        assert view.table["margin, points"] == [100 * record.margin for record in results()[table]]
        for record in results()[table]:
            said = re.search(rf"{record.scheme}”? keeps ([\d.]+)(?: ± ([\d.]+))? %", view.sentence)
            if said is not None:
                shown += 1
                assert float(said[1]) == pytest.approx(100 * record.kept, abs=0.05)
                assert (float(said[1]) == 100) == (record.kept == 1)  # and not by rounding
                assert float(said[2] or 0) == pytest.approx(100 * record.margin, abs=0.05)
                assert (float(said[2] or 0) > 0) == (record.margin > 0)
        assert shown == 3


def test_the_bill_is_the_same_in_mb_and_in_mib() -> None:
    wide, narrow = (
        memory.bill(vocab_size=1000, batch=1, seq_len=1, compare=False, unit=unit).spec for unit in ("MB", "MiB")
    )
    assert sum(trace["x"][0] for trace in wide.data) == pytest.approx(
        sum(trace["x"][0] for trace in narrow.data) * 2**20 / 10**6
    )


def test_a_share_of_published_parameters_is_of_the_model_as_published_whatever_is_tied() -> None:
    for output in ("As published", "All untied"):
        said = memory.shares(model="GPT-3", output=output).sentence.partition("the layers. ")[2]
        assert {174.6, 175.0, 0.2} <= numbers_in(said)
        assert round(MODELS["GPT-3"].parameters / 1e9, 1) == 174.6


def test_the_scale_of_a_row_follows_from_the_number_that_is_shown() -> None:
    worked = memory.precision().formulas[0].worked
    largest, scale = (float(text) for text in re.findall(r"0\.\d+", worked)[:2])
    assert float(np.float16(largest / 127)) == pytest.approx(scale, rel=1e-6)


@pytest.mark.parametrize("optimizer", ["SGD", "SGD with momentum"])
def test_a_row_of_the_visitors_alone_goes_against_its_gradient(optimizer: str) -> None:
    gradient = np.random.default_rng(1).standard_normal((6, 8), np.float32)[3, 0]  # " on" is row 319, at position 3
    before, rate, slope, after = decimals_in(worked(gradients.step_distances(optimizer=optimizer)))
    assert rate == 0.1 and slope == pytest.approx(gradient, abs=6e-5)
    assert after == pytest.approx(before - 0.1 * gradient, abs=1e-4)


@pytest.mark.parametrize("tied", [False, True])
def test_the_first_step_of_a_number_follows_the_slope_of_the_loss(tied: bool) -> None:
    words, ids, _ = toy_training.read(toy_training.TEXT)
    rng = np.random.default_rng(toy_training.ToyRequest().seed)
    rows = Embedding(len(words) + 4, toy_training.WIDTH, seed=rng, init="truncated_normal").weight.data / np.float64(2)
    output = rows if tied else Embedding(len(words) + 4, toy_training.WIDTH, seed=rng).weight.data.astype(np.float64)
    pairs = rng.integers(0, len(ids), toy_training.PAIRS)
    row = ids[pairs[0]]

    def loss(value: float) -> float:
        rows[row, 0] = value
        scores = rows[ids[pairs]] @ output.T
        chances = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
        return float(-np.log(chances[np.arange(len(pairs)), np.roll(ids, -1)[pairs]]).mean())

    before = float(rows[row, 0])
    slope = (loss(before + 1e-5) - loss(before - 1e-5)) / 2e-5
    settings: dict[str, Any] = {"output": toy_training.TIED if tied else toy_training.SEPARATE}
    told = decimals_in(worked(gradients.learning(optimizer="SGD", **settings)))
    assert told == pytest.approx([before, 0.03, slope, before - 0.03 * slope], rel=1e-3)
    # Adam's first step is as long as the step length.
    told = decimals_in(worked(gradients.learning(optimizer="Adam", **settings)))
    assert min(abs(number - (before - 0.03 * np.sign(slope))) for number in told) < 6e-5


def test_the_score_of_all_pairs_and_the_turned_pair_are_the_cores() -> None:
    scores = rotary_scores(RotaryRequest(256, 128, 10_000.0))
    assert round(abs(float(scores.curve[1])), 3) in numbers_in(worked(positions.rope_over_distance()))
    query, _ = query_and_key(16, seed=0)
    turned = rotate(query[None], *rotary_tables([7], 16, dtype=np.float64))[0]
    a, b = query[:2]
    assert math.isclose(a * math.cos(7) - b * math.sin(7), turned[0])
    assert decimals_in(worked(positions.rope_turn(position=7, dim=16)))[-2:] == pytest.approx(turned[:2], abs=6e-4)


def test_the_cosine_at_distance_1_is_the_curves() -> None:
    view = positions.similarity_curve(dim=30)
    assert decimals_in(worked(view))[-1] == pytest.approx(view.table["cosine"][1], abs=6e-5)


def test_int8_there_and_back_is_what_the_scheme_does() -> None:
    row = load_whisper().tokens[464:465].astype(np.float32)
    restored = float(SCHEMES["INT8, a scale per row"].restore(row, 0.0)[0, 0])
    first = float(row[0, 0])
    expected = {round(abs(value), 5) for value in (first, restored, restored - first)}
    assert expected <= {round(number, 5) for number in numbers_in(worked(memory.precision()))}


def test_the_shares_of_the_first_head_are_the_models() -> None:
    text = "The cat sat on the mat"
    shares = read(ReadingRequest(text, hide_last=True)).attention[0, 0]
    told = numbers_in(worked(home.chain(text=text, hide_last=True)))
    assert float(f"{100 * shares.max():.3g}") in told and round(float(np.log(shares.max() / shares.min())), 2) in told


def test_the_likeliest_tokens_share_is_worked_out_from_its_score() -> None:
    text = "The cat sat on the mat"
    reading = read(ReadingRequest(text, hide_last=True))
    powers = np.exp(reading.logits.astype(np.float64))
    told = numbers_in(worked(home.next_token(text=text, hide_last=True)))
    for value, exact in ((powers.max(), 1e-3), (powers.sum(), 1e-3), (100 * reading.probabilities.max(), 0.03)):
        assert min(abs(number / value - 1) for number in told if number) < exact


def test_the_cosine_of_the_weakest_step_is_that_of_its_rows() -> None:
    rows = load_whisper().positions.astype(np.float64)
    lengths = np.linalg.norm(rows, axis=1)
    cosines = (rows[1:-1] * rows[2:]).sum(axis=1) / (lengths[1:-1] * lengths[2:])
    step = int(cosines.argmin()) + 1
    said = worked(positions.table_over_distance())
    assert {step, step + 1} <= numbers_in(said)
    expected = [rows[step] @ rows[step + 1], *lengths[step : step + 2], cosines.min()]
    assert decimals_in(said) == pytest.approx(expected, rel=2e-2)


def test_the_row_of_a_position_begins_with_the_number_that_is_said() -> None:
    table = precomputed_run_results.arrays()["language/learned 0.02/rows"][0]
    for length, way, first in ((70, "clamp", table[63, 0]), (70, "wrap", table[5, 0]), (40, "clamp", table[39, 0])):
        told = decimals_in(worked(extrapolation.rows(length=length, past_the_end=way)))
        assert told[-1] == pytest.approx(float(first), abs=6e-5)


def test_the_rise_of_a_loss_is_the_cells() -> None:
    view = extrapolation.one_new_thing()
    away, home_, rise, power, times, _ = decimals_in(worked(view))
    starts = precomputed_run_results.ablations()["ablations/sinusoidal/standard/starts"]
    assert home_ == pytest.approx(starts[:, 0, starts.shape[2] // 2 :].mean(), abs=6e-4)
    assert rise == power == pytest.approx(away - home_, abs=2e-3) and times == pytest.approx(math.exp(rise), abs=0.06)
    assert f"+{rise:.2f}" in str(view.spec.data)


def test_the_widest_cell_of_copying_is_the_mean_of_its_seeds() -> None:
    cells = [
        100 * np.nanmean(right[:, length // 2 : length], axis=1)
        for name, right in precomputed_run_results.arrays().items()
        if name.startswith("task/copy k back/")
        for length in (32, 64, 128, 256)
    ]
    seeds = max(cells, key=lambda cell: float(np.ptp(cell)))
    expected = [*seeds, seeds.mean(), np.ptp(seeds) / 2]
    assert decimals_in(worked(positions.copying())) == pytest.approx(expected, abs=6e-3)


def test_the_first_number_of_a_bag_is_the_sum_of_its_rows() -> None:
    rows = load_whisper().tokens[tokenizers.encode(" dog bites man", "gpt2"), 0].astype(np.float64)
    assert decimals_in(worked(tokens.bags())) == pytest.approx([*rows, rows.sum()], abs=6e-5)


def test_the_cosine_of_the_nearest_row_is_its_dot_product_over_both_lengths() -> None:
    view = tokens.neighbours(text="one two seven", token=2)
    dot, one, two, cosine = decimals_in(worked(view))[:4]
    assert cosine == pytest.approx(dot / (one * two), abs=6e-4) and cosine in numbers_in(view.sentence)


@pytest.mark.slow
def test_the_first_components_share_is_its_eigenvalues() -> None:
    values = np.linalg.eigvalsh(np.cov(shipped("MiniLM").vectors.astype(np.float64), rowvar=False))
    told = decimals_in(worked(projection.spectrum(table="MiniLM")))
    for value in (values[-1], values.sum(), 100 * values[-1] / values.sum()):
        assert min(abs(number / value - 1) for number in told if number) < 1e-2


@pytest.mark.parametrize("settings", [{}, {"scale": True}, {"position": "none"}], ids=str)
def test_the_sum_worked_out_is_the_cell_of_the_picture(settings: dict[str, Any]) -> None:
    view = tokens.pipeline(text="The cat sat on the mat", token=1, dim=5, **settings)
    row, position, total = (view.table[name][384 + 5] for name in ("row", "position vector", "sum"))
    told = decimals_in(worked(view))
    assert told[-1] == pytest.approx(total, abs=6e-5) and told[0] == pytest.approx(row, abs=6e-5)
    assert min(abs(abs(number) - abs(position)) for number in (*told, 0)) < 6e-5
