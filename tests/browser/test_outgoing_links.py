"""Every menu of every page opened: no address leads off the server but a source's, and that learns nothing of us."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from explorer.ui import PAGES
from tests.support import settle

ADDRESSES = """() => [...document.querySelectorAll("[href], [src], [action], [formaction]")].flatMap((e) =>
  ["href", "src", "action", "formaction"].filter((name) => e.hasAttribute(name)).map((name) =>
    [new URL(e.getAttribute(name), location.href).href, e.tagName, e.rel || ""]))"""
CLOSING, FOLDED = ("[data-testid=stMainMenu] button", "[data-testid=stPopover] button"), "summary"
"""What opens above the page and is closed again, and what stays open."""


def elsewhere(page: Page) -> list[str]:
    """Addresses in the page as it is that lead off its server, but for links that tell the other side nothing."""
    home = urlsplit(page.url).netloc
    off = [each for each in page.evaluate(ADDRESSES) if urlsplit(each[0]).netloc not in ("", home)]
    return [
        address
        for address, tag, rel in off
        if tag != "A" or "noreferrer" not in rel or "streamlit" in urlsplit(address).netloc
    ]


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_no_menu_holds_an_address_elsewhere(new_page: Callable[..., Page], server: str, name: str) -> None:
    page = new_page()
    page.goto(f"{server}/{name}")
    settle(page)
    opened = 0
    for opener in (*CLOSING, FOLDED):
        for each in page.locator(opener).all():
            if each.is_visible():
                each.click()
                opened += 1
                page.wait_for_timeout(50)
                assert not elsewhere(page)
                if opener in CLOSING:
                    page.keyboard.press("Escape")
    assert opened > 0
    page.evaluate("() => document.body.append(Object.assign(document.createElement('a'), {href: 'https://a.invalid'}))")
    assert elsewhere(page) == ["https://a.invalid/"]
