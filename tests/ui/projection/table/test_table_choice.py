import numpy as np
import pytest

from explorer.data.uploads import read_upload
from explorer.data.word_table import WordTable
from explorer.jobs.job_queue import queue
from explorer.ui import Point
from explorer.ui.projection.on_map import word_search
from explorer.ui.projection.table import table_choice, upload_summary
from explorer.ui.projection.table import upload as own_file
from explorer.vectors.preprocessing import Preprocessing
from explorer.views.projection import colouring
from explorer.views.projection import table_source as remember
from explorer.views.projection.table_source import KEPT, MEMO, Source, remembered


def test_what_is_computed_of_a_private_table_stays_in_its_session() -> None:
    calls: list[str] = []

    @remembered
    def work(where: Source, recipe: Preprocessing) -> str:
        calls.append(where.key)
        return f"{where.key} {recipe}"

    table = WordTable("mine", ("a", "b", "c"), np.eye(3))
    sessions: list[dict] = [{}, {}]
    for session in (*sessions, sessions[0]):
        assert work(Source("k", table, private=True, memo=session), Preprocessing()).startswith("k ")
    assert calls == ["k", "k"]
    assert len(sessions[0][MEMO]) == len(sessions[1][MEMO]) == 1
    for number in range(KEPT + 5):
        work(Source(f"k{number}", table, private=True, memo=sessions[0]), Preprocessing())
    assert len(sessions[0][MEMO]) == KEPT


def test_what_is_computed_of_a_shipped_table_is_shared() -> None:
    calls: list[tuple] = []

    @remembered
    def work(where: Source, recipe: Preprocessing, count: int) -> int:
        calls.append((where.key, recipe, count))
        return count

    table = WordTable("GloVe", ("a", "b", "c"), np.eye(3))
    for session in ({}, {}):
        assert work(Source("test-shared", table, memo=session), Preprocessing(), 1) == 1
        assert work(Source("test-shared", table, memo=session), Preprocessing(unit=True), 1) == 1
        assert work(Source("test-other", table, memo=session), Preprocessing(), 2) == 2
        assert session == {}
    assert len(calls) == 3


def test_a_run_on_a_private_table_is_kept_with_the_session() -> None:
    table = WordTable("mine", ("a", "b", "c"), np.eye(3))
    session: dict = {}
    own = remember.queue_of(Source("k", table, private=True, memo=session))
    assert own is session["j_queue"] is remember.queue_of(Source("k", table, private=True, memo=session))
    assert remember.queue_of(Source("GloVe", table)) is queue()
    assert own is not queue()


def test_columns_can_be_put_together_in_another_way_without_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = read_upload("a.csv", b"word,x,y,year\na,0.1,1.5,1999\nb,0.2,2.5,2001\nc,0.5,0.5,2005\n")
    own = Source("k", reading.table(), private=True)
    session: dict = {"j_reading": own_file.Taken("k", reading), "j_own": own, "j_uploads": 0, MEMO: {"old": 1}}
    monkeypatch.setattr(table_choice.st, "session_state", session)
    session |= {"j_word_0_k": own_file.ROWS, "j_aside_0_k": []}
    own_file._again()
    changed = session["j_own"]
    assert (changed.table.words[0], changed.table.vectors.shape, changed.private) == ("row 0", (3, 3), True)
    assert changed.key != own.key
    assert repr(changed) == "projection.file('my_vectors.csv', aside=(), word='')"
    assert MEMO not in session
    session |= {"j_aside_0_k": ["x", "y"]}
    own_file._again()
    assert "3 rows of 1" in session["j_refused"]
    assert session["j_own"] is changed


def test_what_was_understood_is_said_with_the_reason() -> None:
    columns = read_upload("a.csv", b"word,x,y,year\na,0.1,1.5,1999\nb,0.2,2.5,2001\nc,0.5,0.5,2005\n").columns
    assert columns is not None
    assert upload_summary.column_overview(columns, "word", ["year"]) == {
        "column": ["word", "x", "y", "year"],
        "first values": ["a, b, c", "0.1, 0.2, 0.5", "1.5, 2.5, 0.5", "1999, 2001, 2005"],
        "taken as": [
            "the word",
            "the vector",
            "the vector",
            "beside it, for colours: its name says that it is about the word",
        ],
    }
    assert upload_summary.column_overview(columns, "", [])["taken as"][-1] == "the vector"


def test_a_long_vector_is_one_line_of_what_was_understood() -> None:
    rows = "\n".join(f"w{row}," + ",".join(f"{row + at / 4}" for at in range(6)) for row in range(3))
    columns = read_upload("a.csv", b"word,a,b,c,d,e,f\n" + rows.encode()).columns
    assert columns is not None
    found = upload_summary.column_overview(columns, "word", [])
    assert found["column"] == ["word", "a, b … f"]
    assert found["first values"][1] == "0, 0.25, 0.5 …"
    assert found["taken as"][1] == "the vector: 6 numbers"


@pytest.mark.parametrize("view", [None, 7, {}, {"x": [1]}, {"x": [1, 2], "y": ["a", 2]}, {"x": [2, 1], "y": [0, 1]}])
def test_a_forged_window_is_no_window(view: object) -> None:
    assert word_search.window_of(view) is None
    assert word_search.window_of({"x": [0, 1], "y": [2, 3]}) == (0, 2, 1, 3)


@pytest.mark.parametrize("index", [None, True, "3", [1], float("nan"), float("inf"), -1, 40])
def test_a_forged_click_is_no_row(index: object) -> None:
    assert word_search.row_of(Point(0, index, 0, 0, None, None), 40) is None
    assert word_search.row_of(Point(0, index, 0, 0, None, 5.0), 40) == 5


def test_a_label_in_the_summary_is_whole_and_sentences_that_begin_alike_are_not_one() -> None:
    alike = [f"The committee decided after a long debate that the bridge is painted {end}" for end in ("red", "green")]
    reading = read_upload(
        "a.csv", "\n".join(["text,x,y", *(f"{each},{len(each)},0.5" for each in (*alike, "b"))]).encode()
    )
    said = upload_summary.summary(Source("k", reading.table(), True), reading)
    assert f"“{alike[0]}”" in said and "…" not in said


def test_numbers_colour_the_dots_and_texts_do_not_count_as_numbers() -> None:
    table = WordTable(
        "mine", ("a", "b", "c", "d"), np.eye(4), {"kind": np.array(["x", "y", "x", "z"]), "year": np.arange(4.0)}
    )
    values, name = colouring.values_of(table, "year")
    assert values is not None
    assert (values.tolist(), name) == ([0, 1, 2, 3], "year")
    assert colouring.values_of(table, "kind") == (None, "")
    assert colouring.column_of(table, "year") is None
