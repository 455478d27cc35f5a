"""Token strip component: a chip for each token with its text and id, selected by click or keyboard."""

import json
from typing import Any

import streamlit as st

from explorer import embedding_pipeline, tokenizers, wording
from explorer.figures.theme import token_color
from explorer.ui.plot import assets

_component = assets.register("token_strip", __file__)
_LONGEST = 32


def shorten(label: str) -> str:
    """Shorten a label to fit a chip; the length of a long one is appended.

    >>> shorten("a" * 100)
    'aaaaaaaaaaaaaaaaaaaaaaaa… (100)'
    """
    return label if len(label) <= _LONGEST else f"{label[:24]}… ({len(label):,})"


def component_data(strip: embedding_pipeline.Strip, selected: int | None) -> dict[str, Any]:
    """Data of the component; `selected` None: no token stands out."""
    lines = []
    languages = {sentence: language for language, sentence in embedding_pipeline.SCRIPTS.items()}
    for number, line in enumerate(strip.lines, start=1):
        count = sum(len(group.pieces) for group in line)
        name = languages.get("".join(group.text for group in line), f"line {number}")
        tokens = f": {wording.count(count, 'token')}" if strip.shown == strip.total else ""
        lines.append(
            {
                "name": f"{name}{tokens}" if len(strip.lines) > 1 else "",
                "padding": strip.width - count,
                "groups": [
                    {
                        "text": shorten(tokenizers.visible(group.text)),
                        "pieces": [
                            {
                                "n": piece.number,
                                "id": piece.id,
                                "color": token_color(piece.data),
                                "label": shorten(tokenizers.token_label(piece.data)),
                                "bytes": shorten(piece.data.hex(" ").upper()),
                            }
                            for piece in group.pieces
                        ],
                    }
                    for group in line
                ],
            }
        )
    return {
        "lines": lines,
        "selected": selected,
        "count": f"{wording.count(strip.total, 'box', 'boxes')}. Scroll to see all.",
        "label": wording.count(strip.total, "token")
        + (f", token {selected} is selected" if selected is not None else ""),
    }


def show(strip: embedding_pipeline.Strip, selected: int | None, key: str = "t_chips") -> None:
    """Draw the strip; picking a token sets the app's selected token."""

    def on_pick() -> None:
        token = picked_token(st.session_state[key].get("pick"), strip.total)
        if token is not None:
            st.session_state["token"] = token

    # As bytes: Streamlit converts a dict through pandas, whose import takes time and 60 MB.
    data = json.dumps(component_data(strip, selected)).encode()
    _component(key=key, data=data, height="content", on_pick_change=on_pick)


def picked_token(message: Any, total: int) -> int | None:
    """Validate the token in a message from the browser, which may be forged; None unless the strip has it.

    >>> picked_token(2, 6), picked_token(6, 6), picked_token("2", 6), picked_token(True, 6)
    (2, None, None, None)
    """
    return message if type(message) is int and 0 <= message < total else None
