"""A part is one screen: title, picture, its main control, the guess and the answer are in sight together."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page

from explorer.content.pages import DOORS
from tests.support import pictures_of, settle

SIZES = (1440, 900), (1366, 768)
BELOW = """() => [
  ["picture", ".st-key-stage-picture"], ["guess", ".st-key-stage-question"], ["answer", ".st-key-stage-sentence"],
  ["title", "h1"],
  ["control", document.querySelector(".explorer-moves") ? "h1" : ".st-key-stage-controls .stElementContainer"],
].flatMap(([name, at]) => {
  const box = document.querySelector(at)?.getBoundingClientRect()
  const below = Math.round((box?.height ? box.bottom : 0) - innerHeight)
  return below > 0 ? [`${name} ends ${below} px below`] : []
})"""
SIDEWAYS = "() => document.querySelector('[data-testid=stMain]').scrollWidth > document.documentElement.clientWidth"


@pytest.mark.parametrize("name", DOORS["Explore"])
def test_a_part_is_one_screen(new_page: Callable[..., Page], server: str, name: str) -> None:
    page, wrong = new_page(), []
    for part in map(urlencode, pictures_of(name)):
        page.goto(f"{server}/{name}?{part}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            wrong += [f"{part}, {width} × {height}: {each}" for each in page.evaluate(BELOW)]
        page.set_viewport_size({"width": 390, "height": 844})
        settle(page)
        wrong += [f"{part}: wider than a phone"] * page.evaluate(SIDEWAYS)
    assert not wrong, "\n".join(wrong)
