from __future__ import annotations

import numpy as np
import pytest

from explorer.geometry.view import Recipe
from explorer.geometry.words import WordTable
from explorer.ui.projection import source
from explorer.ui.projection.source import KEPT, MEMO, Source, remembered


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
