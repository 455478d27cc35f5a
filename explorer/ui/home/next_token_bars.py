"""The next token: the largest shares as bars with percentages, before beside after where something was changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from explorer import tokenizers, wording
from explorer.figures.theme import token_color
from explorer.lm.compare_predictions import likeliest
from explorer.lm.predict_next_token import Reading
from explorer.tokenizers import SMALL
from explorer.ui.plot import assets
from explorer.views.home import ALONE, TOGETHER, label, rests, summary

HINT = "What comes next? Tap a guess: it is written. (␣ is a space, ↵ a new line.)"
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
    readings: Sequence[Reading], names: Sequence[str], *, grows: bool = False, whole: bool = False, after: str = ""
) -> dict[str, Any]:
    """What the component draws: each token's label, colour, its share in every reading, and the shares in words.

    The token that was kept from the model is always among them, and marked. Where the text `grows`, a token that can be
    written has its id: choosing it writes it. With `whole`, the rest of the word that each of them begins stands behind
    it: for a reading in which nothing was changed. `after`: the end of the text that it goes on with.
    """
    tokens = likeliest(readings, ALONE if len(readings) == 1 else TOGETHER).tolist()
    came = readings[-1].hidden
    if came is not None and came not in tokens:
        tokens.append(came)
    ends = rests(readings[-1], tuple(tokens)) if whole else ("",) * len(tokens)
    shares = [[float(reading.probabilities[token]) for reading in readings] for token in tokens]
    return {
        "after": after,
        "hint": HINT if grows and not after else "",
        "names": list(names),
        "label": f"The likeliest next tokens: {summary(readings[-1])}",
        "most": max(max(row) for row in shares),
        "tokens": [
            {
                "label": label(token),
                "rest": rest if token != came else "",  # what came is as it stands in the text
                "color": token_color(tokenizers.token_bytes([token], SMALL)[0]),
                "id": token if grows and token_text(token) is not None else None,
                "shares": row,
                "said": [wording.share(share) for share in row],
                "came": token == came,
            }
            for token, row, rest in zip(tokens, shares, ends, strict=True)
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
) -> None:
    """Draw the bars of one reading, or of two side by side with their `names`; a token that is chosen is written."""

    def on_pick() -> None:
        piece = token_text(st.session_state[key].get("pick"))
        if write is not None and piece is not None:
            write(piece)

    data = json.dumps(component_data(readings, names, grows=write is not None, whole=whole, after=after)).encode()
    _component(key=key, data=data, height="content", on_pick_change=on_pick)
