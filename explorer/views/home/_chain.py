"""The whole chain of one text: from its bytes to the likeliest next tokens, as it is or with one thing changed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from explorer import tokenizers, wording
from explorer.figures.failures.pictures import bars
from explorer.figures.spec import Spec
from explorer.lm.compare import likeliest
from explorer.lm.predict import read
from explorer.tokenizers import SMALL
from explorer.views.home._formulas import looks_back, shares
from explorer.views.home._trials import CHANGES, PAST, Settings, Trial, trial
from explorer.views.home._words import label, summary
from explorer.views.table import Table
from explorer.views.view import View, choice, picture, whole_number

NUMBERS = 4
TABLE = 50
ALONE, TOGETHER = 8, 5
"""How many of the likeliest tokens are drawn: of one reading, and of each of two."""


@picture(read)
def chain(
    *,
    text: str = "The cat sat on the mat",
    hide_last: bool = True,
    change: str = "As it is",
    first: int = 1,
    second: int = 2,
    position: int = 1,
    word: str = "dog",
    past: str = "Read the last 64",
    token: int = 0,
) -> View:
    """The likeliest next tokens after a text, with the numbers of one token on the way.

    Args:
        text: what is read.
        hide_last: whether its last token is kept from the model, to be guessed.
        change: what is changed on the way: "As it is", "No positions", "Swap two tokens", "Another row" or "Too long".
        first: the one place whose token is swapped.
        second: the other.
        position: the place whose row is replaced.
        word: whose first token's row takes its place.
        past: what happens past the trained length: "Read the last 64", "Give the rest the last position" or "Begin
            again at position 0".
        token: of those read, the one whose numbers the sentence says.

    >>> chain(text="The President of the United States").table["next token"][:2]
    ['␣States', '␣N']
    """
    choice("change", change, list(CHANGES))
    choice("past", past, list(PAST))
    found = trial(Settings(text, hide_last, change, first, second, position, word, past))
    whole_number("token", token, 0, len(found.reading.ids) - 1)
    of = shares(found.reading), looks_back(found.reading)
    return View(
        _spec(found),
        _sentence(found, token),
        lambda: _table(found),
        tuple(formula for formula in of if formula is not None),
        _left_out(found),
    )


def _left_out(found: Trial) -> str:
    read, total = len(found.reading.ids), found.reading.total
    return f"This model reads {read} tokens at most: here the last ones of {total:,}." if total > read else ""


def _sentence(found: Trial, token: int) -> str:
    """What the picture shows, in words."""
    reading = found.reading
    pieces = tokenizers.token_bytes(reading.ids, SMALL)
    parts = [f"Row {int(reading.ids[token]):,} begins {_numbers(reading.rows[token])}"]
    if len(reading.places):
        parts.append(f"the row of place {int(reading.places[token])} {_numbers(reading.position_rows[token])}")
        parts.append(f"their sum {_numbers(reading.vectors[0, token])}")
    after = "" if found.before is None else f" Before the change: {summary(found.before)}."
    b, t, d = reading.vectors.shape
    return (
        f"{wording.count(t, 'token')} as {b} × {t} × {d} = {b * t * d:,} numbers. "
        f"Token {token}, “{tokenizers.token_label(pieces[token])}”: {'; '.join(parts)}. "
        f"The likeliest next tokens: {summary(reading)}.{after}"
    )


def _spec(found: Trial) -> Spec:
    """The shares as bars; the page draws them, and the chain before them, as components of its own."""
    readings = [found.reading] if found.before is None else [found.before, found.reading]
    names, values = list[str](), list[float]()
    for token in likeliest(readings, ALONE if len(readings) == 1 else TOGETHER).tolist():
        for name, reading in zip(found.names, readings, strict=True):
            names.append(f"{label(token)} {name}".strip())
            values.append(float(reading.probabilities[token]))
    return bars("share", names, values, [wording.share(value) for value in values])


def _table(found: Trial) -> Table:
    """The likeliest next tokens with their shares."""
    best = found.reading.best(TABLE)
    columns: dict[str, object] = {
        "next token": [label(i) for i in best],
        "id": best,
        "share": found.reading.probabilities[best],
        "score (logit)": found.reading.logits[best],
    }
    if found.before is not None:
        columns["share before"] = found.before.probabilities[best]
    return Table(columns, "next-token")


def _numbers(row: NDArray[np.floating]) -> str:
    return " ".join(wording.fixed(float(value), 2) for value in row[:NUMBERS]) + " …"
