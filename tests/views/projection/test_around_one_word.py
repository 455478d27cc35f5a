"""A word's neighbourhood: rows of zeros have none, and omissions are reported."""

from pathlib import Path

import numpy as np
import pytest

from explorer.views import projection
from tests.support import numbers_in


@pytest.fixture
def path(tmp_path: Path) -> str:
    rows = np.random.default_rng(0).normal(size=(20, 3)).round(3)
    rows[11] = 0
    path = tmp_path / "mine.tsv"
    path.write_text("".join("\t".join([f"w{at:03}", *map(str, row)]) + "\n" for at, row in enumerate(rows.tolist())))
    return str(path)


def test_a_row_of_zeros_has_a_neighbourhood_by_the_straight_line_alone(path: str) -> None:
    for measure in ("cosine", "dot product"):
        with pytest.raises(ValueError, match="w011"):
            projection.around_one_word(table=path, word="w011", around=5, near=measure)
    assert projection.around_one_word(table=path, word="w011", around=5, near="Euclid").table.rows == 6


def test_fewer_rows_than_were_asked_for_are_said(path: str) -> None:
    view = projection.around_one_word(table=path, word="w000", around=19)
    assert "w011" not in view.table["word"]
    assert numbers_in(view.left_out) == {18, 19} and view.table.rows == 19
    assert {19, 20} <= numbers_in(view.says), "19 of the 20 rows are drawn"


def test_words_that_are_all_the_same_by_cosine_have_no_components_and_no_nearest(tmp_path: Path) -> None:
    path = tmp_path / "line.csv"
    path.write_text("word,x,y,z\n" + "".join(f"w{at:03},{at},{2 * at},{3 * at}\n" for at in range(1, 41)))
    for alone in (True, False):
        view = projection.around_one_word(table=str(path), word="w001", around=5, alone=alone)
        assert "%" not in view.sentence and not view.formulas
    assert "%" in projection.around_one_word(table=str(path), word="w001", around=5, near="Euclid").sentence
