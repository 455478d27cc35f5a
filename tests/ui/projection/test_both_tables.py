"""What is remembered of two tables takes no more room than it needs."""

from __future__ import annotations

import numpy as np

from explorer.ui.projection.both_tables import known, together, with_shipped
from explorer.ui.projection.remember import Source
from explorer.vectors.nearness import EUCLID, Near
from explorer.words.tables import shipped
from explorer.words.two_tables import compare, shared_words


def test_the_turn_is_kept_once_whatever_near_means_and_in_half_of_the_bytes() -> None:
    one, other = shipped("GloVe"), shipped("MiniLM")
    where = with_shipped(Source("GloVe", one), "MiniLM")
    both = known(where, Near())
    assert known(where, Near(EUCLID)).turned is both.turned
    rows = shared_words(one, other)
    exact = compare(one.vectors[rows[0]], other.vectors[rows[1]])
    np.testing.assert_array_equal(both.turned.cosines, exact.cosines)
    for kept, full in ((both.turned.before, exact.before), (both.turned.after, exact.after)):
        assert 2 * kept.nbytes == full.nbytes
        np.testing.assert_allclose(kept, full, atol=1e-6)
    assert abs(together(where, Near()) - float((exact.after * exact.target).sum(axis=1).mean())) < 1e-6
