"""Home in Chromium: the chain without a chart, twelve labels without overlaps, tokens and links that do not move."""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from tests.support import press_keys, settle

TWELVE = "one two three four five six seven of the men and women"
OVERLAPS = """() => {
  const root = document.querySelector(".st-key-h_flow [data-testid=stBidiComponentIsolated]").shadowRoot
  const chips = [...root.querySelectorAll(".chip")].map(chip => chip.getBoundingClientRect())
  const over = chips.filter((chip, i) => i && chips[i - 1].right > chip.left + .5).length
  const small = (element) => element.textContent && parseFloat(getComputedStyle(element).fontSize) < 12
  return [chips.length, over, [...root.querySelectorAll("*")].filter(small).length]
}"""


def test_home_needs_no_chart_library_and_sentence_guesses_and_start_stand_on_the_first_screen(
    server: str, fresh_page: Page
) -> None:
    asked: list[str] = []
    fresh_page.on("request", lambda request: asked.append(request.url))
    for width, height, query in ((1440, 900, ""), (1366, 768, ""), (390, 844, ""), (1920, 1080, "?present=true")):
        fresh_page.set_viewport_size({"width": width, "height": height})
        fresh_page.goto(f"{server}/{query}")
        settle(fresh_page)
        questions = (
            (".st-key-h_links",) if 640 < width < 1920 else (".h-ask",) if width <= 640 else ()
        )  # or the way there
        for part in (".st-key-text :is(input, textarea)", ".h-start", ".st-key-h_next", ".st-key-h_steps", *questions):
            box = fresh_page.locator(part).first.bounding_box()
            assert box is not None and box["y"] + box["height"] <= height, (width, part)
    fresh_page.set_viewport_size({"width": 390, "height": 844})
    fresh_page.goto(server)
    fresh_page.locator(".h-ask").click()
    expect(fresh_page.get_by_role("link", name="What does the model see?")).to_be_in_viewport()
    fresh_page.set_viewport_size({"width": 1440, "height": 900})
    fresh_page.goto(f"{server}/?h_more=true")
    settle(fresh_page)
    expect(fresh_page.locator(".st-key-h_flow canvas").first).to_be_visible()
    assert not [url for url in asked if "plotly" in url]
    # The default text is carried to the other pages.
    fresh_page.get_by_role("link", name="What does the model see?").click()
    expect(fresh_page.get_by_role("option", name="␣not")).to_be_visible()


def test_twelve_labels_stay_apart(page: Page, server: str) -> None:
    page.goto(f"{server}/?text={TWELVE.replace(' ', '+')}&h_more=true")
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 1080})
        settle(page)
        assert page.evaluate(OVERLAPS) == [12, 0, 0]
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_token_picked_by_keys_is_the_selected_one_on_the_page_that_a_link_opens(server: str, page: Page) -> None:
    page.goto(f"{server}/?text=The+cat+sat+on+the+mat&h_more=true")
    settle(page)
    page.get_by_role("button", name="token 1: ␣cat").focus()
    page.keyboard.press("Tab")
    press_keys(page, "Enter")
    expect(page.get_by_text("Token 2, “␣sat”: Row 3,332")).to_be_visible()
    expect(page.get_by_role("button", name="token 2: ␣sat")).to_be_focused()
    expect(page).to_have_url(re.compile("text=The.*token=2|token=2.*text=The"))
    page.get_by_role("link", name="What does the model see?").click()
    expect(page.get_by_role("option", name="␣sat")).to_have_attribute("aria-selected", "true")


COUNT_MOTION = """
window.moves = window.patches = 0
const plain = Element.prototype.animate
Element.prototype.animate = function (...all) {
  if (this.matches(".patch, .fill")) window.moves += 1
  if (this.matches(".patch")) window.patches += 1
  return plain.apply(this, all)
}
"""


def test_rows_fly_and_a_written_token_moves_only_its_own_column_unless_somebody_wants_no_motion(
    server: str, fresh_page: Page
) -> None:
    fresh_page.add_init_script(COUNT_MOTION)
    fresh_page.goto(f"{server}/?text=The+cat+sat+on+the+mat&h_more=true")
    settle(fresh_page)
    assert fresh_page.evaluate("window.patches") == 4 * 6  # six columns: a row, two parts of a sum, the sum
    fresh_page.evaluate("window.moves = window.patches = 0")
    first = fresh_page.locator(".st-key-h_next .write").first
    chip = first.locator(".label")
    label = chip.inner_text()
    inked = chip.evaluate("e => getComputedStyle(e).borderBottomColor")
    first.locator(".track").click()  # the bar writes, not only the token's name
    expect(fresh_page.get_by_role("button", name=f"token 6: {label}")).to_be_visible()
    expect(fresh_page.get_by_role("textbox", name="Your text")).to_have_value(
        f"The cat sat on the mat{label.replace('␣', ' ')}"
    )
    settle(fresh_page)
    patches = fresh_page.evaluate("window.moves") - fresh_page.locator(".st-key-h_next .fill").count()
    assert patches == 4
    colour = "e => getComputedStyle(e).borderBottomColor"
    assert fresh_page.get_by_role("button", name=f"token 6: {label}").evaluate(colour) == inked
    for once in (1, 2):  # pressed, a token shows its own way again
        fresh_page.get_by_role("button", name="token 2: ␣sat").click()
        fresh_page.wait_for_function(f"() => window.patches === {4 * (1 + once)}")
    fresh_page.emulate_media(reduced_motion="reduce")
    fresh_page.reload()
    settle(fresh_page)
    assert fresh_page.evaluate("window.moves") == 0


def test_the_path_takes_along_the_sentence_that_stands_on_home_when_it_is_begun(page: Page, server: str) -> None:
    page.goto(server)
    settle(page)
    start = page.locator("a.h-start")
    start.focus()
    assert "own" not in parse_qs(urlsplit(start.get_attribute("href") or "").query), "nobody typed that"
    box = page.get_by_role("textbox", name="Your text so far")
    page.get_by_text("the capital of", exact=True).click()
    expect(box).to_have_value("the capital of")
    start.focus()
    assert "own" not in parse_qs(urlsplit(start.get_attribute("href") or "").query), "only tapped"
    page.locator(".st-key-h_next .write").first.click()  # written on, it is theirs
    expect(box).to_have_value(re.compile("the capital of."))
    start.focus()
    assert parse_qs(urlsplit(start.get_attribute("href") or "").query)["own"] == [box.input_value()]
    box.fill("Zoë & my dog")  # and straight on, before the server has it
    page.locator("a.h-start").click()
    page.wait_for_url("**guide=1a**")
    assert parse_qs(urlsplit(page.url).query)["own"] == ["Zoë & my dog"]


SLOW_TIMERS = """
const plain = window.setTimeout
window.setTimeout = (act, wait, ...more) => plain(act, window.slow ? 20 * wait : wait, ...more)
"""


def test_words_typed_are_never_lost_to_a_bar_that_is_pressed_before_its_guesses_are_theirs(
    fresh_page: Page, server: str
) -> None:
    page, typed = fresh_page, "Noor paints a lighthouse on her old"
    page.add_init_script(SLOW_TIMERS)
    for press in ("click", "quick", "no focus"):
        page.goto(server)
        settle(page)
        box = page.get_by_role("textbox", name="Your text so far")
        first = page.locator(".st-key-h_next .write").first
        assert typed not in box.input_value()
        box.click()
        press_keys(page, "ControlOrMeta+a")
        page.keyboard.type(typed[:8])
        if press == "no focus":
            settle(page)  # the bars are guesses for the first words, and the field reads the rest after the press
            page.evaluate("window.slow = true")
        page.keyboard.type(typed[8:])
        if press == "click":
            first.click()
        else:
            if press == "quick":  # before the server has read the text, as a tap; on an iPhone a button gets no focus
                box.evaluate("e => e.blur()")
            first.evaluate("e => e.click()")
        page.evaluate("window.slow = false")
        settle(page)
        if box.input_value() == typed:
            first.click()  # now it is a guess for these words; on a slow page it was one at the first press
        expect(box).to_have_value(f"{typed} man")
    box.click()
    press_keys(page, "ControlOrMeta+a")
    page.keyboard.type(typed)
    page.get_by_role("button", name="One back").click()
    expect(box).to_have_value(typed.removesuffix(" old"))
