"""Precomputed nearest rows are those of the tables; others are computed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from explorer.data import DamagedFileError
from explorer.vectors.preprocessing import PreparedTable, Preprocessing
from explorer.vectors.similarity_measures import DOT, EUCLID, Near, near_rows
from explorer.words import precomputed_neighbours
from explorer.words.cluster_cache import MADE_OF
from explorer.words.precomputed_neighbours import MOST, lists, near_row, precomputed_lists
from explorer.words.shipped_tables import SHIPPED, shipped

CLOSE = 2e-6
"""Two cosines no farther apart than this may swap ranks by rounding alone."""


def test_every_row_of_every_shipped_table_is_there() -> None:
    assert set(MADE_OF) == set(SHIPPED)
    for name in SHIPPED:
        rows = len(shipped(name).words)
        every = precomputed_neighbours._shipped(name)
        assert every is not None and every.shape == (rows, MOST) and every.max() < rows
        assert (np.diff(np.sort(every, axis=1), axis=1) > 0).all()  # no row is named twice
        assert (every != np.arange(rows)[:, None]).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_what_was_found_beforehand_is_what_one_pass_over_the_table_finds(name: str) -> None:
    table, view = shipped(name), PreparedTable(shipped(name).vectors)
    rng = np.random.default_rng(1)
    for row in [table.find("king") or 0, 0, len(table.words) - 1, *rng.choice(len(table.words), 12).tolist()]:
        found, slow = near_row(name, view, Near(), row, MOST), near_rows(view, row, MOST)
        np.testing.assert_allclose(found.values, slow.values, atol=CLOSE)
        # Only rows that are equally near may stand in another order, or stand for each other at the end.
        gaps = np.abs(np.diff(np.append(slow.values, near_rows(view, row, MOST + 1).values[-1])))
        for at in np.flatnonzero(found.ids != slow.ids):
            assert min(gaps[at], gaps[max(at - 1, 0)]) < CLOSE


def test_of_fewer_neighbours_the_first_are_shown() -> None:
    view = PreparedTable(shipped("GloVe").vectors)
    few, many = (near_row("GloVe", view, Near(), 7, k) for k in (3, MOST))
    assert few.ids.tolist() == many.ids[:3].tolist() and len(few.values) == 3


@given(st.integers(2, 40), st.integers(1, 5), st.integers(0, 10_000))
def test_lists_are_what_every_row_finds_by_itself(rows: int, width: int, seed: int) -> None:
    table = np.random.default_rng(seed).normal(size=(rows, width)).astype(np.float32)
    k = min(4, rows - 1)
    cosines = table / np.linalg.norm(table, axis=1, keepdims=True)
    cosines = cosines @ cosines.T
    for row, found in enumerate(lists(table, k)):
        assert row not in found and len(set(found.tolist())) == k
        others = np.delete(cosines[row], row)
        np.testing.assert_allclose(cosines[row][found], np.sort(others)[::-1][:k], atol=1e-5)


def test_what_means_something_else_is_looked_for() -> None:
    view = PreparedTable(shipped("GloVe").vectors)
    for near in (Near(EUCLID), Near(DOT), Near(recipe=Preprocessing(center=True))):
        assert precomputed_lists("GloVe", near, 0, 5) is None
    assert precomputed_lists("GloVe", Near(), 0, MOST + 1) is None
    assert precomputed_lists("", Near(), 0, 5) is None
    found, slow = near_row("GloVe", view, Near(EUCLID), 5, 4), near_rows(view, 5, 4, EUCLID)
    assert found.ids.tolist() == slow.ids.tolist() and found.values.tolist() == slow.values.tolist()


def test_a_visitors_own_table_is_not_taken_for_a_shipped_one_whatever_its_key() -> None:
    def page() -> None:
        import numpy as np
        import streamlit as st

        from explorer.data.word_table import WordTable
        from explorer.vectors.similarity_measures import Near
        from explorer.views.projection.table_source import Source
        from explorer.views.projection.word_lookup import truly_near

        table = WordTable("mine", ("a", "b", "c", "d"), np.array([[1, 0], [0, 1], [1, 0.1], [1, 1]], np.float32))
        found = truly_near(Source("GloVe", table, private=True), Near(), 0, 3)
        st.text(str(found.ids.tolist()))

    app = AppTest.from_function(page).run()
    assert not app.exception and app.text[0].value == "[2, 3, 1]"


@pytest.fixture
def forgotten() -> Iterator[None]:
    """Clear the file's caches before and after a test."""
    precomputed_neighbours._shipped.cache_clear()
    yield
    precomputed_neighbours._shipped.cache_clear()


@pytest.mark.usefixtures("forgotten")
def test_lists_of_other_bytes_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(precomputed_neighbours.shipped_files.SUMS, MADE_OF["GloVe"][0], "0" * 64)
    assert precomputed_lists("GloVe", Near(), 0, 5) is None
    assert precomputed_lists("MiniLM", Near(), 0, 5) is not None


@pytest.mark.usefixtures("forgotten")
def test_a_cut_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = tmp_path / precomputed_neighbours.FILE.name
    cut.write_bytes(precomputed_neighbours.FILE.read_bytes()[:-2_000])
    monkeypatch.setattr(precomputed_neighbours, "FILE", cut)
    with pytest.raises(DamagedFileError, match=precomputed_neighbours.FILE.name):
        precomputed_lists("GloVe", Near(), 0, 5)
