"""Links that ask for what a control can't hold: every bound control of every part says so, and shows what it can."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer import ui
from explorer.ui.frame.link import NUMBERS
from explorer.ui.positions.link import NUMBERS as OF_POSITIONS
from explorer.ui.positions.settings import WIDEST
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


WITH = {
    "token": ("tokens", {"t_part": "Rows"}),
    "t_seed": ("tokens", {"t_part": "Rows", "encoding": "cl100k_base"}),
    "t_components": ("tokens", {"t_part": "Neighbours"}),
    **{key: ("projection", {"j_part": "Map", "j_view": "3D"}) for key in ("j_labelled", "j_k", "j_c1", "j_c2", "j_c3")},
    "x_len": ("extrapolation", {}),
    "x_k": ("extrapolation", {"x_part": "Small tasks"}),
    "x_sk": ("extrapolation", {"x_part": "Why", "x_why": "A map that holds inside"}),
    "x_seed": ("extrapolation", {"x_part": "Train it now"}),
    "g_width": ("gradients", {"g_part": "Your sentence"}),
    **{key: ("check", {"k_part": "Sheets"}) for key in ("k_seed", "k_n", "k_sheets")},
    "p_from": ("positions", {"p_part": "Heatmap", "p_some": True}),
    **{
        key: ("positions", {"p_part": "RoPE and ALiBi", "p_kind": "ALiBi", "p_heads": 32})
        for key in ("p_heads", "p_head")
    },
    **{
        key: ("positions", {"p_part": "Shift", "p_dim": WIDEST})
        for key in ("p_len", "p_dim", "p_base", "p_k", "p_pair")
    },
    "p_pos": ("positions", {"p_part": "Clocks"}),
    "p_turn": ("positions", {"p_part": "RoPE and ALiBi"}),
    "p_step_k": ("positions", {"p_part": "Fitted shift"}),
    **{key: ("positions", {"p_part": "Scale"}) for key in ("p_vocab", "p_scale_dim")},
    "p_count": ("positions", {"p_part": "Counting"}),
    "p_place": ("positions", {"p_part": "Sine and cosine"}),
    "p_word_place": ("positions", {"p_part": "Two arrows"}),
}
"""Where the controls are whose bounds `NUMBERS` repeats."""


def test_a_link_is_told_the_bounds_of_the_control(open_page: Callable[..., AppTest]) -> None:
    apart = sorted(set(NUMBERS | OF_POSITIONS) ^ set(WITH))
    assert not apart, f"NUMBERS says the bounds of a control, WITH the screen where it is; only one of them has {apart}"
    screens = [open_page(page, **query) for page, query in {str(where): where for where in WITH.values()}.values()]
    held = {control.key: (control.min, control.max) for app in screens for control in (*app.slider, *app.number_input)}
    held |= {
        control.key: tuple(int(control.options[at].replace(",", "")) for at in (0, -1))
        for app in screens
        for control in app.select_slider
        if control.key in WITH
    }
    endless = {"token": None}  # a text may have any number of them
    for key, (_, least, most) in (NUMBERS | OF_POSITIONS).items():
        assert held[key] == (least, endless.get(key, most)), key
