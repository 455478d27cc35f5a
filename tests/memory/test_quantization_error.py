"""Fewer bits: errors of rows, neighbours kept, ties; and the memory that a computation may take."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from explorer.jobs import worker_process
from explorer.memory import quantization_error
from explorer.memory.number_formats import FORMATS, ROW, SCHEMES, TABLE, to_bf16, to_fp16, to_integers
from explorer.memory.quantization_error import NEEDED, QuantizationRequest, neighbours, quantise, results
from explorer.views import memory
from explorer.views.memory import precision
from explorer.views.projection import file
from explorer.words.shipped_tables import shipped
from tests.support import numbers_in

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def table():
    return np.random.default_rng(3).normal(0, 0.05, (600, 64)).astype(np.float16).astype(np.float32)


@pytest.mark.parametrize("shape", [(600, 64), (7, 100), (1, 1)])
def test_sizes_agree_with_the_formats_of_the_bill(shape):
    for scheme, number in (
        ("FP16", "BF16 or FP16"),
        ("BF16", "BF16 or FP16"),
        ("INT8, a scale per row", "INT8"),
        ("INT4, a scale per 32", "INT4"),
    ):
        assert SCHEMES[scheme].table_bytes(*shape) == FORMATS[number].table_bytes(*shape)


def test_fp16_keeps_a_table_that_was_born_in_it(table):
    assert np.array_equal(to_fp16(table), table)


def test_bf16_is_the_nearest_number_with_eight_bits_of_precision(table):
    restored = to_bf16(table)
    assert np.all(restored.view(np.uint32) & 0xFFFF == 0)
    assert np.all(np.abs(restored - table) <= np.abs(table) * 2.0**-8)


@pytest.mark.parametrize(("bits", "group"), [(8, ROW), (8, TABLE), (4, 32), (4, ROW), (4, TABLE), (4, 48)])
def test_integer_errors_stay_within_half_a_scale(table, bits, group):
    largest = float(np.abs(table).max())
    restored = to_integers(table, largest, bits, group)
    top = 2 ** (bits - 1) - 1
    # A scale rounded down to FP16 can leave its group's largest number slightly out of range.
    assert np.abs(restored - table).max() <= largest / top * 0.5 + largest * 2.0**-10


def test_a_row_of_zeros_stays_zero_in_every_scheme():
    zeros = np.zeros((3, 32), np.float32)
    for scheme in SCHEMES.values():
        assert np.array_equal(scheme.restore(zeros, 0.0), zeros)


@pytest.mark.parametrize("name", SCHEMES)
def test_a_block_of_rows_is_stored_as_in_the_whole_table(table, name):
    scheme, largest = SCHEMES[name], float(np.abs(table).max())
    parts = [scheme.restore(table[first : first + 97], largest) for first in range(0, len(table), 97)]
    assert np.array_equal(np.concatenate(parts), scheme.restore(table, largest))


def test_an_outlier_costs_the_shared_scale_more_than_a_scale_per_row(table):
    spoiled = table.copy()
    spoiled[0, 0] = 100
    error = {
        name: np.abs(SCHEMES[name].restore(spoiled, 100.0) - spoiled)[1:].max()
        for name in ("INT8, a scale per row", "INT8, one scale")
    }
    assert error["INT8, one scale"] > 20 * error["INT8, a scale per row"]


@pytest.mark.slow
@pytest.mark.parametrize("block", [1, 7, 100, 4096])
def test_neighbours_are_those_of_a_full_sort_whatever_the_block(table, monkeypatch, block):
    monkeypatch.setattr(quantization_error, "BLOCK", block)
    queries = np.arange(len(table))  # all, so that each row is near to some
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    cosine = unit @ unit.T
    np.fill_diagonal(cosine, -np.inf)
    expected = np.argsort(-cosine, axis=1)[:, :5]
    assert np.array_equal(neighbours(table, queries, 5), expected)


@pytest.mark.parametrize("block", [1, 7, 4096])
def test_of_equally_near_rows_the_first_are_the_neighbours(monkeypatch, block):
    monkeypatch.setattr(quantization_error, "BLOCK", block)
    table = np.float32([[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1]])[np.arange(60) % 3]  # all cosines are 0 or 1
    assert neighbours(table, np.array([0, 31, 59]), 4).tolist() == [[3, 6, 9, 12], [1, 4, 7, 10], [2, 5, 8, 11]]


@pytest.mark.parametrize("block", [7, 4096])
def test_the_rounding_of_a_sum_does_not_say_which_row_is_nearer(table, monkeypatch, block):
    monkeypatch.setattr(quantization_error, "BLOCK", block)
    lengths = np.float32([1, 3, 0.7, 1.1, 11, 0.3])[np.arange(60) % 6]  # one direction, so that all are equally near
    assert neighbours(table[:1] * lengths[:, np.newaxis], np.array([0, 31]), 4).tolist() == [[1, 2, 3, 4], [0, 1, 2, 3]]


def test_fewer_bits_never_help(table):
    records = {record.scheme: record for record in quantise(QuantizationRequest(queries=60), table)}
    assert records["FP16"].error == 0 and records["FP16"].kept == 1
    assert records["INT8, a scale per row"].kept > records["INT4, a scale per 32"].kept
    assert records["INT4, a scale per 32"].error < records["INT4, a scale per row"].error
    assert list(records) == list(SCHEMES)


def test_a_server_without_room_says_so_before_it_starts(monkeypatch):
    monkeypatch.setattr(quantization_error, "available", lambda: 10**8)
    with pytest.raises(ValueError, match="takes 150 MB of memory for a while; the server has 100 MB left"):
        next(quantise(QuantizationRequest()))


def test_a_table_of_a_few_rows_has_as_many_neighbours_as_other_rows_and_no_margin():
    few = np.random.default_rng(0).normal(size=(6, 3)).astype(np.float32)
    records = list(quantise(QuantizationRequest(), few))
    assert all(record.margin == 0 and 0 <= record.kept <= 1 for record in records)
    assert records[0].kept == 1


def test_a_number_too_large_for_fp16_is_refused():
    with pytest.raises(ValueError, match="above 65,504"):
        next(quantise(QuantizationRequest(), np.array([[1e6, 1.0], [1.0, 2.0]], np.float32)))


@pytest.mark.parametrize("name", ["GloVe", pytest.param("MiniLM", marks=[pytest.mark.slow, pytest.mark.nightly])])
def test_a_table_kept_in_int8_is_measured_again_and_loses_nothing_in_int8(name):
    for new, kept in zip(quantise(QuantizationRequest(), shipped(name).vectors), results()[name], strict=True):
        assert (new.scheme, new.bytes) == (kept.scheme, kept.bytes)
        assert (new.error, new.kept) == pytest.approx((kept.error, kept.kept), rel=1e-4, abs=0.002)
        assert new.scheme != "INT8, a scale per row" or (new.error, new.kept) == (0, 1)


RUN = """
import json
from dataclasses import asdict
from pathlib import Path
from explorer.memory.quantization_error import QuantizationRequest, quantise
records = [asdict(record) for record in quantise(QuantizationRequest())]
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
print(json.dumps([int(status["VmHWM"].split()[0]) * 1024, records]))
"""


@pytest.mark.slow
@pytest.mark.nightly
def test_the_real_table_measured_again_gives_the_shipped_results_and_the_claim():
    run = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=ROOT,
        env={**os.environ, **worker_process.ONE_THREAD},
        capture_output=True,
        check=True,
    )
    peak, found = json.loads(run.stdout)
    assert NEEDED / 2 < peak < NEEDED
    records = {record["scheme"]: SimpleNamespace(**record) for record in found}
    for new, kept in zip(records.values(), results()["Whisper"], strict=True):
        assert (new.scheme, new.bytes) == (kept.scheme, kept.bytes)
        assert new.error == pytest.approx(kept.error, rel=1e-4)
        assert new.kept == pytest.approx(kept.kept, abs=0.002)  # another processor may round a tie differently
    assert records["FP16"].error == 0 and records["FP16"].kept == 1
    assert records["FP16"].bytes == 38_597_376
    assert records["INT8, a scale per row"].bytes == 50_257 * 386
    assert (QuantizationRequest().neighbours, QuantizationRequest().queries) == (10, 400)
    assert 100 * max(record.margin for record in records.values()) == pytest.approx(2.5, abs=0.06)
    for scheme, share in (("FP16", 100), ("INT8, a scale per row", 82.8), ("INT4, a scale per 32", 44.8)):
        assert 100 * records[scheme].kept == pytest.approx(share, abs=0.2)


@pytest.mark.parametrize("size", [1e-6, 1e-4, 1e-2, 1.0, 37.0, 60_000.0])
def test_the_worked_row_meets_with_the_numbers_that_it_shows(size, tmp_path):
    rows = size * np.random.default_rng(3).uniform(-1, 1, (20, 5))
    path = tmp_path / "own.csv"
    lines = [f"w{i}x,{','.join(map(repr, row.tolist()))}" for i, row in enumerate(rows)]
    path.write_text("\n".join(["word,a,b,c,d,e", *lines]))
    worked = precision(table=file(str(path))).formulas[0].worked.replace("−", "-").replace(",", "")
    numbers = re.findall(r"-?\d+(?:\.\d+)?", worked)
    if size == 1e-6:  # a 127th of it is below the smallest float16
        assert (len(numbers), numbers[-1]) == (7, "0")  # and none read back
        return
    first, whole, times, scale, back, wrong = numbers[-6:]
    assert whole == times == str(round(float(first) / float(scale)))
    places = len(back.partition(".")[2])
    assert round(int(whole) * float(scale), places) == float(back)
    assert round(abs(float(back) - float(first)), places) == float(wrong)
    # And they are the row's: what the stored scale gives, to half a unit of the last place.
    stored = float(np.float16(np.abs(rows[19].astype(np.float32)).max() / 127))
    assert float(back) == pytest.approx(int(whole) * stored, abs=0.6 * 10**-places)


@pytest.mark.parametrize(("offset", "merged"), [(1e4, 40), (0.0, 0)])
def test_rows_that_are_read_back_alike_are_counted(offset: float, merged: int, tmp_path: Path) -> None:
    table = (offset + np.random.default_rng(0).uniform(0.1, 0.9, (40, 6))).astype(np.float32)
    first = next(quantise(QuantizationRequest(), table))
    assert np.ptp(table.astype(np.float16), axis=0).any() == (merged == 0)
    assert (first.tied, first.merged) == (0, merged)
    np.save(tmp_path / "a.npy", table)
    said = memory.precision(table=str(tmp_path / "a.npy")).sentence
    assert ("read back" in said) == (merged > 0)


def test_of_few_rows_not_all_others_are_the_nearest(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.random.default_rng(1).normal(size=(9, 4)))
    view = memory.precision(table=str(tmp_path / "a.npy"))
    assert 2 in numbers_in(view.sentence) and min(view.table["neighbours kept, %"]) < 100


def test_a_containers_limit_counts(monkeypatch, tmp_path):
    (tmp_path / "memory.max").write_text("1000000\n")
    (tmp_path / "memory.current").write_text("400000\n")
    monkeypatch.setattr(quantization_error, "_CGROUP", tmp_path)
    assert quantization_error.available() == 600_000
    (tmp_path / "memory.max").write_text("max\n")
    assert quantization_error.available() > 600_000


def test_a_container_of_the_older_kind_bounds_what_is_available(monkeypatch, tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "memory.limit_in_bytes").write_text("1000000\n")
    (tmp_path / "memory" / "memory.usage_in_bytes").write_text("300000\n")
    monkeypatch.setattr(quantization_error, "_CGROUP", tmp_path)
    assert quantization_error.available() == 700_000
