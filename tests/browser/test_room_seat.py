"""Seats in a room: returning keeps the seat, and leaving gives it up."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.classroom_server import bar, end_room, open_room

STORED = "[sessionStorage['explorer-room'], localStorage['explorer-room']].map((text) => JSON.parse(text ?? 'null'))"


def offer(page: Page) -> Locator:
    return page.get_by_role("region", name="Class room")


def test_a_closed_tab_gets_its_seat_back_and_who_leaves_has_none(new_page: Callable[..., Page], server: str) -> None:
    teacher, first = new_page(), new_page(width=390, height=844)
    code = open_room(teacher, f"{server}/positions?p_part=Counting")
    first.goto(f"{server}/tokens")
    first.get_by_test_id("stExpandSidebarButton").click()
    first.get_by_role("link", name="Join a room").click()
    first.get_by_label("The six letters").fill(f"({code}).")
    first.keyboard.press("Enter")
    expect(first.get_by_text("Guess first.")).to_be_visible()
    expect(bar(teacher)).to_contain_text("0 of 1 answered")
    (of_tab, of_browser), now = first.evaluate(STORED), first.evaluate("Date.now()")
    assert of_tab["seat"] == of_browser["seat"] and 0 < of_browser["until"] - now <= 4 * 3_600_000

    context = first.context
    first.close()
    again = context.new_page()
    again.goto(f"{server}/tokens")
    expect(offer(again)).to_contain_text(f"The class is asked a question in room {code}.")
    assert not again.locator("a[href*='/teach']:visible").count(), "it has the answers"
    offer(again).get_by_role("link", name="Back to the room").click()
    expect(again.get_by_text("Guess first.")).to_be_visible()
    second = context.new_page()  # all tabs of a browser have one seat, which the bare page offers
    second.goto(f"{server}/join")
    second.get_by_role("button", name=f"Back to room {code}").click()
    expect(second.get_by_text("Guess first.")).to_be_visible()
    assert [tab.evaluate(STORED)[0]["seat"] for tab in (again, second)] == [of_tab["seat"]] * 2
    expect(bar(teacher)).to_contain_text("0 of 1 answered")
    for tab, at in ((again, 0), (second, 1)):
        tab.get_by_role("radio").nth(at).check()
        for each in (again, second):  # the last answer of the seat counts
            expect(each.get_by_role("radio").nth(at)).to_be_checked()
    expect(bar(teacher)).to_contain_text("1 of 1 answered")
    second.close()

    again.get_by_role("button", name="Leave").click()
    again.get_by_role("button", name="Leave the room?").click()
    again.wait_for_function(f"() => {STORED}.every((seat) => seat === null)")
    expect(bar(teacher)).to_contain_text("1 of 1 answered (1 left)")
    again.goto(f"{server}/tokens")
    expect(again.get_by_role("heading", level=1)).to_be_visible()
    again.wait_for_timeout(1000)
    assert offer(again).count() == 0 and "room=" not in again.url
    again.goto(f"{server}/join?room={code}")
    expect(again.get_by_role("radio").nth(1)).to_be_checked()
    expect(bar(teacher).get_by_text("(1 left)")).to_have_count(0)
    assert again.evaluate(STORED)[0]["seat"] == of_tab["seat"], "one student in the report"


def test_four_hours_later_the_browser_knows_of_no_room(new_page: Callable[..., Page], server: str) -> None:
    page = new_page()
    page.goto(f"{server}/tokens")
    old = "localStorage['explorer-room'] = JSON.stringify({ code: 'ABCDEF', seat: 's', until: Date.now() + %d })"
    page.evaluate(old % 60_000)
    page.reload()
    expect(offer(page)).to_contain_text("You have a seat in room ABCDEF.")
    page.evaluate(old % -1)
    page.reload()
    page.wait_for_function("() => localStorage['explorer-room'] === undefined")
    assert offer(page).count() == 0


@pytest.mark.nightly  # each day: tests/ui/room/js/seat_storage.test.js
def test_the_teacher_comes_back_to_the_step_and_a_second_tab_is_no_student(
    new_page: Callable[..., Page], server: str
) -> None:
    teacher = new_page()
    code = open_room(teacher, f"{server}/positions?p_part=Counting")
    teacher.goto(f"{server}/gradients")
    expect(bar(teacher).get_by_role("button", name="More")).to_be_visible()
    assert "/gradients" in teacher.url and f"room={code}" in teacher.url
    context = teacher.context
    second = context.new_page()
    second.goto(f"{server}/?room={code}")
    expect(second.get_by_text(f"You teach in room {code} in another tab.")).to_be_visible()
    assert "room=" not in second.url and "/join" not in second.url
    second.goto(f"{server}/join?room={code}")
    expect(second.get_by_text(f"You teach in room {code} in another tab.")).to_be_visible()
    second.close()
    teacher.goto(f"{server}/teach")
    teacher.get_by_role("link", name="Present from step 1").click()
    teacher.wait_for_url("**lesson=1**")
    expect(teacher.locator(".st-key-lesson_strip")).to_contain_text("1 of")
    teacher.close()
    again = context.new_page()
    again.goto(f"{server}/tokens")
    expect(offer(again)).to_contain_text(f"You teach in room {code}.")
    offer(again).get_by_role("link", name="Back to step 1").click()
    again.wait_for_url(lambda url: "lesson=1" in url and "present=true" in url and f"room={code}" in url)
    expect(bar(again).get_by_role("button", name="More")).to_be_visible()
    end_room(again, answered=False)
    again.wait_for_function(f"() => {STORED}.every((seat) => seat === null)")
