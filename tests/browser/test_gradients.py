"""Gradients in Chromium: typing, playing the animation, moving its slider, opening the link."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support import settle

MARKS = "document.querySelector('.st-key-g_wall .explorer-chart').data[0].x.length"


def test_the_film_plays_by_itself_and_goes_by_keys_and_the_plane_and_unseen_words_rest(page: Page, server: str) -> None:
    page.goto(f"{server}/gradients?g_part=Watch+it+learn&g_step=280")
    settle(page, charts=1)
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_text("After step 300 the loss is")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    settle(page, charts=1)
    read = """() => {const c = document.querySelector('.st-key-g_plane .explorer-chart');
        return {window: c.layout.xaxis.range, seen: Array.from(c.data[1].x), unseen: Array.from(c.data[3].x)}}"""
    end = page.evaluate(read)
    for key, step in (("ArrowLeft", 285), ("Home", 0)):
        page.get_by_role("slider", name="Step").press(key)
        expect(page.get_by_text(f"After step {step} the loss is")).to_be_visible()
        settle(page, charts=1)
    start = page.evaluate(read)
    assert start["window"] == end["window"]
    assert start["unseen"] == end["unseen"]
    assert start["seen"] != end["seen"]
