"""Presenting a lesson: two windows of one browser, Page Down, an added screen, a saved link opened elsewhere."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from explorer.content.en.lessons import LESSONS, STEPS
from explorer.content.lesson.lesson_link import pack
from explorer.content.lesson.lesson_steps import Lesson
from tests.support import open_tools, press_keys, settle

TEN = LESSONS["ten"]


def plan(page: Page, server: str, part: str = "The plan") -> None:
    page.goto(f"{server}/teach?l_part={part.replace(' ', '+')}")
    settle(page)


def turn(page: Page, key: str, step: int) -> None:
    """Press a key for the answer of a step, where there is one, and for the next step."""
    press_keys(page, key)
    settle(page)
    if f"lesson={step}" in page.url:
        press_keys(page, key)


def test_a_lesson_is_presented_by_keys_the_notes_follow_and_after_the_last_step_the_class_sees_no_answers(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page(width=1920, height=1080)
    plan(page, server)
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Open the notes in a second window").click()
    notes = opened.value
    expect(notes.get_by_text(TEN.steps[0].say)).to_be_visible()
    page.get_by_role("link", name="Present from step 1").click()
    for number, step in enumerate(TEN.steps[:3], start=1):
        page.wait_for_url(f"**lesson={number}**")
        settle(page)
        strip = page.locator(".st-key-lesson_strip")
        expect(strip.get_by_text(f"{number} of {len(TEN.presented)}", exact=True)).to_be_visible()
        expect(notes.get_by_text(step.say)).to_be_visible()
        assert page.get_by_text(step.say).count() == 0, "the notes are on the class's screen"
        assert all(page.get_by_text(answer.tells).count() == 0 for answer in step.answers)
        if number == 3:  # a remote works with any focus
            page.get_by_role("button", name="Menu").focus()
        if number < 3:
            turn(page, ("PageDown", "ArrowRight")[number - 1], number)
    press_keys(page, "PageUp")
    page.wait_for_url("**lesson=2**")
    settle(page)
    notes.get_by_role("button", name="← Back").click()
    page.wait_for_url("**lesson=1**")
    settle(page)
    second = page.context.new_page()  # the notes keep to the lesson that is presented, whichever is chosen elsewhere
    second.goto(f"{server}/teach?l_which=45+minutes")
    second.get_by_role("button", name="Open the notes of").click()
    assert TEN.title in page.evaluate("localStorage['explorer-lesson-shown']")
    second.close()
    page.goto(page.url.replace("lesson=1", f"lesson={len(TEN.steps)}"))
    turn(page, "ArrowRight", len(TEN.steps))
    page.wait_for_url(f"**lesson={len(TEN.presented)}**")
    settle(page)
    expect(page.get_by_role("heading", name=TEN.closing)).to_be_in_viewport()
    page.keyboard.press("PageDown")  # shows no plan to a class
    page.get_by_role("button", name="To the plan").click()
    expect(page.get_by_text(TEN.steps[0].say)).to_be_visible()


PRESS_EARLY = """() => {
  const early = setInterval(() => {
    const line = [...document.querySelectorAll(".st-key-lesson_nav *")].find((e) => e.shadowRoot?.querySelector(".row"))
    if (!line) return
    clearInterval(early)
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true, composed: true }))
  }, 1)
}"""
"""Presses Page Down when the lesson's line is first drawn: the server does not have the step's question yet."""


def test_page_down_while_a_step_loads_shows_its_answer_and_does_not_skip_it(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page(width=1920, height=1080)
    plan(page, server)
    page.get_by_role("link", name="Present from step 1").click()
    page.wait_for_url("**lesson=1**")
    settle(page)
    page.add_init_script(f"({PRESS_EARLY})()")
    page.reload()
    expect(page.locator(".st-key-room_next")).to_be_visible()
    settle(page)
    assert "lesson=1" in page.url
    expect(page.get_by_text(TEN.steps[0].why.split(". ")[0])).to_be_visible()


def test_a_screen_is_added_with_one_click_changed_and_its_link_opens_elsewhere(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page()
    page.goto(f"{server}/positions?p_part=Clocks&p_pos=44")
    settle(page)
    open_tools(page, "p_clock").get_by_role("button", name="Add to lesson").click()
    expect(page.get_by_text("Added: 1 to be found on the page Teach")).to_be_visible()
    plan(page, server, "Change it")
    page.wait_for_url("**plan=**")
    settle(page)
    page.get_by_role("textbox", name="Question").fill("Is 44 near 0?")
    page.get_by_text("A point in the picture", exact=True).click()
    expect(page.locator(".st-key-l_point")).to_be_visible()
    expect(page.get_by_role("textbox", name="Question")).to_have_value("Is 44 near 0?")
    settle(page)
    page.get_by_role("textbox", name="What to say").fill("Mine.")
    page.locator(".st-key-l_point .plot").click()
    expect(page.locator(".st-key-l_point .slider b").last).to_have_text(re.compile(r"\d"))
    expect(page.get_by_role("textbox", name="What to say")).to_have_value("Mine.")
    settle(page)
    link = page.get_by_test_id("stCode").inner_text()
    assert link.startswith(f"{server}/teach?plan=1") and len(link) < 1_000
    assert page.get_by_test_id("stAlert").get_by_text("server.address").is_visible(), (
        "beside the link it leads nobody else here"
    )

    other = new_page()  # another teacher's browser
    other.goto(link)
    settle(other)
    expect(other.get_by_role("heading", name="1. Clocks (3 minutes)")).to_be_visible()
    expect(other.get_by_text("Is 44 near 0?")).to_be_visible()
    expect(other.get_by_text("10 % of an axis")).to_be_visible()

    for browser in page, other:  # both have it now without any link
        browser.goto(f"{server}/teach")
        browser.wait_for_url("**plan=**")
        expect(browser.get_by_role("heading", name="1. Clocks (3 minutes)")).to_be_visible()


@pytest.mark.nightly  # each day: tests/pages/test_teach.py
def test_a_handout_has_every_picture_and_no_notes(new_page: Callable[..., Page], server: str) -> None:
    page = new_page()
    steps = STEPS["CASE"], STEPS["NEAR"], STEPS["OWN"]
    page.goto(f"{server}/teach?l_part=Handout&plan={pack(Lesson('Mine', steps))}")
    expect(page.get_by_text("All pictures are there.")).to_be_visible(timeout=240_000)
    late = page.get_by_role("heading", name="After the lesson").bounding_box()
    for number, step in enumerate(steps, start=1):
        expect(page.get_by_text(step.question)).to_be_visible()
        assert page.get_by_text(step.say).count() == 0
        of = "Answer" if step.covered else "Picture"
        frame = page.frame_locator(f"iframe[title='{of} of step {number}: {step.title}']")
        place = page.locator(f"iframe[title='{of} of step {number}: {step.title}']").bounding_box()
        assert late and place and (place["y"] > late["y"]) == step.covered, "what gives an answer away is at the end"
        assert page.locator(f"iframe[title^='Answer of step {number}:']").count() == bool(step.covered or step.shows)
        assert frame.locator("body[data-paper]").count() == 0, "its picture was not found in time"
        assert frame.locator(".explorer-chart[data-drawn], [data-testid=stBidiComponentIsolated]").count() >= 1
        box, sheet = frame.locator("[data-paper]").bounding_box(), page.locator(".handout").bounding_box()
        assert box and sheet and box["width"] > 0.98 * sheet["width"], "the picture is as wide as the paper"
        assert not frame.locator("[data-paper] ~ *, [class*=_guess_box]").first.is_visible(), "the picture alone"
    assert page.locator(".code svg").count() == len(steps)
    page.emulate_media(media="print")
    for hidden in ("[data-testid=stSidebarNav]", ".st-key-l_part", ".st-key-l_which"):
        assert not page.locator(hidden).first.is_visible()


def test_in_presenter_mode_the_handout_fills_the_screen_below_the_tabs(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/teach?l_part=Handout&present=true")
    settle(page)
    sheet = page.locator(".st-key-l_handout .handout")
    expect(sheet).to_be_visible()
    box, tabs = sheet.bounding_box(), page.locator("[class*=l_part_row]").bounding_box()
    assert box and tabs and box["y"] > tabs["y"] + tabs["height"] - 1
    assert box["width"] > 1700, "a sheet as wide as paper would be a strip"


def test_what_is_typed_is_kept_by_the_press_that_leaves_it_and_what_cannot_be_read_is_gone_with_its_step(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page()
    plan(page, server, "Change it")
    question, number = (page.get_by_role("textbox", name=name) for name in ("Question", "Or a number"))
    steps = page.locator("[class*=_l_step_] [role=radiogroup] label")
    question.fill("Who is who?")
    steps.nth(1).click()
    expect(question).to_have_value(TEN.steps[1].question)
    settle(page)
    number.fill("many")
    number.press("Tab")
    expect(page.get_by_text("Until then the step stays as it was.")).to_be_visible()
    for at, text in (0, "Who is who?"), (1, TEN.steps[1].question):
        steps.nth(at).click()
        expect(question).to_have_value(text)
        settle(page)
    expect(number).to_have_value("")
    expect(page.get_by_text("Until then the step stays as it was.")).to_have_count(0)


def test_a_lesson_is_saved_under_its_title_and_a_broken_file_is_answered_where_it_was_opened(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page()
    plan(page, server, "Change it")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    assert saved.value.suggested_filename == "Ten minutes how a word becomes numbers.json"
    page.locator("input[type=file]").set_input_files(
        {"name": "lesson.json", "mimeType": "application/json", "buffer": b'{"lesson": "cut'}
    )
    expect(page.get_by_text("The file is not the JSON that was expected")).to_be_in_viewport()
