"""Gradients in a real browser: type, guess, measure, move the slider, share the link."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support import settle

MARKS = "document.querySelector('.st-key-g_wall .explorer-chart').data[0].x.length"


def test_a_typed_text_lights_its_rows_and_the_link_brings_them_back(
    page: Page, new_page: Callable[..., Page], server: str
) -> None:
    page.goto(f"{server}/gradients?g_part=Your+sentence")
    settle(page, charts=2)
    assert page.evaluate(MARKS) == 6
    box = page.get_by_role("textbox", name="Your text")
    box.fill("the cat and the dog")
    box.press("Control+Enter")
    page.get_by_text("5 tokens touch 5 rows of 50,257").wait_for()
    page.get_by_role("button", name="Try a text with repeats").click()
    page.get_by_text("11 tokens touch 7 rows of 50,257").wait_for()
    settle(page, charts=2)
    other = new_page(scheme="dark", width=390, height=844)
    other.goto(page.url)
    settle(other, charts=2)
    assert (
        other.get_by_role("textbox", name="Your text").input_value() == "the cat and the dog and the bird saw the cat"
    )
    assert other.evaluate(MARKS) == page.evaluate(MARKS) == 7
    assert other.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_guess_then_reveal_by_keyboard(page: Page, server: str) -> None:
    page.goto(f"{server}/gradients?g_part=Whole+books")
    settle(page, charts=1)
    page.get_by_text("About half of the rows", exact=True).click()
    page.get_by_text("A hint: Were all rows equally likely").wait_for()
    page.get_by_text("About 12 % of the rows", exact=True).click()
    page.get_by_text("Right: “About 12 % of the rows”.").wait_for()
    settle(page, charts=2)
    page.get_by_role("slider", name="Tokens in the batch").press("Home")
    page.get_by_text("Share of the rows that a batch of 64 tokens touches").wait_for()
    page.wait_for_url("**g_size=64**")


def test_the_plane_stays_and_unseen_words_rest(page: Page, server: str) -> None:
    page.goto(f"{server}/gradients?g_part=Watch+it+learn")
    settle(page, charts=1)
    read = """() => {const c = document.querySelector('.st-key-g_plane .explorer-chart');
        return {window: c.layout.xaxis.range, seen: Array.from(c.data[1].x), unseen: Array.from(c.data[3].x)}}"""
    end = page.evaluate(read)
    page.get_by_role("slider", name="Step").press("Home")
    page.get_by_text("After step 0 the loss is").wait_for()
    settle(page, charts=1)
    start = page.evaluate(read)
    assert start["window"] == end["window"]
    assert start["unseen"] == end["unseen"]
    assert start["seen"] != end["seen"]


def test_the_film_plays_by_itself_and_goes_step_by_step_with_the_arrow_keys(page: Page, server: str) -> None:
    page.goto(f"{server}/gradients?g_part=Watch+it+learn&g_step=280")
    settle(page, charts=1)
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_text("After step 300 the loss is")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    settle(page, charts=1)
    slider = page.get_by_role("slider", name="Step")
    slider.press("ArrowLeft")
    expect(page.get_by_text("After step 295 the loss is")).to_be_visible()
    settle(page, charts=1)
    slider.press("ArrowLeft")
    expect(page.get_by_text("After step 290 the loss is")).to_be_visible()
