"""Legend component of a map; a click or key press on a kind shows only that kind."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import streamlit as st

from explorer.figures.projection.category_styles import LOOKS, look
from explorer.ui.plot import assets
from explorer.ui.projection.comparing.browser_maps import SIGNS
from explorer.ui.projection.word_lists import texts

_component = assets.register("legend", __file__)
_ROW = "display:flex;flex-wrap:wrap;gap:.1rem .9rem;list-style:none;margin:0;padding:0;font-size:inherit"


def row_of(names: Sequence[str], label: str) -> str:
    """HTML of a legend in one line, signs and names, without buttons.

    >>> row_of(["<b>"], "kinds").count("&lt;b&gt;")
    1
    """
    kinds = []
    for number, name in enumerate(names):
        style = look(number % LOOKS)
        sign = f'<span style="color:{style["color"]}" aria-hidden="true">{SIGNS[style["symbol"]]}</span>'
        kinds.append(f'<li style="margin:0">{sign} {escape(name)}</li>')
    return f'<ul style="{_ROW}" aria-label="{escape(label)}">{"".join(kinds)}</ul>'


def component_data(
    columns: Mapping[str, Sequence[Any]], numbers: Sequence[int], pressed: int, label: str, *, row: bool = False
) -> dict[str, Any]:
    """Data of the component.

    Args:
        columns: name → a text for each kind; those of the first column label the buttons.
        numbers: of the kinds, from 1; their styles repeat after the 49th.
        pressed: the kind that is shown alone, or 0.
        label: of the whole list.
        row: whether to draw the buttons only, side by side.

    >>> made = component_data({"value": ["pear"], "rows": ["2"]}, [1], 1, "kinds")
    >>> made["kinds"][0]["cells"], made["kinds"][0]["sign"], made["kinds"][0]["pressed"]
    (['pear', '2'], '●', True)
    """
    kinds = []
    for number, cells in zip(numbers, zip(*map(texts, columns, columns.values()), strict=True), strict=True):
        style = look((number - 1) % LOOKS)
        sign = {"sign": SIGNS[style["symbol"]], "color": style["color"]}
        kinds.append({**sign, "cells": list(cells), "pressed": number == pressed, "number": number})
    made = {"label": label, "heads": list(columns), "kinds": kinds, "row": row}
    return made | {"key": hashlib.sha256(json.dumps(made).encode()).hexdigest()[:16]}


def picked_kind(message: Any, made: Mapping[str, Any]) -> int | None:
    """Validate the kind in a message from the browser, which may be forged: 0 for all, None unless it is in this list.

    >>> made = component_data({"value": ["pear"]}, [3], 0, "kinds")
    >>> picked_kind({"key": made["key"], "number": 3}, made), picked_kind({"key": made["key"], "number": 4}, made)
    (3, None)
    """
    if not isinstance(message, dict) or message.get("key") != made["key"]:
        return None
    number = message.get("number")
    if type(number) is not int:
        return None
    return number if number == 0 or any(kind["number"] == number for kind in made["kinds"]) else None


def show(
    key: str,
    columns: Mapping[str, Sequence[str]],
    numbers: Sequence[int],
    *,
    pressed: int = 0,
    label: str,
    take: Callable[[int], None],
    row: bool = False,
) -> None:
    """Draw the legend; a press calls `take` before the next run, with the kind's number or with 0 for all."""
    made = component_data(columns, numbers, pressed, label, row=row)

    def on_pick() -> None:
        number = picked_kind(st.session_state[key].get("picked"), made)
        if number is not None:
            take(number)

    _component(key=key, data=json.dumps(made).encode(), height="content", on_picked_change=on_pick)
