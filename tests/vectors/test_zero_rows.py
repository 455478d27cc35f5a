"""Rows of zeros have no direction: no cosine, no rank, and neighbours by Euclidean distance only."""

import numpy as np
import pytest

from explorer.vectors.map_quality import distortion
from explorer.vectors.preprocessing import PreparedTable
from explorer.vectors.similarity_measures import MEASURES, near_rows
from explorer.words.group_statistics import around

TABLE = np.random.default_rng(0).normal(size=(20, 4)).astype(np.float32)
TABLE[11] = 0


@pytest.mark.parametrize("measure", MEASURES)
def test_what_is_near_a_row_of_zeros(measure: str) -> None:
    found = near_rows(TABLE, 11, 5, measure)
    lengths = np.linalg.norm(TABLE, axis=1)
    shortest = [row for row in np.argsort(lengths) if row != 11][:5]
    assert found.ids.tolist() == (shortest if measure == "Euclid" else [])


def test_a_row_of_zeros_is_in_no_list_of_cosines() -> None:
    others = [row for row in range(20) if row != 11]
    assert all(11 not in near_rows(TABLE, row, 19).ids for row in others)
    assert len(near_rows(TABLE, 0, 19).ids) == 18
    assert 11 in near_rows(TABLE, 0, 19, "Euclid").ids
    assert not len(around(PreparedTable(TABLE), np.array([11]), 3)[0].ids)


def test_shares_of_neighbours_are_of_rows_with_a_direction() -> None:
    found = distortion(TABLE, TABLE[:, :2], k=3, sample=None)
    assert 11 not in found.examined and len(found.examined) == 19 and found.margin == 0
    own = [np.isin(near_rows(TABLE, row, 3).ids, _drawn(row)).sum() for row in found.examined]
    assert found.shared.tolist() == own
    assert len(distortion(TABLE, TABLE[:, :2], k=3, sample=None, measure="Euclid").examined) == 20


def _drawn(row: int) -> list[int]:
    gaps = np.linalg.norm(TABLE[:, :2] - TABLE[row, :2], axis=1)
    return [other for other in np.argsort(gaps, kind="stable") if other != row][:3]
