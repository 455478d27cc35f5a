"""URL parameters with the value that their control has anyway.

Streamlit removes such a parameter from the URL, with a history entry for each: a link that had them would make Back
stay on the page. A test opens every step's link and compares its URL before and after.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DEFAULTS: Mapping[str, Mapping[str, str]] = {
    "tokens": {
        "t_part": "Tokens",
        "text": "The cat sat on the mat",
        "token": "0",
        "t_bag_first": "dog bites man",
        "t_bag_second": "man bites dog",
    },
    "positions": {"p_word": "dog", "p_word_place": "2", "p_per_turn": "12", "p_len": "256"},
    "extrapolation": {"x_part": "Is there a row?", "x_begin": "The cat sat on the mat"},
    "memory": {"m_part": "The bill"},
}
"""By page, those that a step of the path names."""


def without_defaults(page: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a link to `page` that differ from what its controls have anyway.

    >>> without_defaults("tokens", {"guide": "1b", "text": "The cat sat on the mat", "token": "1"})
    {'guide': '1b', 'token': '1'}
    """
    usual = DEFAULTS.get(page, {})
    return {key: value for key, value in parameters.items() if usual.get(key) != value}
