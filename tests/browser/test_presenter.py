"""Presenter mode at 1920×1080: every text is large enough."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from explorer.content.guided_path import StepId
from explorer.content.pages import IN_SIDEBAR
from explorer.ui.frame import guide
from tests.browser.classroom_server import bar, open_room
from tests.browser.test_every_part import COVERED
from tests.support import one_of_each, press_keys, settle, stays_quiet, still

LEAST = 27.9
"""Minimum text size in pixels: 28, minus the rounding of a scaled picture."""
SMALL = """(least) => {
  const found = []
  const look = (root) => {
    for (const e of root.querySelectorAll('*')) {
      if (e.shadowRoot) look(e.shadowRoot)
      const box = e.getBoundingClientRect()
      const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())
      const seen = e.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      if (!text || !seen || box.width < 2 || box.height < 2) continue
      let size = parseFloat(getComputedStyle(e).fontSize)
      const drawn = e.ownerSVGElement ? e.getScreenCTM() : null
      if (drawn) size *= Math.hypot(drawn.b, drawn.d)
      if (size < least) found.push(`${size.toFixed(1)} px: ${e.textContent.trim().slice(0, 40)}`)
    }
  }
  look(document.querySelector('[data-testid=stMain]'))
  return found
}"""


def small(page: Page) -> list[str]:
    settle(page)
    page.wait_for_function("() => !document.querySelector('.explorer-chart:not([data-drawn])')")
    return page.evaluate(SMALL, LEAST)


def ends(page: Page) -> tuple[float, float]:
    """Lower edges of the part's first picture and of its sentence, once both have settled."""
    settle(page)
    chart = page.locator(".st-key-part_body .explorer-chart[data-drawn]").first
    expect(chart).to_be_visible()
    said = page.locator(".st-key-stage [class*=_said]").first
    boxes = still(page, lambda: (chart.bounding_box(), said.bounding_box()))
    return boxes[0]["y"] + boxes[0]["height"], boxes[1]["y"] + boxes[1]["height"]


LARGE = {
    *("?", "projection?j_part=Map", "memory?m_part=Time"),
    *("failures?f_part=With+a+message", "check?k_level=Course&k_set=74&k_at=10"),
}
"""Screens on which every text is measured."""
ON_THE_SCREEN = {
    *("positions?p_part=Heatmap", "memory?m_part=Time", "projection?j_part=Map"),
    "extrapolation?x_part=Loss+by+position",
    "gradients?g_part=One+step",  # with a question of two lines above the picture
}
"""Screens on which the first picture must be large, and visible with its sentence."""
APART = {*("gradients?g_part=One+step", "tokens?t_part=Pipeline&text=one+two+three+four+five")}
"""Screens on which no texts in a picture may overlap."""
HEIGHTS = {"positions?p_part=Heatmap": (1200, 720), "extrapolation?x_part=Loss+by+position": (720,)}
"""Screens that are also tested on other projectors: a higher one, and a small one of 1280×720."""
SCREENS = sorted(LARGE | ON_THE_SCREEN | APART)


@pytest.mark.parametrize("half", one_of_each([0, 1], others=pytest.mark.nightly))
def test_what_is_shown_is_large_on_the_screen_and_covers_nothing(
    new_page: Callable[..., Page], server: str, half: int
) -> None:
    page = new_page(width=1920, height=1080)
    for path in SCREENS[half::2]:
        page.goto(f"{server}/{path}&present=true")
        texts = small(page)
        assert path not in LARGE or (path, texts) == (path, [])
        if path in APART:
            charts = page.locator(".st-key-part_body .explorer-chart[data-drawn]")
            expect(charts.first).to_be_visible()
            assert [(path, chart.evaluate(COVERED)) for chart in charts.all()] == [(path, [])] * charts.count()
        if path in ON_THE_SCREEN:
            picture, sentence = ends(page)
            assert max(picture, sentence) <= 1080, path
            first = page.locator(".st-key-part_body .explorer-chart[data-drawn]").first
            assert first.bounding_box()["height"] > 300, path
        for height in HEIGHTS.get(path, ()):
            page.set_viewport_size({"width": 1920 if height > 1080 else 1280, "height": height})
            picture, sentence = ends(page)
            assert (max(picture, sentence) if height > 1080 else picture) <= height, (path, height)
            page.set_viewport_size({"width": 1920, "height": 1080})
        if path.startswith("check"):
            assert page.get_by_role("radio").count() >= 3
            button = page.get_by_role("button", name="Check", exact=True).bounding_box()
            assert button["y"] + button["height"] < 1082


def test_all_pages_and_the_path_are_one_press_away(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/?present=true")
    settle(page)
    page.get_by_role("button", name="Pages").click()
    menu = page.get_by_test_id("stPopoverBody")
    expect(menu.get_by_role("link")).to_have_count(len(IN_SIDEBAR) + 1)
    menu.get_by_role("link", name="Start here").click()
    expect(page).to_have_url(re.compile(r"guide=1a.*present=true"))
    settle(page)
    expect(page.get_by_role("button", name="Pages")).to_have_count(0)  # a step has its own links


def test_what_is_said_of_an_answer_comes_into_sight(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1280, height=1024)
    at = StepId(5, 2)
    question = guide.path().step(at).question
    page.goto(f"{server}/{guide.link(at)}&present=true")
    settle(page)
    asked = page.locator(".st-key-guide_ask")
    said = page.locator(".st-key-guide_strip").get_by_test_id("stAlert")
    wrong = [each for each in question.choices if each != question.right]
    for choice, follows in zip(wrong, ("hint", "The answer"), strict=True):
        asked.locator("label").get_by_text(choice, exact=True).click()
        expect(said.first).to_contain_text(follows)
        expect(said.first).to_be_in_viewport(ratio=0.9)


def test_a_picture_makes_room_for_what_is_said_of_a_guess(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/positions?p_part=Two+arrows&present=true")
    settle(page)
    page.locator("[class*=_guess_box] label", has_text="on a circle").click()
    expect(page.locator("[class*=_guess_box]").get_by_test_id("stAlert")).to_be_visible()
    assert ends(page)[0] <= 1080


def test_the_line_follows_a_control_and_asks_for_nothing_else(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/positions?p_part=Heatmap&p_dim=64&p_len=128&present=true")
    settle(page)
    said = page.locator(".st-key-presenter_line")
    expect(said).to_have_text("No model: a formula · D = 64 · positions: 128")
    page.get_by_text("Controls", exact=True).click()
    page.locator(".st-key-p_dim input[type=range]").focus()
    press_keys(page, "ArrowRight")
    expect(said).to_have_text("No model: a formula · D = 66 · positions: 128")
    assert stays_quiet(page)


def test_the_teachers_bar_is_large_too(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1920, height=1080)
    open_room(page, f"{server}/extrapolation?x_part=Why")
    page.get_by_text("Presenter", exact=True).click()
    expect(bar(page)).to_contain_text("answered")
    expect(page.get_by_test_id("stSidebarNav")).to_be_hidden()
    expect(bar(page).get_by_role("button", name="Show the guesses")).to_be_visible()
    # The room's bar polls every second, so the page is never calm for long; a chart may just be redrawn.
    page.wait_for_function(f"(least) => ({SMALL})(least).length === 0", arg=LEAST)
    assert bar(page).evaluate("bar => bar.getBoundingClientRect().height / innerHeight") < 0.1, "one line"
    bar(page).get_by_role("button", name="More").click()
    page.get_by_role("button", name="How to join").click()
    for part in (page.locator(".room-qr"), page.locator(".room-code"), page.get_by_role("button", name="Back to the")):
        expect(part).to_be_in_viewport(ratio=0.99)
    assert page.locator(".room-qr").bounding_box()["height"] > 1080 / 3
