"""Embedding, PositionalEncoding and EmbeddingLayer: sizes, initialization, gradients, and errors."""

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core import Embedding, EmbeddingLayer, PositionalEncoding, Tensor, create_sinusoidal_embeddings, errors
from explorer.core import embedding as embedding_module
from explorer.core import functional as F  # noqa: N812
from explorer.core.argument_checks import check_ids
from explorer.core.functional import lookup
from explorer.core.initializers import INITIALIZERS
from explorer.core.optim import SGD


def test_known_gradient_of_repeated_ids():
    table = Embedding(4, 3, seed=0)
    table([[1, 1, 2]]).sum().backward()
    assert table.weight.grad.tolist() == [[0.0] * 3, [2.0] * 3, [1.0] * 3, [0.0] * 3]


@pytest.mark.slow
def test_embedding_says_its_sizes_and_owns_one_parameter():
    table = Embedding(50_257, 768)
    assert repr(table) == "Embedding(50257, 768)"
    assert repr(Embedding(4, 2, padding_idx=-1)) == "Embedding(4, 2, padding_idx=3)"
    assert table.parameters() == [table.weight]
    assert table.weight.requires_grad
    assert table.weight.data.dtype == np.float32
    assert np.abs(table.weight.data).max() <= math.sqrt(6 / (50_257 + 768))


def test_a_lookup_sends_its_gradient_to_the_rows_that_were_read():
    table = Embedding(4, 2, seed=0)
    out = table(Tensor([[3, 0]]))
    out.sum().backward()
    assert table.weight.grad_rows.rows.tolist() == [0, 3]
    assert np.array_equal(out.data, table.weight.data[[[3, 0]]])


def test_ids_are_checked_once_per_step(monkeypatch):
    checked = []
    for module in (embedding_module, lookup):
        monkeypatch.setattr(module, "check_ids", lambda *all: checked.append(all) or check_ids(*all))
    layer = EmbeddingLayer(9, 4, 8, scale_embeddings=True, padding_idx=0)
    layer(np.arange(9).reshape(3, 3)).sum().backward()
    assert len(checked) == 1
    F.embedding([1, 2], layer.token_embedding.weight.data)
    assert len(checked) == 2


def test_padding_row_starts_at_zero_and_learns_nothing():
    table = Embedding(4, 2, seed=0, padding_idx=-2)
    assert table.padding_idx == 2
    assert table.weight.data[2].tolist() == [0.0, 0.0]
    table([[2, 2, 1]]).sum().backward()
    assert table.weight.grad[:, 0].tolist() == [0.0, 1.0, 0.0, 0.0]
    assert table.weight.grad_rows.rows.tolist() == [1]
    for wrong in (4, -5, 1.5, True, "2"):
        with pytest.raises(ValueError, match=f"padding_idx must be an integer within vocabulary size 4, got {wrong!r}"):
            Embedding(4, 2, padding_idx=wrong)


def test_a_trained_table_keeps_its_padding_row():
    table = Embedding.from_weight(np.ones((3, 2)), padding_idx=0)
    assert table.weight.data[0].tolist() == [1.0, 1.0]
    assert Embedding.from_weight([[1.0, 2.0]])([0]).data.tolist() == [[1.0, 2.0]]
    with pytest.raises(ValueError, match=r"Expected 2D weight \(vocab, embed\), got shape \(3,\)"):
        Embedding.from_weight(np.ones(3))
    table.weight = np.ones((3, 2))
    with pytest.raises(TypeError, match="weight must be a Tensor, got ndarray"):
        table([0])


def test_seeds_repeat_and_differ():
    assert np.array_equal(Embedding(5, 3, seed=7).weight.data, Embedding(5, 3, seed=7).weight.data)
    assert not np.array_equal(Embedding(5, 3, seed=7).weight.data, Embedding(5, 3, seed=8).weight.data)
    layer = EmbeddingLayer(5, 3, max_seq_len=5, seed=7)
    assert not np.array_equal(layer.token_embedding.weight.data, layer.pos_encoding.position_embeddings.data)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, 4), "vocab_size must be an integer of at least 0, got -1"),
        ((4, 2.5), "embed_dim must be an integer of at least 0, got 2.5"),
        ((True, 4), "vocab_size must be an integer of at least 0, got True"),
    ],
)
def test_embedding_refuses_sizes_that_are_none(arguments, message):
    with pytest.raises(ValueError) as caught:
        Embedding(*arguments)
    assert str(caught.value) == message


def test_unknown_start_lists_the_known_ones():
    with pytest.raises(ValueError) as caught:
        Embedding(4, 2, init="zeros")
    assert str(caught.value) == f"init must be one of {', '.join(map(repr, INITIALIZERS))}, got 'zeros'"


def test_position_table_starts_within_its_bound_and_is_added():
    positions = PositionalEncoding(16, 8, seed=0)
    table = positions.position_embeddings.data
    assert table.shape == (16, 8)
    assert 0.8 * math.sqrt(2 / 8) < np.abs(table).max() <= math.sqrt(2 / 8)
    x = np.ones((2, 3, 8), np.float32)
    assert np.array_equal(positions(Tensor(x)).data, x + table[:3])
    assert np.array_equal(positions(x, start_pos=13).data, x + table[13:])
    assert repr(positions) == "PositionalEncoding(16, 8)"
    assert positions.parameters() == [positions.position_embeddings]


def test_position_rows_get_the_sum_over_the_batch_and_no_row_beyond_learns():
    positions = PositionalEncoding(5, 2, seed=0)
    positions(np.zeros((3, 2, 2)), start_pos=1).sum().backward()
    assert positions.position_embeddings.grad[:, 0].tolist() == [0.0, 3.0, 3.0, 0.0, 0.0]
    assert positions.position_embeddings.grad_rows.rows.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("shape", "start", "kind", "message"),
    [
        ((1, 1024, 4), 0, errors.ShapeError, "Sequence length 1024 exceeds maximum 512"),
        ((1, 2, 4), 511, errors.ShapeError, "Sequence length 2 from start_pos 511 exceeds maximum 512"),
        ((1, 2, 768), 0, errors.ShapeError, "Embedding dimension mismatch: expected 4, got 768"),
        ((128, 512), 0, errors.ShapeError, "Expected 3D input (batch, seq, embed), got shape (128, 512)"),
        ((1, 2, 4), -1, errors.ShapeError, "start_pos must be an integer of at least 0, got -1"),
    ],
)
def test_positions_refuse(shape, start, kind, message):
    with pytest.raises(kind) as caught:
        PositionalEncoding(512, 4)(np.zeros(shape, np.float32), start)
    assert str(caught.value) == message


@given(
    st.sampled_from(["learned", "sinusoidal", None]),
    st.booleans(),
    st.integers(0, 3),
    st.integers(0, 6),
    st.integers(0, 4),
    st.integers(0, 5),
)
def test_layer_equals_rows_times_root_plus_positions(kind, scale, batch, seq_len, start, width):
    layer = EmbeddingLayer(9, width, 10, kind, scale, seed=0)
    ids = np.random.default_rng(1).integers(0, 9, (batch, seq_len))
    expected = layer.token_embedding.weight.data[ids] * (np.float32(math.sqrt(width)) if scale else np.float32(1))
    if kind == "learned":
        expected = expected + layer.pos_encoding.position_embeddings.data[start : start + seq_len]
    elif kind == "sinusoidal":
        expected = expected + F.sinusoidal(seq_len, width, start_pos=start)
    out = layer(ids, start_pos=start)
    assert out.data.dtype == np.float32
    assert np.array_equal(out.data, expected)
    begun = layer.positions(seq_len)
    assert begun is None or np.array_equal(begun.data, layer.positions(seq_len, 0).data)
    for line in range(batch):  # one sequence alone gives what it gives within the batch
        assert np.array_equal(layer(ids[line], start_pos=start).data, expected[line])


def test_waves_go_on_beyond_the_table_and_learned_rows_do_not():
    waves = EmbeddingLayer(9, 4, 8, "sinusoidal", seed=0)
    long = np.zeros((1, 20), np.int64)
    assert np.allclose(waves(long).data[0], waves.token_embedding.weight.data[0] + F.sinusoidal(20, 4))
    with pytest.raises(errors.ShapeError, match="Sequence length 20 exceeds maximum 8"):
        EmbeddingLayer(9, 4, 8)(long)
    assert EmbeddingLayer(9, 4, 8, None)(long).shape == (1, 20, 4)


@pytest.mark.parametrize("scale", [False, True])
@pytest.mark.parametrize("ids", [[1, 1, 2], [[1, 1, 2]]])
def test_gradients_reach_both_tables_through_scale_sum_and_squeeze(scale, ids):
    layer = EmbeddingLayer(4, 9, 6, scale_embeddings=scale, seed=0)
    layer(ids).sum().backward()
    factor = 3.0 if scale else 1.0
    assert layer.token_embedding.weight.grad[:, 0].tolist() == [0.0, 2 * factor, factor, 0.0]
    assert layer.pos_encoding.position_embeddings.grad[:, 0].tolist() == [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]


def test_layer_parameters_and_repr():
    learned, fixed = EmbeddingLayer(4, 2, 3), EmbeddingLayer(4, 2, 3, "sinusoidal")
    assert learned.parameters() == [learned.token_embedding.weight, learned.pos_encoding.position_embeddings]
    assert fixed.parameters() == [fixed.token_embedding.weight]
    assert (fixed.vocab_size, fixed.embed_dim) == (4, 2)
    assert repr(fixed) == "EmbeddingLayer(4, 2, max_seq_len=3, pos_encoding='sinusoidal', scale_embeddings=False)"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: EmbeddingLayer(4, 2, pos_encoding="rotary"),
            "pos_encoding must be one of 'learned', 'sinusoidal', None, got 'rotary'",
        ),
        (lambda: EmbeddingLayer(4, 2)(3), "Expected ids (batch, seq) or (seq,), got shape ()"),
        (lambda: EmbeddingLayer(4, 2)([[[3]]]), "Expected ids (batch, seq) or (seq,), got shape (1, 1, 1)"),
        (lambda: EmbeddingLayer(50_000, 2)([[50_001]]), "Embedding index out of range for vocabulary size 50000"),
        (lambda: EmbeddingLayer(4, 2, pos_encoding=None)([1], start_pos=0.5), "start_pos must be an integer"),
    ],
)
def test_layer_refuses(call, message):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value).startswith(message)


def test_the_layers_parts_have_the_courses_names():
    learned, fixed, none = (EmbeddingLayer(4, 2, 3, kind, seed=0) for kind in ("learned", "sinusoidal", None))
    assert [layer.pos_encoding_type for layer in (learned, fixed, none)] == ["learned", "sinusoidal", None]
    assert isinstance(learned.token_embedding, Embedding)
    assert isinstance(learned.pos_encoding, PositionalEncoding)
    assert np.array_equal(fixed.pos_encoding.data, create_sinusoidal_embeddings(3, 2).data)
    assert none.pos_encoding is None


@pytest.mark.parametrize("freeze", [False, True])
@pytest.mark.parametrize("kind", ["learned", "sinusoidal", None])
@pytest.mark.parametrize("scale", [False, True])
def test_a_layer_from_given_tables_equals_one_that_grew_them(kind, scale, freeze):
    grown = EmbeddingLayer(9, 4, 5, kind, scale, seed=0, padding_idx=2)
    learned = grown.pos_encoding.position_embeddings.data if kind == "learned" else kind
    layer = EmbeddingLayer.from_tables(
        grown.token_embedding.weight.data, learned, scale_embeddings=scale, max_seq_len=5, padding_idx=2, freeze=freeze
    )
    assert repr(layer) == repr(grown)
    for ids, start in (([[1, 8, 2], [0, 0, 5]], 2), ([3, 1], 0)):
        assert np.array_equal(layer(ids, start).data, grown(ids, start).data)
        out = layer(ids, start).sum()
        assert out.requires_grad is not freeze
        if not freeze:
            out.backward()
    assert len(layer.parameters()) == (0 if freeze else len(grown.parameters()))
    for parameter in layer.parameters():
        assert parameter.grad.any()


def test_a_frozen_table_is_read_where_it_lies(tmp_path):
    """No float32 copy of it is made, neither when the layer is built nor when it reads rows."""
    np.save(tmp_path / "table.npy", (np.arange(400_000) % 2048).astype(np.float16).reshape(-1, 40))
    table = np.load(tmp_path / "table.npy", mmap_mode="r")
    tracemalloc.start()
    layer = EmbeddingLayer.from_tables(table, table[:64], scale_embeddings=True, freeze=True)
    out = layer([[7, 9_999]])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < table.nbytes / 10
    assert np.shares_memory(layer.token_embedding.weight.data, table)
    assert np.shares_memory(layer.pos_encoding.position_embeddings.data, table)
    assert out.data.dtype == np.float32
    expected = table[[7, 9_999]].astype(np.float32) * np.float32(math.sqrt(40)) + table[:2].astype(np.float32)
    assert np.array_equal(out.data[0], expected)


def test_a_frozen_table_cannot_be_written_to_and_its_owner_can():
    table = np.ones((3, 2), np.float32)
    frozen = Embedding.from_weight(table, freeze=True)
    with pytest.raises(ValueError, match="read-only"):
        frozen.weight.data[0] = 5
    table[0] = 7
    assert frozen([0]).data.tolist() == [[7.0, 7.0]]
    with pytest.raises(RuntimeError, match="doesn't require gradients"):
        frozen([0]).sum().backward()


def test_a_table_to_learn_is_shared_if_it_can_be_written_to_and_copied_else():
    table = np.ones((3, 2), np.float32)
    assert Embedding.from_weight(table).weight.data is table
    table.flags.writeable = False
    model = Embedding.from_weight(table)
    model([1]).sum().backward()
    SGD(model.parameters(), lr=1.0).step()
    assert (model.weight.data[1].tolist(), table[1].tolist()) == ([0.0, 0.0], [1.0, 1.0])


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (
            lambda: EmbeddingLayer.from_tables(np.ones((3, 512)), np.ones((2, 768))),
            errors.ShapeError,
            "Embedding dimension mismatch: expected 512, got 768",
        ),
        (
            lambda: EmbeddingLayer.from_tables(np.ones(3)),
            errors.ShapeError,
            "Expected 2D weight (vocab, embed), got shape (3,)",
        ),
        (
            lambda: EmbeddingLayer.from_tables(np.ones((3, 2)), [1.0, 2.0]),
            errors.ShapeError,
            "Expected 2D position table (seq, embed), got shape (2,)",
        ),
        (
            lambda: EmbeddingLayer.from_tables(np.ones((3, 2)), "learned"),
            errors.SettingError,
            "positions, unless it is a table, must be one of 'sinusoidal', None, got 'learned'",
        ),
        (lambda: EmbeddingLayer.from_tables([["a"]], freeze=True), TypeError, "Tensor holds real numbers, got texts"),
        (
            lambda: EmbeddingLayer.from_tables(np.ones((3, 2)), np.ones((2, 2)))([0, 1, 2]),
            errors.ShapeError,
            "Sequence length 3 exceeds maximum 2",
        ),
    ],
)
def test_tables_that_make_no_layer_are_refused(call, kind, message):
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value) == message
