"""One-hot vector times the table: every row times 0 or 1, and their sum, which is the token's row."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from explorer.embedding_pipeline import rows_of, table_for
from explorer.excerpt import Excerpt, first_of, ranges
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain
from explorer.figures.row_strips import row_frame
from explorer.figures.tokens.row_cells import limit
from explorer.tokenizers import token_labels
from explorer.views.table import Table
from explorer.views.tokens.settings import SelectedRow, read
from explorer.views.view import View, picture, with_question
from explorer.wording import count, fixed

AROUND, NUMBERS = 2, 4
"""Rows drawn on either side of the token's own, and numbers of each."""


@picture(rows_of)
def one_hot(
    **shared: Unpack[SelectedRow],
) -> View:
    """The selected token's one-hot vector times the table, with the rows around the token's own.

    >>> made = one_hot(text="The cat", token=1).table
    >>> made["row"][:3].tolist(), made["one-hot"][:3].tolist()
    ([3795, 3796, 3797], [0.0, 0.0, 1.0])
    """
    i, encoding = int(read(shared).ids[shared["token"]]), shared["encoding"]
    table = table_for(encoding, shared["init"], shared["seed"])
    drawn = np.arange(max(i - AROUND, 0), min(i + AROUND, table.vocab_size - 1) + 1)
    hot = (drawn == i).astype(np.float32)
    values = np.asarray(table.weight[drawn, :NUMBERS], np.float32)
    product = hot @ values  # all other rows are multiplied by 0, and so not read from the disk
    name = token_labels([i], encoding)[0]
    begins = ", ".join(fixed(float(number), 3) for number in product[:3])

    def numbers(factors: bool) -> Table:
        columns = {f"dim {d}": values[:, d] for d in range(len(product))}
        return Table({"row": drawn, **({"one-hot": hot} if factors else {}), **columns}, "one_hot")

    rows, width = (
        Excerpt("row", drawn, table.vocab_size, int(drawn[0])),
        first_of("number", range(table.embed_dim), NUMBERS),
    )
    left_out = ranges("Drawn", rows, width)
    whole = View(
        _draw(drawn, hot, values, product, i, name),
        f"“{name}” as a list of {count(table.vocab_size, 'number')}: 0 everywhere, and 1 at number {i:,}, its id. Each "
        f"row of the table times its 0 or 1, all added up, is row {i:,}: {begins} …",
        lambda: numbers(True),
        left_out=left_out,
    )
    says = f"The id of “{name}” is {i:,}: its row is the framed one, {begins} …"
    return with_question(
        lambda answered, _: (
            whole
            if answered
            else View(_draw(drawn, None, values, None, i, name), says, lambda: numbers(False), left_out=left_out)
        )
    )


def _draw(
    rows: NDArray[np.int64],
    hot: NDArray[np.float32] | None,
    values: NDArray[np.float32],
    product: NDArray[np.float32] | None,
    i: int,
    name: str,
) -> Spec:
    """One line per row: its factor and its numbers; below all, their sum. Without factors the rows alone."""
    wide, written_lines = values.shape[1], [*range(len(rows))]
    if hot is None or product is None:
        end, lines = limit(values), len(rows)
    else:
        end, lines = limit(values, product), len(rows) + 2
        written_lines.append(lines - 1)
    cells = np.full((lines, wide), np.nan, np.float32)
    cells[: len(rows)] = values
    if product is not None:
        cells[-1] = product
    shades = theme.shades(theme.DIVERGING, np.nan_to_num(cells / end / 2 + 0.5, nan=0.5).ravel())
    inks = [*map(theme.ink_on, shades)]
    texts: list[tuple[int, int, str, str]] = []
    if hot is not None:
        texts += [(0, line, f"{factor:.0f} ×", theme.INK) for line, factor in enumerate(hot)]
        texts += [(0, len(rows), "0 × …", theme.INK), (0, lines - 1, "=", theme.INK)]
    texts += [
        (1 + column, line, fixed(float(cells[line, column]), 3), inks[line * wide + column])
        for line in written_lines
        for column in range(wide)
    ]
    across, down, written, colors = zip(*texts, strict=True)
    heat = {
        "type": "heatmap",
        "z": cells,
        "x": list(range(1, wide + 1)),
        "y": list(range(lines)),
        "zmin": -end,
        "zmax": end,
        "colorscale": theme.DIVERGING,
        "showscale": False,
        "xgap": 2,
        "ygap": 2,
        "hoverinfo": "skip",
    }
    numbers = {
        "type": "scatter",
        "mode": "text",
        "x": across,
        "y": down,
        "text": written,
        "textfont": {"size": 16, "color": colors},
        "hoverinfo": "skip",
    }
    left = 0.5 if hot is None else -0.5
    bare: dict[str, Any] = {"showgrid": False, "zeroline": False, "showline": False, "ticks": "", "fixedrange": True}
    x_axis = bare | {
        "range": [left, wide + 0.5],
        "side": "top",
        "tickvals": list(range(wide + 1)),
        "ticktext": ["one-hot", *map(str, range(wide))],
        "tickangle": 0,
    }
    names = [f"row {row:,}" for row in rows] + ["all others", f"row {i:,}"] * (hot is not None)
    line = int(np.flatnonzero(rows == i)[0])
    names[line] = f"“{plain(name, 20)}”<br>{names[line]}"
    y_axis = bare | {"range": [lines - 0.5, -0.5], "tickvals": list(range(lines)), "ticktext": names}
    made = layout("", "", 60 + 36 * lines, x=x_axis, y=y_axis, margin={"l": 8, "r": 8, "t": 40, "b": 8})
    framed = (line,) if hot is None else (line, lines - 1)
    frames = [edge for at in framed for edge in row_frame(left, wide + 0.5, at)]
    return Spec([heat, numbers], made | {"shapes": frames, "showlegend": False})
