"""Chain of one text: from its tokens to the vectors that the model receives, and the attention of its last token."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from html import escape
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from explorer import tokenizers, wording
from explorer.figures import theme
from explorer.figures.figure_spec import BAR, Spec, layout
from explorer.lm.look_back import label
from explorer.lm.predict_next_token import read
from explorer.tokenizers import SMALL
from explorer.views.home._softmax_and_attention_formulas import looks_back
from explorer.views.home.change_model_input import Settings, Trial, cut, trial
from explorer.views.home.prediction_text import summary
from explorer.views.home.settings import Changed
from explorer.views.setting import Int, Others, Own
from explorer.views.table import Table
from explorer.views.view import View, picture

NUMBERS = 4


def _is_read(token: Any, others: Others) -> bool:
    settings = Settings(*(others[field.name] for field in fields(Settings)))
    return type(token) is int and token in range(len(trial(settings).reading.ids))


_SAYS = "the number of one that is read, counted from 0"
TOKEN: Any = Own("Selected token", 0, _is_read, _SAYS, about="the token whose numbers are in the sentence")


@picture(read)
def chain(*, token: Int = TOKEN, **shared: Unpack[Changed]) -> View:
    """Numbers of every token on the way, and those of one token in words.

    >>> chain(text="The President of the United").table["token"][-2:]
    ['␣the', '␣United']
    """
    found = trial(Settings(**shared))
    looked_at = looks_back(found.reading)
    return View(
        None,
        _sentence(found, token),
        lambda: _table(found),
        (looked_at,) if looked_at else (),
        cut(found),
        drawn=lambda: patches(
            [escape(label(i)) for i in found.reading.ids],
            {
                "rows": found.reading.rows,
                "+ positions": found.reading.position_rows,
                "= sums": found.reading.vectors[0],
            },
            token,
        ),
    )


def _sentence(found: Trial, token: int) -> str:
    reading = found.reading
    pieces = tokenizers.token_bytes(reading.ids, SMALL)
    parts = [f"Row {int(reading.ids[token]):,} begins {_numbers(reading.rows[token])}"]
    if len(reading.positions):
        parts.append(f"the row of position {int(reading.positions[token])} {_numbers(reading.position_rows[token])}")
        both = zip(reading.rows[token, :NUMBERS], reading.position_rows[token, :NUMBERS], strict=True)
        parts.append(f"their sum {' '.join(wording.added_up(two, 2)[-1] for two in both)} …")
    b, t, d = reading.vectors.shape
    return (
        f"{wording.count(t, 'token')} as {b} × {t} × {d} = {b * t * d:,} numbers. "
        f"Token {token}, “{tokenizers.token_label(pieces[token])}”: {'; '.join(parts)}. "
        f"The likeliest next tokens: {summary(reading)}."
    )


def _table(found: Trial) -> Table:
    reading = found.reading
    columns: dict[str, object] = {"token": [label(i) for i in reading.ids], "id": reading.ids}
    if len(reading.positions):
        columns["position"] = reading.positions
    columns |= {f"row {n}": reading.rows[:, n] for n in range(NUMBERS)}
    columns |= {f"sum {n}": reading.vectors[0, :, n] for n in range(NUMBERS)}
    return Table({**columns, "looked at by the last": reading.look_back}, "chain")


def _numbers(row: NDArray[np.floating]) -> str:
    return " ".join(wording.fixed(float(value), 2) for value in row[:NUMBERS]) + " …"


WIDE = 16
"""Numbers in a line of a patch."""


def patches(tokens: Sequence[str], vectors: Mapping[str, NDArray[np.floating[Any]]], selected: int) -> Spec:
    """One patch for each token (columns) and kind of vector (rows), in one colour scale.

    The 99th percentile of all absolute values reaches an end of the scale.

    Args:
        tokens: their names.
        vectors: by kind, (T, D) each, with D a multiple of `WIDE`.
        selected: the token with a frame.

    >>> spec = patches(["a", "b"], {"rows": np.ones((2, 32)), "sums": np.zeros((2, 32))}, 0)
    >>> spec.data[0]["z"].shape  # two kinds of 2 lines, two tokens of 16 columns, a gap after each
    (6, 34)
    """
    count, width = next(iter(vectors.values())).shape
    high = width // WIDE
    cells = np.stack(list(vectors.values())).reshape(len(vectors), count, high, WIDE).transpose(0, 2, 1, 3)
    end = float(np.quantile(np.abs(cells), 0.99)) or 1.0
    gaps = np.pad(cells.astype(np.float32), ((0, 0), (0, 1), (0, 0), (0, 1)), constant_values=np.nan)
    drawn = {
        "type": "heatmap",
        "z": gaps.reshape(len(vectors) * (high + 1), count * (WIDE + 1)),
        "colorscale": theme.DIVERGING,
        "zmin": -end,
        "zmax": end,
        "colorbar": BAR,
        "hoverinfo": "skip",
    }
    bare = {"showgrid": False, "zeroline": False, "ticks": ""}
    names = {"tickvals": [n * (WIDE + 1) + (WIDE - 1) / 2 for n in range(count)], "ticktext": list(tokens)}
    kinds = {"tickvals": [n * (high + 1) + (high - 1) / 2 for n in range(len(vectors))], "ticktext": list(vectors)}
    made = layout(
        "",
        "",
        120 + 90 * len(vectors),
        x={**bare, **names, "side": "top", "automargin": True, "tickangle": 0 if count <= 10 else -60},
        y={**bare, **kinds, "autorange": "reversed", "automargin": True},
    )
    left = selected * (WIDE + 1) - 0.5
    frame = {"type": "rect", "x0": left, "x1": left + WIDE, "y0": 0, "y1": 1, "yref": "paper"}
    return Spec([drawn], made | {"shapes": [frame | {"line": {"color": theme.INK, "width": 2}}]})
