"""Animation of the lookup: rows move from the table to their tokens, then positions are added, token by token."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np

from explorer.embedding_pipeline import rows_of, run, table_for
from explorer.embedding_pipeline.stages import Position
from explorer.excerpt import Excerpt, block_of, first_of, ranges
from explorer.figures.row_strips import Strip, strips
from explorer.figures.tokens.row_cells import limit
from explorer.tokenizers import token_labels
from explorer.views.setting import Int, Others, Whole
from explorer.views.table import Table
from explorer.views.tokens.embedding_layer import DIM, SCALE, locate_drawn, request_of
from explorer.views.tokens.settings import POSITION, SelectedRow, colors, read
from explorer.views.view import View, picture
from explorer.wording import added_up, count, fixed, verb

TOKENS, NUMBERS = 12, 8
"""Maximum tokens drawn, and numbers of each."""


def _all_picked(others: Others) -> int:
    tokens = read(others)
    line, position = tokens.locate(others["token"])
    return min(len(tokens.line_ids(line)) - position // TOKENS * TOKENS, TOKENS)


def _all_added(others: Others) -> int:
    read(others)
    result = run(request_of(others))
    line, at = locate_drawn(result, others["token"])
    return min(int(result.mask[line].sum()) - at // TOKENS * TOKENS, TOKENS)


PICKED: Any = Whole(
    "Rows picked",
    _all_picked,
    0,
    _all_picked,
    about="how many of the tokens that are drawn have their row; by default all",
)
ADDED: Any = Whole(
    "Sums made",
    _all_added,
    0,
    _all_added,
    about="for how many of the tokens drawn the position is added; by default all",
)


@picture(rows_of)
def picking(
    *,
    picked: Int = PICKED,
    **shared: Unpack[SelectedRow],
) -> View:
    """Tokens of a line, the first `picked` with their rows.

    >>> picking(text="the the", picked=2).says
    '2 of 2 tokens have their rows. “␣the” picks row 262, which begins 0.0243, −0.0130, −0.0105.'
    """
    tokens, encoding, token = read(shared), shared["encoding"], shared["token"]
    table = table_for(encoding, shared["init"], shared["seed"])
    line, position = tokens.locate(token)
    whole = tokens.line_ids(line)
    one, part = Excerpt("line", [line], tokens.line_count, line + 1), block_of("position", whole, position, TOKENS)
    ids = part.values.tolist()
    rows = sorted(set(ids))
    values, end = rows_of(np.array(ids), table), limit(rows_of(np.array(rows), table))
    names, tints = token_labels(ids, encoding), colors(ids, encoding)
    empty = np.full(min(NUMBERS, table.embed_dim), np.nan)
    stays: list[Strip] = []
    flies: list[Strip] = []
    for at, (i, row, tint) in enumerate(zip(ids, values[:, :NUMBERS], tints, strict=True)):
        home = rows.index(i)
        stays += [(0, home, row, tint), (1, at, empty, None)]
        flies.append((1, at, row, tint) if at < picked else (0, home, row, tint))
    if picked:
        i, row = ids[picked - 1], values[picked - 1]
        again = ", as before" if i in ids[: picked - 1] else ""
        begins = ", ".join(fixed(float(value), 4) for value in row[:3])
        last = f"“{names[picked - 1]}” picks row {i:,}{again}, which begins {begins}."
    else:
        last = "Each of them will pick the row with the number of its id."
    return View(
        strips(
            (f"table: {table.vocab_size:,} rows", "tokens"),
            stays + flies,
            left={float(at): f"row {i:,}" for at, i in enumerate(rows)},
            right={float(at): name for at, name in enumerate(names)},
            end=end,
            below=str(part) * part.cut,
        ),
        f"{picked} of {count(len(ids), 'token')} {verb(picked, 'has its row', 'have their rows')}. {last}",
        lambda: Table(
            {
                "token": names[:picked],
                "id": ids[:picked],
                **{f"dim {d}": values[:picked, d] for d in range(len(empty))},
            },
            "picking",
        ),
        left_out=ranges("Drawn", one, first_of("number", range(table.embed_dim), NUMBERS), part),
    )


@picture(run)
def adding(
    *,
    position: Position = POSITION,
    scale: bool = SCALE,
    dim: Int = DIM,
    added: Int = ADDED,
    **shared: Unpack[SelectedRow],
) -> View:
    """Rows of a line's tokens and vectors of their positions, the first `added` of which are added.

    >>> adding(added=2).says.partition(": ")[2]
    'number 0 is 0.0389 in its row, −0.0093 in its position, 0.0296 in the sum. 2 of 6 sums are made.'
    """
    encoding = shared["encoding"]
    width = table_for(encoding, shared["init"], shared["seed"]).embed_dim
    result = run(request_of({**shared, "position": position, "scale": scale}))
    line, at = locate_drawn(result, shared["token"])
    length = int(result.mask[line].sum())
    least = max(min(dim // NUMBERS * NUMBERS, width - NUMBERS), 0)
    first = at // TOKENS * TOKENS
    drawn = range(first, min(first + TOKENS, length))
    one = Excerpt("line", [line], result.tokens.line_count, line + 1)
    part = Excerpt("position", drawn, len(result.tokens.line_ids(line)), first)
    ids = result.ids[line, drawn.start : drawn.stop]
    names, tints = token_labels(ids, encoding), colors(ids, encoding)
    rows, positions, sums = (
        each[:, least : least + NUMBERS] for each in (result.scaled[line], result.positions, result.output[line])
    )
    stays: list[Strip] = []
    flies: list[Strip] = []
    for number, (pos, tint) in enumerate(zip(drawn, tints, strict=True)):
        both: list[Strip] = [(0, number, rows[pos], tint), (1, number, positions[pos], None)]
        stays += [*both, (2, number, np.full(rows.shape[1], np.nan), None)]
        total = sums[pos]
        flies += [(2, number, total, tint), (2, number, total, None)] if number < added else both
    if added:
        pos = drawn[added - 1]
        row, vector, total = added_up((result.scaled[line, pos, dim], result.positions[pos, dim]))
        last = (
            f"“{names[added - 1]}” at position {pos} is its row plus its position: number {dim} is {row} in its "
            f"row, {vector} in its position, {total} in the sum."
        )
    else:
        last = "Each is a row and the vector of its position, number by number."
    return View(
        strips(
            (f"row{' × √D' if scale else ''}", "+ position", "= sum"),
            stays + flies,
            left={float(number): name for number, name in enumerate(names)},
            right={float(number): f"pos {pos}" for number, pos in enumerate(drawn)},
            end=limit(rows[drawn], positions[drawn], sums[drawn]),
            below=str(part) * part.cut,
        ),
        f"{last} {added} of {count(len(drawn), 'sum')} {verb(added, 'is', 'are')} made.",
        lambda: Table(
            {
                "token": names[:added],
                "position": list(drawn[:added]),
                **{f"dim {least + d}": sums[drawn[:added], d] for d in range(rows.shape[1])},
            },
            "adding",
        ),
        left_out=ranges("Drawn", one, Excerpt("number", range(rows.shape[1]), width, least), part),
    )
