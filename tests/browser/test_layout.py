"""Text in pictures and beside controls in Chromium; Extrapolation's drawn guess and its written lines."""

from collections.abc import Callable
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Page, expect

from explorer.content.en.chapter_order import PATH
from explorer.content.guided_path import StepId
from explorer.ui.frame import guide
from tests.support import numbers_in, settle


def test_on_a_phone_a_picture_that_grows_does_not_cover_what_is_said_of_the_task(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page(width=390, height=760)
    page.goto(f"{server}/{guide.link(StepId(3, 2))}")
    settle(page)
    page.locator(".st-key-h_try").evaluate("(e) => e.scrollIntoView({ block: 'end' })")
    page.locator(".st-key-h_try button").click()
    expect(page.locator(".st-key-guide_told")).to_be_visible()
    settle(page)
    page.wait_for_function(
        """() => {
          const box = (key) => document.querySelector(`.st-key-${key}`).getBoundingClientRect()
          return box("guide_told").top >= box("h_guess").bottom
        }""",
    )


def test_on_a_phone_what_follows_an_answer_comes_into_sight_below_the_picture(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page(width=390, height=844)
    at = StepId(5, 2)
    page.goto(f"{server}/{guide.link(at)}")
    settle(page)
    step = guide.path().step(at)
    picture = page.locator(f".st-key-{step.mark}")
    expect(picture).to_be_in_viewport(ratio=1)
    assert page.get_by_test_id("stMain").evaluate("(e) => e.scrollTop") == 0, "a step opens at its top"
    choices, right = page.locator(".st-key-guide_ask label:has(input)"), step.question.right
    choices.nth((step.question.choices.index(right) + 1) % len(step.question.choices)).click()
    said = page.locator(".st-key-guide_ask .stAlert")
    expect(said).to_be_in_viewport(ratio=1)
    choices.nth(step.question.choices.index(right)).click()
    expect(said).to_be_in_viewport(ratio=1)
    above, below = picture.bounding_box(), said.bounding_box()
    assert above and below and above["y"] + above["height"] <= below["y"]


def test_the_end_of_the_path_says_that_more_tokens_follow_and_has_its_links_on_a_projector(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page()
    page.goto(f"{server}/?guide=end")
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        settle(page)
        expect(page.locator(".flow + .hint")).to_be_visible(visible=width == 390)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{server}/?guide=end&present=true")
    settle(page)
    expect(page.locator(".st-key-end_next")).to_be_visible()
    expect(page.locator(".st-key-presenter_line")).not_to_be_visible()


def test_on_a_phone_nothing_lies_over_play_and_a_guess_stands_before_the_fields(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{server}/gradients?g_part=Watch+it+learn")
    settle(page)
    play = page.locator(".st-key-g_plane_figure").get_by_role("button", name="Play")
    for down in (200, 700):
        page.get_by_test_id("stMain").evaluate("(e, y) => e.scrollTo(0, y)", down)
        play.click(trial=True)
    for address, asked, typed in (
        ("gradients?g_part=Watch+it+learn", "g_guess_rest", "g_text"),
        ("projection?j_part=Analogies", "j_nearest_sum", "j_a"),
        ("tokens?t_part=Languages", "t_guess_hindi", "text"),
    ):
        page.goto(f"{server}/{address}")
        settle(page)
        guess, field = (page.locator(f".st-key-{key}").bounding_box() for key in (f"{asked}_guess_box", typed))
        assert guess and field and guess["y"] < min(field["y"], 800), "in the first screen"


def test_on_a_phone_an_answer_comes_out_from_behind_the_picture(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{server}/tokens?t_part=Rows")
    settle(page)
    skip = page.get_by_text("Just show me")
    skip.evaluate("(e) => e.scrollIntoView({ block: 'center' })")
    skip.click()
    page.wait_for_function(
        """() => {
          const answer = document.querySelector("[class*=_guess_box] [role=status] strong")
          const picture = document.querySelector(":has(> .st-key-stage-picture)")
          return answer?.getBoundingClientRect().top >= picture.getBoundingClientRect().bottom
        }"""
    )


BOLD = """() => [...document.querySelectorAll(".st-key-part_columns :is(strong, b)")]
  .filter((e) => e.checkVisibility() && Number(getComputedStyle(e).fontWeight) >= 600).map((e) => e.textContent)"""


def test_a_solved_guess_has_the_one_bold_line_of_its_part_and_a_long_sentence_is_folded(
    page: Page, server: str
) -> None:
    page.goto(f"{server}/extrapolation?x_part=Why")
    settle(page, charts=1)
    assert [text.strip() for text in page.evaluate(BOLD)] == ["Guess first."]
    page.get_by_text("Just show me").click()
    settle(page, charts=1)
    (said,) = page.evaluate(BOLD)
    assert all(name in said for name in ("sinusoidal", "RoPE", "T5")), "one sentence, which answers the title"
    assert {1.41, 1.54} <= numbers_in(page.locator("[class*=_guess_box] [role=status]").inner_text())
    others = page.locator(".explorer-said details")
    assert "RoPE breaks on new distances" in (others.text_content() or "") and not others.evaluate("(e) => e.open")


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
    guess = "(c) => [...c.data.find((t) => t.name?.endsWith('your guess for RoPE')).y].slice(1)"
    ends = "(c) => Math.max(...c.data.find((t) => t.name === 'RoPE').x)"
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
    page.get_by_test_id("stButtonGroup").get_by_role("button", name="ALiBi").click()
    expect(lines).to_have_count(8)
    assert lines.evaluate_all(NOW) == [False] * 4 + [True] * 4
    page.get_by_role("button", name="Write again").click()
    expect(page.locator(".writing .now")).to_have_count(8)
    page.emulate_media(reduced_motion="reduce")
    assert not any(lines.evaluate_all(NOW))
    expect(page.get_by_role("button", name="Write again")).to_be_hidden()
