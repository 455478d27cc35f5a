"""Chain of one text: from its tokens to the vectors that the model receives, and the attention of its last token."""

from __future__ import annotations

from dataclasses import fields
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer import tokenizers, wording
from explorer.figures.vector_patches import patches
from explorer.lm.look_back import label
from explorer.lm.predict_next_token import read
from explorer.tokenizers import SMALL
from explorer.views.home._softmax_and_attention_formulas import looks_back
from explorer.views.home.change_model_input import Settings, Trial, cut, trial
from explorer.views.home.prediction_text import summary
from explorer.views.home.settings import CHANGE, FIRST, HIDE, PAST, POSITION, SECOND, TEXT, WORD, Change, Past
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
def chain(
    *,
    text: str = TEXT,
    hide_last: bool = HIDE,
    change: Change = CHANGE,
    first: Int = FIRST,
    second: Int = SECOND,
    position: Int = POSITION,
    word: str = WORD,
    past: Past = PAST,
    token: Int = TOKEN,
) -> View:
    """Numbers of every token on the way, and those of one token in words.

    >>> chain(text="The President of the United").table["token"][-2:]
    ['␣the', '␣United']
    """
    found = trial(Settings(text, hide_last, change, first, second, position, word, past))
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
