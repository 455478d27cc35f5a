import math

import numpy as np
import pytest

from explorer.words.cluster_names import name_clusters, pieces, terms_of, whole, words_of


def test_a_weight_worked_out_by_hand() -> None:
    # Two clusters, seven terms: 3.5 terms per cluster. "red" twice in the first and once in the second, three in all.
    texts = ["red hat", "red", "red cup", "blue cup"]
    first, second = name_clusters(terms_of(texts, words_of), np.array([0, 0, 1, 1]), 2)
    assert [(item.term, item.here, item.everywhere) for item in first] == [("red", 2, 3)]
    assert first[0].weight == pytest.approx(2 * math.log(1 + 3.5 / 3))
    assert [(item.term, item.here, item.everywhere) for item in second] == [("cup", 2, 2)]
    assert second[0].weight == pytest.approx(2 * math.log(1 + 3.5 / 2))


def test_what_everybody_has_names_nobody_and_what_is_rare_elsewhere_comes_first() -> None:
    texts = ["the cat"] * 3 + ["the dog"] * 3 + ["the"] * 6
    found = name_clusters(terms_of(texts, words_of), np.repeat([0, 1, 2], [3, 3, 6]), 3)
    assert [item.term for item in found[0]] == ["cat"]
    assert [item.term for item in found[1]] == ["dog"]
    assert [item.term for item in found[2]] == ["the"]  # its only term, so more frequent there than at all


def test_of_a_long_and_a_short_ending_one_is_named() -> None:
    texts = ["baking", "taking", "waking", "old", "odd", "oak"]
    first, second = name_clusters(terms_of(texts, pieces), np.array([0, 0, 0, 1, 1, 1]), 2)
    assert len([item for item in first if item.term in ("-ng", "-ing", "-king")]) == 1
    assert not second  # no duplicates


def test_clusters_without_any_term_have_no_name() -> None:
    assert name_clusters(terms_of(["", ""], whole), np.array([0, 1]), 2) == [[], []]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("1984", ["only digits"]),
        ("?!", ["no a–z"]),
        ("a", []),
        ("Ärger", ["är-", "-er", "ärg-", "-ger", "ärge-", "-rger"]),
        ("<b>", ["<b-", "-b>"]),
    ],
)
def test_pieces(word: str, expected: list[str]) -> None:
    assert pieces(word) == expected
