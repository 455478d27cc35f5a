"""Cached results on two tables have the expected size."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.vectors.similarity_measures import EUCLID, Near
from explorer.views import projection
from explorer.views.projection.table_pair import EVERY, compare_rows, load_pair, together
from explorer.views.projection.table_source import Source
from explorer.words.shipped_tables import shipped
from explorer.words.table_alignment import compare, shared_words


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), [("GloVe", "MiniLM"), ("MiniLM", "GloVe")])
def test_the_turn_is_kept_once_whatever_near_means_and_in_a_third_of_the_bytes(first: str, second: str) -> None:
    one, other = shipped(first), shipped(second)
    where = load_pair(Source(f"{first}, afresh", one), second)  # a unique key: nothing is cached by other tests
    both = compare_rows(where, Near())
    assert compare_rows(where, Near(EUCLID)).turned is both.turned
    rows = shared_words(one, other)
    exact = compare(one.vectors[rows[0]], other.vectors[rows[1]])
    np.testing.assert_array_equal(both.turned.cosines, exact.cosines)
    turned, some = both.turned, [7, 0, 4_000]
    for ask, full in ((turned.before, exact.before), (turned.after, exact.after), (turned.target, exact.target)):
        np.testing.assert_allclose(ask(EVERY), full, atol=1e-6)
        np.testing.assert_allclose(ask(some), full[some], atol=1e-6)
    kept = turned.first.nbytes + turned.second.nbytes + turned.turn.nbytes
    assert kept < (exact.before.nbytes + exact.after.nbytes + exact.target.nbytes) / 2 / 2
    assert abs(together(where, Near()) - float((exact.after * exact.target).sum(axis=1).mean())) < 1e-6


@pytest.mark.slow
def test_a_word_with_a_capital_is_drawn_as_both_tables_write_it() -> None:
    view = projection.two_tables(table="GloVe", other="MiniLM", words="King, Dog, red, dog, zzzz")
    assert view.table["word"] == ["king", "dog", "red"] and "zzzz" in view.left_out
