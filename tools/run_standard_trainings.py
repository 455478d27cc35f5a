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

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from explorer.nn.config import ENCODINGS, EXTENSIONS, Encoding
from explorer.training import precomputed_run_results
from explorer.training.character_corpus import char_text
from explorer.training.findings.shipped_model_losses import NAMES
from explorer.training.precompute_standard_runs import (
    POSITION_STDS,
    SEEDS,
    STANDARD_STEPS,
    WINDOWS,
    Arrays,
    CopyItem,
    LanguageItem,
    train_model,
)
from explorer.training.train_transformer import EVAL_FACTOR, LanguageRun
from explorer.vectors.blas_thread_limit import one_thread
from tools.ablations.experiments import AblationItem, ablation_items
from tools.language_model.character_ngrams import ngram_losses


@dataclass(frozen=True)
class WeightsItem:
    """Parameters of one of the measured character models, for text generation."""

    encoding: Encoding
    seed: int = 0
    steps: int = STANDARD_STEPS

    @property
    def name(self) -> str:
        """Start of its array's name, without the seed."""
        return f"weights/{self.encoding}"

    def measure(self) -> Arrays:
        """All matrices as one flat vector, in float16."""
        run = LanguageRun(self.encoding, EXTENSIONS[self.encoding][0], self.seed, self.steps)
        return {"flat": train_model(run).flat.astype(np.float16)}


Item = LanguageItem | CopyItem | AblationItem | WeightsItem
FILES = ("precomputed_run_results", "precomputed_ablations", "precomputed_run_weights")
"""Measurements of the models, ablations, and weights."""


def standard_items() -> list[Item]:
    """All shipped runs, the longest first for an even load."""
    items: list[Item] = []
    for seed in SEEDS:
        items += [LanguageItem(encoding, seed) for encoding in ENCODINGS]
        items += [LanguageItem("learned", seed, std) for std in POSITION_STDS[1:]]
    return items + [CopyItem(encoding, seed) for encoding in ENCODINGS for seed in SEEDS]


def items_of(file: str) -> list[Item]:
    """All runs behind one of `FILES`."""
    if file == "precomputed_run_weights":
        return [WeightsItem(encoding) for encoding in ENCODINGS]
    return standard_items() if file == "precomputed_run_results" else [*ablation_items()]


def measure(item: Item) -> Arrays:
    """Arrays of one item, computed with one BLAS thread: bitwise equal on machines of one kind."""
    with one_thread():
        return item.measure()


def plan(file: str) -> str:
    """The list of a file's runs, as JSON: results of another plan are stale (`tests/training`)."""
    return json.dumps([f"{type(item).__name__} {item}" for item in items_of(file)] + [f"factor {EVAL_FACTOR}"])


def main() -> int:
    """Run, then write or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with the shipped results instead of writing")
    parser.add_argument("--close", action="store_true", help="with --check: allow another machine's rounding")
    parser.add_argument("--file", choices=FILES, help="this file's runs only")
    parser.add_argument("--only", default="", help="runs whose name starts so; needs --check")
    parser.add_argument("--jobs", type=int, default=-1, help="processes; -1 is one per core")
    parser.add_argument("--keep", type=Path, help="folder for finished runs")
    parser.add_argument("--dask", metavar="ADDRESS", help="run on the cluster of this scheduler")
    args = parser.parse_args()
    if args.only and not args.check:
        parser.error("--only would leave the other results out; use it with --check")
    differing = 0
    for file in [args.file] if args.file else FILES:
        items = [item for item in items_of(file) if item.name.startswith(args.only)]
        if not items:
            continue
        packed = pack(run(items, args))
        if file == FILES[0]:
            packed |= baselines()
        if args.check:
            differing += compare(packed, precomputed_run_results.arrays(file), close=args.close)
        else:
            path = precomputed_run_results.path(file)
            np.savez_compressed(path, plan=np.array(plan(file)), **packed)
            print(f"{path.name}: {path.stat().st_size / 1e3:.0f} kB")
    return 1 if differing else 0


def run(items: list[Item], args: argparse.Namespace) -> Iterator[tuple[Item, Arrays]]:
    """Run all items, printing each when it is done."""
    began = time.monotonic()
    with ExitStack() as cluster:
        if args.dask:
            import joblib
            from distributed import Client

            cluster.enter_context(Client(args.dask))
            cluster.enter_context(joblib.parallel_config(backend="dask"))
        for done, (item, arrays) in enumerate(run_all(items, args.jobs, args.keep), 1):
            at = f"{time.monotonic() - began:7.0f} s  {done}/{len(items)}"
            print(f"{at}  {item.name}, seed {item.seed}", flush=True)
            yield item, arrays


def compare(packed: Arrays, shipped: Arrays, *, close: bool) -> int:
    """Print the arrays that differ from the shipped ones; returns their number."""
    differing = 0
    for name, fresh in packed.items():
        old = shipped[name]
        same = fresh.shape == old.shape and np.array_equal(fresh, old, equal_nan=True)
        near = fresh.shape == old.shape and np.nanmean(abs(fresh - old)) <= 0.01 * abs(np.nanmean(old))
        if not (near if close else same):
            differing += 1
            by = f"{np.nanmax(abs(fresh - old)):.1g}" if fresh.shape == old.shape else "its shape"
            print(f"differs: {name}, by at most {by}")
    print(f"{len(packed) - differing} of {len(packed)} arrays are the same{' within 1 % on average' if close else ''}")
    return differing


def run_all(items: Iterable[Item], jobs: int = 1, keep: Path | None = None) -> Iterator[tuple[Item, Arrays]]:
    """Measure all items with joblib's current backend; yields results in order, as they finish.

    Args:
        items: what to run.
        jobs: parallel jobs; negative numbers as in joblib.
        keep: folder for finished items, which are not run again.
    """
    import joblib

    items = list(items)
    done = {item: _load(item, keep) for item in items} if keep else dict.fromkeys(items)
    todo = [item for item in items if done[item] is None]
    fresh = iter(joblib.Parallel(n_jobs=jobs, return_as="generator")(joblib.delayed(measure)(item) for item in todo))
    for item in items:
        arrays = done[item]
        if arrays is None:
            arrays = next(fresh)
            if keep:
                keep.mkdir(parents=True, exist_ok=True)
                np.savez(_file(item, keep), **arrays)
        yield item, arrays


def pack(results: Iterable[tuple[Item, Arrays]]) -> Arrays:
    """Merge results: seeds stacked along the first axis, names such as "language/RoPE/plain/by position"."""
    stacked: dict[str, dict[int, npt.NDArray[Any]]] = {}
    for item, arrays in results:
        for key, value in arrays.items():
            stacked.setdefault(f"{item.name}/{key}", {})[item.seed] = value
    return {key: np.stack([seeds[s] for s in sorted(seeds)]) for key, seeds in sorted(stacked.items())}


def baselines() -> Arrays:
    """Losses of the n-gram models on the held-out text, in the order of `NAMES`."""
    text = char_text()
    losses = ngram_losses(text.train, text.held_out[: WINDOWS * 64], text.vocab_size)
    return {"ngrams": np.array([losses[name] for name in NAMES], np.float32)}


def _file(item: Item, folder: Path) -> Path:
    return folder / f"{item.name} {item.seed}.npz".replace("/", "-")


def _load(item: Item, folder: Path) -> Arrays | None:
    path = _file(item, folder)
    if not path.exists():
        return None
    with np.load(path) as stored:
        return dict(stored)


if __name__ == "__main__":
    raise SystemExit(main())
