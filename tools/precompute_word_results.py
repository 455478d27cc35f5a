#!/usr/bin/env python3
"""Precompute results for the shipped tables, or check them.

    python tools/precompute_word_results.py                # writes all files; some minutes on two cores
    python tools/precompute_word_results.py clusters       # precomputed_clusters.npz: with every k of the slider
    python tools/precompute_word_results.py analogies      # precomputed_analogies.npz: answers to Google's questions
    python tools/precompute_word_results.py --check        # computes them again and compares, bit for bit

The files are in explorer/words. With one BLAS thread and fixed seeds, results on one machine are bitwise reproducible.
Another processor's rounding may give slightly different clusters.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from explorer.data import load_analogies
from explorer.vectors.similarity_measures import Near
from explorer.words import analogies, cluster_cache
from explorer.words.cluster_cache import MOST, NUMBERS
from explorer.words.clusters import TYPICAL, Division
from explorer.words.shipped_tables import shipped

Made = dict[str, np.ndarray]


def one(task: tuple[str, int]) -> Division:
    """Clusters of a shipped table for one k."""
    name, k = task
    (found,) = cluster_cache.run(cluster_cache.DivisionRequest(name, Near(), k, 0, name))
    return found


def all_divisions(name: str, jobs: int | None) -> Made:
    """Clusters of a shipped table for every k."""
    ks = range(cluster_cache.FEWEST, MOST + 1)
    with ProcessPoolExecutor(jobs) as pool:
        return packed(name, list(pool.map(one, [(name, k) for k in ks])))


def packed(name: str, found: list[Division]) -> dict[str, np.ndarray]:
    """Pack a table's divisions with k = `FEWEST` … `MOST` as arrays; lists of rows are padded with −1."""
    return {
        f"{name}/plan": np.array(cluster_cache.plan(name)),
        f"{name}/labels": np.stack([each.labels for each in found]).astype(np.uint8),
        **{
            f"{name}/{lists}": np.stack([_filled(getattr(each, lists)) for each in found])
            for lists in ("typical", "spoken")
        },
        f"{name}/fits": np.stack([np.pad(each.fits, (0, MOST - len(each.fits))) for each in found]),
        f"{name}/examples": np.stack([np.pad(each.examples, ((0, MOST - len(each.fits)), (0, 0))) for each in found]),
        f"{name}/numbers": np.array([[float(getattr(each, number)) for number in NUMBERS] for each in found]),
    }


def _filled(lists: tuple[np.ndarray, ...]) -> np.ndarray:
    out = np.full((MOST, TYPICAL), -1, np.int32)
    for at, rows in enumerate(lists):
        out[at, : len(rows)] = rows
    return out


def all_answers(name: str) -> Made:
    """Strict and loose answers of a shipped table to all analogy questions in its vocabulary."""
    table = shipped(name)
    found = analogies.ask(table.vectors, table.find, load_analogies(), allowed=table.whole)
    answers = np.stack([found.strict, found.loose]).astype(np.uint16)
    return {f"{name}/plan": np.array(analogies.plan(name)), name: answers}


def main() -> int:
    """Compute the selected results, then write or compare them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    files = {
        "clusters": cluster_cache.FILE,
        "analogies": analogies.FILE,
    }
    parser.add_argument("what", nargs="*", help=f"{' or '.join(files)}; all without it")
    parser.add_argument("--check", action="store_true", help="compare with the shipped file instead of writing it")
    parser.add_argument("--jobs", type=int, help="processes for the clusters; one per core without it")
    args = parser.parse_args()
    if unknown := set(args.what) - set(files):
        parser.error(f"expected {' or '.join(files)}, got {', '.join(sorted(unknown))}")
    differing = 0
    for what in args.what or files:
        ways = {"clusters": partial(all_divisions, jobs=args.jobs), "analogies": all_answers}
        find = ways[what]
        made: Made = {}
        for name in cluster_cache.MADE_OF:
            made |= find(name)
            print(f"{what}: {name}")
        differing += compare(files[what], made) if args.check else write(files[what], made)
    return 1 if differing else 0


def write(file: Path, made: Made) -> int:
    """Write a file; returns 0 differences."""
    np.savez_compressed(file, **made)
    print(f"{file.name}: {file.stat().st_size / 1e3:,.0f} kB")
    return 0


def compare(file: Path, made: Made) -> int:
    """Number of arrays that differ from the file's."""
    with np.load(file) as stored:
        differing = [name for name in made if name not in stored.files or not np.array_equal(stored[name], made[name])]
    for name in differing:
        print(f"{file.name}: {name} differs")
    return len(differing)


if __name__ == "__main__":
    raise SystemExit(main())
