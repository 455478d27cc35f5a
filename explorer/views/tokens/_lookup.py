"""Lookup of a table's rows by ids, and the initial values of an untrained table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from explorer import tokenizers
from explorer.core.initializers import Init, initializer, xavier_bound
from explorer.data.cache import cached
from explorer.embedding_pipeline import FRESH_DIM, Table, prove, rows_of, table_for
from explorer.excerpt import block_of, first_of, ranges
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.tokens import row_cells as figures
from explorer.figures.tokens.row_labels import note
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Int
from explorer.views.table import Table as Columns
from explorer.views.text_settings import Public
from explorer.views.tokens.settings import SEED, STARTS, SelectedRow, colors, read
from explorer.views.view import View, picture
from explorer.wording import fixed, number

DRAWN = 16
"""Maximum tokens drawn of a line, around the selected one."""
BINS = 48
SAMPLED = 2_000
"""Number of an untrained table's rows in the histograms."""


@picture(rows_of, prove)
def rows(
    **shared: Unpack[SelectedRow],
) -> View:
    """Rows of a line's tokens in the table.

    >>> rows(text="The cat sat", token=1).table["id"].tolist()
    [464, 3797, 3332]
    """
    tokens, encoding, token = read(shared), shared["encoding"], int(shared["token"])
    table = table_for(encoding, shared["init"], shared["seed"])
    line, position = tokens.locate(token)
    whole = tokens.line_ids(line)
    part = block_of("position", whole, position, DRAWN)
    ids, first = part.values, part.first
    values = rows_of(ids, table)
    end = table.extent
    names = tokenizers.token_labels(ids, encoding)
    chosen, row = names[position - first], values[position - first]
    marked = [*names]
    marked[position - first] = f"▸ {chosen}"
    return View(
        figures.rows(values, marked, colors(ids, encoding), end),
        f"Each line is one row of the table, {table.embed_dim} numbers. Token “{chosen}” picks row "
        f"{tokens.ids[token]:,}: it starts {', '.join(fixed(float(value), 4) for value in row[:3])} … "
        f"The darkest colours stand for ±{number(end)} and beyond.",
        lambda: Columns(
            {"token": names, "id": ids, **{f"dim {d}": values[:, d] for d in range(table.embed_dim)}}, "rows"
        ),
        (_formula(table, encoding, int(tokens.ids[token]), row),),
        left_out=ranges("Drawn", part),
    )


def _formula(table: Table, encoding: str, i: int, row: NDArray[np.float32]) -> Formula:
    V, D = table.vocab_size, table.embed_dim
    used = tokenizers.ids_in_use(encoding)
    gaps = f" ({used:,} of them belong to a token, {V - used:,} to none)" if used < V else ""
    return Formula(
        r"x = E[i] = \sum_{v=0}^{V-1} \mathrm{onehot}(i)_v \, E[v]",
        {
            "E": f"the table, {V:,} rows of {D} numbers",
            "V": f"the number of rows, one for each [[token id]] of the [[vocabulary]]: {V:,}{gaps}",
            "i": f"the [[token id]] that picks the row: {i:,}",
            r"\mathrm{onehot}(i)_v": "1 where v is i, and 0 in all other positions",
            "x": "the row that comes out, the token's [[vector]]",
        },
        f"Here: of {V:,} terms one is not zero, 1 × E[{i:,}], which begins {fixed(row[0], 4)}, {fixed(row[1], 4)}. "
        "So the sum is that row, and a program reads it off instead of adding.",
    )


FRESH: Any = Choice("Tokenizer", "cl100k_base", tokenizers.ENCODINGS, about="whose vocabulary the table has")


@picture(initializer)
def starts(*, encoding: Public = FRESH, seed: Int = SEED) -> View:
    """Distribution of an untrained table's values, for each initializer.

    >>> sorted(set(starts().table["start"]))
    ['Normal 0.02', 'Normal 1', 'Truncated normal', 'Xavier uniform']
    """
    size = tokenizers.vocab_size(encoding)
    made = [_histogram(start, size, seed) for start in STARTS]
    within = [
        f"{name}: within ±{number(float(np.abs(edges).max()))}"
        for name, (_, edges) in zip(STARTS.values(), made, strict=True)
    ]
    return View(
        _draw_histograms(list(STARTS.values()), [edges for _, edges in made], [counts for counts, _ in made]),
        f"How large the numbers of a fresh {size:,} × {FRESH_DIM} table are, in "
        f"{first_of('row', range(size), SAMPLED)}. {'; '.join(within)}. Mind the different scales. Normal 1 is "
        "PyTorch's own start, Normal 0.02 GPT-2's.",
        lambda: Columns(
            {
                "start": [name for name in STARTS.values() for _ in range(BINS)],
                "from": np.concatenate([edges[:-1] for _, edges in made]),
                "to": np.concatenate([edges[1:] for _, edges in made]),
                "share": np.concatenate([counts for counts, _ in made]),
            },
            "starts",
        ),
    )


@cached(max_entries=16)
def _histogram(start: str, rows: int, seed: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    whole, few = (rows, FRESH_DIM), (min(rows, SAMPLED), FRESH_DIM)
    sample = initializer(cast(Init, start))(few, rng=np.random.default_rng(seed))  # a table is drawn row after row
    if start == "xavier_uniform":  # whose bound depends on the number of rows
        sample *= xavier_bound(whole) / xavier_bound(few)
    counts, edges = np.histogram(sample, bins=BINS)
    return (counts / counts.sum()).astype(np.float32), edges.astype(np.float32)


def _draw_histograms(
    names: Sequence[str], edges: Sequence[NDArray[np.float32]], counts: Sequence[NDArray[np.float32]]
) -> Spec:
    """One histogram panel per initializer, each with its own scale."""
    made, traces, titles = layout("", "", 240, margin={"t": 40, "l": 12}), [], []
    width = 1 / len(names)
    hidden = {"showticklabels": False, "ticks": "", "showgrid": False}
    for nth, name in enumerate(names, start=1):
        suffix = "" if nth == 1 else str(nth)
        left = (nth - 1) * width
        middles = (edges[nth - 1][1:] + edges[nth - 1][:-1]) / 2
        traces.append(
            {
                "type": "bar",
                "x": np.asarray(middles, np.float32),
                "y": np.asarray(counts[nth - 1], np.float32),
                "xaxis": f"x{suffix}",
                "yaxis": f"y{suffix}",
                "marker": {"color": theme.OKABE_ITO[nth - 1]},
                "hovertemplate": "around %{x:.3g}: %{y:.1%}<extra></extra>",
            }
        )
        across = {"domain": [left + 0.02, left + width - 0.02], "anchor": f"y{suffix}", "nticks": 5, "zeroline": False}
        made[f"xaxis{suffix}"] = across
        made[f"yaxis{suffix}"] = hidden | {"anchor": f"x{suffix}"}
        titles.append(note(name, left + width / 2, 1.02))
    return Spec(traces, made | {"bargap": 0, "annotations": titles})
