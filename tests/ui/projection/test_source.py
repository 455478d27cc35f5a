from __future__ import annotations

import numpy as np
import pytest

from explorer.data.wordtable import WordTable
from explorer.jobs.board import board
from explorer.ui.projection import map as word_map
from explorer.ui.projection import source, tsne
from explorer.ui.projection.source import KEPT, MEMO, Source, remembered
from explorer.vectors.view import Recipe


def test_what_is_computed_of_a_private_table_stays_in_its_session(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    @remembered
    def work(where: Source, recipe: Recipe) -> str:
        calls.append(where.key)
        return f"{where.key} {recipe}"

    table = WordTable("mine", ("a", "b", "c"), np.eye(3))
    sessions: list[dict] = [{}, {}]
    for session in (*sessions, sessions[0]):
        monkeypatch.setattr(source.st, "session_state", session)
        assert work(Source("k", table, private=True), Recipe()).startswith("k ")
    assert calls == ["k", "k"]
    assert len(sessions[0][MEMO]) == len(sessions[1][MEMO]) == 1
    for number in range(KEPT + 5):
        work(Source(f"k{number}", table, private=True), Recipe())
    assert len(sessions[0][MEMO]) == KEPT


def test_what_is_computed_of_a_shipped_table_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple] = []

    @remembered
    def work(where: Source, recipe: Recipe, count: int) -> int:
        calls.append((where.key, recipe, count))
        return count

    table = WordTable("GloVe", ("a", "b", "c"), np.eye(3))
    for session in ({}, {}):
        monkeypatch.setattr(source.st, "session_state", session)
        assert work(Source("test-shared", table), Recipe(), 1) == 1
        assert work(Source("test-shared", table), Recipe(unit=True), 1) == 1
        assert work(Source("test-other", table), Recipe(), 2) == 2
        assert session == {}
    assert len(calls) == 3


def test_texts_in_a_metadata_column_become_kinds_with_shapes() -> None:
    column = np.array(["x", "y", "x", "z"])
    table = WordTable("mine", ("a", "b", "c", "d"), np.eye(4), {"kind": column, "year": np.arange(4.0)})
    found = word_map._classes(table, "kind")
    assert {name: rows.tolist() for name, rows in found.items()} == {"x": [0, 2], "y": [1], "z": [3]}
    assert word_map._classes(table, "year") == {}
    values, name = word_map._values(table, "year")
    assert values is not None
    assert (values.tolist(), name) == ([0, 1, 2, 3], "year")


def test_a_run_on_a_private_table_is_kept_with_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    table = WordTable("mine", ("a", "b", "c"), np.eye(3))
    session: dict = {}
    monkeypatch.setattr(source.st, "session_state", session)
    own = tsne._board(Source("k", table, private=True))
    assert own is session["j_board"] is tsne._board(Source("k", table, private=True))
    assert tsne._board(Source("GloVe", table)) is board()
    assert own is not board()
