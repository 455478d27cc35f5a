"""Returning to a step of the path in a new session: answers and tasks are restored from the browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from explorer.content.en.chapter_order import PATH
from explorer.content.guided_path import StepId
from explorer.ui.frame import guide
from tests.browser.guide.test_whole_path import ANSWERS, DONE_BY
from tests.support import settle


def test_back_finds_the_answer_and_the_task_as_they_were_left(page: Page, server: str) -> None:
    at = StepId(4, 1)
    step = PATH.step(at)
    page.goto(f"{server}/{guide.link(at)}")
    settle(page)
    strip = page.locator(".st-key-guide_strip")
    strip.get_by_role("radiogroup").get_by_text(step.question.answer(), exact=True).click()
    expect(strip.get_by_text("Right: “")).to_be_visible(timeout=60_000)
    settle(page)
    page.get_by_role("link", name="Next →", exact=True).click()
    page.wait_for_url("**guide=4.2**", timeout=60_000)
    settle(page)
    assert strip.get_by_text("Answered already").count() == 0
    page.get_by_role("link", name="← Back").click()
    page.wait_for_url("**guide=4.1**", timeout=60_000)
    expect(strip.get_by_text(f"Answered already: “{step.question.answer()}”.")).to_be_visible(timeout=60_000)
    expect(strip.get_by_role("radio", checked=True)).to_have_count(1)
    expect(strip.get_by_text("Do this:")).to_be_visible()  # that was not done
    expect(page.locator(".st-key-p_arrows_said").get_by_text(ANSWERS[str(at)])).to_be_visible(timeout=60_000)
    DONE_BY[str(at)](page)
    expect(strip.get_by_text("Done:")).to_be_visible(timeout=60_000)
    settle(page)
    page.goto(f"{server}/{guide.link(at)}")
    expect(strip.get_by_text("Done before:")).to_be_visible(timeout=60_000)
    expect(page.locator(".guide-onwards")).to_be_visible(timeout=60_000)
    assert strip.get_by_text(step.task.seen({**step.state, **step.task.example})).count() == 0, "the screen begins anew"


def test_a_browser_that_kept_its_progress_before_answers_were_kept_is_believed(page: Page, server: str) -> None:
    page.goto(f"{server}/{guide.link(StepId(1, 2))}")
    settle(page)
    page.evaluate(
        "localStorage.setItem('explorer-guide', JSON.stringify({at: '1.2', done: ['One word, three times']}))"
    )
    page.reload()
    strip = page.locator(".st-key-guide_strip")
    expect(strip.get_by_text("Answered already:")).to_be_visible(timeout=60_000)
    expect(strip.get_by_text("Done before:")).to_be_visible()
