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


def rows(length: int, dim: int, base: float, compared: int) -> str:
    """Row 0, the two nearest rows, rows in general, and one layout as a permutation of the other."""
    return script(
        """
        import numpy as np
        from explorer.core.functional import sinusoidal
        from explorer.waves.closeness import Waves, pair_of_column, to_concatenated
        from explorer.waves.nearest import apart_in_general, closest_rows
        from explorer.wording import number, tiny
        """,
        _table(length, dim, base, "interleaved") + f"compared = {compared}  # rows whose columns are put in order\n",
        """
        waves = Waves(length, dim, base)
        table = sinusoidal(length, dim, base=base, layout=layout)
        print("shape", table.shape, "base", base, "in the picture", table[:8, :6].shape)
        print("row 0:", table[0, :8].tolist())
        if length > 1:
            nearest, general = closest_rows(waves), apart_in_general(waves)
            print(f"nearest of {length * (length - 1) // 2:,} pairs: {nearest.first} and {nearest.second},", end=" ")
            print(f"{tiny(nearest.distance, 4)} apart; the median of {general.rows} rows is", end=" ")
            print(f"{number(general.median, 4)}, the farthest {number(general.most, 4)}; a turn takes {2 * np.pi:.2f}")
        order, pairs = to_concatenated(dim), pair_of_column(dim, "concatenated")[0]
        print("columns in halves:", order[:6].tolist(), "…", order[-3:].tolist())
        print("their pairs:", pairs[:6].tolist(), "…", pairs[-3:].tolist())
        some = [round(i * (length - 1) / max(compared - 1, 1)) for i in range(compared)]
        halves = sinusoidal(some, dim, base=base, layout="concatenated")
        error = np.abs(sinusoidal(some, dim, base=base)[:, order] - halves).max()
        print(f"largest difference over {compared} rows after reordering the columns: {tiny(error, 3)}")
        """,
    )
