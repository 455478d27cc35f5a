#!/usr/bin/env python3
"""Find the clusters of the shipped tables with every k of the slider, or check that they come out the same.

    python tools/divide.py             # writes explorer/words/divisions.npz; some minutes on two cores
    python tools/divide.py --check     # finds them again and compares, bit for bit

One BLAS thread and a seed each, so one machine gives the same bits every time; another processor may round otherwise
and end in slightly different clusters.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from explorer.vectors.nearness import Near
from explorer.words import divisions
from explorer.words.clusters import Division


def one(task: tuple[str, int]) -> Division:
    """A shipped table's division into k clusters."""
    name, k = task
    (found,) = divisions.run(divisions.DivisionRequest(name, Near(), k, 0, name))
    return found


def main() -> int:
    """Find all, then write or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with the shipped file instead of writing it")
    parser.add_argument("--jobs", type=int, help="processes; one per core without it")
    args = parser.parse_args()
    ks = range(divisions.FEWEST, divisions.MOST + 1)
    made: dict[str, np.ndarray] = {}
    with ProcessPoolExecutor(args.jobs) as pool:
        for name in divisions.MADE_OF:
            made |= divisions.packed(name, list(pool.map(one, [(name, k) for k in ks])))
            print(f"{name}: {len(ks)} divisions")
    if not args.check:
        np.savez_compressed(divisions.FILE, **made)
        print(f"{divisions.FILE.name}: {divisions.FILE.stat().st_size / 1e3:.0f} kB")
        return 0
    with np.load(divisions.FILE) as stored:
        differing = [name for name in made if name not in stored.files or not np.array_equal(stored[name], made[name])]
    for name in differing:
        print(f"{name}: differs")
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
