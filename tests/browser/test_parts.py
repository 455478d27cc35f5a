"""Every part of every page, on a projector and on a phone: a picture or words, no error, no sideways scroll."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Page

from explorer.ui import PAGES
from tests.support import settle

SMALL_TEXT = """() => [...document.querySelectorAll('[data-testid=stMain] *')]
  .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) && e.checkVisibility()
    && parseFloat(getComputedStyle(e).fontSize) < 12).map(e => e.textContent.trim().slice(0, 40))"""


def troubles(page: Page, width: int) -> list[str]:
    found = []
    if page.get_by_test_id("stException").count():
        found.append("an exception")
    if page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") > width + 1:
        found.append("scrolls sideways")
    if page.get_by_role("heading", level=1).count() != 1:
        found.append("not one heading of the first level")
    undrawn = page.locator(".explorer-chart:not([data-drawn])").count()
    return found + [f"{undrawn} charts not drawn"] * bool(undrawn) + page.evaluate(SMALL_TEXT)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390)])
@pytest.mark.parametrize("name", [page.name for page in PAGES if page.name not in ("home", "claims")])
def test_every_part_is_whole(new_page: Callable[..., Page], server: str, name: str, scheme: str, width: int) -> None:
    page = new_page(scheme=scheme, width=width)
    page.goto(f"{server}/{name}")
    settle(page)
    control = page.locator("[class*='st-key-'][class*='_part']").first
    control.get_by_role("radio").first.wait_for()
    key = next(c for c in control.get_attribute("class").split() if c.startswith("st-key-")).removeprefix("st-key-")
    labels = control.get_by_role("radio").all_inner_texts()
    assert len(labels) > 1
    for label in labels:
        page.goto(f"{server}/{name}?{key}={quote(label)}")
        settle(page)
        page.wait_for_function("() => !document.querySelector('.explorer-chart:not([data-drawn])')", timeout=30_000)
        assert control.get_by_role("radio", checked=True).inner_text() == label
        assert (label, troubles(page, width)) == (label, [])
