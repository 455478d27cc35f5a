#!/usr/bin/env python3
"""Train the small language model that ends the chain on Home, on one core.

    python tools/train_lm.py --keep /tmp/lm.npz --steps 12000 --decay 4000
    python tools/train_lm.py --keep /tmp/lm.npz --steps 12000 --decay 4000 --write   # and ship it, measured

A run that was stopped goes on from `--keep`. Both figures may be changed meanwhile, as long as the rate of the steps
already made stays what it was: so a run can be brought to its end whenever time is up, and the command with the final
figures repeats it bit for bit on one machine. Another processor may round otherwise.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from explorer.lm.text import split
from explorer.lm.training import Training, TrainRequest
from explorer.training.threads import one_blas_thread

EVERY = 200


def main() -> int:
    """Train, put away every 200 steps, and write the shipped files where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=Path, required=True, help="where the state is put away (.npz)")
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--decay", type=int, required=True, help="how many of the last steps the rate falls")
    parser.add_argument("--until", type=int, help="stop after that many steps")
    args = parser.parse_args()
    training = Training(TrainRequest(args.steps, args.decay))
    if args.keep.exists():
        training.load(args.keep)
    text = split().train
    print(f"{len(text):,} tokens to read; {training.model.flat.size:,} numbers; {training.step} steps made", flush=True)
    began, cpu, first = time.monotonic(), time.process_time(), training.step
    with one_blas_thread():
        for step, _ in training.run(text, args.until):
            if step % EVERY == 0 or step == args.steps:
                training.save(args.keep)
                wall, used = time.monotonic() - began, time.process_time() - cpu
                print(
                    f"{step:6} steps  loss {np.mean(training.losses[-EVERY:]):.3f}  "
                    f"{wall / (step - first) * 1e3:.0f} ms a step, {used / wall:.0%} of a core",
                    flush=True,
                )
    training.save(args.keep)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
