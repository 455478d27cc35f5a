"""Failures in a real browser: guess, read the message, run a fix, share the link."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support import settle


def test_guess_read_mend_and_share(page: Page, new_page: Callable[..., Page], server: str) -> None:
    page.goto(f"{server}/failures?f_loud=2D+where+3D+is+expected")
    settle(page, charts=1)
    expect(page.get_by_text("ShapeError")).to_have_count(0)
    page.get_by_text("Line 5", exact=True).click()
    page.get_by_text("A hint: An array of zeros may have any shape.").wait_for()
    page.get_by_text("Line 6", exact=True).click()
    page.get_by_text("Right: “Line 6”.").wait_for()
    page.get_by_text("It stops at line 6. ShapeError: Expected 3D input").wait_for()
    page.get_by_text("The new axis in the middle", exact=True).click()
    settle(page)
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_text("It runs, and the numbers are still wrong.").wait_for()
    page.get_by_text("A batch of one text", exact=True).click()
    settle(page)
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_text("It runs, and the numbers are right.").wait_for()
    settle(page, charts=2)
    other = new_page(scheme="dark", width=390, height=844)
    other.goto(page.url)
    other.get_by_text("It stops at line 6. ShapeError: Expected 3D input").wait_for(timeout=60_000)
    settle(other, charts=1)
    assert other.get_by_role("radio", name="A batch of one text").is_checked()
    assert other.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_on_a_phone_the_mistake_is_chosen_above_its_lines(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{server}/failures")
    settle(page, charts=1)
    lines = page.locator("[data-testid=stCode]").first
    for above in (page.get_by_text("Mistake", exact=True), page.get_by_text("a rounder number.")):
        assert above.bounding_box()["y"] < lines.bounding_box()["y"]  # type: ignore[index]
    number, line = page.locator(".linenumber").nth(1), page.locator(".linenumber + span").nth(1)
    tops = [each.evaluate("(e) => e.getBoundingClientRect().top") for each in (number, line)]
    assert abs(tops[0] - tops[1]) < 2, "a number stands beside the beginning of its line"
