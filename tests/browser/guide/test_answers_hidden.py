"""A step of the path before its task is done: hidden answers, and links that open a step."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from explorer.content.en.path import PATH
from explorer.content.guide import StepId
from explorer.ui.frame import guide
from tests.browser.guide.test_whole_path import press
from tests.support import settle


def test_a_task_that_went_astray_says_what_is_missing_and_then_is_done(page: Page, server: str) -> None:
    page.goto(f"{server}/{guide.link(StepId(5, 1))}")
    settle(page)
    strip = page.locator(".st-key-guide_strip")
    press("j_shadow_figure", *["PageDown"] * 3)(page)
    expect(strip.get_by_text("Not yet. The line stands at 96°")).to_be_visible(timeout=60_000)
    press("j_shadow_figure", *["PageDown"] * 2)(page)
    expect(strip.get_by_text("Done:")).to_be_visible(timeout=60_000)
    expect(strip.get_by_text("Not yet.")).to_have_count(0)


def test_an_address_that_names_a_step_alone_opens_it(page: Page, server: str) -> None:
    page.goto(f"{server}/?guide=1.2")
    page.wait_for_url("**/tokens?**", timeout=60_000)
    settle(page)
    expect(
        page.locator(".st-key-guide_strip").get_by_role("heading", name=PATH.step(StepId(1, 2)).title)
    ).to_be_visible()
    expect(page.get_by_role("textbox", name="Type here")).to_have_value("cat")
    assert "guide=1.2" in page.url


def test_an_address_that_names_a_step_and_its_page_alone_opens_the_steps_screen(page: Page, server: str) -> None:
    page.goto(f"{server}/tokens?guide=2.3")
    page.wait_for_url("**text=*", timeout=60_000)
    settle(page)
    expect(page.get_by_role("textbox", name="Type here")).to_have_value(PATH.step(StepId(2, 3)).state["text"])
    expect(page.locator(".st-key-guide_strip").get_by_text("Do this:")).to_be_visible()


def test_the_lists_say_yes_and_no_when_their_step_has_asked(page: Page, server: str) -> None:
    page.goto(f"{server}/{guide.link(StepId(5, 2))}")
    settle(page)
    expect(page.locator(".st-key-j_lists")).to_have_count(0)  # the step before gives nothing away
    page.goto(f"{server}/{guide.link(StepId(5, 4))}")
    settle(page)
    lists, ask = page.locator(".st-key-j_lists"), page.locator(".st-key-guide_ask")
    expect(lists.get_by_role("columnheader", name="nearest in the picture")).to_be_visible(timeout=60_000)
    expect(lists.get_by_role("columnheader", name="in the picture too")).to_have_count(0)
    ask.get_by_role("radiogroup").get_by_text(PATH.step(StepId(5, 4)).question.answer(), exact=True).click()
    expect(lists.get_by_role("columnheader", name="in the picture too")).to_be_visible(timeout=60_000)


def test_an_address_that_names_a_step_of_home_alone_opens_its_text(page: Page, server: str) -> None:
    page.goto(f"{server}/?guide=3.4")
    page.wait_for_url("**text=*", timeout=60_000)
    settle(page)
    assert page.get_by_role("textbox", name="Your text").input_value() == PATH.step(StepId(3, 4)).state["text"]
