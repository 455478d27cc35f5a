"""Pictures of the Memory page: their numbers against an independent computation."""

import re
from pathlib import Path

import numpy as np
import pytest

from explorer.memory import MODELS
from explorer.memory.quantization_error import QuantizationRequest, quantise, results
from explorer.views import memory
from explorer.wording import both
from tests.support import numbers_in


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


def test_the_sentence_of_fewer_bits_says_the_margin_of_each_share_in_it() -> None:
    for table in ("Whisper", "MiniLM", "GloVe"):
        view, shown = memory.precision(table=table), 0
        assert view.table["margin, points"] == [100 * record.margin for record in results()[table]]
        for record in results()[table]:
            said = re.search(rf"{record.scheme} keeps ([\d.]+)(?: ± ([\d.]+))? %", view.sentence)
            if said is not None:
                shown += 1
                assert float(said[1]) == pytest.approx(100 * record.kept, abs=0.05)
                assert (float(said[1]) == 100) == (record.kept == 1)  # and not by rounding
                assert float(said[2] or 0) == pytest.approx(100 * record.margin, abs=0.05)
                assert (float(said[2] or 0) > 0) == (record.margin > 0)
        assert shown == 3


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
