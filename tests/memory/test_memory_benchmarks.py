from dataclasses import asdict

import numpy as np
import pytest

from explorer.jobs.job_queue import Queue
from explorer.memory import memory_benchmarks, system_memory
from explorer.memory.memory_benchmarks import Allocate, Copy, Curve, allocate, copy_speed, lookup_curve
from explorer.memory.number_formats import FORMATS


@pytest.mark.slow
@pytest.mark.parametrize("number", list(FORMATS))
def test_the_formula_is_nbytes_and_the_process_grows_by_it_once_all_pages_are_touched(number):
    # In a separate process, as on the page: this one would reuse memory that an earlier test freed.
    job = Queue().submit(allocate, Allocate(40_000, 513, number))
    assert job.wait(600) == "done", job.error
    *_, last = records = job.records
    assert all(record.nbytes == record.formula for record in records)
    assert records[0].rows_written == 0 and last.rows_written == 40_000
    assert records[0].grown < last.formula / 10
    assert last.grown == pytest.approx(last.formula, rel=0.15)
    assert [record.step for record in records] == [1, 2, 3, 4, 5]


def test_a_table_beyond_the_allowance_is_refused_before_anything_is_allocated(monkeypatch):
    monkeypatch.setattr(memory_benchmarks, "_empty", lambda request: pytest.fail("allocated"))
    with pytest.raises(ValueError, match=r"The table takes 10\.2 TB \(9\.31 TiB\); this server lends .* computed"):
        next(allocate(Allocate(10**10, 256, "FP32")))


def test_copying_reports_a_bandwidth():
    *_, last = records = list(copy_speed(Copy(8_000_000)))
    assert len(records) == last.steps == 15
    assert all(record.fastest >= record.median > 0 for record in records)
    assert [record.fastest for record in records] == sorted(record.fastest for record in records)
    assert last.fastest > 1e8


def test_the_lookup_curve_covers_every_power_of_two_that_fits():
    records = list(lookup_curve(Curve(embed_dim=8, lookups=4096, largest=2**16)))
    assert [record.vocab_size for record in records] == [2**power for power in range(4, 12)]
    assert all(record.table_bytes == record.vocab_size * 32 for record in records)
    for timed in (time for record in records for time in (record.evenly, record.zipf)):
        assert 0 < timed.fastest <= timed.median
        assert timed.cold > 0
    assert {"step", "steps"} <= asdict(records[0]).keys()


def test_cold_and_warm_runs_are_kept_apart(monkeypatch):
    clock = iter(float(tick) for tick in [0, 100, *[edge for run in range(9) for edge in (200, 201 + run)]])
    monkeypatch.setattr(memory_benchmarks.time, "perf_counter", lambda: next(clock))
    timed = memory_benchmarks._nanoseconds_per_row(np.ones((4, 2), np.float32), np.zeros(512, np.int64), np.zeros(8))
    # Ten runs of 512 lookups: 100 s, then 1 to 9 s.
    assert (timed.cold, timed.fastest, timed.median) == tuple(s / 512 * 1e9 for s in (100, 1, 5))


def test_rows_of_a_table_beyond_the_caches_take_longer():
    rng = np.random.default_rng(0)
    last = max((size for _, size in system_memory.caches()), default=32 * 2**20)
    large = min(max(4 * last, 128 * 2**20), 512 * 10**6) // 256
    small, far = [
        memory_benchmarks._nanoseconds_per_row(
            np.ones((rows, 64), np.float32), rng.integers(0, rows, 65_536), np.zeros(1000)
        )
        for rows in (64, large)
    ]
    assert far.fastest > 1.5 * small.fastest
