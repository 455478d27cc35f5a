"""Presenter lines of pictures of a sinusoidal table."""

from collections.abc import Mapping
from typing import Any

from explorer.ui.frame.ask import value_in
from explorer.ui.frame.presenter_model_caption import FORMULA
from explorer.views.positions.settings import LENGTH, WIDTH


def table_badge(state: Mapping[str, Any]) -> str:
    """Presenter line of a part that shows a table of the shared length and width.

    >>> table_badge({"p_len": 1024})
    'No model: a formula · D = 128 · positions: 1,024'
    """
    return f"{FORMULA} · {current_width(state)} · {current_length(state)}"


def current_width(state: Mapping[str, Any]) -> str:
    """Current value of the width control."""
    return f"D = {value_in(WIDTH, state):,}"


def current_length(state: Mapping[str, Any]) -> str:
    """Current value of the length control."""
    return f"positions: {value_in(LENGTH, state):,}"
