import numpy as np
import pytest

from explorer.memory import precision
from explorer.memory.formats import FORMATS
from explorer.memory.precision import SCHEMES, Quantise, neighbours, quantise, to_bf16, to_fp16, to_integers


@pytest.fixture(scope="module")
def table():
    return np.random.default_rng(3).normal(0, 0.05, (600, 64)).astype(np.float16).astype(np.float32)


def test_sizes_agree_with_the_formats_of_the_bill(table):
    rows, width = table.shape
    for scheme, number in (
        ("FP16", "BF16 or FP16"),
        ("BF16", "BF16 or FP16"),
        ("INT8, a scale a row", "INT8"),
        ("INT4, a scale for 32", "INT4"),
    ):
        assert SCHEMES[scheme](table)[1] == FORMATS[number].table_bytes(rows, width)


def test_fp16_keeps_a_table_that_was_born_in_it(table):
    assert np.array_equal(to_fp16(table)[0], table)


def test_bf16_is_the_nearest_number_with_eight_bits_of_precision(table):
    restored = to_bf16(table)[0]
    assert np.all(restored.view(np.uint32) & 0xFFFF == 0)
    assert np.all(np.abs(restored - table) <= np.abs(table) * 2.0**-8)


@pytest.mark.parametrize(("bits", "group"), [(8, 64), (8, 0), (4, 32), (4, 64), (4, 0), (4, 48)])
def test_integer_errors_stay_within_half_a_scale(table, bits, group):
    restored, _ = to_integers(table, bits, group)
    top = 2 ** (bits - 1) - 1
    # A scale rounded down to FP16 can leave the largest number of its group a little beyond reach.
    assert np.abs(restored - table).max() <= np.abs(table).max() / top * 0.5 + np.abs(table).max() * 2.0**-10


def test_a_row_of_zeros_stays_zero_in_every_scheme():
    zeros = np.zeros((3, 32), np.float32)
    for store in SCHEMES.values():
        assert np.array_equal(store(zeros)[0], zeros)


def test_an_outlier_costs_the_shared_scale_more_than_a_scale_a_row(table):
    spoiled = table.copy()
    spoiled[0, 0] = 100
    error = {
        name: np.abs(SCHEMES[name](spoiled)[0] - spoiled)[1:].max()
        for name in ("INT8, a scale a row", "INT8, one scale")
    }
    assert error["INT8, one scale"] > 20 * error["INT8, a scale a row"]


def test_neighbours_are_those_of_a_full_sort(table):
    queries = np.array([0, 17, 599])
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    cosine = unit[queries] @ unit.T
    cosine[np.arange(3), queries] = -np.inf
    expected = np.argsort(-cosine, axis=1)[:, :5]
    assert np.array_equal(np.sort(neighbours(table, queries, 5)), np.sort(expected))


def test_fewer_bits_never_help(table):
    records = {record.scheme: record for record in quantise(Quantise(queries=60), table)}
    assert records["FP16"].error == 0 and records["FP16"].kept == 1
    assert records["INT8, a scale a row"].kept > records["INT4, a scale for 32"].kept
    assert records["INT4, a scale for 32"].error < records["INT4, a scale a row"].error
    assert list(records) == list(SCHEMES)


def test_the_real_table_keeps_its_neighbours_at_eight_bits_and_loses_most_at_four():
    records = {record.scheme: record for record in quantise(Quantise(queries=60))}
    assert records["FP16"].error == 0
    assert records["FP16"].bytes == 38_597_376
    assert records["INT8, a scale a row"].bytes == 50_257 * 386
    assert records["INT8, a scale a row"].kept > 0.75
    assert 0.3 < records["INT4, a scale for 32"].kept < 0.6
    assert records["INT4, one scale"].kept < 0.05


def test_a_server_without_room_says_so_before_it_starts(monkeypatch):
    monkeypatch.setattr(precision, "available", lambda: 10**8)
    with pytest.raises(ValueError, match="takes 450 MB of memory for a while; the server has 100 MB left"):
        next(quantise(Quantise()))
