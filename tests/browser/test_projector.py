"""A lesson on the projector: each ready step on each screen has its question, picture and result, all of them large."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from explorer.content.en.lessons import LESSONS
from explorer.ui.frame.lesson import PARAMETER
from tests.browser.classroom_server import open_room
from tests.support import one_of_each, still

MAIN = ":is(.st-key-_room_ask, .st-key-_room_guesses, .st-key-_room_reveal) button"
SCREENS = ((1920, 1080), (1366, 768), (1280, 720))
QUESTION, READ = 0.05, 0.034
"""Least height of type, as shares of the screen's: of the question, and of all else that a class reads."""
STAGE = """() => {
  const texts = []
  const look = (root, of) => {
    for (const e of root.querySelectorAll("*")) {
      if (e.shadowRoot) look(e.shadowRoot, of)
      const box = e.getBoundingClientRect()
      const said = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())
      if (!said || !e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || box.width < 2) continue
      let size = parseFloat(getComputedStyle(e).fontSize) * e.currentCSSZoom
      const drawn = e.ownerSVGElement ? e.getScreenCTM() : null
      if (drawn) size *= Math.hypot(drawn.b, drawn.d)
      texts.push([of, size / innerHeight, e.textContent.trim().slice(0, 40), box.bottom / innerHeight])
    }
  }
  for (const of of ["heading", "picture", "result"]) look(document.querySelector(`.st-key-stage_${of}`), of)
  for (const e of document.querySelectorAll(".st-key-room_line > :first-child")) look(e, "room")
  const line = document.querySelector(".st-key-room_bar").getBoundingClientRect()
  const buttons = document.querySelectorAll(":is(.st-key-lesson_strip, .st-key-stage_tools, .st-key-room_bar) button")
  const sides = [...buttons].map((e) => e.getBoundingClientRect()).filter((box) => box.width)
  const over = sides.sort((a, b) => a.left - b.left).some((box, at) => at > 0 && box.left < sides[at - 1].right)
  const box = document.querySelector(".st-key-stage").getBoundingClientRect()
  const ends = [box.top, box.bottom, box.right / innerWidth].map(Math.abs)
  return { texts, over, line: line.top / innerHeight, ends }
}"""
ADDRESS = """([at, name]) => {
  const url = new URL(JSON.parse(localStorage["explorer-lesson-shown"]).steps[at - 1].href, location.href)
  url.searchParams.set(name, at)
  for (const kept of ["present", "room"]) url.searchParams.set(kept, new URL(location.href).searchParams.get(kept))
  return url.href
}"""
"""URL of a step, as in the lesson line's link."""
SIZE = "(e) => parseFloat(getComputedStyle(e).fontSize)"
DRAWN = "() => !document.querySelector('.explorer-chart:not([data-drawn])')"
LISTENS = "() => [...document.querySelectorAll('.st-key-lesson_nav *')].some(e => e.shadowRoot?.querySelector('.row'))"
"""The lesson's line is there, which hears the keys; the buttons of the bar may come before it."""
CASES = [("ninety", at) for at in range(1, len(LESSONS["ninety"].steps) + 1)] + [("our-map", 2)]


def problems(page: Page, asked: str) -> list[Any]:
    """What is too small, below the line, or missing, on each screen."""
    found: list[Any] = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(DRAWN)
        # A chart is drawn anew for each size; the room's bar polls, so the page is never calm for long.
        seen = still(page, lambda: page.evaluate(STAGE))
        heading = " ".join(text for of, _, text, _ in seen["texts"] if of == "heading")
        if not heading or not asked.startswith(heading):
            found.append((height, "heading", heading))
        for of, size, text, bottom in seen["texts"]:
            if size < (QUESTION if of == "heading" else READ) - 0.0005:
                found.append((height, of, round(size, 4), text))
            if of in ("heading", "result") and bottom > seen["line"] + 0.002:
                found.append((height, of, "below the line", text))
        if seen["over"]:
            found.append((height, "a button lies on another"))
        if seen["ends"][1] > height * seen["line"] + 1 or seen["ends"][2] > 1:
            found.append((height, "the stage is cut", seen["ends"]))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("plan, at", one_of_each(CASES, others=pytest.mark.nightly))
def test_a_ready_step_is_large_before_and_after_its_answer_which_moves_the_picture(
    new_page: Callable[..., Page], server: str, plan: str, at: int
) -> None:
    step = LESSONS[plan].steps[at - 1]
    page = new_page(width=1920, height=1080)
    open_room(page, f"{server}/teach?l_which={'Our+map' if plan == 'our-map' else '90+minutes'}")
    page.get_by_role("link", name="Present from step 1").click()
    page.wait_for_url(f"**{PARAMETER}=1**")
    page.goto(page.evaluate(ADDRESS, [at, PARAMETER]))
    heading = page.locator(".st-key-stage_heading h1")
    expect(heading).to_have_text(step.question if step.covered or step.kind == "map" else step.title)
    page.wait_for_function(LISTENS)
    for said in ("Ask the question", "Show the guesses"):
        expect(page.locator(MAIN).filter(has_text=said)).to_be_visible()
        page.keyboard.press("PageDown")
    expect(heading).to_have_text(step.question)
    expect(page.locator(MAIN).filter(has_text="Reveal the answer")).to_be_visible()
    assert problems(page, step.question) == []
    if step.kind not in ("words", "map"):
        page.keyboard.press(".")
        talk = page.locator(".room-talk")
        expect(talk).to_be_visible()
        assert problems(page, step.question) == []
        assert talk.evaluate(SIZE) > heading.evaluate(SIZE), "what all have to do now is the largest"
        page.keyboard.press("PageDown")
        expect(talk).to_have_count(0)
        expect(page.locator(MAIN).filter(has_text="Reveal the answer")).to_be_visible()
    page.keyboard.press("PageDown")
    expect(page.locator(".st-key-room_next")).to_be_visible()
    if step.shows:
        expect(page.get_by_role("button", name="Picture before")).to_be_visible()
        page.keyboard.press(".")
        expect(page.get_by_role("button", name="Picture after")).to_be_visible()
        page.keyboard.press(".")
        expect(page.get_by_role("button", name="Picture before")).to_be_visible()
    assert problems(page, step.question) == []
