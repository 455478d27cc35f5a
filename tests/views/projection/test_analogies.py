"""Analogies: possible answers, and sums and rows without a direction."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from explorer.vectors.preprocessing import unit_rows
from explorer.views import projection
from explorer.views.projection import similarity_settings as nearness
from explorer.words.shipped_tables import shipped


def table_of(folder: Path, rows: dict[str, tuple[float, ...]]) -> str:
    """The path of a table with these words and rows."""
    path = folder / "mine.tsv"
    path.write_text("".join("\t".join([word, *map(str, row)]) + "\n" for word, row in rows.items()))
    return str(path)


@pytest.mark.parametrize("exclude", [True, False])
@pytest.mark.parametrize(
    "words", [("one", "1", "two"), ("man", "woman", "mr."), ("man", "woman", "king"), ("u.s.", "america", "uk")]
)
def test_the_nearest_of_all_rows_that_may_be_the_answer_is_named_first(
    words: tuple[str, str, str], exclude: bool
) -> None:
    table = shipped("GloVe")
    rows = unit_rows(table.vectors).astype(np.float64)
    a, b, c = (table.find(word) or 0 for word in words)
    total = rows[b] - rows[a] + rows[c]
    found = rows @ total / np.linalg.norm(total)
    view = projection.analogy(table="GloVe", a=words[0], b=words[1], c=words[2], exclude=exclude)
    if exclude:
        found[[a, b, c]] = -1
    ((best, value),) = re.findall(r"numbers: (\S+) ([\d.]*\d)", view.sentence)
    assert (best, float(value)) == (table.words[found.argmax()], round(found.max(), 3))
    for answers in (1, 10):
        nearest = [table.words[row] for row in np.argsort(-found, kind="stable")[:answers]]
        assert list(view.call.again(answers=answers).table["word"]) == nearest


def test_a_sum_of_nothing_has_no_nearest_row(tmp_path: Path) -> None:
    path = table_of(
        tmp_path,
        {"alpha": (1, 0), "beta": (0.5, 0.8660254), "gamma": (0.5, -0.8660254), "delta": (2, 3), "eps": (-1, 2)},
    )
    view = projection.analogy(table=path, a="alpha", b="beta", c="gamma")
    assert view.table.rows == 0 and not view.formulas
    assert "0.000" not in view.sentence and "The sum is 0" in view.sentence
    assert projection.analogy(table=path, a="alpha", b="delta", c="gamma").table.rows == 2


def test_a_row_of_zeros_neither_asks_nor_answers_and_words_may_hold_digits(tmp_path: Path) -> None:
    rows = {f"w{at:03}": (float(at % 3) - 1, float(at), 1.0) for at in range(6)} | {"w006": (0.0, 0.0, 0.0)}
    path = table_of(tmp_path, rows)
    view = projection.analogy(table=path, a="w000", b="w001", c="w002")
    assert sorted(view.table["word"]) == ["w003", "w004", "w005"]
    with pytest.raises(ValueError, match="All numbers of w006 are 0"):
        projection.analogy(table=path, a="w006", b="w001", c="w002")


def test_with_two_numbers_no_answer_is_off_the_plane(tmp_path: Path) -> None:
    path = tmp_path / "pm.csv"
    path.write_text("word,x,y\n" + "".join(f"w{at},{at % 7 - 3},{at % 5 - 2}\n" for at in range(1, 30)))
    assert "shadow" not in projection.analogy(table=str(path), a="w1", b="w2", c="w3").sentence


def test_equal_rows_are_as_near_as_each_other(tmp_path: Path) -> None:
    rows = {"a": (1, 0, 0), "b": (1, 1, 0), "c": (0, 0, 1), "d": (0, 1, 1), "e": (0, 2, 2), "f": (0, 2, 1)}
    path = table_of(tmp_path, rows)
    view = projection.analogy(table=path, a="a", b="b", c="c")
    values = view.table["cosine to c − a + b"]
    tied = [word for word, value in zip(view.table["word"][1:], values[1:], strict=True) if value == values[0]]
    assert tied and all(f"{word} {values[0]:.3f}" in view.sentence for word in tied)
    with pytest.raises(ValueError, match="same vector"):
        projection.analogy(table=path, a="d", b="e", c="c")


def test_sections_that_are_known_equally_badly_are_both_named(tmp_path: Path) -> None:
    words = ["slow", "slowly", "quick", "quickly", "boy", "girl", "brother", "sister"]
    rows = np.random.default_rng(4).normal(size=(8, 3)).round(4).tolist()
    path = tmp_path / "two.csv"
    path.write_text("".join(f"{word},{x},{y},{z}\n" for word, (x, y, z) in zip(words, rows, strict=True)))
    view = projection.analogy_accuracy(table=str(path))
    wide = [high - low for low, high in zip(view.table["share, 95 % from"], view.table["to"], strict=True)]
    assert (
        len(wide) == 2
        and wide[0] == wide[1]
        and all(section in view.details for section in ("adjective to adverb", "family"))
    )


def test_answers_that_are_as_near_as_the_last_are_named(tmp_path: Path) -> None:
    rows = {"man": (1, 0, 0), "woman": (1, 1, 0), "king": (1, 0, 1)} | {f"w{at}": (1, 1, 1) for at in range(7)}
    path = tmp_path / "equal.tsv"
    for many, told in ((7, 1), (5, 0)):
        path.write_text("".join("\t".join([word, *map(str, row)]) + "\n" for word, row in [*rows.items()][: 3 + many]))
        assert projection.analogy(table=str(path)).sentence.count(nearness.TIED) == told


def test_rows_with_long_labels_are_words_of_an_analogy_and_a_small_distance_is_no_zero() -> None:
    rows = np.random.default_rng(0).normal(size=(20, 5)) + 300
    labels = [f"{'هذه جملة طويلة ' * 20}{at}" for at in range(20)]
    given = dict(zip("abc", labels, strict=False))
    sentence = projection.analogy(table=pd.DataFrame(rows, index=labels), **given).sentence
    assert 0 < float(re.findall(r"is (\S+) away", sentence)[0]) < 0.005, "two decimals would say 0.00"
