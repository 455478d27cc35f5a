"""Quantized copies: the sentences' measurements, and what is hidden before the prediction."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from explorer.views import projection
from explorer.wording import share
from explorer.words.quantization_loss import compare
from explorer.words.shipped_tables import shipped


def test_the_shares_are_those_of_a_measurement_made_anew() -> None:
    view = projection.copies(table="GloVe")
    anew = compare(shipped("GloVe").vectors, "INT4")
    assert view.table["neighbours kept"][3] == pytest.approx(anew.kept)
    assert f"{share(anew.kept, digits=3)} kept ({share(anew.kept_centred, digits=3)})." in view.sentence
    assert "200 of 30,000 rows" in view.left_out


def test_nothing_tells_the_shares_before_they_are_asked() -> None:
    view = projection.copies(table="GloVe", answered=False)
    assert "neighbours kept" not in view.table and "84.6" not in view.sentence
    assert "The shares of INT8 and INT4 are not drawn yet." in view.left_out


def test_of_a_small_file_all_rows_are_examined_and_so_many_neighbours_counted(tmp_path: Path) -> None:
    path = tmp_path / "small.csv"
    rows = np.random.default_rng(0).normal(size=(6, 3)).round(4)
    path.write_text("word,x,y,z\n" + "".join(f"w{at},{a},{b},{c}\n" for at, (a, b, c) in enumerate(rows.tolist())))
    view = projection.copies(table=str(path))
    assert "of the 5 nearest by cosine" in view.sentence and "All 6 rows were examined." in view.left_out


@pytest.mark.parametrize(("table", "size"), [("GloVe", "810,000 bytes, 810 kB"), ("small", "24 bytes")])
def test_bytes_are_said_once_where_they_need_no_larger_unit(tmp_path: Path, table: str, size: str) -> None:
    path = tmp_path / "small.csv"
    path.write_text("".join(f"w{at},{at},{at * at},{at % 3}\n" for at in range(1, 7)))
    worked = projection.copies(table=table if table == "GloVe" else str(path)).formula.worked
    assert f" = {size}, of which" in worked
