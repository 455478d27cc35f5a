"""Home in Chromium: the chain without a chart, twelve labels without overlaps, tokens and links that do not move."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.support import settle

TWELVE = "one two three four five six seven of the men and women"
OVERLAPS = """() => {
  const root = document.querySelector(".st-key-h_flow [data-testid=stBidiComponentIsolated]").shadowRoot
  const chips = [...root.querySelectorAll(".chip")].map(chip => chip.getBoundingClientRect())
  const over = chips.filter((chip, i) => i && chips[i - 1].right > chip.left + .5).length
  const small = (element) => element.textContent && parseFloat(getComputedStyle(element).fontSize) < 12
  return [chips.length, over, [...root.querySelectorAll("*")].filter(small).length]
}"""


def test_the_chain_needs_no_chart_library(server: str, fresh_page: Page) -> None:
    asked: list[str] = []
    fresh_page.on("request", lambda request: asked.append(request.url))
    fresh_page.goto(server)
    settle(fresh_page)
    expect(fresh_page.locator(".st-key-h_flow canvas").first).to_be_visible()
    assert not [url for url in asked if "plotly" in url]
    box = fresh_page.locator(".st-key-h_next").first.bounding_box()
    assert box is not None and box["y"] < 900  # the prediction begins on the first screen


@pytest.mark.parametrize(("width", "query"), [(1440, ""), (390, ""), (1920, "&present=true")])
def test_twelve_labels_stay_apart(new_page: Callable[..., Page], server: str, width: int, query: str) -> None:
    page = new_page(width=width, height=1080)
    page.goto(f"{server}/?text={TWELVE.replace(' ', '+')}&h_hide=false{query}")
    settle(page)
    assert page.evaluate(OVERLAPS) == [12, 0, 0]
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_token_picked_on_home_is_the_selected_one_on_the_page_that_a_link_opens(server: str, page: Page) -> None:
    page.goto(f"{server}/?text=The+cat+sat+on+the+mat")
    settle(page)
    page.get_by_role("button", name="token 2: ␣sat").click()
    expect(page.get_by_text("Token 2, “␣sat”: Row 3,332")).to_be_visible()
    expect(page).to_have_url(re.compile("token=2"))
    page.get_by_role("link", name="How is a text cut?").click()
    expect(page.get_by_role("option", name="␣sat")).to_have_attribute("aria-selected", "true")


def test_what_home_begins_with_goes_along_to_the_other_pages(server: str, page: Page) -> None:
    page.goto(server)
    settle(page)
    page.get_by_role("link", name="How is a text cut?").click()
    expect(page.get_by_role("option", name="␣not")).to_be_visible(timeout=30_000)
    page.goto(f"{server}/?text=The+cat+sat+on+the+mat")  # what the other pages begin with stays here too
    settle(page)
    expect(page).to_have_url(re.compile("text=The"))


def test_keys_pick_a_token(server: str, page: Page) -> None:
    page.goto(f"{server}/?text=The+cat+sat+on+the+mat")
    settle(page)
    page.get_by_role("button", name="token 1: ␣cat").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Token 2, “␣sat”: Row 3,332")).to_be_visible()
    expect(page.get_by_role("button", name="token 2: ␣sat")).to_be_focused()


def test_start_here_opens_the_paths_first_step(server: str, page: Page) -> None:
    page.goto(server)
    settle(page)
    page.get_by_role("link", name="Start here").click()
    page.wait_for_url("**guide=1.1**")
    settle(page)
    expect(page.locator(".st-key-guide_strip")).to_be_visible()


COUNT_MOTION = """
window.moves = window.patches = 0
const plain = Element.prototype.animate
Element.prototype.animate = function (...all) {
  if (this.matches(".patch, .fill")) window.moves += 1
  if (this.matches(".patch")) window.patches += 1
  return plain.apply(this, all)
}
"""


def test_rows_fly_and_are_added_unless_somebody_wants_no_motion(new_page: Callable[..., Page], server: str) -> None:
    moved = {}
    for wish in ("no-preference", "reduce"):
        page = new_page(fresh=True)
        page.add_init_script(COUNT_MOTION)
        page.emulate_media(reduced_motion=wish)
        page.goto(f"{server}/?text=The+cat+sat+on+the+mat")
        settle(page)
        moved[wish] = page.evaluate("window.moves")
    assert moved == {"no-preference": 4 * 5, "reduce": 0}  # five columns: a row, two parts of a sum, the sum


def test_a_token_of_the_prediction_is_written_and_moves_only_its_own_column(server: str, fresh_page: Page) -> None:
    fresh_page.add_init_script(COUNT_MOTION)
    fresh_page.goto(f"{server}/?text=The+cat+sat+on+the+mat&h_hide=false")
    settle(fresh_page)
    fresh_page.evaluate("window.moves = window.patches = 0")
    first = fresh_page.locator(".st-key-h_next .write").first
    chip = first.locator(".label")
    label = chip.inner_text()
    inked = chip.evaluate("e => getComputedStyle(e).borderBottomColor")
    first.locator(".track").click()  # the bar writes, not only the token's name
    expect(fresh_page.get_by_role("button", name=f"token 6: {label}")).to_be_visible()
    expect(fresh_page.get_by_role("textbox", name="Your text")).to_have_value(
        f"The cat sat on the mat{label.replace('␣', ' ')}"
    )
    settle(fresh_page)
    patches = fresh_page.evaluate("window.moves") - fresh_page.locator(".st-key-h_next .fill").count()
    assert patches == 4
    colour = "e => getComputedStyle(e).borderBottomColor"
    assert fresh_page.get_by_role("button", name=f"token 6: {label}").evaluate(colour) == inked
    for once in (1, 2):  # pressed, a token shows its own way again
        fresh_page.get_by_role("button", name="token 2: ␣sat").click()
        fresh_page.wait_for_function(f"window.patches === {4 * (1 + once)}")


def test_on_a_phone_the_guesses_stand_on_the_first_screen(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=390, height=844)
    page.goto(server)
    settle(page)
    box = page.locator(".st-key-h_next").first.bounding_box()
    assert box is not None and box["y"] + box["height"] < 844


def test_the_path_takes_along_the_sentence_that_stands_on_home_when_it_is_begun(page: Page, server: str) -> None:
    page.goto(f"{server}/?text=The+cat")
    settle(page)
    box = page.get_by_role("textbox", name="Your text so far")
    box.fill("Zoë & my dog")
    box.press("Control+Enter")
    page.wait_for_url("**text=Zo*", timeout=60_000)
    settle(page)
    page.locator("a.h-start").click()
    page.wait_for_url("**guide=1.1**", timeout=60_000)
    assert parse_qs(urlsplit(page.url).query)["own"] == ["Zoë & my dog"]
