"""Every part of every page, on a projector and on a phone: whole, readable, and nothing for axe to find."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from explorer.ui import PAGES, info
from tests.browser.test_accessibility import violations
from tests.browser.test_outgoing_links import elsewhere
from tests.support import open_part, parts_of, settle

SMALL_TEXT = """() => [...document.querySelectorAll('[data-testid=stMain] *')]
  .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) && e.checkVisibility()
    && parseFloat(getComputedStyle(e).fontSize) < 12).map(e => e.textContent.trim().slice(0, 40))"""


# Controls of a part that stand above its first picture; the page's own text box belongs to all its parts.
CONTROLS_ABOVE = """() => {
  const top = (e) => e.getBoundingClientRect().top
  const picture = document.querySelector(".st-key-part_body .explorer-chart:not([class*=_where] *)")
  const controls = document.querySelectorAll("[class*=_controls]:not(BESIDE), [class*=_more]")
  const above = (e) => picture && e.checkVisibility() && top(e) < top(picture)
  return [...controls].filter(above).map((e) => e.className)
}""".replace(
    "BESIDE",
    "[class*=p_after_], [class*=p_shift_], [class*=p_fit_], [class*=p_dist_], [class*=p_learned_], [class*=j_two_]",
)
# Of two pictures side by side: there the controls stand above both.


# Controls of the first picture that come only after the sentence about it: who moves one has lost sight of the picture.
CONTROLS_LATE = """() => {
  const picture = document.querySelector(".st-key-part_body .explorer-chart:not([class*=_where] *)")
  const sentence = [...(picture?.closest("[class*=_figure]")?.querySelectorAll("[data-testid=stText]") ?? [])].pop()
  if (!sentence) return []
  const top = (e) => e.getBoundingClientRect().top
  const kinds = ".st-key-part_body [class*=_controls], .st-key-part_body [class*=_play]"
  // What comes after the picture in the page itself belongs to another one.
  const own = [...document.querySelectorAll(kinds)].filter((e) => e.compareDocumentPosition(picture) & 4)
  return own.filter((e) => e.checkVisibility() && top(e) > top(sentence)).map((e) => e.className)
}"""


def troubles(page: Page, width: int) -> list[str]:
    found = []
    if page.get_by_test_id("stException").count():
        found.append("an exception")
    if page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") > width + 1:
        found.append("scrolls sideways")
    undrawn = page.locator(".explorer-chart:not([data-drawn])").count()
    return found + [f"{undrawn} charts not drawn"] * bool(undrawn) + page.evaluate(SMALL_TEXT)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390)])
@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_every_part_is_whole(new_page: Callable[..., Page], server: str, name: str, scheme: str, width: int) -> None:
    page = new_page(scheme=scheme, width=width)
    key = f"{info(name).prefix}_part"
    parts = parts_of(name)
    page.goto(f"{server}/{'' if name == 'home' else name}")
    settle(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(info(name).question)
    for number, label in enumerate(parts or [""]):
        if number:  # as a visitor goes from one to the next: a load of the page for each costs three times as much
            choose(page, key, label, phone=width <= 640)
        page.wait_for_function("() => !document.querySelector('.explorer-chart:not([data-drawn])')", timeout=60_000)
        if label and width <= 640:
            assert (label, page.evaluate(CONTROLS_ABOVE), page.evaluate(CONTROLS_LATE)) == (label, [], [])
        assert (label, troubles(page, width), violations(page), elsewhere(page)) == (label, [], [], [])


def choose(page: Page, key: str, label: str, *, phone: bool) -> None:
    if phone:
        page.get_by_role("combobox", name="Part of this page").click()
        page.get_by_role("option", name=label, exact=True).click()
        settle(page)
        expect(page.get_by_role("combobox", name="Part of this page")).to_have_value(label)
    else:
        open_part(page, key, label)
        expect(page.locator(f".st-key-{key}").get_by_role("radio", checked=True)).to_have_text(label)


def test_on_a_phone_the_parts_are_one_list(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{server}/memory")
    settle(page)
    parts = page.get_by_role("combobox", name="Part of this page")
    parts_box = page.locator(".st-key-_m_part_as_list")
    assert not page.locator(".st-key-m_part").is_visible()
    parts.click()
    options = page.get_by_role("listbox").get_by_role("option")
    assert options.all_inner_texts() == parts_of("memory")
    page.keyboard.press("Escape")
    for name in ("MB or MiB", "Checked", "Caches"):  # in sight, deeper, and deeper after deeper
        parts.click()
        page.get_by_role("option", name=name, exact=True).click()
        page.wait_for_url(f"**m_part={name.replace(' ', '+')}*")
        settle(page)
        assert name in (parts.get_attribute("aria-label") or "") + parts.input_value() + parts_box.inner_text()
