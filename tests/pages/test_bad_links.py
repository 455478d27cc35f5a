"""Links with invalid values: every bound control of every part reports them and shows a valid value."""

import itertools
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer import ui
from explorer.ui.frame import url_params
from explorer.ui.frame.navigation import SHARED
from tests.pages.captured_views import KINDS, PARTS
from tests.support import numbers_in, one_of_each

BAD = ("zzz", "987654", "-7.123", "1e999", "9" * 4500)


def controls(app: AppTest) -> dict[str, str]:
    """Key → kind of each control of a part that an address can set; the part's own choice is not among them."""
    return {
        control.key: kind
        for kind in KINDS
        for control in app.get(kind)
        if control.key and not control.key.startswith("_") and not control.key.endswith("_part")
    }


@pytest.mark.parametrize(
    ("page", "part"), one_of_each(PARTS, lambda part: part[0]), ids=[f"{page}-{part}" for page, part in PARTS]
)
def test_what_a_link_asks_for_in_vain_is_said(
    open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch, page: str, part: str | None
) -> None:
    """A link sets each control to a word, to numbers that are too large and to a negative fraction, in turn."""
    names, declare = {}, url_params.declare

    def watched(key: str, name: str, expects: str) -> None:
        names[key] = name
        declare(key, name, expects)

    monkeypatch.setattr(url_params, "declare", watched)
    address = {f"{ui.info(page).prefix}_part": part} if part else {}
    there = controls(open_page(page, **address))
    asked = dict(zip(there, itertools.cycle(BAD), strict=False))
    prefix = ui.info(page).prefix
    strange = [key for key in there if not key.startswith(f"{prefix}_") and key not in SHARED]
    assert not strange, f"Begin these keys with {prefix}_, the prefix of {page} in explorer/content/pages.py: {strange}"
    app = open_page(page, **address, **asked)
    told = "\n".join(message.value for message in (*app.warning, *app.error, *app.info))
    now = {key: control for kind in KINDS for control in app.get(kind) if (key := control.key) in there}
    ignored = [key for key, control in now.items() if str(control.value) != asked[key]]
    silent = [key for key in ignored if names.get(key, "") not in told]
    assert not silent and len(told.splitlines()) >= len(ignored), (silent, ignored, told)


@pytest.mark.parametrize(
    ("page", "query", "said"),
    [
        ("positions", {"p_part": "Heatmap", "p_len": "9000"}, (2, 8_192, 256, 9_000)),
        ("positions", {"p_part": "RoPE and ALiBi", "p_kind": "ALiBi", "p_heads": "4", "p_head": "7"}, (0, 3, 7)),
        ("positions", {"p_part": "Shift", "p_dim": "64", "p_pair": "40"}, (0, 31, 8, 40)),
        ("projection", {"j_part": "Map", "j_view": "3D", "j_c3": "501"}, (1, 500, 3, 501)),
        ("tokens", {"t_part": "Rows", "t_row_shows": "rows near it", "t_components": "11"}, (0, 10, 5, 11)),
        ("teach", {"l_part": "Sheets", "k_sheets": "0"}, (1, 40, 0)),
    ],
    ids=str,
)
def test_a_link_is_told_the_bounds_that_the_control_has_now(
    open_page: Callable[..., AppTest], page: str, query: dict[str, str], said: tuple[int, ...]
) -> None:
    assert set(said) in [numbers_in(warning.value) for warning in open_page(page, **query).warning]
