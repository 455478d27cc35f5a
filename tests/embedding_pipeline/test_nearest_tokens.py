"""Neighbours by the definition: rows without their mean and strongest directions, by cosine."""

import numpy as np
import pytest

from explorer import tokenizers
from explorer.embedding_pipeline import NeighbourRequest, neighbours, table_for


@pytest.mark.slow
@pytest.mark.parametrize("remove_shared", [False, True])
def test_against_the_definition(remove_shared):
    table = np.asarray(table_for("gpt2").weight, np.float64)
    if remove_shared:
        table = table - table.mean(axis=0)
        axes = np.linalg.eigh(table.T @ table)[1][:, ::-1][:, :5]
        table = table - table @ axes @ axes.T
    table /= np.linalg.norm(table, axis=1, keepdims=True)
    token = 5822
    cosines = table @ table[token]
    mean = (cosines.sum() - 1) / (len(cosines) - 1)
    cosines[token] = -2
    best = np.argsort(-cosines)[:10]
    result = neighbours(NeighbourRequest(token, "gpt2", remove_shared))
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
    raw = neighbours(NeighbourRequest(5822, remove_shared=False))
    treated = neighbours(NeighbourRequest(5822))
    assert round(raw.random_cosine, 2) == 0.84
    assert abs(treated.random_cosine) < 0.01
    assert 0 == raw.held < 0.22 < treated.held


def test_a_token_that_the_table_does_not_have_is_refused():
    with pytest.raises(ValueError, match="token must be from 0 to 50256, got 50257"):
        NeighbourRequest(50257)


@pytest.mark.slow
def test_the_most_frequent_word_points_away_from_most_rows():
    the = int(tokenizers.encode(" the", "gpt2")[0])
    raw = neighbours(NeighbourRequest(the, remove_shared=False))
    assert raw.mean_cosine < -0.1 < 0.8 < raw.random_cosine


@pytest.mark.slow
def test_two_random_rows_have_the_mean_cosine_of_all_pairs() -> None:
    """A sample of 4,000 pairs gave −0.003; over all pairs it is 0.000."""
    rows = table_for("p50k_base").weight.astype(np.float32)
    total = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).sum(axis=0, dtype=np.float64)
    exact = (total @ total - len(rows)) / (len(rows) * (len(rows) - 1))
    found = neighbours(NeighbourRequest(5822, "p50k_base", remove_shared=False)).random_cosine
    assert found == pytest.approx(exact, abs=1e-5) and round(found, 3) == 0


def test_seven_is_near_six():
    seven = int(tokenizers.encode(" seven", "gpt2")[0])
    assert b" six" in tokenizers.token_bytes(neighbours(NeighbourRequest(seven)).ids, "gpt2")


@pytest.mark.slow
def test_a_fresh_table_has_no_neighbours_to_speak_of():
    fresh = neighbours(NeighbourRequest(5822, "cl100k_base"))
    trained = neighbours(NeighbourRequest(5822))
    assert abs(fresh.random_cosine) < 0.01
    assert fresh.held < 0.1 < trained.held


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
