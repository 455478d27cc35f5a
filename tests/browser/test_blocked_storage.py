"""Browsers without storage: a strict setting, or a frame in another site's page."""

from playwright.sync_api import Page

from tests.support import open_tools

REFUSED = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
  get() { throw new DOMException("Access is denied for this document.", "SecurityError") } })"""


def test_a_page_works_where_the_browser_keeps_nothing(fresh_page: Page, server: str) -> None:
    faults: list[str] = []
    fresh_page.on("pageerror", lambda error: faults.append(str(error)))
    fresh_page.add_init_script(REFUSED)
    fresh_page.goto(f"{server}/positions?p_part=Heatmap")
    fresh_page.wait_for_selector(".explorer-chart[data-drawn]")
    open_tools(fresh_page, "p_heat").get_by_role("button", name="Add to lesson").click()
    fresh_page.get_by_text("This browser keeps nothing for this page").wait_for()
    assert faults == []
