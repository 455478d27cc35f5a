"""Scripts of Extrapolation's "Why" that look at rows: waves seen whole, the fitted shift, the probe, neighbours."""

from __future__ import annotations

from explorer.scripts.extrapolation import script


def waves(embed_dim: int, train_len: int, base: float = 10_000.0, *, turns: bool = True) -> str:
    """How long every wave is and, where wanted, which ones were seen whole."""
    imports = "from explorer.training.why import waves_seen\nfrom explorer.wording import number"
    settings = {"embed_dim, train_len, base": (embed_dim, train_len, base)}
    if not turns:
        return script(
            imports,
            settings,
            """
            waves = waves_seen(embed_dim, train_len, base=base)
            for wavelength in waves.wavelength:
                print(f"{wavelength:12,.2f} positions in one turn")
            print(f"the slowest: {number(waves.wavelength[-1], 4)} positions")
            print(f"how many waves make a turn within {train_len:,} comes after your guess")
            """,
        )
    return script(
        imports,
        settings,
        """
        waves = waves_seen(embed_dim, train_len, base=base)
        print(f"seen whole: {waves.whole} of {len(waves.wavelength)} from position 0 to {train_len - 1:,}")
        for wavelength, turns in zip(waves.wavelength, waves.turns):
            print(f"{wavelength:12,.2f} positions in one turn, {turns:8.3f} turns seen")
        print(f"the slowest: {number(waves.wavelength[-1], 4)} positions")
        print(f"it took {waves.sine_seen[-1]:.6%} of its sine's values")
        print(f"and {waves.cosine_seen[-1]:.6%} of its cosine's")
        print(f"position {train_len:,} shows new values of its sine, its cosine:", waves.new_next[-1].tolist())
        """,
    )


def shift(k: int, ridge: float) -> str:
    """Misses of the fitted and of the exact map."""
    return script(
        """
        import numpy as np
        from explorer.core.functional import sinusoidal
        from explorer.training.why import exact_shift_error, fitted_shift_error, fitted_shift_misses, waves_seen
        from explorer.wording import number
        """,
        {"k, ridge": (k, ridge)},
        """
        rows = sinusoidal(512, 64, dtype=np.float64)
        error = fitted_shift_error(rows, 64, k, ridge)
        print(f"row p to row p + {k}, fitted on p = 0, 2, … {(64 - k - 1) // 2 * 2}")
        print(f"those between: {number(error[1 : 64 - k : 2].max())} at most")
        print(f"rows 64 to 127: {error[64 - k : 128 - k].mean():.3g}, rows 128 to 511: {error[128 - k :].mean():.3g}")
        exact = exact_shift_error(512, 64, k).max()
        print(f"exact matrix: {exact:.2e} at most, less than 0.000001: {exact < 1e-6}")
        misses = abs(fitted_shift_misses(rows, 64, k, ridge)[64 - k :])
        whole = np.repeat(waves_seen(64, 64).turns >= 1, 2)
        print("single numbers, from −1 to 1:")
        print(f"columns of waves seen whole: {misses[:, whole].mean():.3g}, of the others: "
        f"{misses[:, ~whole].mean():.3g}")
        """,
    )


def probe(encoding: str, steps: int = 600, windows: int = 128) -> str:
    """How far the probe is off, and what it reads at a few positions."""
    return script(
        """
        import numpy as np
        from explorer.training.reasons.items import SEEDS, ReasonItem
        from explorer.training.results import reasons
        """,
        {"encoding": encoding, "steps, windows": (steps, windows), "again": False},
        """
        # again = True trains the models anew, about a quarter of a minute for each seed.
        if again:
            items = [ReasonItem(encoding, s, steps=steps, windows=windows, readings=("probe",)) for s in SEEDS]
            found = np.array([item.measure()["probe"] for item in items])
        else:
            found = reasons()[f"reasons/{encoding}/standard/probe"]
        reads, misses = found[:, 0], found[:, 1]
        for stream, name in enumerate(("before block 1", "after block 1", "after block 2")):
            inside, outside = misses[:, stream, :64].mean(), misses[:, stream, 64:].mean()
            print(f"{name}: mean miss {inside:.1f} inside, {outside:.0f} at 64 to {misses.shape[-1] - 1}")
        for position in (0, 32, 63, 64, 96, 128, 255):
            print(position, "read as", reads[:, :, position].mean(axis=0).round(1).tolist())
        """,
    )


def neighbours() -> str:
    """Similarity of neighbouring rows: at the start, of what training added, and in the end."""
    return script(
        """
        import numpy as np
        from explorer.training.rows import start_rows, trained_rows
        from explorer.training.sweep import POSITION_STDS, SEEDS
        from explorer.training.why import neighbour_similarity
        """,
        {},
        """
        for std in POSITION_STDS:
            pairs = [(start_rows(std, seed), trained_rows(std, seed)) for seed in SEEDS]
            for name, tables in (
                ("untrained", [start for start, _ in pairs]),
                ("what training added", [end - start for start, end in pairs]),
                ("trained", [end for _, end in pairs]),
            ):
                similar = np.array([neighbour_similarity(table) for table in tables])
                print(f"start {std}, {name}: distance 1 {similar[:, 0].mean():.4f} of {len(similar)} seeds", end=" ")
                print(similar[:, 0].round(3).tolist())
                print("  distances 1 to 8:", similar[:, :8].mean(axis=0).round(3).tolist())
        """,
    )
