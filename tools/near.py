#!/usr/bin/env python3
"""Find the nearest rows of every row of the shipped tables, or check that they come out the same.

    python tools/near.py             # writes explorer/words/nearby.npz; a few minutes on one core
    python tools/near.py --check     # finds them again and compares

Another processor may round otherwise, and then two rows that are equally near to seven digits may change places.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from explorer.words import nearby
from explorer.words.divisions import MADE_OF
from explorer.words.tables import shipped


def main() -> int:
    """Find all, then write or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with the shipped file instead of writing it")
    check = parser.parse_args().check
    made: dict[str, np.ndarray] = {}
    for name in MADE_OF:
        made[f"{name}/plan"] = np.array(nearby.plan(name))
        made[name] = nearby.lists(shipped(name).vectors).astype(np.uint16)
        print(f"{name}: {len(made[name]):,} rows")
    if not check:
        np.savez_compressed(nearby.FILE, **made)
        print(f"{nearby.FILE.name}: {nearby.FILE.stat().st_size / 1e6:.1f} MB")
        return 0
    with np.load(nearby.FILE) as stored:
        differing = [name for name in made if name not in stored.files or not np.array_equal(stored[name], made[name])]
    for name in differing:
        print(f"{name}: differs")
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
