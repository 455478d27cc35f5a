"""The pipeline from text to (B, T, D), against values computed by hand and the core's layer."""

import dataclasses
import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer import data, tokenizers
from explorer.core import Embedding, EmbeddingLayer
from explorer.core.functional import sinusoidal
from explorer.embedding_pipeline import (
    POSITIONS,
    PipelineRequest,
    batch,
    layer_of,
    position_rows,
    rows_of,
    run,
    table_for,
    tokenize,
)
from explorer.lm.shipped_model import load_lm
from tests.support import examples

TEXT = "The cat sat on the mat\nand purred\n\n👍🏽 日本"


def test_rows_are_whispers_own():
    result = run(PipelineRequest("The cat sat on the mat", position="none"))
    assert result.ids.tolist() == [[464, 3797, 3332, 319, 262, 2603]]
    np.testing.assert_array_equal(result.rows[0], data.load_whisper().tokens[result.ids[0]].astype(np.float32))
    # Noted from whisper_tiny_en_tokens.npy with NumPy alone, its SHA-256 being the one in SHA256SUMS: each row's first
    # number, exact in float16, and the length of each row.
    first = [0.037078857421875, 0.0389404296875, 0.033935546875, 0.033782958984375, 0.024322509765625, 0.04132080078125]
    assert result.rows[0, :, 0].tolist() == first
    lengths = [0.3591, 0.3397, 0.3708, 0.2796, 0.3589, 0.3882]
    np.testing.assert_allclose(np.linalg.norm(result.rows[0], axis=1), lengths, atol=5e-5)
    np.testing.assert_array_equal(result.output, result.rows)
    assert result.table.trained


@pytest.mark.slow
@pytest.mark.parametrize("encoding", tokenizers.CHOICES)
@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("scale", [False, True])
def test_rows_times_root_plus_positions(encoding, position, scale):
    result = run(PipelineRequest(TEXT, encoding, position, scale))
    table = result.table
    rows = np.asarray(table.weight, np.float32)[result.ids]
    np.testing.assert_array_equal(result.rows, rows)
    scaled = rows * np.float32(math.sqrt(table.embed_dim)) if scale else rows
    np.testing.assert_array_equal(result.scaled, scaled)
    length = result.shape[1]
    added = {"learned": table.positions[:length], "sinusoidal": sinusoidal(length, table.embed_dim), "none": 0}
    np.testing.assert_array_equal(result.output, scaled + np.asarray(added[position], np.float32))
    np.testing.assert_array_equal(result.output, result.scaled + result.positions)


@pytest.mark.parametrize("position", POSITIONS)
def test_what_is_shown_is_what_the_cores_layer_computes(position, monkeypatch):
    """If the layer returns something else, so does the chain: nothing is computed twice."""
    request = PipelineRequest("the layer itself", position=position, scale=True, max_tokens=63)
    before = run(request)
    asked = []
    forward, scaled, positions = EmbeddingLayer.forward, EmbeddingLayer.scaled, EmbeddingLayer.positions
    monkeypatch.setattr(EmbeddingLayer, "__call__", lambda layer, ids: asked.append(ids) or forward(layer, ids) * 2.0)
    monkeypatch.setattr(EmbeddingLayer, "scaled", lambda layer, rows: scaled(layer, rows) + 1.0)
    run.cache_clear()
    after = run(request)
    run.cache_clear()
    np.testing.assert_array_equal(asked[0], before.ids)
    np.testing.assert_array_equal(after.scaled, before.scaled + 1)
    np.testing.assert_array_equal(after.output, 2 * (before.scaled + 1 + before.positions))
    if position != "none":
        monkeypatch.setattr(EmbeddingLayer, "positions", lambda layer, *all: positions(layer, *all) * 3.0)
        np.testing.assert_array_equal(run(request).positions, 3 * before.positions)
        run.cache_clear()


@pytest.mark.parametrize("encoding", ["gpt2", tokenizers.SMALL])
def test_where_colours_end_is_computed_once_for_a_trained_table(encoding, monkeypatch):
    end = table_for(encoding).extent
    monkeypatch.setattr(np, "partition", None)
    assert table_for(encoding).extent == end > 0


def test_the_trained_table_is_neither_converted_nor_copied():
    table = table_for("gpt2")
    run(PipelineRequest("warm", position="learned"))
    tracemalloc.start()
    run(PipelineRequest("The cat sat on the mat", position="learned", scale=True))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1e6 < table.weight.nbytes / 30
    assert np.shares_memory(layer_of(table, "learned").token_embedding.weight.data, table.weight)


def test_our_own_model_reads_its_own_rows_and_positions():
    table, model = table_for(tokenizers.SMALL), load_lm()
    assert table.trained and table.name == "Our own small language model"
    # Not the same object where another test has had the model read anew.
    np.testing.assert_array_equal(table.weight, model.weights["tokens"])
    np.testing.assert_array_equal(table.positions, model.weights["positions"])
    result = run(PipelineRequest("The cat sat on the mat", tokenizers.SMALL))
    assert result.ids.tolist() == [[464, 3797, 3332, 319, 262, 2603]], "gpt2's ids"
    assert result.too_long is None
    long = run(PipelineRequest("cat " * 70, tokenizers.SMALL, max_tokens=100))
    assert (long.too_long, long.shape[1]) == (72, 64), "no row for position 64"


@pytest.mark.slow
def test_a_fresh_table_depends_on_start_and_seed_only():
    a = table_for("cl100k_base", "normal", 3)
    assert a is table_for("cl100k_base", "normal", 3)
    assert not np.array_equal(a.weight, table_for("cl100k_base", "normal", 4).weight)
    assert abs(float(a.weight.std()) - 0.02) < 1e-4
    bound = math.sqrt(6 / (100_277 + 64))
    assert bound * 0.999 < np.abs(table_for("cl100k_base").weight).max() <= bound
    assert not a.trained
    assert not a.weight.flags.writeable


def test_positions():
    table = table_for("gpt2")
    np.testing.assert_array_equal(position_rows(layer_of(table, "sinusoidal"), 9), sinusoidal(9, 384))
    np.testing.assert_array_equal(position_rows(layer_of(table, "learned"), 448), data.load_whisper().positions)
    assert position_rows(layer_of(table, "none"), 3).tolist() == np.zeros((3, 384)).tolist()
    with pytest.raises(ValueError, match="Sequence length 449 exceeds maximum 448"):
        position_rows(layer_of(table, "learned"), 449)
    with pytest.raises(ValueError, match="Unknown position kind 'rotary': expected one of learned, sinusoidal, none"):
        layer_of(table, "rotary")


def test_a_text_longer_than_the_learned_table_is_cut_and_says_so():
    request = PipelineRequest("word " * 500, max_tokens=1000)
    learned, fixed = run(request), run(dataclasses.replace(request, position="sinusoidal"))
    assert (learned.shape[1], learned.too_long) == (448, len(learned.tokens))
    assert (fixed.shape[1], fixed.too_long) == (len(fixed.tokens), None)


@pytest.mark.parametrize("text", ["", "\n\n", "\r\n"])
def test_nothing_to_read(text):
    result = run(PipelineRequest(text))
    assert (result.shape, len(result.tokens), result.tokens.at(0)) == ((0, 0, 384), 0, 0)


def test_lines_and_one_sequence():
    lines = tokenize("ab\r\ncd\n\nef", "gpt2")
    assert (lines.line_count, lines.blank_lines, lines.offsets.tolist()) == (3, 1, [0, 4, 8])
    whole = tokenize("ab\r\ncd\n\nef", "gpt2", one_sequence=True)
    assert (whole.line_count, whole.blank_lines) == (1, 0)
    assert tokenizers.decode_bytes(whole.ids, "gpt2") == b"ab\r\ncd\n\nef"


def test_bounds_of_the_array_do_not_bound_the_count():
    result = run(PipelineRequest("one two three\n" * 20, max_lines=4, max_tokens=2))
    assert (result.shape[:2], len(result.tokens), result.tokens.line_count) == ((4, 2), 60, 20)
    ids, mask = batch(result.tokens, 0, 100, 100)
    assert (ids.shape, bool(mask.all())) == ((20, 3), True)


def test_surrogates_are_counted():
    tokens = tokenize("a\ud83db", "gpt2")
    assert (tokens.replaced, tokens.data) == (1, b"a\xef\xbf\xbdb")


@pytest.mark.slow
@settings(max_examples=examples(60))
@given(text=st.text(max_size=60), encoding=st.sampled_from(tokenizers.CHOICES), one_sequence=st.booleans())
def test_every_token_is_found_by_its_bytes(text, encoding, one_sequence):
    tokens = tokenize(text, encoding, one_sequence=one_sequence)
    for index in range(len(tokens)):
        first, last = tokens.span(index)
        assert tokens.data[first:last] == tokenizers.token_bytes([tokens.ids[index]], encoding)[0]
        assert {tokens.at(byte) for byte in range(first, last)} == {index}
    with pytest.raises(IndexError, match="there is no token"):
        tokens.locate(len(tokens))


def test_rows_that_are_shown_alone_are_looked_up_by_the_core_too(monkeypatch):
    ids, table = np.array([464, 3797]), table_for("gpt2")
    before, forward = rows_of(ids, table), Embedding.forward
    monkeypatch.setattr(Embedding, "__call__", lambda layer, asked: forward(layer, asked) * 2.0)
    np.testing.assert_array_equal(rows_of(ids, table), 2 * before)


@pytest.mark.parametrize("encoding", tokenizers.CHOICES)
def test_every_id_has_its_row(encoding):
    result = run(PipelineRequest(TEXT, encoding))
    width = {"gpt2": 384, "r50k_base": 384, tokenizers.SMALL: 128}.get(encoding, 64)
    assert result.table.weight.shape == (tokenizers.vocab_size(encoding), width)
    for b, line in enumerate(["The cat sat on the mat", "and purred", "👍🏽 日本"]):
        assert tokenizers.decode_bytes(result.ids[b][result.mask[b]], encoding).decode() == line
        assert set(result.ids[b][~result.mask[b]]) <= {result.padding_id}
    if encoding == tokenizers.SMALL:
        assert result.padding_id == 0
    else:
        assert tokenizers.token_bytes([result.padding_id], encoding) == [b"<|endoftext|>"]


def test_results_are_frozen():
    result = run(PipelineRequest("frozen"))
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.request.text = "thawed"
    for array in (result.ids, result.mask, result.rows, result.scaled, result.positions, result.output):
        assert not array.flags.writeable
