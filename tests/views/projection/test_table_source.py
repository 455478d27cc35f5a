"""Tables in a call: a shipped one by name, your own by path, with additional settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

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


def _without_pyarrow(self: pd.DataFrame) -> bytes:
    raise ImportError
