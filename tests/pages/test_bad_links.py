"""Links that ask for what a control can't hold: every bound control of every part says so, and shows what it can."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer import ui
from explorer.ui.frame.link import NUMBERS
from explorer.ui.positions.link import NUMBERS as OF_POSITIONS
from tests.pages.shown import KINDS, PLACES
from tests.support import one_of_each

NAMES = {key: name for key, (name, *_) in {**NUMBERS, **OF_POSITIONS}.items()}
BAD = {"a word": "zzz", "too large": "987654", "a fraction below": "-7.123"}


THERE: dict[tuple[str, str | None], dict[str, str]] = {}
"""What `controls` found at each part that a test has opened as it is."""


def controls(app: AppTest) -> dict[str, str]:
    """Key → kind of each control of a part that an address can set; the part's own choice is not among them."""
    return {
        control.key: kind
        for kind in KINDS
        for control in app.get(kind)
        if control.key and not control.key.startswith("_") and not control.key.endswith("_part")
    }


@pytest.mark.parametrize("bad", one_of_each(BAD, lambda bad: None))
@pytest.mark.parametrize(
    ("page", "part"), one_of_each(PLACES, lambda place: place[0]), ids=[f"{page}-{part}" for page, part in PLACES]
)
def test_what_a_link_asks_for_in_vain_is_said(
    open_page: Callable[..., AppTest], page: str, part: str | None, bad: str
) -> None:
    address = {f"{ui.info(page).prefix}_part": part} if part else {}
    if (page, part) not in THERE:
        THERE[page, part] = controls(open_page(page, **address))
    there = THERE[page, part]
    app = open_page(page, **address, **dict.fromkeys(there, BAD[bad]))
    told = "\n".join(message.value for message in (*app.warning, *app.error, *app.info))
    now = {key: control for kind in KINDS for control in app.get(kind) if (key := control.key) in there}
    silent = [
        key
        for key, control in now.items()
        if str(control.value) != BAD[bad] and not (f"“{key}”" in told or NAMES.get(key, "\0") in told)
    ]
    assert not silent, (silent, told)
