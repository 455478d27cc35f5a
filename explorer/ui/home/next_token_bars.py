"""The next token: the largest shares as bars with percentages, before beside after where something was changed.

Above them, on request, how the last token looks back: an arc to each token, as thick as its share in attention.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import streamlit as st

from explorer import tokenizers, wording
from explorer.figures.theme import token_color
from explorer.lm.compare_predictions import likeliest
from explorer.lm.complete_word import guess_label
from explorer.lm.look_back import looks_most_at, parts_seen
from explorer.lm.predict_next_token import Reading
from explorer.tokenizers import SMALL
from explorer.ui.plot import assets
from explorer.views.home.prediction_text import ALONE, TOGETHER, looks_back, rests, summary

HINT = "What comes next? Tap a guess to add it. (␣ is a space.)"
MOST = 24
"""Boxes of a look back that a wide screen may have room for."""
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
    bet: int | None = None,
) -> dict[str, Any]:
    """What the component draws: each token's label, colour, its share in every reading, and the shares in words.

    The token that was kept from the model is always among them, and marked. Where the text `grows`, a token that can be
    written has its id: choosing it writes it, or bets on it where arcs are drawn (`look`), which stays marked (`bet`).
    With `whole`, the rest of the word that each of them begins stands behind it: for a reading in which nothing was
    changed. `after`: the end of the text that it goes on with. `look`: draw how the last token looks back.
    """
    most = (ALONE, TOGETHER)[len(readings) - 1] - (4, 3)[len(readings) - 1] * look  # room for the arcs
    tokens = likeliest(readings, most).tolist()
    came = readings[-1].hidden
    tokens += [each for each in dict.fromkeys((came, bet)) if each is not None and each not in tokens]
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
                "label": guess_label(readings[-1].ids, token).removeprefix("↵ "),  # no room for both
                "rest": rest if token != came else "",  # what came is as it stands in the text
                "color": token_color(tokenizers.token_bytes([token], SMALL)[0]),
                "id": token if grows and token_text(token) is not None else None,
                "shares": row,
                "said": ["< 0.1 %" if 0 < share < 5e-4 else wording.share(share) for share in row],
                "came": token == came,
                "bet": token == bet,
            }
            for token, row, rest in zip(tokens, shares, ends, strict=True)
        ],
    }


def look_back(readings: Sequence[Reading]) -> dict[str, Any]:
    """The parts of the text with the largest shares in the last token's attention, and what all others have together.

    The browser draws as many as have room, by their `rank`: the last token, the one that the label speaks of, and the
    others by their share.
    """
    reading = readings[-1]
    same = len(readings) > 1 and np.array_equal(readings[0].ids, reading.ids)
    parts, before = parts_seen(reading), parts_seen(readings[0]) if same else []
    last, named = len(parts) - 1, looks_most_at(parts, before)
    by_share = sorted(range(len(parts)), key=lambda n: (n != last, n != named, -parts[n].share))
    drawn = by_share[:MOST]
    others = []
    for shown in range(1, len(drawn) + 1):
        gathered = by_share[shown:]
        left = wording.whole_percent(sum(parts[n].share for n in gathered)).replace(" ", "\N{NO-BREAK SPACE}")
        others.append(f"… {wording.count(len(gathered), 'other')}: {left}" if gathered else "")
    return {
        "label": looks_back(parts, before),
        "others": others,
        "tokens": [
            {
                "label": parts[n].label,
                "color": token_color(tokenizers.token_bytes([int(reading.ids[parts[n].at])], SMALL)[0]),
                "n": n,
                "rank": drawn.index(n),
                "share": parts[n].share,
                "said": wording.whole_percent(parts[n].share),
                "own": "itself" if n == last and last else "",
                "position": str(reading.positions[parts[n].at]) if len(reading.positions) else "",
            }
            for n in sorted(drawn)
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
    bet: int | None = None,
) -> None:
    """Draw the bars of one reading, or of two side by side with their `names`; `write` gets a token that is chosen."""
    found = component_data(readings, names, grows=write is not None, whole=whole, after=after, look=look, bet=bet)

    def on_pick() -> None:
        picked = st.session_state[key].get("pick")
        piece = token_text(picked)
        # A bar pressed just after typing may be one of the text before, where these guesses are not drawn yet.
        if write is not None and piece is not None and picked in [token["id"] for token in found["tokens"]]:
            write(piece)

    data = json.dumps(found).encode()
    _component(key=key, data=data, height="content", on_pick_change=on_pick)
