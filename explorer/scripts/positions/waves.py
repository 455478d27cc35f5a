"""Scripts of the parts about sinusoids: the table, its hands, and what an offset does."""

from __future__ import annotations

from explorer.scripts.positions.lines import script


def _table(length: int, dim: int, base: float, layout: str) -> str:
    return f"length, dim, base, layout = {length}, {dim}, {base}, {layout!r}\n"


def heatmap(length: int, dim: int, base: float, layout: str, window: tuple[int, int, int, int]) -> str:
    """The table's beginning, what a cell of the picture stands for, and the wavelengths of its first and last pair."""
    return script(
        """
        import numpy as np
        from explorer.core.functional import frequencies, sinusoidal
        from explorer.waves.closeness import Waves
        from explorer.waves.window import Window, drawn
        """,
        _table(length, dim, base, layout) + f"first, last, left, right = {window}  # the part of the table in sight\n",
        """
        table = sinusoidal(length, dim, base=base, layout=layout)
        print("shape", table.shape, "base", base)
        print(table[:3, :8].round(4))
        view = drawn(Waves(length, dim, base, layout), Window(first, last, left, right))
        print(f"a cell is {view.per_row} positions by {view.per_column} neighbouring pairs")
        wavelengths = 2 * np.pi / frequencies(dim, base=base)
        print(f"fastest: pair 0, a turn in {wavelengths[0]:,.2f} positions;", end=" ")
        print(f"slowest: pair {len(wavelengths) - 1}, in {wavelengths[-1]:,.0f}")
        """,
    )
