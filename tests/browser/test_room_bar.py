"""A class in a room: all guesses beside the question, a phone that slept, a student who left."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.classroom_server import bar, open_room

SLEEPS = """
window.sockets = []
const Socket = WebSocket
window.WebSocket = class extends Socket {
  constructor(address, protocols) {
    super(window.asleep ? "ws://127.0.0.1:1/" : address, protocols)
    window.sockets.push(this)
  }
}
"""
"""A phone that loses its connection, and cannot reconnect as long as it sleeps."""


def move(page: Page, name: str, presses: int) -> None:
    slider = page.get_by_role("slider", name=name)
    slider.focus()
    for _ in range(presses):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Your guess is in.")).to_be_visible(timeout=60_000)


def present(teacher: Page) -> None:
    teacher.get_by_text("Presenter", exact=True).click()
    expect(teacher.get_by_test_id("stSidebar")).not_to_be_visible(timeout=60_000)


def share_of_the_window(page: Page) -> float:
    return float(bar(page).evaluate("bar => bar.getBoundingClientRect().height / innerHeight"))


def test_the_bar_has_one_line_whatever_the_class_guesses(new_page: Callable[..., Page], server: str) -> None:
    teacher, student = new_page(width=1920, height=1080), new_page(width=390, height=844)
    code = open_room(teacher, f"{server}/positions?p_part=Clocks")
    present(teacher)
    student.goto(f"{server}/?room={code}")
    student.wait_for_url("**/positions?*", timeout=60_000)
    move(student, "Your guess, across", 3)
    expect(bar(teacher)).to_contain_text("1 of 1 has guessed", timeout=60_000)
    bar(teacher).get_by_role("button", name="Show the guesses").click()
    expect(bar(teacher).get_by_role("button", name="Reveal the answer")).to_be_visible(timeout=60_000)
    assert share_of_the_window(teacher) < 0.1

    bar(student).get_by_role("button", name="Leave").click()
    expect(bar(teacher)).to_contain_text("1 of 1 has guessed and is no longer here", timeout=60_000)
    expect(bar(teacher)).to_contain_text("0 students here")


def test_the_bars_of_the_guesses_stand_beside_each_other(new_page: Callable[..., Page], server: str) -> None:
    teacher = new_page(width=1920, height=1080)
    open_room(teacher, f"{server}/positions?p_part=Counting")
    present(teacher)
    bar(teacher).get_by_role("button", name="Show the guesses").click()
    frames = teacher.locator(".st-key-p_carry_box .room-bars .bar")
    expect(frames).to_have_count(3, timeout=60_000)
    boxes = [frame.bounding_box() for frame in frames.all()]
    assert len({box["y"] for box in boxes}) == 1 and all(box["width"] > 200 for box in boxes)
    assert share_of_the_window(teacher) < 0.1
    question = teacher.locator(".st-key-p_carry_box").bounding_box()
    assert question["y"] + question["height"] < bar(teacher).bounding_box()["y"]


def test_a_phone_that_slept_follows_when_it_is_back(new_page: Callable[..., Page], server: str) -> None:
    teacher, phone = new_page(), new_page(width=390, height=844, fresh=True)
    phone.add_init_script(SLEEPS)
    code = open_room(teacher, f"{server}/positions?p_part=Counting")
    phone.goto(f"{server}/?room={code}")
    phone.wait_for_url("**/positions?*", timeout=60_000)
    expect(bar(phone)).to_be_visible(timeout=60_000)
    phone.evaluate("() => { window.asleep = true; for (const socket of sockets) socket.close() }")
    phone.wait_for_selector("[data-testid=stApp]:not([data-test-connection-state=CONNECTED])", timeout=60_000)
    teacher.get_by_test_id("stSidebarNav").get_by_role("link", name="Gradients").click()
    expect(teacher.get_by_role("heading", level=1, name="Which rows learn from this sentence?")).to_be_visible()
    teacher.wait_for_timeout(2000)  # the room has changed, and all present browsers have been informed
    phone.evaluate("() => { window.asleep = false }")
    phone.wait_for_url("**/gradients?*", timeout=60_000)
