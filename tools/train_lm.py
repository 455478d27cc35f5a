#!/usr/bin/env python3
"""Train the small language model on one core.

    python tools/train_lm.py --keep /tmp/lm.npz --steps 12000 --decay 4000
    python tools/train_lm.py --keep /tmp/lm.npz --steps 12000 --decay 4000 --write   # and measure and ship it
    python tools/train_lm.py --measure    # measure the shipped model again and compare with the report

An interrupted run resumes from `--keep`. Steps and decay may be changed, if the learning rate of all steps already made
is
unchanged: so a run can be ended early, and the command with the final numbers reproduces it bitwise on one machine.
"""

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from explorer.data import FILES
from explorer.data.shipped_files import ROOT, read_sums, sha256
from explorer.lm.shipped_model import REPORT, WEIGHTS, load_report, network, read_weights, write_weights
from explorer.lm.token_corpus import split
from explorer.vectors.blas_thread_limit import one_thread
from tools.language_model.evaluation import measure
from tools.language_model.training import Training, TrainRequest

EVERY = 200
LOGGED = 100


def main() -> int:
    """Train with a checkpoint every 200 steps; with --write, write the shipped files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=Path, help="where the state is saved (.npz)")
    parser.add_argument("--steps", type=int)
    parser.add_argument("--decay", type=int, help="how many of the last steps the rate falls")
    parser.add_argument("--until", type=int, help="stop after that many steps")
    parser.add_argument("--write", action="store_true", help="measure the trained model and write the shipped files")
    parser.add_argument("--measure", action="store_true", help="measure the shipped model and compare")
    args = parser.parse_args()
    if args.measure:
        return compare()
    if not (args.keep and args.steps and args.decay):
        parser.error("--keep, --steps and --decay say what to train")
    training = Training(TrainRequest(args.steps, args.decay))
    if args.keep.exists():
        training.load(args.keep)
    text = split().train
    print(f"{len(text):,} tokens to read; {training.model.flat.size:,} numbers; {training.step} steps made", flush=True)
    began, cpu, first = time.monotonic(), time.process_time(), training.step
    with one_thread():
        for step, _ in training.run(text, args.until):
            if step % EVERY == 0 or step == args.steps:
                training.save(args.keep)
                wall, used = time.monotonic() - began, time.process_time() - cpu
                print(
                    f"{step:6} steps  loss {np.mean(training.losses[-EVERY:]):.3f}  "
                    f"{wall / (step - first) * 1e3:.0f} ms per step, {used / wall:.0%} of a core",
                    flush=True,
                )
    training.save(args.keep)
    if args.write:
        write(training)
    return 0


def write(training: Training) -> None:
    """Write the shipped files: matrices in float16, and the losses of the rounded model."""
    write_weights(training.model)
    model, request = read_weights(), training.request
    losses = np.array(training.losses)
    whole = len(losses) // LOGGED * LOGGED
    with one_thread():
        measured = measure(network(model), split())
    report = {
        "command": f"python tools/train_lm.py --keep lm.npz --steps {request.steps} --decay {request.decay} --write",
        "request": asdict(request),
        "config": asdict(model.config),
        "numbers": model.numbers,
        "tokens_of_the_text": len(split().train),
        "tokens_read": request.steps * request.batch * model.config.train_len,
        f"loss_every_{LOGGED}": losses[:whole].reshape(-1, LOGGED).mean(axis=1).round(4).tolist(),
        **measured,
    }
    (FILES / REPORT).write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    sums = read_sums() | {name: sha256(FILES / name) for name in (WEIGHTS, REPORT)}
    lines = [f"{digest}  {name}\n" for name, digest in sorted(sums.items())]
    (ROOT / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")
    print(json.dumps(measured["nats"]))


def compare() -> int:
    """Measure the shipped model again; 1 if a published loss differs by more than rounding."""
    shipped = load_report()
    with one_thread():
        again = measure(network(read_weights()), split())
    differing = [name for name, nats in again["nats"].items() if abs(nats - shipped["nats"][name]) > 1e-4]
    for name, nats in again["nats"].items():
        print(f"{name}: shipped {shipped['nats'][name]:.4f}, measured {nats:.4f}")
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
