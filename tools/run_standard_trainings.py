#!/usr/bin/env python3
"""Run the standard trainings of the Extrapolation page, or check them.

    python tools/run_standard_trainings.py                        # all runs, one process per core; writes the files
    python tools/run_standard_trainings.py --file precomputed_ablations  # ablations only
    python tools/run_standard_trainings.py --check                # runs them again and compares, bit for bit
    python tools/run_standard_trainings.py --only "language/RoPE" --check
    python tools/run_standard_trainings.py --keep /tmp/runs       # keep finished runs there and reuse them
    python tools/run_standard_trainings.py --dask tcp://scheduler:8786  # on a Dask cluster

The files are explorer/training/*.npz. Every run has a seed, a frozen request and one BLAS thread, so results on one
machine are bitwise reproducible. For another processor's rounding, `--check --close` compares to 1 % of each curve's
mean.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from explorer.training import precompute_standard_runs, precomputed_run_results


def main() -> int:
    """Run, then write or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with the shipped results instead of writing")
    parser.add_argument("--close", action="store_true", help="with --check: allow another machine's rounding")
    parser.add_argument("--file", choices=precompute_standard_runs.FILES, help="this file's runs only")
    parser.add_argument("--only", default="", help="runs whose name starts so; needs --check")
    parser.add_argument("--jobs", type=int, default=-1, help="processes; -1 is one per core")
    parser.add_argument("--keep", type=Path, help="folder for finished runs")
    parser.add_argument("--dask", metavar="ADDRESS", help="run on the cluster of this scheduler")
    args = parser.parse_args()
    if args.only and not args.check:
        parser.error("--only would leave the other results out; use it with --check")
    differing = 0
    for file in [args.file] if args.file else precompute_standard_runs.FILES:
        items = [item for item in precompute_standard_runs.items_of(file) if item.name.startswith(args.only)]
        if not items:
            continue
        packed = precompute_standard_runs.pack(run(items, args))
        if file == precompute_standard_runs.FILES[0]:
            packed |= precompute_standard_runs.baselines()
        if args.check:
            differing += compare(packed, precomputed_run_results.arrays(file), close=args.close)
        else:
            precomputed_run_results.write(packed, file)
            path = precomputed_run_results.path(file)
            print(f"{path.name}: {path.stat().st_size / 1e3:.0f} kB")
    return 1 if differing else 0


def run(
    items: list[precompute_standard_runs.Item], args: argparse.Namespace
) -> Iterator[tuple[precompute_standard_runs.Item, precompute_standard_runs.Arrays]]:
    """Run all items, printing each when it is done."""
    began = time.monotonic()
    with ExitStack() as cluster:
        if args.dask:
            import joblib
            from distributed import Client

            cluster.enter_context(Client(args.dask))
            cluster.enter_context(joblib.parallel_config(backend="dask"))
        for done, (item, arrays) in enumerate(precompute_standard_runs.run_all(items, args.jobs, args.keep), 1):
            at = f"{time.monotonic() - began:7.0f} s  {done}/{len(items)}"
            print(f"{at}  {item.name}, seed {item.seed}", flush=True)
            yield item, arrays


def compare(packed: precompute_standard_runs.Arrays, shipped: precompute_standard_runs.Arrays, *, close: bool) -> int:
    """Print the arrays that differ from the shipped ones; returns their number."""
    differing = 0
    for name, fresh in packed.items():
        old = shipped[name]
        same = fresh.shape == old.shape and np.array_equal(fresh, old, equal_nan=True)
        near = fresh.shape == old.shape and np.allclose(
            fresh, old, rtol=0, atol=0.01 * abs(np.nanmean(old)), equal_nan=True
        )
        if not (near if close else same):
            differing += 1
            by = f"{np.nanmax(abs(fresh - old)):.1g}" if fresh.shape == old.shape else "its shape"
            print(f"differs: {name}, by at most {by}")
    print(f"{len(packed) - differing} of {len(packed)} arrays are the same{' within 1 %' if close else ''}")
    return differing


if __name__ == "__main__":
    raise SystemExit(main())
