"""A step of the path before its question is answered, and while its task is begun: what is covered, what is said."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from explorer.content.en.path import PATH
from explorer.content.guide import Place
from explorer.ui.frame import guide
from tests.browser.guide.test_whole_path import press
from tests.support import settle

ANSWERS = {
    "2.4": "the farthest of their rows has moved",
    "4.1": "have a cosine of",
    "4.6": "only the distance counts",
    "5.1": "their shadows 0.",
    "5.2": "of the variance (the spread about the mean row)",
    "5.3": "takes 77",
    "5.4": "0 are also among",
    "5.5": "king is nearest",
    "6.2": "2 of 49 from there on",
    "6.3": "sinusoidal at 64",
    "7.3": "Repeated ids add up",
}
"""What the sentence under a step's picture says, and its question asks."""


def test_every_step_that_covers_something_is_looked_at_here() -> None:
    assert set(ANSWERS) == {str(at) for at in PATH.places() if PATH.step(at).cover}


@pytest.mark.parametrize("at", [at for at in PATH.places() if PATH.step(at).cover], ids=str)
def test_what_says_the_answer_is_covered_until_it_is_given(page: Page, server: str, at: Place) -> None:
    page.goto(f"{server}/{guide.link(at)}")
    settle(page)
    step, main = PATH.step(at), page.get_by_test_id("stMain")
    for key in step.cover:
        told = page.locator(f".st-key-{key.replace('_figure', '_said')}")
        expect(told.locator("[data-testid=stText], [data-testid=stMetric], .explorer-said").first).not_to_be_visible()
    assert ANSWERS[str(at)] not in main.inner_text()  # the text in sight
    formula = main.get_by_text("The formula", exact=False).and_(main.locator("summary *")).first
    shown = formula.count()
    if shown:  # it works out the picture's number
        expect(formula).not_to_be_visible()
    pictures = main.locator(".explorer-chart[aria-label]")  # and what a screen reader says of the picture
    said = [ANSWERS[str(at)] in (label or "") for label in pictures.evaluate_all("all => all.map((e) => e.ariaLabel)")]
    assert not any(said)
    page.locator(".st-key-guide_ask").get_by_role("radiogroup").get_by_text(step.question.answer(), exact=True).click()
    expect(page.locator(".st-key-guide_ask").get_by_text("Right: “")).to_be_visible(timeout=60_000)
    for key in step.cover:
        told = page.locator(f".st-key-{key.replace('_figure', '_said')}")
        expect(told.locator("[data-testid=stText], [data-testid=stMetric], .explorer-said").first).to_be_visible(
            timeout=60_000
        )
    assert ANSWERS[str(at)] in main.inner_text()
    if shown:
        expect(formula).to_be_visible()
    if pictures.count() and any(key.endswith("_figure") for key in step.cover):
        expect(pictures.and_(page.locator(f'[aria-label*="{ANSWERS[str(at)]}"]')).first).to_be_attached(timeout=60_000)


def test_a_task_that_went_astray_says_what_is_missing_and_then_is_done(page: Page, server: str) -> None:
    page.goto(f"{server}/{guide.link(Place(5, 1))}")
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
        page.locator(".st-key-guide_strip").get_by_role("heading", name=PATH.step(Place(1, 2)).title)
    ).to_be_visible()
    expect(page.get_by_role("textbox", name="Type here")).to_have_value("cat")
    assert "guide=1.2" in page.url


def test_an_address_that_names_a_step_and_its_page_alone_opens_the_steps_screen(page: Page, server: str) -> None:
    page.goto(f"{server}/tokens?guide=2.3")
    page.wait_for_url("**text=*", timeout=60_000)
    settle(page)
    expect(page.get_by_role("textbox", name="Type here")).to_have_value(PATH.step(Place(2, 3)).state["text"])
    expect(page.locator(".st-key-guide_strip").get_by_text("Do this:")).to_be_visible()


def test_the_lists_say_yes_and_no_when_their_step_has_asked(page: Page, server: str) -> None:
    page.goto(f"{server}/{guide.link(Place(5, 2))}")
    settle(page)
    expect(page.locator(".st-key-j_lists")).to_have_count(0)  # the step before gives nothing away
    page.goto(f"{server}/{guide.link(Place(5, 4))}")
    settle(page)
    lists, ask = page.locator(".st-key-j_lists"), page.locator(".st-key-guide_ask")
    expect(lists.get_by_role("columnheader", name="nearest in the picture")).to_be_visible(timeout=60_000)
    expect(lists.get_by_role("columnheader", name="in the picture too")).to_have_count(0)
    ask.get_by_role("radiogroup").get_by_text(PATH.step(Place(5, 4)).question.answer(), exact=True).click()
    expect(lists.get_by_role("columnheader", name="in the picture too")).to_be_visible(timeout=60_000)


def test_an_address_that_names_a_step_of_home_alone_opens_its_text(page: Page, server: str) -> None:
    page.goto(f"{server}/?guide=3.4")
    page.wait_for_url("**text=*", timeout=60_000)
    settle(page)
    assert page.get_by_role("textbox", name="Your text").input_value() == PATH.step(Place(3, 4)).state["text"]
