"""Tables, CSV and notebooks."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.views.table import Table


@given(st.lists(st.tuples(st.text("ab,\"'\n é=+@", max_size=6), st.integers()), max_size=6))
def test_csv_reads_back(rows: list[tuple[str, int]]) -> None:
    table = Table({"text": [t for t, _ in rows], "n": [n for _, n in rows]}, "t")
    read = list(csv.reader(io.StringIO(table.csv(), newline="")))
    assert read[0] == ["text", "n"]
    for (text, number), (seen, seen_number) in zip(rows, read[1:], strict=True):
        assert seen in (text, "'" + text)
        assert int(seen_number) == number


@pytest.mark.parametrize("formula", ["=1+1", "+1", "-1+2", "@SUM(A1)", "\tx"])
def test_a_formula_is_made_inert(formula: str) -> None:
    assert "'" + formula in Table({"a": [formula]}, "t").csv()


def test_numbers_stay_numbers() -> None:
    assert Table({"a": np.array([-1, 2])}, "t").csv() == "a\n-1\n2\n"


def test_columns_of_unequal_length_are_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        Table({"a": [1, 2], "b": [1]}, "t").csv()
