"""Tables in a call: a shipped one by name, your own by path, with additional settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from explorer.core import Tensor
from explorer.views import projection
from explorer.views.projection.table_source import opened


def test_an_own_file_is_read_from_its_path_and_written_so_that_it_can_be_read_again(tmp_path: Path) -> None:
    numbers, pets = tmp_path / "v.npy", tmp_path / "pets.csv"
    np.save(numbers, np.eye(4, dtype=np.float32))
    pets.write_text("word,x,y,year\ncat,1,2,4\nemu,3,4,2\nape,5,5,2\n")
    assert opened(str(numbers)).table.vectors.shape == (4, 4)
    found = projection.file(str(pets), aside=("year",), word="")
    assert repr(opened(str(numbers))) == repr(str(numbers))
    again = eval(repr(found), {"projection": projection})
    assert again.table.words == found.table.words == ("row 0", "row 1", "row 2")
    assert again.table.vectors.tolist() == found.table.vectors.tolist()


def test_what_is_no_table_and_no_file_says_what_was_expected() -> None:
    with pytest.raises(
        ValueError, match=r"Expected table to be one of 'MiniLM', .* or the path of a file, got 'Glove'"
    ):
        opened("Glove")


@pytest.mark.parametrize("packed", [True, False], ids=["parquet", "csv"])
@pytest.mark.parametrize("cell", [np.nan, np.inf, "x"])
def test_a_bad_cell_of_a_frame_is_named_by_its_row_and_column(
    packed: bool, cell: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = pd.DataFrame(np.eye(5), index=list("stuvw"), columns=list("abcde")).astype(object)
    frame.loc["u", "c"] = cell
    if not packed:
        monkeypatch.setattr(pd.DataFrame, "to_parquet", _without_pyarrow)
    with pytest.raises(ValueError, match=r"Row 'u' .*column 'c'"):
        opened(frame)


ROWS = np.random.default_rng(0).normal(size=(5, 4))
WORDS = list("stuvw")
FRAMES = {
    "index": pd.DataFrame(ROWS, WORDS),
    "index named like a column": pd.DataFrame(ROWS, pd.Index(WORDS, name=0)),
    "categories": pd.DataFrame(ROWS, pd.CategoricalIndex(WORDS)),
    "column of words": pd.DataFrame(ROWS).assign(word=WORDS),
    "numbered rows": pd.DataFrame(ROWS, np.arange(5) / 2).assign(word=WORDS),
    "nullable": pd.DataFrame(ROWS, WORDS).convert_dtypes(),
    "sparse": pd.DataFrame(ROWS, WORDS).astype(pd.SparseDtype("float")),
    "columns of two levels": pd.DataFrame(ROWS, WORDS, pd.MultiIndex.from_product([["a", "b"], [1, 2]])),
    "columns of one name": pd.DataFrame(ROWS, WORDS, list("aabb")),
    "a vector in each cell": pd.DataFrame({"word": WORDS, "vector": list(ROWS)}),
}


@pytest.mark.parametrize("packed", [True, False], ids=["parquet", "csv"])
@pytest.mark.parametrize("form", FRAMES)
def test_a_frame_is_taken_as_people_have_it(form: str, packed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not packed:
        monkeypatch.setattr(pd.DataFrame, "to_parquet", _without_pyarrow)
    table = opened(FRAMES[form]).table
    assert list(table.words) == WORDS and np.allclose(table.vectors, ROWS)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (np.ma.array(np.eye(3), mask=np.eye(3)), "masked"),
        (np.array([[1, None]] * 3), "data type object"),
        (pd.DataFrame(), r"got shape \(0, 0\)"),
        (pd.DataFrame({"word": WORDS}), r"DataFrame of shape \(5, 1\)"),
        ({"a": [1.0, 2.0]}, "DataFrame"),
    ],
    ids=["masked", "objects", "empty", "texts", "dict"],
)
def test_what_holds_no_rows_of_numbers_is_refused(given: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        opened(given)


def test_a_trained_table_of_the_core_is_taken() -> None:
    assert np.allclose(opened(Tensor(ROWS, requires_grad=True)).table.vectors, ROWS)


def _without_pyarrow(self: pd.DataFrame) -> bytes:
    raise ImportError
