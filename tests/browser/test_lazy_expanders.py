"""Lazy expanders, whose controls are rendered when opened: no value is lost, and changes are in the URL."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support import settle


def test_a_fold_is_filled_when_it_is_opened_and_stays_open_while_it_is_used(server: str, page: Page) -> None:
    page.goto(f"{server}/projection?j_part=Groups&j_table=GloVe")
    settle(page, charts=1)
    more, across = page.get_by_text("More", exact=True), page.get_by_label("Component across")
    expect(across).to_have_count(0)
    for number, address in (("3", "j_c1=3"), ("1", "")):
        more.click()
        expect(across).to_be_visible()
        across.fill(number)
        across.press("Enter")
        expect(page).to_have_url(re.compile(address) if address else re.compile("^(?!.*j_c1)"))
        expect(page.locator(".st-key-j_group_said")).to_contain_text(f"components {number} and 2")
        more.click()
        expect(across).to_have_count(1 if address else 0)
    page.get_by_role("button", name="Near means").click()
    page.get_by_text("Euclid", exact=True).click()
    expect(page.get_by_text("straight line (Euclid), in the table as it is")).to_be_visible()
    expect(page).to_have_url(re.compile("j_near=Euclid"))
    page.get_by_text("the table centred", exact=True).click()
    expect(page.get_by_text("straight line (Euclid), in the table centred")).to_be_visible()
    expect(page.get_by_text("Two words are near by")).to_be_visible()
