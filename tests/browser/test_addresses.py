"""Every menu of every page opened: no address leads off the server but a source's, and that learns nothing of us."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Page

from explorer.ui import PAGES, info
from tests.support import one_of_each, parts_of, settle

PLACES = [(page.name, part) for page in PAGES for part in parts_of(page.name) or [""]]
ADDRESSES = """() => [...document.querySelectorAll("[href], [src], [action], [formaction]")].flatMap((e) =>
  ["href", "src", "action", "formaction"].filter((name) => e.hasAttribute(name)).map((name) =>
    [new URL(e.getAttribute(name), location.href).href, e.tagName, e.rel || ""]))"""
OPENERS = (
    "[data-testid=stMainMenu] button",
    "[data-testid=stMain] summary",
    "[data-testid=stPopoverButton]",
    "[data-testid=stSidebar] summary",
)


@pytest.mark.parametrize(
    ("name", "part"), one_of_each(PLACES, lambda place: place[0]), ids=[f"{name}-{part}" for name, part in PLACES]
)
def test_no_menu_holds_an_address_elsewhere(new_page: Callable[..., Page], server: str, name: str, part: str) -> None:
    page, seen, home = new_page(), set(), urlsplit(server).netloc
    page.goto(f"{server}/{name}?{info(name).prefix}_part={quote(part)}")
    settle(page)
    for opener in OPENERS:
        for each in page.locator(opener).all():
            if not each.is_visible():
                continue
            each.click()
            page.wait_for_timeout(50)
            seen |= {tuple(found) for found in page.evaluate(ADDRESSES)}
            if "Popover" in opener or "Menu" in opener:
                page.keyboard.press("Escape")
    seen |= {tuple(found) for found in page.evaluate(ADDRESSES)}
    off = [each for each in seen if urlsplit(each[0]).scheme in ("http", "https") and urlsplit(each[0]).netloc != home]
    assert not [each for each in off if each[1] != "A" or "noreferrer" not in each[2]]
    assert not [each for each in off if "streamlit" in urlsplit(each[0]).netloc]
