"""Text in pictures and beside controls: nothing overlaps, nothing is cut off."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from explorer.content.guided_path import StepId
from explorer.ui.frame import guide
from tests.support import settle


def test_on_a_phone_a_picture_that_grows_does_not_cover_what_is_said_of_the_task(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page(width=390, height=760)
    page.goto(f"{server}/{guide.link(StepId(3, 3))}")
    settle(page)
    page.locator(".st-key-h_try").evaluate("(e) => e.scrollIntoView({ block: 'end' })")
    page.locator(".st-key-h_try label:has(input)").nth(1).click()
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
    at = StepId(6, 1)
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
    expect(page.locator(".st-key-guide_left")).to_be_in_viewport(ratio=1)
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
    page.goto(f"{server}/projection?j_part=Analogies")
    settle(page)
    guess, field = (page.locator(f".st-key-{key}").bounding_box() for key in ("j_nearest_sum_guess_box", "j_a"))
    assert guess and field and guess["y"] < field["y"]


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
    assert page.evaluate(BOLD) == ["The answer: new rows."]
    others = page.locator(".explorer-said details")
    assert "RoPE breaks on new distances" in (others.text_content() or "") and not others.evaluate("(e) => e.open")
