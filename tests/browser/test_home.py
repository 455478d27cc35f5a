"""Home in Chromium: one screen, and a token picked there is the app's token."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support import settle


def test_the_chain_fits_one_screen(server: str, page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(server)
    settle(page, charts=1)
    for part in ("h_chips", "h_card_bytes", "h_card_place", "h_chain", "h_questions"):
        box = page.locator(f".st-key-{part}").first.bounding_box()
        assert box is not None, part
        assert box["y"] + box["height"] <= 900, part


def test_a_token_picked_on_home_is_the_selected_one_on_other_pages(server: str, page: Page) -> None:
    page.goto(server)
    settle(page, charts=1)
    page.get_by_role("option", name="␣sat").click()
    expect(page.get_by_text("Row 3332 of 50,257 × 384")).to_be_visible()
    expect(page).to_have_url(f"{server}/?token=2")
    page.get_by_role("link", name="Bytes become tokens").click()
    expect(page.get_by_text("Selected: token 2")).to_be_visible()
    expect(page.get_by_role("option", name="␣sat")).to_have_attribute("aria-selected", "true")
