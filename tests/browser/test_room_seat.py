"""Seats in a room: returning keeps the seat, leaving gives it up, and a hint for questions out of sight."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.classroom_server import bar, open_room
from tests.browser.conftest import start_server
from tests.rooms.local_redis import MISSING, RedisServer, redis_binary

STORED = "[sessionStorage['explorer-room'], localStorage['explorer-room']].map((text) => JSON.parse(text ?? 'null'))"


def offer(page: Page) -> Locator:
    return page.get_by_role("region", name="Class room")


def in_sight(part: Locator) -> bool:
    """Whether an element is between the top of the window and the room's bar."""
    return bool(
        part.evaluate(
            "part => { const { top, bottom } = part.getBoundingClientRect(); return top >= 0 && "
            "bottom <= document.querySelector('.st-key-room_bar').getBoundingClientRect().top }"
        )
    )


def test_a_phone_joins_by_code_hears_of_the_question_and_the_teacher_sees_the_answer(
    new_page: Callable[..., Page], server: str
) -> None:
    teacher, student = new_page(), new_page(width=390, height=844, touch=True)
    code = open_room(teacher, f"{server}/positions?p_part=Counting")
    student.goto(f"{server}/tokens")
    student.get_by_test_id("stExpandSidebarButton").click()
    student.get_by_role("button", name="A class together").click()
    field = student.get_by_label("Or join: the six letters of the room")
    field.fill("ABC")
    field.press("Enter")
    refused = student.get_by_text("“ABC” has 3 characters")
    expect(refused).to_be_visible(timeout=60_000)
    assert refused.bounding_box()["y"] < 844, "in sight, although the menu is longer than the screen"
    field.fill(code)
    student.get_by_role("button", name="Join", exact=True).click()
    student.wait_for_url("**/positions?*", timeout=60_000)
    expect(student.locator("[data-testid=stSidebar]")).to_have_attribute("data-collapsed", "true", timeout=60_000)

    question = student.locator("[class*=_box]").filter(has_text="Guess first.").first
    waits = bar(student).get_by_role("button", name="A question waits below")
    expect(waits).to_be_visible(timeout=60_000)
    assert not in_sight(question)
    waits.click()
    expect(waits).to_have_count(0, timeout=60_000)
    assert in_sight(question.get_by_role("radiogroup"))
    question.get_by_text("the first two", exact=True).click()
    expect(student.get_by_text("Your guess is in.")).to_be_visible(timeout=60_000)
    student.get_by_role("heading", level=1).scroll_into_view_if_needed()
    student.wait_for_timeout(1000)
    assert bar(student).get_by_role("button", name="A question waits").count() == 0  # it is answered

    answer = teacher.locator(".st-key-p_carry_box")
    expect(bar(teacher)).to_contain_text("1 of 1 has guessed", timeout=60_000)
    assert not in_sight(answer)
    bar(teacher).get_by_role("button", name="Show the guesses").click()
    bar(teacher).get_by_role("button", name="Reveal the answer").click()
    expect(answer).to_contain_text("The class has guessed.", timeout=60_000)
    teacher.wait_for_function(
        "() => document.querySelector('.st-key-p_carry_box').getBoundingClientRect().bottom <= "
        "document.querySelector('.st-key-room_bar').getBoundingClientRect().top",
        timeout=60_000,
    )
    assert in_sight(answer)
    bars = answer.locator(".bar")
    frame, filled = bars.first.bounding_box(), bars.first.locator("i").bounding_box()
    assert filled["width"] == pytest.approx(frame["width"]) and bars.nth(1).locator("i").bounding_box()["width"] == 0
    answered = bar(student).get_by_role("button", name="The answer is below")
    expect(answered).to_be_visible(timeout=60_000)
    answered.click()
    expect(answered).to_have_count(0, timeout=60_000)
    main = "document.querySelector('[data-testid=stMain]').scrollTop"
    assert student.evaluate(main) > 0
    teacher.get_by_test_id("stSidebarNav").get_by_role("link", name="Gradients").click()
    student.wait_for_url("**/gradients?*", timeout=60_000)
    student.wait_for_function(f"() => {main} === 0", timeout=60_000)  # another page begins at its top

    bar(teacher).get_by_role("button", name="End the room").click()
    share = teacher.locator("[data-testid=stPopoverBody] .room-bars .bar")
    expect(share.first).to_be_visible(timeout=60_000)
    assert share.first.bounding_box()["width"] > 100  # the question's words leave room for it


def test_a_closed_tab_gets_its_seat_back_and_who_leaves_has_none(new_page: Callable[..., Page], server: str) -> None:
    teacher, first = new_page(), new_page(width=390, height=844)
    code = open_room(teacher, f"{server}/positions?p_part=Counting")
    first.goto(f"{server}/?room={code}")
    expect(bar(first)).to_be_visible(timeout=60_000)
    expect(bar(teacher)).to_contain_text("1 student", timeout=60_000)
    first.wait_for_function(f"() => {STORED}.every((seat) => seat !== null)", timeout=60_000)
    (of_tab, of_browser), now = first.evaluate(STORED), first.evaluate("Date.now()")
    assert of_tab["seat"] == of_browser["seat"] and 0 < of_browser["until"] - now <= 4 * 3_600_000

    first.goto(f"{server}/memory")  # typed: the tab stays in its room
    first.wait_for_url(f"**/positions?*room={code}*", timeout=60_000)
    expect(bar(first)).to_be_visible(timeout=60_000)

    second = first.context.new_page()  # beside the first: a friend at the same computer
    second.goto(f"{server}/?room={code}")
    expect(bar(teacher)).to_contain_text("2 students", timeout=60_000)
    expect(bar(second)).to_be_visible(timeout=60_000)
    assert second.evaluate(STORED)[0]["seat"] != of_tab["seat"] and second.evaluate(STORED)[1] == of_browser
    second.close()

    context = first.context
    first.close()
    again = context.new_page()
    again.goto(f"{server}/tokens")
    expect(offer(again)).to_contain_text(f"You have a seat in room {code}.", timeout=60_000)
    offer(again).get_by_role("link", name="Back to the room").click()
    again.wait_for_url(f"**/positions?*room={code}*", timeout=60_000)
    expect(bar(again)).to_be_visible(timeout=60_000)
    assert again.evaluate(STORED)[0]["seat"] == of_tab["seat"]
    expect(offer(again)).to_have_count(0)
    expect(bar(teacher)).not_to_contain_text("3 students")

    bar(again).get_by_role("button", name="Leave").click()
    expect(bar(again)).to_have_count(0, timeout=60_000)
    again.wait_for_function(f"() => {STORED}.every((seat) => seat === null)", timeout=60_000)
    again.goto(f"{server}/tokens")
    expect(again.get_by_role("heading", level=1)).to_be_visible(timeout=60_000)
    again.wait_for_timeout(1000)
    assert offer(again).count() == 0 and "room=" not in again.url


def test_what_keeps_a_membership_is_loaded_before_there_is_one(new_page: Callable[..., Page], server: str) -> None:
    teacher = new_page()
    teacher.goto(f"{server}/positions?p_part=Counting")
    menu = teacher.get_by_role("button", name="A class together")
    with teacher.expect_response("**/static/room-*.js*", timeout=60_000):
        menu.click()


def test_four_hours_later_the_browser_knows_of_no_room(new_page: Callable[..., Page], server: str) -> None:
    page = new_page()
    page.goto(f"{server}/tokens")
    old = "localStorage['explorer-room'] = JSON.stringify({ code: 'ABCDEF', seat: 's', until: Date.now() + %d })"
    page.evaluate(old % 60_000)
    page.reload()
    expect(offer(page)).to_contain_text("You have a seat in room ABCDEF.", timeout=60_000)
    page.evaluate(old % -1)
    page.reload()
    page.wait_for_function("() => localStorage['explorer-room'] === undefined", timeout=60_000)
    assert offer(page).count() == 0


def test_the_teacher_comes_back_and_a_second_tab_is_a_student(new_page: Callable[..., Page], server: str) -> None:
    teacher = new_page()
    code = open_room(teacher, f"{server}/positions?p_part=Counting")
    teacher.goto(f"{server}/gradients")
    expect(bar(teacher).get_by_role("button", name="End the room")).to_be_visible(timeout=60_000)
    assert "/gradients" in teacher.url and f"room={code}" in teacher.url
    context = teacher.context
    second = context.new_page()
    second.goto(f"{server}/?room={code}")
    expect(bar(second)).to_contain_text("Follow the teacher", timeout=60_000)
    second.close()
    teacher.close()
    again = context.new_page()
    again.goto(f"{server}/tokens")
    expect(offer(again)).to_contain_text(f"You teach in room {code}.", timeout=60_000)
    offer(again).get_by_role("link", name="Back to the room").click()
    expect(bar(again).get_by_role("button", name="End the room")).to_be_visible(timeout=60_000)
    bar(again).get_by_role("button", name="End the room").click()
    again.get_by_role("button", name="End it now").click()
    expect(bar(again)).to_have_count(0, timeout=60_000)
    again.wait_for_function(f"() => {STORED}.every((seat) => seat === null)", timeout=60_000)


@pytest.mark.skipif(redis_binary() is None, reason=MISSING)
def test_the_bar_recovers_by_itself_once_the_database_answers_again(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    database = RedisServer(tmp_path)
    database.start()
    process, address = start_server(EXPLORER_ROOMS=database.address)
    try:
        teacher = new_page()
        open_room(teacher, address)
        database.stop()
        teacher.get_by_test_id("stSidebar").get_by_role("link", name="Tokens").click()
        expect(bar(teacher)).to_contain_text("You stay in the room.", timeout=60_000)
        database.start()
        expect(bar(teacher)).to_contain_text("0 students", timeout=60_000)
    finally:
        process.terminate()
        process.wait(20)
        database.stop()
