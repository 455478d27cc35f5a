"""Returning to a step of the path in a new session: answers and tasks are restored from the browser."""

from playwright.sync_api import Page, expect

from explorer.content.en.chapter_order import PATH
from explorer.content.guided_path import StepId
from explorer.ui.frame import guide
from tests.browser.guide.test_whole_path import ANSWERS, DONE_BY
from tests.support import settle


def test_back_finds_the_answer_and_the_task_as_they_were_left(page: Page, server: str) -> None:
    at = StepId(6, 1)
    step = PATH.step(at)
    assert step.question is not None
    page.goto(f"{server}/{guide.link(at)}")
    settle(page)
    strip = page.locator(".st-key-guide_strip")
    strip.get_by_role("radiogroup").get_by_text(step.question.right, exact=True).click()
    expect(strip.get_by_text("Right: “")).to_be_visible()
    settle(page)
    page.get_by_role("link", name="Next →", exact=True).click()
    page.wait_for_url("**guide=6b**")
    settle(page)
    assert strip.get_by_text("Answered already").count() == 0
    page.get_by_role("link", name="← Back").click()
    page.wait_for_url("**guide=6a**")
    expect(strip.get_by_text(f"Answered already: “{step.question.right}”.")).to_be_visible()
    expect(strip.get_by_role("radio", checked=True)).to_have_count(1)
    expect(strip.get_by_text("Do this:")).to_be_visible()  # that was not done
    expect(page.get_by_test_id("stMain")).to_contain_text(ANSWERS[str(at)])
    DONE_BY[str(at)](page)
    expect(strip.get_by_text("Done:")).to_be_visible()
    settle(page)
    page.goto(f"{server}/{guide.link(at)}")
    expect(strip.get_by_text("Done before:")).to_be_visible()
    expect(page.locator(".guide-onwards")).to_be_visible()
    assert strip.get_by_text(step.task.seen({**step.state, **step.task.example})).count() == 0, "the screen begins anew"


def test_on_a_phone_the_field_stays_in_sight_when_its_text_is_sent(page: Page, server: str) -> None:
    """The feedback stands at the field, so nothing scrolls the field under the picture that stays."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/{guide.link(StepId(2, 1))}")
    settle(page)
    field = page.locator(".st-key-text").get_by_role("textbox")
    field.fill("The man went home")
    field.press("Enter")
    told = page.locator(".st-key-guide_told")
    expect(told).to_be_in_viewport(ratio=1)
    settle(page)
    boxes = [each.bounding_box() for each in (page.locator(".st-key-stage-picture"), field, told)]
    picture, written, feedback = (box for box in boxes if box)
    assert picture["y"] + picture["height"] <= written["y"] < feedback["y"] < 844 - feedback["height"]
