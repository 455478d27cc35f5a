"""A quiz in Chromium: keyboard only, progress stored in the browser, resumed later."""

import json
import re

from playwright.sync_api import Page, expect

from explorer.quiz import QuizRequest, quiz
from explorer.quiz.games import CUTS, rounds
from tests.support import settle

REQUEST = QuizRequest(7, 2, ("Memory",))
ADDRESS = "check?k_level=Course&k_seed=7&k_n=2&k_topics=Memory"


def focus(page: Page, name: str) -> None:
    """Press Tab until the button with this name has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == name:
            return
    raise AssertionError(f"The Tab key does not come to {name!r}")


def test_a_quiz_is_played_with_the_keyboard_and_kept_by_the_browser(page: Page, server: str) -> None:
    questions = quiz(REQUEST)
    assert [question.form for question in questions] == ["number"] * 2
    page.goto(f"{server}/{ADDRESS}")
    settle(page)
    for number, question in enumerate(questions, start=1):
        field = page.get_by_label("Your answer")
        field.focus() if number == 1 else focus_field(page)
        # The second answer is a known mistake.
        value = float(question.mistakes[0].reply) if number == 2 else question.value
        page.keyboard.type(f"{value:.6f}")
        page.keyboard.press("Enter")
        page.get_by_text(question.why).wait_for()
        settle(page)
        if number < 2:
            focus(page, "Next question →")
            page.keyboard.press("Enter")
            page.get_by_text(questions[number].prompt).wait_for()
            settle(page)
    assert page.get_by_text("1 of 2 answers right.").is_visible()
    marks = page.locator(".st-key-k_progress li")
    assert [marks.nth(i).get_attribute("class") for i in range(2)] == ["right", "wrong"]
    assert list(json.loads(page.evaluate("localStorage.getItem('explorer-quiz')"))["1-7-2-Memory"]) == ["1", "2"]
    # “Show me” opens the picture, and the link back restores the quiz.
    page.locator(".quiz-show a").click()
    page.locator(".quiz-back a").wait_for()
    settle(page)
    assert "/memory?" in page.url
    page.locator(".quiz-back a").click()
    page.get_by_text("1 of 2 answers right.").wait_for()
    settle(page)
    assert page.get_by_text(questions[1].prompt).is_visible()
    # After a restart no reply is left, not even in the browser.
    page.get_by_role("button", name="Answer again from the start").click()
    page.get_by_text(questions[0].prompt).wait_for()
    settle(page)
    assert "1-7-2-Memory" not in json.loads(page.evaluate("localStorage.getItem('explorer-quiz')"))


def focus_field(page: Page) -> None:
    """Press Tab until a text field has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('input[type=text]')"):
            return
    raise AssertionError("The Tab key does not come to the field")


def test_a_game_is_played_and_its_link_is_a_challenge(page: Page, server: str) -> None:
    """Six rounds by pressing options; whoever opens the link of its end plays the same rounds, from the first."""
    page.goto(f"{server}/check?k_part=Games&k_game_seed=7")
    found = rounds(CUTS, 7)
    for number, each in enumerate(found, start=1):
        settle(page)
        expect(page.get_by_text(each.prompt)).to_be_visible()
        page.get_by_role("button", name=each.answer, exact=True).click()
        expect(page.get_by_text(f"You: {number} of {number} right.")).to_be_visible()
        if number < len(found):
            page.get_by_role("button", name="Next round →").click()
    page.evaluate("() => { navigator.clipboard.writeText = async () => { throw new Error('refused') } }")
    page.get_by_role("button", name="Challenge somebody").click()
    expect(page.get_by_label("To copy")).to_have_value(re.compile(r"6 of 6[^\n]*\nhttp.*k_game_seed=7"))
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    page.get_by_role("button", name="Challenge somebody").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    words, link = str(page.evaluate("window.copied")).split("\n")
    assert "6 of 6" in words
    best = page.evaluate("JSON.parse(localStorage.getItem('explorer-games'))")  # for the path's last page
    assert best[CUTS] == {"game": CUTS, "right": 6, "of": 6}
    page.goto(link)
    settle(page)
    expect(page.get_by_text("The score to beat: 6 of 6.")).to_be_visible()
    expect(page.get_by_text(found[0].prompt)).to_be_visible()
