"""Clusters of a table: the sentences' numbers, also at other settings than the default."""

from pathlib import Path

import numpy as np
import pytest

from explorer.vectors.preprocessing import PreparedTable
from explorer.views import projection
from explorer.wording import fixed, share
from explorer.words.clusters import divide
from explorer.words.shipped_tables import shipped
from tests.support import numbers_in


@pytest.mark.slow
def test_the_clusters_of_another_start_are_found_by_the_call() -> None:
    found = divide(PreparedTable(shipped("GloVe").vectors), 4, 1)
    view = projection.clusters(table="GloVe", k=4, start=1, only=3)
    assert (np.array(view.table["cluster"]) == found.labels + 1).all()
    assert {4, found.sizes.min(), found.sizes.max(), 3, found.sizes[2], 2} <= numbers_in(view.sentence)
    assert fixed(found.shuffled, 3) in view.sentence and share(found.again, digits=3) in view.sentence
    assert view.formula is not None and fixed(found.examples[2, 2], 3) in view.formula.worked
    names = projection.cluster_names(table="GloVe", k=4, start=1, names="pieces of words")
    assert names.table["fit"] == list(found.fits)


def test_a_row_alone_counts_as_0_and_its_line_works_out_no_quotient(tmp_path: Path) -> None:
    path = tmp_path / "three.csv"
    path.write_text("word,x,y\na,1,2\nb,3,5\nc,9,9\n")
    view = projection.clusters(table=str(path), k=2, near="Euclid", only=2)
    assert view.table["silhouette"][2] == 0
    assert view.formula is not None and "b =" not in view.formula.worked


def test_fewer_clusters_than_asked_for_are_not_said_to_be_as_many(tmp_path: Path) -> None:
    path = tmp_path / "equal.csv"
    path.write_text("word,x,y\n" + "".join(f"w{at},{at % 3},{at % 3 * 2}\n" for at in range(30)))
    assert {3, 10} <= numbers_in(projection.clusters(table=str(path), k=12, near="Euclid").sentence)
    with pytest.raises(ValueError, match="from 0 to 3"):
        projection.clusters(table=str(path), k=12, near="Euclid", only=4)


def test_rows_of_zeros_have_no_unit_length_and_no_cosine(tmp_path: Path) -> None:
    path = tmp_path / "zeros.csv"
    path.write_text("word,x,y\nz0,0,0\nz1,0,0\n" + "".join(f"w{at},{at},{9 - at * at}\n" for at in range(9)))
    assert "zeros" in projection.clusters(table=str(path), k=3).sentence
    assert "zeros" not in projection.clusters(table=str(path), k=3, near="Euclid").sentence
    shared = {
        near: projection.group_shares(table=str(path), how="a list", words=("z0", "z1", "w1"), near=near)
        for near in ("cosine", "Euclid")
    }
    assert 2 in numbers_in(shared["cosine"].left_out) and shared["Euclid"].left_out == ""


def test_a_list_of_the_nearest_says_that_it_ends_among_equals(tmp_path: Path) -> None:
    path = tmp_path / "equal.csv"
    path.write_text("word,x,y\n" + "".join(f"w{at:02},{at // 10},{1 + at // 10}\n" for at in range(30)))
    view = projection.group_shares(table=str(path), pattern="w0*", near="Euclid")
    # Ten rows at a distance of the square root of 2, of twenty further ones two are listed.
    assert view.says.count("1.414") == 10 and view.says.count("2.828") == 2 and view.left_out
