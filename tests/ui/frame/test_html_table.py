"""The numbers behind a picture: HTML table, CSV, notebook; and the sizes on a model's badge."""

import csv
import io
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from explorer.data import load_glove, load_minilm, load_whisper
from explorer.lm.shipped_model import load_lm
from explorer.tokenizers import SMALL, encode
from explorer.ui.frame import picture_toolbar
from explorer.ui.frame.model_badge import BADGES
from explorer.ui.frame.picture_toolbar import notebook_file
from explorer.views.table import LazyColumn, Table
from explorer.words.shipped_tables import shipped
from tests.support import tables_in

ODD = ["<script>alert(1)</script>", "a & b", "</td></table>", "two\nlines", '" onload="x']


def table_app() -> None:
    from explorer.ui.frame.picture_toolbar import view_toolbar
    from explorer.views.table import LazyColumn, Table
    from explorer.views.view import View
    from tests.ui.frame.test_html_table import ODD, squares

    view_toolbar(
        "many", View(None, "", Table({"row": range(2_500), "square": [0.5 * n for n in range(2_500)]}, "many"))
    )
    view_toolbar("odd", View(None, "", Table({"text": ODD, "n": [1, None, float("nan"), True, 2.0]}, "odd")))
    view_toolbar(
        "first", View(None, "", Table({"row": range(9_000), "square": LazyColumn(9_000, squares)}, "first", of=20_000))
    )


MADE: list[tuple[int, int]] = []


def squares(first: int, last: int) -> list[int]:
    MADE.append((first, last))
    return [row * row for row in range(first, last)]


def test_a_column_is_made_where_it_is_looked_at_and_a_table_of_the_first_rows_says_so() -> None:
    MADE.clear()
    app = AppTest.from_function(table_app)
    app.query_params["first_data"] = "true"
    app.run()
    assert app.caption[0].value == "Shown: the first 1,000 of 20,000 rows. In the CSV: the first 9,000 of 20,000 rows."
    assert [(len(table["square"]), table["square"][-1]) for table in tables_in(app)] == [(1_000, str(999 * 999))]
    assert MADE == [(0, 1_000)]
    lines = Table({"square": LazyColumn(9_000, squares)}, "first").csv().split()
    assert lines == ["square", *(str(row * row) for row in range(9_000))] and max(b - a for a, b in MADE[1:]) < 5_000


def test_what_a_visitor_typed_stays_text() -> None:
    text = picture_toolbar.as_html({"<b>": ODD}, 'a "label"')
    assert text.count("<td>") == len(ODD) and "<script" not in text and "</td></table>" not in text
    assert 'aria-label="a &quot;label&quot;"' in text and "&lt;b&gt;</th>" in text


def test_a_long_table_is_cut_and_says_so() -> None:
    app = AppTest.from_function(table_app).run()
    assert not tables_in(app)
    app.query_params |= {"many_data": "true", "odd_data": "true"}
    app.run()
    assert app.caption[0].value == "Shown: the first 1,000 of 2,500 rows. In the CSV: all 2,500 rows."
    many, odd = tables_in(app)
    assert (len(many["row"]), many["row"][-1], many["square"][-1]) == (1_000, "999", "499.5")
    assert odd == {"text": ODD, "n": ["1", "", "", "yes", "2"]}


def test_numbers_stand_to_the_right() -> None:
    text = picture_toolbar.as_html(
        {"a": np.array([1, 2]), "b": ["1,024", None], "c": [1.5, float("nan")], "d": ["1", "x"]}, "x"
    )
    assert text.count('<td class="n">') == 6 and text.count("<td>") == 2 and text.count("class=n") == 3


def test_a_wide_table_shows_fewer_rows() -> None:
    assert [picture_toolbar.most_rows(columns) for columns in (0, 1, 20, 21, 30_000)] == [1_000, 1_000, 1_000, 952, 1]


def test_columns_of_unequal_length_are_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        picture_toolbar.as_html({"a": [1, 2], "b": [1]}, "x")


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


def test_a_notebook_has_the_fields_that_its_format_asks_for() -> None:
    made = json.loads(notebook_file("view = 1\nview.show()\n"))
    assert (made["nbformat"], made["nbformat_minor"]) == (4, 5)
    names = [cell["id"] for cell in made["cells"]]
    assert len(set(names)) == len(names)
    for cell in made["cells"]:
        wanted = {"cell_type", "id", "metadata", "source"}
        assert set(cell) == (wanted if cell["cell_type"] == "markdown" else wanted | {"execution_count", "outputs"})
        assert all(isinstance(line, str) for line in cell["source"])


def test_why_maps_of_words_are_not_drawn_from_our_own_model() -> None:
    assert "cuts even “king” in two" in BADGES["minilm"].why
    assert len(encode(" king", SMALL)) == 2 and "king" in shipped("MiniLM").words


def test_sizes_are_those_of_the_shipped_tables() -> None:
    tables = {
        "lm": load_lm().weights["tokens"],
        "whisper": load_whisper().tokens,
        "minilm": load_minilm().token_q,
        "glove": load_glove().token_q,
    }
    assert {name: (badge.rows, badge.width) for name, badge in BADGES.items()} == {
        name: table.shape for name, table in tables.items()
    }


def test_columns_of_unequal_length_are_refused_of_picture_toolbar() -> None:
    with pytest.raises(ValueError, match="shorter"):
        Table({"a": [1, 2], "b": [1]}, "t").csv()
