"""A class in a room: all guesses beside the question, a student who left."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.classroom_server import bar, open_room


def present(teacher: Page) -> None:
    teacher.get_by_text("Presenter", exact=True).click()
    expect(teacher.get_by_test_id("stSidebar")).not_to_be_visible()


def share_of_the_window(page: Page) -> float:
    return float(bar(page).evaluate("bar => bar.getBoundingClientRect().height / innerHeight"))


def test_the_bar_has_one_line_whatever_the_class_guesses(new_page: Callable[..., Page], server: str) -> None:
    teacher, student = new_page(width=1920, height=1080), new_page(width=390, height=844)
    code = open_room(teacher, f"{server}/positions?p_part=Clocks")
    present(teacher)
    student.goto(f"{server}/join?room={code}")
    student.get_by_role("slider").first.press("ArrowRight")
    expect(bar(teacher)).to_contain_text("1 of 1 guessed")
    bar(teacher).get_by_role("button", name="Show the guesses").click()
    expect(bar(teacher).get_by_role("button", name="Reveal the answer")).to_be_visible()
    assert share_of_the_window(teacher) < 0.1

    student.get_by_role("button", name="Leave").click()
    expect(bar(teacher)).to_contain_text("1 of 1 guessed (1 left)")
