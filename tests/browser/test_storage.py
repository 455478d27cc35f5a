"""A browser that keeps nothing for the page: a strict setting, or a frame in another site's page."""

from __future__ import annotations

from playwright.sync_api import Page

REFUSED = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
  get() { throw new DOMException("Access is denied for this document.", "SecurityError") } })"""


def test_a_page_works_where_the_browser_keeps_nothing(page: Page, server: str) -> None:
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.add_init_script(REFUSED)
    page.goto(f"{server}/positions?p_part=Heatmap")
    page.wait_for_selector(".explorer-chart[data-drawn]")
    page.get_by_role("button", name="Add to lesson").first.click()
    page.get_by_text("This browser keeps nothing for this page").wait_for()
    assert faults == []
