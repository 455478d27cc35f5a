"""A step of the path: opened by a link, answers hidden, and found again as it was left."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from explorer.content.en.chapter_order import PATH
from explorer.content.guided_path import StepId
from explorer.ui.frame import guide
from tests.browser.guide.test_whole_path import DONE_BY
from tests.support import settle


def test_back_finds_the_answer_and_the_task_as_they_were_left(page: Page, server: str) -> None:
    at = StepId(5, 2)
    step = PATH.step(at)
    assert step.question is not None
    page.goto(f"{server}/{guide.link(at)}")
    settle(page)
    strip = page.locator(".st-key-guide_strip")
    strip.get_by_role("radiogroup").get_by_text(step.question.right, exact=True).click()
    expect(strip.get_by_text("Right: “")).to_be_visible()
    settle(page)
    page.get_by_role("link", name="Next →", exact=True).click()
    page.wait_for_url("**guide=6a**")
    settle(page)
    assert strip.get_by_text("Answered already").count() == 0
    page.get_by_role("link", name="← Back").click()
    page.wait_for_url("**guide=5b**")
    expect(strip.get_by_text(f"Answered already: “{step.question.right}”.")).to_be_visible()
    expect(strip.get_by_role("radio", checked=True)).to_have_count(1)
    expect(strip.get_by_text("Do this:")).to_be_visible()  # that was not done
    expect(page.get_by_test_id("stMain")).to_contain_text("4.1 %")
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


def test_an_address_that_names_a_step_opens_it(page: Page, server: str) -> None:
    """With its page or without."""
    for address, at in (("?guide=1b", StepId(1, 2)), ("tokens?guide=1d", StepId(1, 4))):
        page.goto(f"{server}/{address}")
        page.wait_for_url("**text=*")
        settle(page)
        strip = page.locator(".st-key-guide_strip")
        expect(page.get_by_role("heading", level=1, name=PATH.step(at).title)).to_be_visible()
        expect(strip.get_by_text("Do this:")).to_be_visible()
        expect(page.get_by_role("textbox", name="Type here")).to_have_value(PATH.step(at).state["text"])
        assert "/tokens?" in page.url


def test_a_light_that_turns_parts_two_words_and_a_tap_on_the_map_chooses_one(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page(width=390, height=844, touch=True)
    page.goto(f"{server}/{guide.link(StepId(6, 1))}")
    settle(page)
    expect(page.get_by_text("truly near")).to_have_count(0)
    for _ in range(5):
        page.locator(".st-key-j_c1").get_by_role("slider").press("ArrowRight")
        settle(page)
    expect(page.get_by_text("by direction 7 they lie apart")).to_be_visible()
    field, map = page.locator(".st-key-j_find").get_by_role("textbox"), page.locator(".st-key-j_map").bounding_box()
    chosen = [field.input_value()]
    assert map
    for across, up in ((0.45, 0.5), (0.55, 0.6), (0.4, 0.55)):  # each a word, and nothing else: no zoom
        page.touchscreen.tap(map["x"] + across * map["width"], map["y"] + up * map["height"])
        settle(page)
        expect(field).not_to_have_value(chosen[-1])
        chosen.append(field.input_value())
        expect(page.locator(".st-key-guide_told")).to_contain_text(f"nearest to “{chosen[-1]}”")
        expect(page.get_by_text("truly near")).to_be_visible()


def test_a_picture_whose_neighbour_is_hidden_takes_its_room(page: Page, server: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    for at, key in ((StepId(4, 1), "p_face"), (StepId(4, 2), "p_clock")):
        page.goto(f"{server}/{guide.link(at)}")
        settle(page)
        box, whole = (page.locator(f".st-key-{name}").bounding_box() for name in (key, "stage-picture"))
        assert box and whole and box["width"] > 0.9 * whole["width"]


def test_a_text_that_is_ended_by_an_answer_is_drawn(page: Page, server: str) -> None:
    page.goto(f"{server}/{guide.link(StepId(5, 2))}")
    settle(page)
    page.get_by_role("textbox", name="Beginning").fill("my dog said")
    page.locator("label").filter(has_text="Words as before").click()
    expect(page.locator(".st-key-x_write_lines")).to_contain_text("my dog said")
    expect(page.get_by_text("A hint:")).to_be_visible()
