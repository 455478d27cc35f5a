"""The first words: read before a script has come, in their place and colours, gone when the page is drawn."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route

from explorer.content.pages import PAGES

SCRIPTS = re.compile(r"/static/js/index\.")
FIRST = "#explorer-first"
PLOTLY = re.compile(r"/plotly-cartesian")


@pytest.fixture
def page(fresh_page: Page) -> Page:
    """Nothing is in its cache."""
    return fresh_page


def held(page: Page) -> list[Route]:
    """Keep Streamlit's script back until `release`."""
    waiting: list[Route] = []
    page.route(SCRIPTS, lambda route: waiting.append(route))
    return waiting


def release(page: Page, waiting: list[Route]) -> None:
    for route in waiting:
        route.continue_()
    page.wait_for_selector("#root h1", state="attached")


def place(page: Page, selector: str) -> dict[str, float]:
    box = page.locator(selector).first.bounding_box()
    assert box
    return {name: box[name] for name in ("x", "y")}


@pytest.mark.parametrize("info", [PAGES[0], PAGES[2]], ids=lambda info: info.name)
@pytest.mark.parametrize("width", [1440, 390])
def test_the_question_stands_where_it_will_stand(
    new_page: Callable[..., Page], server: str, info: object, width: int
) -> None:
    page, (name, question) = new_page(width=width, fresh=True), (info.name, info.question)  # type: ignore[attr-defined]
    waiting = held(page)
    page.goto(f"{server}/{'' if info is PAGES[0] else name}", wait_until="commit")
    words = page.locator(f"{FIRST} .question")
    words.wait_for()
    assert words.inner_text() == question
    page.evaluate("document.fonts.ready")
    before = place(page, f"{FIRST} .question")
    release(page, waiting)
    assert page.locator(FIRST).count() == 0
    page.wait_for_function(  # Streamlit's margins are its own until our style has come
        """([x, y]) => {
          const box = document.querySelector("#root h1").getBoundingClientRect()
          return Math.abs(box.x - x) <= 2 && Math.abs(box.y - y) <= 8
        }""",
        arg=[before["x"], before["y"]],
    )


def test_the_first_words_have_the_colours_that_were_chosen(new_page: Callable[..., Page], server: str) -> None:
    white, night = "rgb(255, 255, 255)", "rgb(16, 22, 28)"
    is_colour = "([name, colour]) => getComputedStyle(document.querySelector(name)).backgroundColor === colour"

    def opens(page: Page, colour: str) -> None:
        """First words and page are of this colour."""
        waiting = held(page)
        page.goto(f"{server}/tokens", wait_until="commit")
        page.locator(f"{FIRST} .question").wait_for()
        page.wait_for_function(is_colour, arg=[FIRST, colour])
        release(page, waiting)
        page.wait_for_function(is_colour, arg=["[data-testid=stApp]", colour])
        page.unroute(SCRIPTS)

    opens(new_page(fresh=True), white)
    dark = new_page("dark", fresh=True)
    opens(dark, night)
    key = dark.evaluate("Object.keys(localStorage).find((key) => key.startsWith('stActiveTheme-'))")
    assert key == "stActiveTheme-/tokens-v2"
    dark.evaluate(f"localStorage.setItem('{key}', '\"Light\"')")
    opens(dark, white)


@pytest.mark.parametrize("query", ["embed=true", "present=true", "guide=1.1"])
def test_where_the_page_looks_otherwise_there_are_no_words(page: Page, server: str, query: str) -> None:
    waiting = held(page)
    page.goto(f"{server}/tokens?{query}", wait_until="commit")
    page.wait_for_selector(f"{FIRST}:empty", state="attached")
    release(page, waiting)
    page.wait_for_selector(FIRST, state="detached")


REFUSED = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
  get() { throw new DOMException("Access is denied for this document.", "SecurityError") } })"""
"""What a browser does that blocks all cookies, or a frame in another site's page."""


def test_they_go_where_the_browser_keeps_nothing(page: Page, server: str) -> None:
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.add_init_script(REFUSED)
    page.goto(f"{server}/positions?p_part=Heatmap")
    page.wait_for_selector(FIRST, state="detached")
    page.wait_for_selector(".explorer-chart[data-drawn]")
    page.get_by_role("button", name="Add to lesson").first.click()
    page.get_by_text("This browser keeps nothing for this page").wait_for()
    assert faults == []


def test_plotly_comes_as_a_module_that_the_browser_unpacks(page: Page, server: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server}/positions?p_part=Heatmap")
    page.wait_for_selector(".explorer-chart[data-drawn]")
    plotly = [url.rsplit("/", 1)[-1] for url in asked if "plotly-" in url]
    assert len(plotly) == 1 and plotly[0].endswith(".js")


def test_plotly_is_run_when_the_server_has_been_asked(page: Page, server: str) -> None:
    page.add_init_script(
        """const { send } = WebSocket.prototype
        WebSocket.prototype.send = function (...words) { window.asked = true; return send.apply(this, words) }"""
    )
    ran = "window.ran = window.asked ? 'after the server was asked' : 'before'; export default {}"
    page.route(PLOTLY, lambda route: route.fulfill(body=ran, content_type="text/javascript"))
    waiting: list[Route] = []
    page.route("**/host-config", lambda route: waiting.append(route))
    page.goto(f"{server}/positions?p_part=Heatmap", wait_until="load")
    page.wait_for_function("performance.getEntriesByType('resource').some((e) => e.name.endsWith('/health'))")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))")
    for route in waiting:
        route.continue_()
    page.unroute("**/host-config")
    page.wait_for_function("window.ran")
    assert page.evaluate("window.ran") == "after the server was asked"
    assert "window.asked" in page.evaluate("String(WebSocket.prototype.send)")  # ours is taken back


def test_a_page_asks_for_its_server_where_it_is(new_page: Callable[..., Page], server: str) -> None:
    page, asked = new_page(fresh=True), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server}/positions")
    page.wait_for_selector("#root h1", state="attached")
    of_server = [address.removeprefix(server) for address in asked if "/_stcore/" in address]
    assert of_server
    assert all(address.startswith("/_stcore/") for address in of_server)
