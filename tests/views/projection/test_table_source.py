"""Tables in a call: a shipped one by name, your own by path, with additional settings."""

import sys
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


@pytest.mark.slow
@pytest.mark.parametrize("cell", [np.nan, np.inf, "x"])
def test_a_bad_cell_of_a_frame_is_named_by_its_row_and_column(cell: Any) -> None:
    frame = pd.DataFrame(np.eye(5), index=list("stuvw"), columns=list("abcde")).astype(object)
    frame.loc["u", "c"] = cell
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


@pytest.mark.slow
@pytest.mark.parametrize("form", FRAMES)
def test_a_frame_is_taken_as_people_have_it(form: str) -> None:
    table = opened(FRAMES[form]).table
    assert list(table.words) == WORDS and np.allclose(table.vectors, ROWS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "message"),
    [
        (np.ma.array(np.eye(3), mask=np.eye(3)), "masked"),
        (np.array([[1, None]] * 3), "data type object"),
        (pd.DataFrame(), r"got shape \(0, 0\)"),
        (pd.DataFrame({"word": WORDS}), r"DataFrame of shape \(5, 1\)"),
        (pd.DataFrame({"word": WORDS, "v": [[1.0, 2.0]] * 4 + [[1.0]]}), "Column 'v' .* as many numbers in each cell"),
        (pd.DataFrame(ROWS * 1j), "Column 0 .* complex"),
        (pd.DataFrame(ROWS * 1e300, WORDS), r"Row 's' .*column 0: .* more than float32 can hold"),
        ({"a": [1.0, 2.0]}, r"got dict: pandas.DataFrame\(table\).T makes a table of a dict of vectors$"),
        (None, r"got None$"),
        (3, r"got int$"),
    ],
    ids=["masked", "objects", "empty", "texts", "uneven", "complex", "beyond float32", "dict", "None", "number"],
)
def test_what_holds_no_rows_of_numbers_is_refused(given: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        opened(given)


COUNTED = np.arange(5)
COLUMNS = {
    "names of metadata": pd.DataFrame(ROWS, WORDS, ["age", "height", "weight", "class"]),
    "whole numbers": pd.DataFrame(ROWS, WORDS).assign(year=[1990, 2000, 1995, 1991, 1990]),
    "a count of the rows": pd.DataFrame(ROWS, WORDS).assign(n=COUNTED),
    "beside v1 to v3": pd.DataFrame(ROWS, WORDS, ["v1", "v2", "v3", "score"]),
    "numbers as names": pd.DataFrame(ROWS, WORDS, ["1990", "1991", "1992", "1993"]),
}


@pytest.mark.slow
@pytest.mark.parametrize("form", COLUMNS)
def test_all_columns_of_numbers_of_a_frame_are_numbers_of_a_row(form: str) -> None:
    frame = COLUMNS[form]
    where = opened(frame)
    assert np.allclose(where.table.vectors, frame.to_numpy()) and "left out" not in where.columns
    assert all(str(name) in where.columns for name in frame.columns)


@pytest.mark.slow
def test_a_map_says_which_columns_of_a_frame_it_took_and_which_it_left_out() -> None:
    frame = pd.DataFrame(ROWS, WORDS, ["age", "height", "weight", "#year"]).assign(kind="a", index=COUNTED)
    view = projection.word_map(table=frame, colour="year")
    assert view.sentence.endswith(
        "The numbers of a row are the columns age, height and weight of the DataFrame. "
        "The columns #year, kind and index are left out of them."
    )
    centred = ROWS[:, :3] - ROWS[:, :3].mean(axis=0)
    assert np.allclose(
        np.abs(view.table["component 1"]),
        np.linalg.svd(centred)[1][0] * np.abs(np.linalg.svd(centred)[0][:, 0]),
        atol=1e-5,
    )
    assert opened(COLUMNS["names of metadata"]).table.metadata["age"].tolist() == ROWS[:, 0].tolist()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("view", "setting", "given"),
    [
        ("word_map", "find", ("king",)),
        ("neighbour_lists", "word", "king"),
        ("analogy", "b", "king"),
    ],
)
def test_a_missing_word_names_its_setting_and_words_of_the_table(view: str, setting: str, given: Any) -> None:
    more = {"a": "s", "c": "t"} if view == "analogy" else {}
    with pytest.raises(ValueError, match="“king” is missing") as caught:
        getattr(projection, view)(table=pd.DataFrame(ROWS, WORDS), **more, **{setting: given})
    assert caught.value.__notes__ == [f"It was given as {setting}=. Words of this table: s, t, u, v and w."]


INDEXES = {
    "texts of digits": (["1990", "1991", "1992", "1993", "1994"], ["1990", "1991", "1992", "1993", "1994"]),
    "numbers with a name": (pd.Index([464, 3797, 3332, 1, 2], name="token_id"), ["464", "3797", "3332", "1", "2"]),
    "fractions with a name": (pd.Index([0.5, 1, 2, 3, 4], name="t"), ["0.5", "1", "2", "3", "4"]),
    "numbers in disorder": ([4, 0, 3, 1, 2], ["4", "0", "3", "1", "2"]),
    "several levels": (
        pd.MultiIndex.from_tuples([*zip("xxyyy", COUNTED, strict=True)]),
        [*map("{} / {}".format, "xxyyy", COUNTED)],
    ),
    "dates": (pd.date_range("2020-01-01", periods=5), [f"2020-01-0{day}" for day in range(1, 6)]),
    "a count": (pd.RangeIndex(5), [f"row {row}" for row in COUNTED]),
}


@pytest.mark.slow
@pytest.mark.parametrize("form", INDEXES)
def test_the_index_of_a_frame_holds_its_labels_unless_it_counts(form: str) -> None:
    index, labels = INDEXES[form]
    table = opened(pd.DataFrame(ROWS, index)).table
    assert list(table.words) == labels and np.allclose(table.vectors, ROWS)


def test_a_table_of_a_picture_without_pandas_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    table = projection.word_map(table=ROWS).table
    assert table.frame().shape == (5, 3)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        table.frame()


def test_a_trained_table_of_the_core_is_taken() -> None:
    assert np.allclose(opened(Tensor(ROWS, requires_grad=True)).table.vectors, ROWS)


def test_an_array_too_large_for_memory_names_the_way_by_a_file() -> None:
    with pytest.raises(ValueError, match=r"at most 25 MB here, got 40\.0: numpy\.save it"):
        projection.word_map(table=np.zeros((200_000, 50), np.float32))
