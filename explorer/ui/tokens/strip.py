"""The token strip: a component whose chips show each token's text and id, and select a token by click or keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from explorer import chain, tokenizers

_HERE = Path(__file__).parent
_component = st.components.v2.component(
    "explorer_tokens",
    js=(_HERE / "strip.js").read_text(encoding="utf-8"),
    css=(_HERE / "strip.css").read_text(encoding="utf-8"),
    isolate_styles=True,
)
_LONGEST = 32


def shortened(label: str) -> str:
    """A label that fits a chip; a long one says how long it is.

    >>> shortened("a" * 100)
    'aaaaaaaaaaaaaaaaaaaaaaaa… (100)'
    """
    return label if len(label) <= _LONGEST else f"{label[:24]}… ({len(label):,})"


def described(strip: chain.Strip, selected: int) -> dict[str, Any]:
    """What the component draws, as plain data."""
    lines = []
    for number, line in enumerate(strip.lines, start=1):
        count = sum(len(group.pieces) for group in line)
        lines.append(
            {
                "name": f"line {number}" if len(strip.lines) > 1 else "",
                "padding": strip.width - count,
                "groups": [
                    {
                        "text": shortened(tokenizers.visible(group.text)),
                        "pieces": [
                            {
                                "n": piece.number,
                                "id": piece.id,
                                "label": shortened(tokenizers.token_label(piece.data)),
                                "bytes": shortened(piece.data.hex(" ").upper()),
                            }
                            for piece in group.pieces
                        ],
                    }
                    for group in line
                ],
            }
        )
    return {"lines": lines, "selected": selected, "label": f"{strip.total:,} tokens, token {selected} is selected"}


def show(strip: chain.Strip, selected: int, key: str = "t_chips") -> None:
    """Draw the strip; picking a token sets the app's selected token."""

    def picked() -> None:
        pick = st.session_state[key].get("pick")
        if pick is not None:
            st.session_state["token"] = int(pick)

    _component(key=key, data=described(strip, selected), height="content", on_pick_change=picked)
