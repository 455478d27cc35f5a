"""Failures in a real browser: guess, read the message, run a fix, share the link."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support import settle


def test_guess_read_mend_and_share(page: Page, server: str) -> None:
    page.goto(f"{server}/failures?f_loud=2D+where+3D+is+expected")
    settle(page, charts=1)
    expect(page.get_by_text("ShapeError")).to_have_count(0)
    page.get_by_text("Line 5", exact=True).click()
    page.get_by_text("A hint: An array of zeros may have any shape.").wait_for()
    page.get_by_text("Line 6", exact=True).click()
    page.get_by_text("Right: “Line 6”.").wait_for()
    page.get_by_text("It stops at line 6. ShapeError: Expected 3D input").wait_for()
    page.get_by_text("A batch of one text", exact=True).click()
    settle(page)
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_text("It runs, and passes the check").wait_for()
    settle(page, charts=2)
    page.reload()
    page.get_by_text("It stops at line 6. ShapeError: Expected 3D input").wait_for(timeout=60_000)
    settle(page, charts=1)
    assert page.get_by_role("radio", name="A batch of one text").is_checked()
