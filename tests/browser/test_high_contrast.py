"""Forced colours, as Windows' contrast themes have them: what is chosen, switches and bars stand out on every page."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page

from explorer.ui.frame.navigation import PAGES
from tests.support import settle

CHOSEN = "[role=radio][aria-checked=true]"
OTHER = "[role=radio][aria-checked=false]"
SWITCH = "label:has(> * > [role=switch]) > span + div"
SCREENS = {
    "home": ("?h_hide=true", [(".write .fill", "h1")]),
    "tokens": ("tokens?t_strip_data=true", [(".chip[aria-selected=true]", ".chip[aria-selected=false]")]),
}
"""Screens with something of their own that is chosen, and what it must differ from; else a page's first screen."""


def colours(of: Locator) -> list[tuple[int, ...]]:
    """The colours on at least a twentieth of an element, on the screen, the most frequent first."""
    of.scroll_into_view_if_needed()
    picture = Image.open(io.BytesIO(of.screenshot())).convert("RGB")
    found = sorted(picture.getcolors(10**6), reverse=True)
    return [colour for count, colour in found if 20 * count >= picture.width * picture.height]


def in_sight(page: Page, selector: str) -> Locator:
    return page.locator(f"{selector}:visible").first


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_what_is_chosen_stands_out_in_forced_colours(new_page: Callable[..., Page], server: str, name: str) -> None:
    page = new_page(fresh=True)
    page.emulate_media(forced_colors="active")
    address, pairs = SCREENS.get(name, (name, []))
    page.goto(f"{server}/{address}")
    settle(page)
    if name in ("tokens", "failures"):  # a guess, whose circle is filled
        page.get_by_text("Just show me").first.click()
        settle(page)
        pairs = [*pairs, (_circle(":checked"), _circle(":not(:checked)"))]
    if page.locator(f"{CHOSEN}:visible").count():
        pairs = [*pairs, (CHOSEN, OTHER)]
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, forced_colors="active")
        settle(page)
        assert len(colours(in_sight(page, SWITCH))) > 1, scheme
        for chosen, other in pairs:
            assert colours(in_sight(page, chosen))[0] != colours(in_sight(page, other))[0], (scheme, chosen)


def _circle(state: str) -> str:
    return f"label:has(> * > [type=radio]{state}) > span + div > div:first-child"
