"""Clusters of a table: the numbers said are those that were found, at settings beside the first."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.vectors.view import View
from explorer.views import projection
from explorer.wording import fixed, share
from explorer.words.clusters import divide
from explorer.words.tables import shipped


def test_the_clusters_of_another_start_are_found_by_the_call() -> None:
    found = divide(View(shipped("GloVe").vectors), 4, 1)
    view = projection.clusters(table="GloVe", k=4, start=1, only=3)
    assert (np.array(view.table["cluster"]) == found.labels + 1).all()
    assert f"4 clusters of {found.sizes.min():,} to {found.sizes.max():,} rows" in view.sentence
    assert f"Only cluster 3 has its colour, {found.sizes[2]:,} rows" in view.sentence
    assert f"it is {fixed(found.shuffled, 3)}" in view.sentence
    assert f"(number 2) {share(found.again, digits=3)} of the pairs" in view.sentence
    assert view.formula is not None and fixed(found.examples[2, 2], 3) in view.formula.worked
    names = projection.cluster_names(table="GloVe", k=4, start=1, names="pieces of words")
    assert names.table["fit"] == [fixed(fit, 3) for fit in found.fits]


def test_settings_that_no_table_has_are_errors() -> None:
    for wrong in ({"k": 1}, {"only": 6, "k": 5}, {"start": 100}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            projection.clusters(table="GloVe", **wrong)
    with pytest.raises(ValueError, match="names"):
        projection.cluster_names(table="GloVe", names="colour")
