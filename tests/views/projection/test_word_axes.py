"""Word axes: coordinates, and the sentence on the grey band, against an independent computation."""

from pathlib import Path

import numpy as np
import pytest

from explorer.views import projection
from explorer.views.projection.named_axes import GENDER
from explorer.wording import fixed, share, tiny
from explorer.words.shipped_tables import shipped
from tests.support import numbers_in

TABLE = shipped("GloVe")


def coordinates(pairs: list[tuple[str, ...]]) -> np.ndarray:
    """Every row's coordinate along the mean difference of some pairs, of the centred table."""
    rows = TABLE.vectors.astype(np.float64) - TABLE.vectors.astype(np.float64).mean(axis=0)
    low, high = (np.mean([rows[TABLE.find(pair[end]) or 0] for pair in pairs], axis=0) for end in (0, 1))
    return (rows - (low + high) / 2) @ (high - low) / np.linalg.norm(high - low)


def test_coordinates_are_dot_products_with_the_step_in_their_order() -> None:
    view = projection.word_axes(table="GloVe", axes=("he, she",), words="nurse, king")
    found = coordinates([("he", "she")])
    assert view.table["he → she"] == pytest.approx(
        [found[TABLE.find(word) or 0] for word in view.table["word"]], abs=1e-4
    )


@pytest.mark.parametrize(("text", "most"), [("he, she", 0), (GENDER, 5)])
def test_it_is_counted_how_many_rows_and_ends_lie_in_the_grey_band(text: str, most: int) -> None:
    pairs = [tuple(pair.split(", ")) for pair in text.split("; ")]
    found = coordinates(pairs)
    inside = np.abs(found - found.mean()) <= found.std()
    ends = [TABLE.find(word) or 0 for pair in pairs for word in pair]
    assert inside[ends].sum() >= most
    said = projection.word_axes(table="GloVe", axes=(text,)).sentence
    assert share(inside.mean()) in said and {inside[ends].sum(), len(ends)} <= numbers_in(said)
    assert fixed(found.std(), 3) in said


def test_the_angle_of_two_axes_is_said() -> None:
    table = shipped("GloVe")
    rows = table.vectors.astype(np.float64)
    one, other = (
        rows[table.find(high) or 0] - rows[table.find(low) or 0] for low, high in (("he", "she"), ("man", "woman"))
    )
    cosine = one @ other / np.linalg.norm(one) / np.linalg.norm(other)
    said = projection.word_axes(table="GloVe", axes=("he, she", "man, woman")).sentence
    assert fixed(float(cosine)) in said
    assert fixed(float(cosine)) not in projection.word_axes(table="GloVe", axes=("he, she",)).sentence


def test_what_is_not_placed_is_said() -> None:
    many = ", ".join(TABLE.words[:230])
    view = projection.word_axes(table="GloVe", axes=("he, she; qqqq, woman",), words=f"zzzzz, {many}")
    assert {1, 2, 200, 230} == numbers_in(view.left_out), "of the 230 words one is a comma"
    assert "qqqq" in view.left_out and "zzzzz" in view.left_out
    assert view.table.rows == 200


@pytest.mark.parametrize("missing", [12, 13])
def test_of_many_words_that_are_not_there_twelve_are_named(missing: int) -> None:
    words = [f"zz{letter}zz" for letter in "abcdefghijklm"[:missing]]
    with pytest.raises(ValueError, match=r"zzazz, .*zzlzz") as raised:
        projection.word_axes(table="GloVe", words=", ".join(words))
    assert (" and 1 more" in str(raised.value)) is (missing == 13) and "zzmzz" not in str(raised.value)


def test_a_table_of_tiny_numbers_is_said_with_digits_that_are_not_zero(tmp_path: Path) -> None:
    rows = np.random.default_rng(0).normal(size=(30, 6)) * 1e-6
    path = tmp_path / "tiny.csv"
    path.write_text("".join(f"w{at:03}," + ",".join(f"{x:.6g}" for x in row) + "\n" for at, row in enumerate(rows)))
    view = projection.word_axes(table=str(path), axes=("w000, w001; w002, w003; w004, w005",), words="w006, w007")
    half = np.linalg.norm(rows[[1, 3, 5]].mean(axis=0) - rows[[0, 2, 4]].mean(axis=0)) / 2
    assert min(abs(number / half - 1) for number in numbers_in(view.sentence) if number) < 0.01
    assert float(view.formula.worked.split(" apart")[0].split()[-1]) == pytest.approx(2 * half, rel=1e-3)
    shares = projection.spectrum(table=str(path)).formula.worked
    moment = np.linalg.eigvalsh(np.cov(rows.T))[-1]
    assert tiny(moment, 4) in shares
    drawn = projection.word_map(table=str(path)).formula.worked
    assert any(numbers_in(drawn) - {0})
    lists = projection.neighbour_lists(table=str(path), word="w000", near="Euclid", neighbours=5)
    gaps = np.sort(np.linalg.norm(rows - rows[0], axis=1))[1:6]
    np.testing.assert_allclose(lists.table["distance"], gaps, rtol=1e-3)
    assert lists.left_out == "", "a fiftieth of a millionth apart, and not a tie"


@pytest.mark.parametrize("axis", ['Well, no, "Oh; yes, sure"', '"Well, no", Oh; yes, sure', "Well, no, row 3"])
def test_words_with_commas_of_their_own_are_ends_and_are_placed(axis: str, tmp_path: Path) -> None:
    rows = np.random.default_rng(1).normal(size=(4, 3))
    labels = ("Well, no", "no", "so, so, so", "Oh; yes, sure")
    path = tmp_path / "commas.csv"
    path.write_text("word,a,b,c\n" + "".join(f'"{w}",{x},{y},{z}\n' for w, (x, y, z) in zip(labels, rows, strict=True)))
    view = projection.word_axes(table=str(path), center=False, axes=(axis,), words="no, so, so, so")
    step = rows[3] - rows[0]
    expected = (rows - (rows[0] + rows[3]) / 2) @ step / np.linalg.norm(step)
    assert sorted(view.table["word"]) == ["no", "so, so, so"]
    (places,) = (values for name, values in view.table.items() if "→" in name)
    assert sorted(places) == pytest.approx(sorted(expected[1:3]), abs=1e-5)
