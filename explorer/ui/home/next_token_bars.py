"""The next token: the largest shares as bars with percentages, before beside after where something was changed.

Above them, on request, how the last token looks back: an arc to each token, as thick as its share in attention.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import streamlit as st

from explorer import tokenizers, wording
from explorer.figures.theme import token_color
from explorer.lm.compare_predictions import likeliest
from explorer.lm.predict_next_token import Reading
from explorer.tokenizers import SMALL
from explorer.ui.plot import assets
from explorer.views.home.prediction_text import ALONE, TOGETHER, label, looks_back, looks_most_at, rests, summary

HINT = "What comes next? Tap a guess: it is written. (␣ is a space.)"
LINE, LEAST, REST = 40, 4, 8
"""Characters that fit a line on a phone, those a token takes at least, and those of the note on all others."""
_component = assets.register("next_token_bars", __file__)


def token_text(token: int) -> str | None:
    """A token as text; None for one that holds a piece of a character alone, or that the vocabulary does not have.

    >>> token_text(3797), token_text(10**9), token_text("3797")
    (' cat', None, None)
    """
    if type(token) is not int or not 0 <= token < tokenizers.vocab_size(SMALL):
        return None
    try:
        return tokenizers.token_bytes([token], SMALL)[0].decode()
    except UnicodeDecodeError:
        return None


def component_data(
    readings: Sequence[Reading],
    names: Sequence[str],
    *,
    grows: bool = False,
    whole: bool = False,
    after: str = "",
    look: bool = False,
) -> dict[str, Any]:
    """What the component draws: each token's label, colour, its share in every reading, and the shares in words.

    The token that was kept from the model is always among them, and marked. Where the text `grows`, a token that can be
    written has its id: choosing it writes it. With `whole`, the rest of the word that each of them begins stands behind
    it: for a reading in which nothing was changed. `after`: the end of the text that it goes on with. `look`: draw how
    the last token looks back.
    """
    tokens = likeliest(readings, (ALONE if len(readings) == 1 else TOGETHER) - 4 * look).tolist()  # room for the arcs
    came = readings[-1].hidden
    if came is not None and came not in tokens:
        tokens.append(came)
    ends = rests(readings[-1], tuple(tokens)) if whole else ("",) * len(tokens)
    shares = [[float(reading.probabilities[token]) for reading in readings] for token in tokens]
    return {
        "after": "" if look else after,
        "look": look_back(readings) if look else None,
        "hint": HINT if grows and not after else "",
        "names": list(names),
        "label": f"The likeliest next tokens: {summary(readings[-1])}",
        "tokens": [
            {
                "label": label(token).removeprefix("↵ "),  # a phone has no room for the sign too
                "rest": rest if token != came else "",  # what came is as it stands in the text
                "color": token_color(tokenizers.token_bytes([token], SMALL)[0]),
                "id": token if grows and token_text(token) is not None else None,
                "shares": row,
                "said": ["< 0.1 %" if 0 < share < 5e-4 else wording.share(share) for share in row],
                "came": token == came,
            }
            for token, row, rest in zip(tokens, shares, ends, strict=True)
        ],
    }


def look_back(readings: Sequence[Reading]) -> dict[str, Any]:
    """The last tokens that fit a line, each with its share in the last one's attention, and the share of all others.

    Of two readings of the same tokens, each has its share in the first too. The token that the label speaks of is never
    among the others: if it stands further back, it stands before them, `apart`.
    """
    reading = readings[-1]
    same = len(readings) > 1 and np.array_equal(readings[0].ids, reading.ids)
    shares = [one.look_back for one in (readings if same else (reading,))]
    names = [label(token) for token in reading.ids]
    wide = [max(len(name) + 1, LEAST) for name in names]
    first = 0 if sum(wide) <= LINE else len(names) - 1
    before = readings[0] if same else None
    named = looks_most_at(reading, before)

    def room(start: int) -> int:
        return REST + sum(wide[start:]) + (wide[named] if named < start else 0)

    while first > 1 and room(first - 1) <= LINE:
        first -= 1
    apart = [named] if named < first else []
    gathered = [at for at in range(first) if at not in apart]
    left = wording.whole_percent(float(shares[-1][gathered].sum()))
    which = wording.count(len(gathered), "other") if apart else f"{len(gathered)} earlier"
    return {
        "label": looks_back(reading, before),
        "apart": len(apart),
        "earlier": f"… {which}: {left}".replace(" %", "\N{NO-BREAK SPACE}%") if gathered else "",
        "tokens": [
            {
                "label": names[at],
                "color": token_color(tokenizers.token_bytes([int(reading.ids[at])], SMALL)[0]),
                "share": float(shares[-1][at]),
                "said": wording.whole_percent(float(shares[-1][at])),
                "was": f"was {wording.whole_percent(float(shares[0][at]))}".replace(" %", "\N{NO-BREAK SPACE}%")
                if same
                else "",
            }
            for at in [*apart, *range(first, len(names))]
        ],
    }


def show(
    readings: Sequence[Reading],
    names: Sequence[str],
    key: str = "h_next",
    *,
    write: Callable[[str], None] | None = None,
    whole: bool = False,
    after: str = "",
    look: bool = False,
) -> None:
    """Draw the bars of one reading, or of two side by side with their `names`; a token that is chosen is written."""

    found = component_data(readings, names, grows=write is not None, whole=whole, after=after, look=look)

    def on_pick() -> None:
        picked = st.session_state[key].get("pick")
        piece = token_text(picked)
        # A bar pressed just after typing may be one of the text before, where these guesses are not drawn yet.
        if write is not None and piece is not None and picked in [token["id"] for token in found["tokens"]]:
            write(piece)

    data = json.dumps(found).encode()
    _component(key=key, data=data, height="content", on_pick_change=on_pick)
