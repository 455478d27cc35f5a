"""Pictures of the Memory page: their numbers against an independent computation."""

from pathlib import Path

import numpy as np

from explorer.memory.quantization_error import QuantizationRequest, quantise
from explorer.views import memory
from tests.support import numbers_in


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
