"""A lesson on the projector, 1920×1080: question, picture, guesses and main button fit on one screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from explorer.content.en.lessons import LESSONS
from explorer.content.lesson.lesson_link import pack
from explorer.content.lesson.lesson_steps import Answer
from explorer.ui.frame.lesson import PARAMETER
from tests.browser.classroom_server import open_room
from tests.browser.test_presenter import LEAST, SMALL
from tests.support import still

MAIN = ":is(.st-key-_room_ask, .st-key-_room_peek, .st-key-_room_reveal) button"
STAGE = """() => {
  const end = document.querySelector(".st-key-room_bar")?.getBoundingClientRect().top ?? innerHeight
  const seen = (names) => [...document.querySelectorAll(names)].filter((e) => e.checkVisibility() && e.clientHeight > 4)
  const inside = (e) => { const { top, bottom } = e.getBoundingClientRect(); return top >= -1 && bottom <= end + 1 }
  const high = (e) => {
    const { top, bottom } = e.getBoundingClientRect()
    return Math.min(bottom, end) - Math.max(top, 0)
  }
  const pictures = seen(".st-key-part_screen .explorer-chart, .st-key-t_chips, .st-key-h_next")
  const asked = seen(":is(.st-key-room_written, .st-key-part_body [class*=_box], .st-key-part_body [class*=_where])")
  return {
    picture: pictures.length ? Math.max(...pictures.map(high)) / innerHeight : 0,
    cut: asked.filter((e) => !inside(e)).map((e) => e.textContent.slice(0, 60)),
    questions: asked.length,
    button: seen("MAIN, .st-key-room_next").length,
    bar: (innerHeight - end) / innerHeight,
  }
}""".replace("MAIN", MAIN)
ADDRESS = """([at, name]) => {
  const url = new URL(JSON.parse(localStorage["explorer-lesson-shown"]).steps[at - 1].href, location.href)
  url.searchParams.set(name, at)
  for (const kept of ["present", "room"]) url.searchParams.set(kept, new URL(location.href).searchParams.get(kept))
  return url.href
}"""
"""URL of a step, as in the lesson line's link."""
DRAWN = "() => !document.querySelector('.explorer-chart:not([data-drawn])')"


def stage(page: Page) -> dict[str, Any]:
    """What is on the screen once it is drawn; the room's bar polls, so the page is never calm for long."""
    page.wait_for_function(DRAWN, timeout=60_000)
    return still(page, lambda: page.evaluate(STAGE) | {"small": page.evaluate(SMALL, LEAST)})


def walk(page: Page, address: str, plan: str, steps: Sequence[int]) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Walk through a lesson in a room: each step as it opens, and after every press of its main button."""
    open_room(page, f"{address}/teach?{plan}")
    page.get_by_role("link", name="Present from step 1").click()
    page.wait_for_url(f"**{PARAMETER}=1**", timeout=60_000)
    for at in steps:
        page.goto(page.evaluate(ADDRESS, [at, PARAMETER]))
        expect(page.locator(".st-key-room_bar")).to_be_visible(timeout=60_000)
        expect(page.locator(MAIN).first).to_be_visible(timeout=60_000)
        while True:
            main = page.locator(MAIN).first
            waits = main.is_visible()
            said = main.inner_text() if waits else "Next"
            yield at, said, stage(page)
            if not waits:
                break
            page.keyboard.press("PageDown")
            expect(page.locator(MAIN).filter(has_text=said)).to_have_count(0, timeout=60_000)
            expect(page.locator(f"{MAIN}, .st-key-room_next").first).to_be_visible(timeout=60_000)


def wrong(found: dict[str, Any]) -> dict[str, Any]:
    """Problems of a screen."""
    bad = {name: found[name] for name in ("cut", "small") if found[name]}
    if found["picture"] < 0.5:
        bad["picture"] = round(found["picture"], 3)
    if found["button"] != 1:
        bad["button"] = found["button"]
    if found["bar"] > 0.1:
        bad["bar"] = found["bar"]
    return bad


def own_question() -> str:
    """URL of the long lesson with a teacher's own question at each step, with four long answers."""
    texts = ("It turns once every six positions, I think", "It gets smaller and smaller")
    texts += ("It stays exactly what it was before", "None of these, and I can say why")
    answers = tuple(Answer(text, "", at == 0) for at, text in enumerate(texts))
    words = "What happens to the pair when the sentence is twice as long as before?"
    lesson = LESSONS["ninety"]
    steps = (replace(step, asked=False, number=None, question=words, answers=answers) for step in lesson.steps)
    return urlencode({"plan": pack(replace(lesson, steps=tuple(steps)))})


@pytest.mark.parametrize("plan, steps", [("l_which=90+minutes", (14,)), (own_question(), (15,))], ids=["ready", "own"])
def test_a_step_fits_the_projector(
    new_page: Callable[..., Page], server: str, plan: str, steps: tuple[int, ...]
) -> None:
    """The steps of the long lesson that need most space."""
    found = walk(new_page(width=1920, height=1080), server, plan, steps)
    assert {(at, said): bad for at, said, each in found if (bad := wrong(each))} == {}
