"""Groups of rows by each selection, and messages for empty ones."""

from pathlib import Path

import numpy as np

from explorer.data.word_table import WordTable
from explorer.views import projection
from explorer.views.projection.cluster_labels import columns_of
from explorer.words.shipped_tables import shipped
from tests.support import numbers_in

TABLE = shipped("GloVe")


def test_each_way_of_choosing_gives_its_rows() -> None:
    ends = [row for row, word in enumerate(TABLE.words) if word.endswith("land")]
    view = projection.group(table="GloVe")
    assert view.table["row"].tolist() == ends and {len(ends), 30_000} <= numbers_in(view.sentence)
    named = projection.group(table="GloVe", how="a list", words=("rome", "paris", "zzzz"))
    assert named.table["word"] == ["paris", "rome"] and "zzzz" in named.left_out
    spots = projection.word_map(table="GloVe").table
    x, y = np.array(spots["component 1"]), np.array(spots["component 2"])
    box = projection.group(table="GloVe", how="an outline", outline=((1.0, 0.0), (1.5, 0.5)))
    inside = np.flatnonzero((x >= 1.0) & (x <= 1.5) & (y >= 0) & (y <= 0.5))
    assert box.table["row"].tolist() == inside.tolist()
    assert projection.group(table="GloVe", how="an outline", outline=()).table.rows == 0


def test_a_column_of_numbers_is_searched_as_it_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    rows = "".join(f"w{row},{row / 4},{row / 2 + 0.25},{1990 + row}\n" for row in range(20))
    path.write_text("word,x,y,year\n" + rows)
    view = projection.group(table=str(path), column="year", pattern="199?")
    assert view.table["word"] == [f"w{row}" for row in range(10)]


def test_a_number_of_a_column_keeps_all_its_digits(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    rows = "".join(f"w{row},{row / 4},{row / 2 + 0.25},{1_234_567 + row},{row + 0.1}\n" for row in range(20))
    path.write_text("word,x,y,population,share\n" + rows)
    table = projection.file(str(path), aside=("population", "share"))
    view = projection.group(table=table, column="population", pattern="123456*")
    assert view.table["word"] == ["w0", "w1", "w2"] and view.table["population"] == ["1234567", "1234568", "1234569"]
    assert view.table["share"] == ["0.1", "1.1", "2.1"]


def test_kinds_of_words_and_columns_with_few_values_can_be_shared() -> None:
    columns = {"kind": np.array(["a", "a", "b", ""]), "year": np.array([1999.0, 2001.5, 1999.0, 4.0])}
    found = columns_of(WordTable("mine", ("Red", "dog", "x", "y"), np.eye(4, 2), columns))
    assert found["kind of word"].tolist() == ["colours", "animals", "", ""]
    assert found["kind"].tolist() == ["a", "a", "b", ""]
    assert found["year"].tolist() == ["1999", "2001.5", "1999", "4"]
