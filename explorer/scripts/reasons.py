"""Scripts of the experiments on why the loss rises: they read the shipped trainings and print every number and seed.

`python tools/sweep.py --file reasons --check` trains all of them again and compares.
"""

from __future__ import annotations

from explorer.scripts.extrapolation import script


def one() -> str:
    """One new thing at a time."""
    return script(
        """
        from explorer.training.reasons import findings
        """,
        {},
        """
        for encoding, rises in findings.one_at_a_time().items():
            for new, rise in zip(findings.NEW, rises):
                if rise is not None:
                    print(f"{encoding}, new: {new}, rise {rise.mean:+.4f}, mean of {len(rise.seeds)} seeds")
                    print("  where nothing is new", rise.home.round(4).tolist(), "now", rise.away.round(4).tolist())
                    print(f"  every seed above {findings.LARGE}, or within {findings.SMALL}:", rise.verdict)
        """,
    )


def seen(encoding: str) -> str:
    """What training saw, and the loss by position."""
    return script(
        """
        from explorer.training.reasons.findings import SEEN
        """,
        {"encoding": encoding},
        """
        print("trained on windows of 64, read in windows of 512")
        for name, (training, reading) in SEEN[encoding].items():
            losses = training.read(reading)  # (seeds, blocks of 8 positions)
            print(f"{name}: mean of {len(losses)} seeds")
            for start, stop in ((32, 64), (64, 128), (128, 256), (256, 448), (448, 512)):
                print(f"  positions {start} to {stop - 1}: {losses[:, start // 8 : stop // 8].mean():.4f}")
        """,
    )


def bases() -> str:
    """The models of each base."""
    return script(
        """
        from explorer.training.reasons.findings import BASES, moved, rows_new
        from explorer.training.why import waves_seen
        """,
        {},
        """
        print("rise of the loss on rows 64 to 127")
        for training in BASES:
            base, rise = training.base, rows_new(training)
            waves = waves_seen(64, 64, base=base)
            seen = f"{waves.whole} of {len(waves.turns)} waves whole"
            print(f"base {base:,.0f}, {seen}: {rise.mean:+.4f}", rise.seeds.round(4).tolist())
        print("base 10,000, L = 64, rows 64 to 127, where only some waves move on and the others stay at 0 to 63")
        for name, rise in moved().items():
            print(f"{name}: {rise.mean:+.4f}", rise.seeds.round(4).tolist())
        """,
    )
