"""Neighbours by the definition: rows without their mean and strongest directions, by cosine."""

import numpy as np
import pytest

from explorer import tokenizers
from explorer.embedding_pipeline import NeighbourRequest, neighbours, table_for


@pytest.mark.slow
@pytest.mark.parametrize(("remove_mean", "components"), [(False, 0), (True, 0), (True, 5)])
def test_against_the_definition(remove_mean, components):
    table = np.asarray(table_for("gpt2").weight, np.float64)
    if remove_mean:
        table = table - table.mean(axis=0)
        axes = np.linalg.eigh(table.T @ table)[1][:, ::-1][:, :components]
        table = table - table @ axes @ axes.T
    table /= np.linalg.norm(table, axis=1, keepdims=True)
    token = 5822
    cosines = table @ table[token]
    mean = (cosines.sum() - 1) / (len(cosines) - 1)
    cosines[token] = -2
    best = np.argsort(-cosines)[:10]
    result = neighbours(NeighbourRequest(token, "gpt2", remove_mean, components))
    assert abs(result.mean_cosine - mean) < 1e-5
    np.testing.assert_allclose(result.cosines, cosines[best], atol=2e-5)
    assert set(result.ids[:5].tolist()) == set(best[:5].tolist())


def names(word, **kwargs):
    token = int(tokenizers.encode(word, "gpt2")[0])
    return [b.decode() for b in tokenizers.token_bytes(neighbours(NeighbourRequest(token, **kwargs)).ids, "gpt2")]


@pytest.mark.slow
def test_a_speech_models_neighbours_sound_alike():
    assert {" rat", " hat", " chat", " cats"} <= set(names(" cat"))
    assert {" dogs", " frog", " hog"} <= set(names(" dog"))
    assert {" queen", " kings", " ring"} <= set(names(" king"))


@pytest.mark.slow
def test_raw_rows_look_alike_and_treated_ones_do_not():
    raw = neighbours(NeighbourRequest(5822, remove_mean=False))
    treated = neighbours(NeighbourRequest(5822))
    assert round(raw.random_cosine, 2) == 0.84
    assert abs(treated.random_cosine) < 0.01
    assert 0.22 < raw.explained[0] < 0.24


@pytest.mark.slow
def test_rows_that_point_the_same_way_have_cosine_one_and_no_more():
    """Without the mean and four components row 200 has norm 0.02, and 197 others have its direction."""
    unused = neighbours(NeighbourRequest(200, components=4))
    assert unused.cosines == pytest.approx(np.ones(10), abs=5e-7)
    assert (unused.cosines <= 1 + 3e-7).all()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"token": 50257}, "token must be from 0 to 50256, got 50257"),
        ({"token": 0, "components": 11}, "components must be from 0 to 10, got 11"),
    ],
)
def test_wrong_requests(wrong, message):
    with pytest.raises(ValueError, match=message):
        NeighbourRequest(**wrong)


@pytest.mark.slow
def test_the_most_frequent_word_points_away_from_most_rows():
    the = int(tokenizers.encode(" the", "gpt2")[0])
    raw = neighbours(NeighbourRequest(the, remove_mean=False, components=0))
    assert raw.mean_cosine < -0.1 < 0.8 < raw.random_cosine


@pytest.mark.slow
@pytest.mark.parametrize(("encoding", "remove_mean"), [("gpt2", True), ("p50k_base", False)])
def test_two_random_rows_have_the_mean_cosine_of_all_pairs(encoding: str, remove_mean: bool) -> None:
    """A sample of 4,000 pairs gave 0.005 and −0.003; over all pairs it is 0.001 and 0.000."""
    rows = table_for(encoding).weight.astype(np.float32)
    rows -= rows.mean(axis=0, dtype=np.float64).astype(np.float32) * remove_mean
    total = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).sum(axis=0, dtype=np.float64)
    exact = (total @ total - len(rows)) / (len(rows) * (len(rows) - 1))
    found = neighbours(NeighbourRequest(5822, encoding, remove_mean, components=0)).random_cosine
    assert found == pytest.approx(exact, abs=1e-5)
    assert round(found, 3) == {"gpt2": 0.001, "p50k_base": 0.0}[encoding]


def test_seven_is_near_six():
    seven = int(tokenizers.encode(" seven", "gpt2")[0])
    assert b" six" in tokenizers.token_bytes(neighbours(NeighbourRequest(seven)).ids, "gpt2")


@pytest.mark.slow
def test_a_fresh_table_has_no_neighbours_to_speak_of():
    fresh = neighbours(NeighbourRequest(5822, "cl100k_base"))
    trained = neighbours(NeighbourRequest(5822))
    assert abs(fresh.random_cosine) < 0.01
    assert fresh.explained[0] < 0.02 < trained.explained[0]


@pytest.mark.slow
def test_rows_whose_ids_follow_each_other_are_often_but_not_always_alike() -> None:
    """In gpt2 the digits have ids 15 to 24; over all pairs of consecutive ids the mean cosine is 0.073."""
    seven = int(tokenizers.encode("7", "gpt2")[0])
    found = neighbours(NeighbourRequest(seven))
    assert seven == 22 and set(found.ids[:4].tolist()) == {20, 21, 23, 24}
    rows = table_for("gpt2").weight.astype(np.float32)
    rows -= rows.mean(axis=0, dtype=np.float64).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    following = (rows[:-1] * rows[1:]).sum(axis=1)
    assert following.mean() == pytest.approx(0.073, abs=5e-4)
    assert (following < 0).mean() == pytest.approx(0.367, abs=5e-4)
