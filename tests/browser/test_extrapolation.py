"""The Extrapolation page in Chromium: deep link, keyboard, a drawn guess, a shared link, a run with its stop button."""

from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Page, expect

from explorer.content.en.chapter_order import PATH
from explorer.content.guided_path import StepId
from explorer.ui.frame import guide
from tests.support import settle


def test_a_guess_drawn_with_keyboard_and_mouse_then_the_truth_then_the_link(server: str, page: Page) -> None:
    page.goto(f"{server}/extrapolation?x_part={quote_plus('Loss by position')}")
    settle(page, charts=1)
    slider = page.get_by_role("slider", name="Your loss at 96")
    for _ in range(5):
        slider.press("ArrowRight")
    settle(page, charts=1)
    chart = page.locator(".st-key-x_pos .explorer-chart")
    # Slightly beside the point: the nearest one is taken.
    spot = chart.evaluate(
        """(el) => {
          const { xaxis, yaxis } = el._fullLayout
          return { x: xaxis._offset + xaxis.l2p(330), y: yaxis._offset + yaxis.l2p(3.02) }
        }"""
    )
    chart.hover(position=spot)
    chart.click(position=spot)
    expect(page.get_by_role("slider", name="Your loss at 320")).to_have_value("3")
    settle(page, charts=1)
    guess = "(c) => [...c.data.find((t) => t.name?.endsWith('your guess for sinusoidal')).y].slice(1)"
    ends = "(c) => Math.max(...c.data.find((t) => t.name === 'sinusoidal').x)"
    assert chart.evaluate(guess) == pytest.approx([2.3, 1.8, 3, 1.8])
    assert chart.evaluate(ends) < 64
    page.get_by_text("Show what was measured past 64").click()
    settle(page, charts=1)
    assert chart.evaluate(ends) > 500
    assert "x_g320=3" in page.url
    page.reload()
    settle(page, charts=1)
    expect(page.get_by_text("at 96 you said 2.3")).to_be_visible()
    assert chart.evaluate(guess) == pytest.approx([2.3, 1.8, 3, 1.8])
    assert chart.evaluate(ends) > 500


NOW = "codes => codes.map(code => getComputedStyle(code).animationName !== 'none')"
"""Which lines of the written texts appear letter by letter."""
ANEW = """code => {
  code.classList.remove("now")
  code.getAnimations()
  code.classList.add("now")
  const [it] = code.getAnimations()
  it.pause()
  return it
}"""


def test_past_the_trained_length_the_letters_appear_one_by_one_in_sight(server: str, fresh_page: Page) -> None:
    page, at = fresh_page, StepId(5, 2)
    page.goto(f"{server}/{guide.link(at)}")
    settle(page)
    lines, texts = page.locator(".writing code"), page.locator(".writing")
    before = texts.bounding_box()
    page.get_by_text(PATH.step(at).question.right, exact=True).click()
    expect(lines.nth(2)).not_to_have_text("?")
    assert lines.evaluate_all(NOW) == [False, False, True, True]  # what was read already stands still
    hidden = "code => parseFloat(getComputedStyle(code).clipPath.split(' ')[1])"  # % of the line, at its right
    third = lines.nth(2).evaluate_handle(ANEW)
    shares = []
    for letters in (1, 2):
        third.evaluate("(it, n) => { it.currentTime = it.effect.getTiming().delay + n * 50 + 10 }", letters)
        shares.append(lines.nth(2).evaluate(hidden))
    assert shares == [pytest.approx(100 * 31 / 32), pytest.approx(100 * 30 / 32)]
    assert texts.bounding_box() == before  # nothing moves meanwhile
    page.get_by_role("button", name="ALiBi").click()
    expect(lines).to_have_count(8)
    assert lines.evaluate_all(NOW) == [False] * 4 + [True] * 4
    page.get_by_role("button", name="Write again").click()
    expect(page.locator(".writing .now")).to_have_count(8)
    page.emulate_media(reduced_motion="reduce")
    assert not any(lines.evaluate_all(NOW))
    expect(page.get_by_role("button", name="Write again")).to_be_hidden()
