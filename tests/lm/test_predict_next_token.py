"""Predictions by hand, against a slow version and the trained network's pass, with interventions."""

import math

import numpy as np
import pytest

from explorer.core import EmbeddingLayer
from explorer.core.errors import ShapeError
from explorer.lm.predict_next_token import FIRST, PAST, ReadingRequest, continue_text, read
from explorer.lm.shipped_model import Model
from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer
from explorer.tokenizers import SMALL, encode

TEXT = "The cat sat on the mat"


def model(n_layers: int = 2, train_len: int = 8, tied: bool = True, dtype: type = np.float32) -> Model:
    """A random model over the small vocabulary, with positions that matter."""
    config = ModelConfig(4096, "learned", train_len, 8, n_layers, 2, tied=tied, position_std=0.3, seed=5)
    return Model(config, Transformer(config, dtype).weights)


def obvious(ids: list[int], model: Model) -> np.ndarray:
    """Logits after the last id in float64, one number at a time where that is clearest."""
    w = {name: weight.astype(np.float64) for name, weight in model.weights.items()}
    config = model.config

    def norm(vector: np.ndarray, gain: np.ndarray) -> np.ndarray:
        return vector / math.sqrt(sum(number * number for number in vector) / len(vector) + 1e-6) * gain

    vectors = [w["tokens"][i] + w["positions"][at] for at, i in enumerate(ids)]
    for layer in range(config.n_layers):
        normed = [norm(vector, w[f"layer{layer}.norm1.gain"]) for vector in vectors]
        queries, keys, values = (
            [vector @ w[f"layer{layer}.attention.qkv"][:, part * 8 : part * 8 + 8] for vector in normed]
            for part in range(3)
        )
        mixed = []
        for t in range(len(ids)):
            parts = []
            for head in range(2):
                own = slice(head * 4, head * 4 + 4)
                scores = [math.exp(queries[t][own] @ keys[s][own] / 2) for s in range(t + 1)]
                parts.append(sum(score / sum(scores) * values[s][own] for s, score in enumerate(scores)))
            mixed.append(np.concatenate(parts) @ w[f"layer{layer}.attention.out"])
        vectors = [vector + more for vector, more in zip(vectors, mixed, strict=True)]
        for t, vector in enumerate(vectors):
            hidden = norm(vector, w[f"layer{layer}.norm2.gain"]) @ w[f"layer{layer}.feed.up"]
            vectors[t] = vector + np.maximum(hidden, 0) @ w[f"layer{layer}.feed.down"]
    output = w["tokens"].T if config.tied else w["readout.out"]
    return norm(vectors[-1], w["norm.gain"]) @ output


@pytest.mark.parametrize("tied", [True, False])
def test_it_is_the_obvious_model(tied: bool) -> None:
    small = model(tied=tied)
    reading = read(ReadingRequest(TEXT), small)
    expected = obvious(reading.ids.tolist(), small)
    np.testing.assert_allclose(reading.logits, expected, atol=1e-5)
    share = np.exp(expected) / np.exp(expected).sum()
    np.testing.assert_allclose(reading.probabilities, share, rtol=1e-5)


def test_it_is_the_network_that_was_trained() -> None:
    small = model(3)
    reading = read(ReadingRequest(TEXT), small)
    network = Transformer(small.config)
    np.testing.assert_allclose(reading.logits, network.logits(reading.ids[None])[0, -1], atol=1e-5)
    np.testing.assert_allclose(reading.stream, np.array(network.hidden(reading.ids[None]))[:, 0], atol=1e-5)


def test_a_prediction_by_hand() -> None:
    """Two numbers per token, no block: the prediction is the token whose row points as the last vector does."""
    config = ModelConfig(3, "learned", 2, 2, 1, 1, tied=True)
    weights = {name: np.zeros_like(weight) for name, weight in Transformer(config).weights.items()}
    weights["tokens"][...] = [[0, 0], [0, 1], [1, 0]]
    weights["positions"][...] = [[3, 4], [9, 9]]
    weights["norm.gain"][...] = 1
    by_hand = Model(config, weights)
    reading = read(ReadingRequest('"'), by_hand)  # id 1: row (0, 1), position (3, 4), sum (3, 5)
    assert reading.ids.tolist() == [1]
    assert reading.vectors.tolist() == [[[3, 5]]]
    length = math.sqrt((9 + 25) / 2)
    assert reading.logits.tolist() == pytest.approx([0, 5 / length, 3 / length], abs=1e-6)
    total = 1 + math.exp(5 / length) + math.exp(3 / length)
    assert reading.probabilities.tolist() == pytest.approx(
        [1 / total, math.exp(5 / length) / total, math.exp(3 / length) / total]
    )
    assert reading.best(2).tolist() == [1, 2]


def test_the_chains_numbers_belong_together() -> None:
    small = model()
    reading = read(ReadingRequest(TEXT), small)
    np.testing.assert_array_equal(reading.rows, small.weights["tokens"][reading.ids])
    np.testing.assert_array_equal(reading.position_rows, small.weights["positions"][:6])
    np.testing.assert_array_equal(reading.vectors[0], reading.rows + reading.position_rows)
    assert reading.positions.tolist() == [0, 1, 2, 3, 4, 5]
    assert reading.stream.shape == (3, 6, 8) and reading.attention.shape == (2, 2, 6)
    np.testing.assert_allclose(reading.attention.sum(axis=-1), 1, rtol=1e-6)
    assert reading.probabilities.sum() == pytest.approx(1, abs=1e-5)


def test_what_the_first_block_receives_is_what_the_cores_layer_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    forward = EmbeddingLayer.forward
    monkeypatch.setattr(EmbeddingLayer, "__call__", lambda layer, ids: forward(layer, ids) * 0.0 + 0.125)
    reading = read(ReadingRequest(TEXT), model())
    assert (reading.vectors == 0.125).all() and (reading.stream[0] == 0.125).all()


def test_positions_off_leaves_the_rows() -> None:
    small = model()
    off = read(ReadingRequest(TEXT, positions=False), small)
    np.testing.assert_array_equal(off.vectors[0], off.rows)
    assert not off.position_rows.any() and not len(off.positions)
    assert not np.allclose(off.probabilities, read(ReadingRequest(TEXT), small).probabilities, atol=1e-3)


def test_a_swap_moves_the_prediction_with_positions() -> None:
    small = model(1)
    before, after = read(ReadingRequest(TEXT), small), read(ReadingRequest(TEXT, swap=(1, 5)), small)
    assert after.ids.tolist() == [464, 2603, 3332, 319, 262, 3797]
    assert not np.allclose(before.probabilities, after.probabilities, atol=1e-3)


def test_without_positions_the_last_token_is_blind_to_a_swap_before_it_in_one_block_and_not_in_two() -> None:
    """In the first block the last token attends to the same vectors in another order; a weighted sum ignores order.

    But the causal mask shows the tokens from the first swapped position to the second a different context. In the
    second block the last token attends to their changed vectors: so order matters even without positions.
    """
    swapped = ReadingRequest(TEXT, positions=False, swap=(1, 3))
    for n_layers, same in ((1, True), (2, False)):
        small = model(n_layers)
        before, after = read(ReadingRequest(TEXT, positions=False), small), read(swapped, small)
        np.testing.assert_allclose(before.stream[1, -1], after.stream[1, -1], atol=1e-6)
        assert np.allclose(before.logits, after.logits, atol=1e-6) == same
        np.testing.assert_allclose(before.stream[:, 0], after.stream[:, 0], atol=1e-6)  # nothing changed before it
        assert not np.allclose(before.stream[1, 2], after.stream[1, 2], atol=1e-3)


def test_a_replaced_row_is_all_that_the_model_sees_of_another_word() -> None:
    small = model()
    (dog,) = encode(" dog", SMALL)
    replaced = read(ReadingRequest(TEXT, replace=(1, int(dog))), small)
    typed = read(ReadingRequest(TEXT.replace("cat", "dog")), small)
    np.testing.assert_array_equal(replaced.logits, typed.logits)


def test_a_hidden_token_is_not_read() -> None:
    small = model()
    hidden, shorter = (
        read(ReadingRequest(TEXT, hide_last=True), small),
        read(ReadingRequest("The cat sat on the"), small),
    )
    assert (hidden.hidden, hidden.total) == (2603, 5) and shorter.hidden is None
    np.testing.assert_array_equal(hidden.logits, shorter.logits)
    alone = read(ReadingRequest("The", hide_last=True), small)
    assert alone.hidden is None and alone.ids.tolist() == [464]


LONG = TEXT + " and" * 5


def test_past_the_trained_length_there_is_no_row() -> None:
    with pytest.raises(ShapeError, match=r"^Sequence length 11 exceeds maximum 8$"):
        read(ReadingRequest(LONG, past="refuse"), model())


def test_past_the_trained_length_the_last_tokens_are_read() -> None:
    small = model()
    last = read(ReadingRequest(LONG), small)
    assert last.total == 11 and last.ids.tolist() == encode(LONG, SMALL)[-8:].tolist()
    assert last.positions.tolist() == list(range(8))


def test_other_ways_past_the_trained_length() -> None:
    small = model()
    clamp, wrap = read(ReadingRequest(LONG, past="clamp"), small), read(ReadingRequest(LONG, past="wrap"), small)
    assert clamp.positions.tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7]
    assert wrap.positions.tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2]
    network = Transformer(small.config)
    np.testing.assert_allclose(clamp.logits, network.logits(clamp.ids[None], "clamp")[0, -1], atol=1e-5)
    np.testing.assert_allclose(wrap.logits, network.logits(wrap.ids[None], "wrap")[0, -1], atol=1e-5)


def test_without_positions_nothing_ends() -> None:
    reading = read(ReadingRequest(LONG, positions=False, past="refuse"), model())
    assert reading.vectors.shape == (1, 11, 8)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (ReadingRequest(""), "Expected at least one token to predict from, got an empty text"),
        (ReadingRequest(TEXT, swap=(1, 6)), "Expected a position from 0 to 5, got 6"),
        (ReadingRequest(TEXT, swap=(-1, 2)), "Expected a position from 0 to 5, got -1"),
        (ReadingRequest(TEXT, replace=(9, 3)), "Expected a position from 0 to 5, got 9"),
        (ReadingRequest(TEXT, replace=(0, 4096)), "Expected a token id from 0 to 4095, got 4096"),
        (ReadingRequest(TEXT, past="guess"), "past must be one of last, clamp, wrap, refuse; got 'guess'"),
    ],
)
def test_what_cannot_be_asked(request_: ReadingRequest, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(request_, model())


def test_a_swap_happens_after_a_replacement_at_the_same_position() -> None:
    ids = read(ReadingRequest(TEXT, swap=(0, 1), replace=(1, 7)), model()).ids
    assert ids.tolist() == [7, 464, 3332, 319, 262, 2603]


def test_the_likeliest_are_the_largest_however_many_are_asked_for() -> None:
    reading = read(ReadingRequest("The President of the United"))
    ranked = np.argsort(-reading.probabilities, kind="stable")
    for count in (0, 1, FIRST - 1, FIRST, FIRST + 1, 50):
        assert reading.best(count).tolist() == ranked[:count].tolist()


def test_a_drawn_continuation_is_the_same_each_time_stays_on_its_line_and_with_no_heat_is_the_likeliest() -> None:
    def drawn(seed: int, temperature: float = 0.6) -> str:
        return continue_text(TEXT, 12, temperature=temperature, seed=seed)

    assert drawn(1) == drawn(1) != drawn(2)
    assert not any("\n" in drawn(seed) for seed in range(4))
    assert continue_text(TEXT, 6, temperature=1e-3) == continue_text(TEXT, 6) != continue_text(TEXT, 6, positions=False)


def test_a_tokens_rank() -> None:
    reading = read(ReadingRequest(TEXT), model())
    assert [reading.rank(int(i)) for i in reading.best(4)] == [1, 2, 3, 4]


def test_inside_the_trained_length_all_ways_are_one() -> None:
    small = model()
    expected = read(ReadingRequest(TEXT), small).logits
    for past in PAST:
        np.testing.assert_array_equal(read(ReadingRequest(TEXT, past=past), small).logits, expected)
