"""The whole guided path in Chromium: every step opened by Next, its task done, its question answered."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from explorer.content.en.chapter_order import PATH
from explorer.content.guided_path import StepId
from explorer.ui.frame import guide
from explorer.wording import right_guess
from tests.browser.test_accessibility import violations
from tests.support import one_of_each, press_keys, settle, stays_quiet

Act = Callable[[Page], None]


def write(key: str, text: str) -> Act:
    def act(page: Page) -> None:
        box = page.locator(f".st-key-{key}").locator("textarea, input").last
        box.fill(text)
        box.press("Control+Enter")
        box.press("Enter") if box.evaluate("e => e.tagName") == "INPUT" else None

    return act


def press(key: str, *keys: str) -> Act:
    def act(page: Page) -> None:
        thumb = page.locator(f".st-key-{key}").get_by_role("slider")
        for name in keys:
            thumb.press(name)

    return act


def one_after_the_other(*acts: Act) -> Act:
    def act(page: Page) -> None:
        for each in acts:
            each(page)
            settle(page)

    return act


def click(key: str, name: str) -> Act:
    return lambda page: page.locator(f".st-key-{key}").get_by_text(name, exact=True).click()


DONE_BY: dict[str, Act] = {
    "1a": write("text", "Ada Ada ada"),
    "1b": write("text", "blorbify"),
    "1c": one_after_the_other(*(click("t_pair", pair) for pair in ("a t", "t h", "th e"))),
    "1d": write("text", "é"),
    "2a": write("text", "The man went home"),
    "2b": one_after_the_other(*(press(f"t_hand_{name}", "End") for name in ("pet", "royal", "moves"))),
    "2c": press("m_cards_figure", *["ArrowRight"] * 25),
    "2d": one_after_the_other(click("g_runs", "a"), press("g_plane_figure", "End")),
    "2e": one_after_the_other(
        lambda page: page.locator(".st-key-g_theme_0 button").click(), press("g_plane_figure", "End")
    ),
    "3a": one_after_the_other(
        write("t_bag_first", "Tom sees Emma"),
        lambda page: page.locator(".st-key-t_card_0 button").click(),
        lambda page: page.locator(".st-key-t_card_2 button").click(),
    ),
    "3b": click("h_try", "Pull off the positions"),
    "4a": one_after_the_other(*[press("p_face_figure", "ArrowRight")] * 2),
    "4b": click("p_down", "18"),
    "5a": write("x_message", "one letter after another " * 3),
    "5b": click("x_writers", "ALiBi"),
    "6a": one_after_the_other(*[press("j_c1", "ArrowRight")] * 5, write("j_find", "queen")),
    "6b": lambda page: page.locator(".st-key-j_exclude label").first.click(),
}


ANSWERS = {
    "4a": "cosine −0.50",
    "5b": "nononononon",
}
"""The answer in the sentence under a step's picture, which its question asks for."""


def test_every_task_and_every_cover_is_looked_at_here() -> None:
    assert set(DONE_BY) == {str(at) for at in PATH.step_ids()}
    assert set(ANSWERS) == {str(at) for at in PATH.step_ids() if PATH.step(at).cover}


EACH_DAY = (6,)
"""Chapters that `make test` walks; of every step's screen, task and question it has tests/content/test_steps.py."""


@pytest.mark.parametrize(
    "number",
    [pytest.param(n, marks=[pytest.mark.nightly] * (n not in EACH_DAY)) for n in range(1, len(PATH.chapters) + 1)],
)
def test_a_chapter_is_walked_from_its_first_step_to_its_last(page: Page, server: str, number: int) -> None:
    page.goto(f"{server}/{guide.link(StepId(number, 1))}")
    for at in [at for at in PATH.step_ids() if at.chapter == number]:
        step = PATH.step(at)
        settle(page)
        strip = page.locator(".st-key-guide_strip")
        expect(page.get_by_role("heading", level=1, name=step.title)).to_be_visible()
        assert page.get_by_test_id("stException").count() == 0
        assert page.locator(f".st-key-{step.mark}").first.is_visible(), f"{at}: nothing to look at"
        if step.cover:
            covered(page, at)
        if step.cover and step.question:  # comes first, so that the picture still shows what is asked
            answer(page, at, at.step == 1)
            revealed(page, at)
            settle(page)
            # An explanation that moves the task down brings it into view.
            expect(strip.get_by_text("Do this:")).to_be_in_viewport(ratio=1)
        expect(strip.get_by_text("Do this:")).to_be_visible()
        DONE_BY[str(at)](page)
        expect(strip.get_by_text("Done:")).to_be_visible()
        assert stays_quiet(page), f"{at}: a step that is done goes on asking the server"
        if not (step.cover and step.question):
            answer(page, at, at.step == 1)
            settle(page)
        if step.cover and not step.question:
            revealed(page, at)
        kept = page.evaluate("JSON.parse(localStorage.getItem('explorer-guide'))")
        assert kept["at"] == str(at) and step.title in kept["done"]
        following = PATH.around(at)[1]
        if following:
            onwards = page.locator(".guide-onwards")  # beside the picture, or below both at a chapter's end
            expect(onwards).to_have_text(f"Next: {following} {PATH.step(following).title} →")
            if at.step < len(PATH.chapters[number - 1].steps):
                expect(onwards).to_be_in_viewport()  # new content is scrolled to
            else:
                a_line_of_ones_own(page, number)
            nav = page.get_by_role("link", name="Next →", exact=True)
            assert onwards.get_attribute("href") == nav.get_attribute("href")
            nav.click()
            page.wait_for_url(f"**guide={following}**")


def answer(page: Page, at: StepId, wrong_first: bool = True) -> None:
    """Give a wrong answer, which gets a hint (at every step: tests/content/test_steps.py), then the right one."""
    question, strip = PATH.step(at).question, page.locator(".st-key-guide_strip")
    if question is None:  # its act is the answer
        return
    right = question.right
    if wrong_first:
        wrong = next(option for option in question.choices if option != right)
        strip.get_by_role("radiogroup").get_by_text(wrong, exact=True).click()
        expect(strip.get_by_text("A hint: ")).to_be_visible()
    strip.get_by_role("radiogroup").get_by_text(right, exact=True).click()
    expect(strip.get_by_text(right_guess(right))).to_be_visible()


def covered(page: Page, at: StepId) -> None:
    """Assert that neither the screen nor the picture's label reveals the answer."""
    main = page.get_by_test_id("stMain")
    assert ANSWERS[str(at)] not in (main.text_content() or "")
    labels = main.locator(".explorer-chart[aria-label]").evaluate_all("all => all.map((e) => e.ariaLabel)")
    assert not any(ANSWERS[str(at)] in (label or "") for label in labels)


def revealed(page: Page, at: StepId) -> None:
    main = page.get_by_test_id("stMain")
    if not any(key.endswith("_said") for key in PATH.step(at).hide):  # else the margin says it
        expect(main).to_contain_text(ANSWERS[str(at)], use_inner_text=True)
    pictures = main.locator(".explorer-chart[aria-label]")
    if pictures.count() and any(key.endswith("_figure") for key in PATH.step(at).cover):
        expect(pictures.and_(page.locator(f'[aria-label*="{ANSWERS[str(at)]}"]')).first).to_be_attached()


def a_line_of_ones_own(page: Page, number: int) -> None:
    """The riddle is answered, and the visitor's line is stored in the browser and compared with two good ones."""
    chapter, strip = PATH.chapters[number - 1], page.get_by_test_id("stMain")
    # The upper "Next" leads to the riddle's answer, while that was not in sight.
    strip.locator("[data-go=next]").evaluate("link => link.textContent.startsWith('Chapter’s end') && link.click()")
    expect(strip.get_by_text(chapter.solved({}))).to_be_in_viewport(ratio=1)
    expect(strip.get_by_role("link", name="Next →", exact=True)).to_have_count(1)
    if number < len(PATH.chapters):  # one may stop here
        expect(strip.get_by_text(f"about {round(PATH.chapters[number].minutes)} minutes")).to_be_visible()
    own = strip.get_by_label("In a line of your own")
    strip.get_by_role("button", name="Compare").click()
    expect(strip.get_by_text(chapter.lines[0])).to_have_count(0)  # not before the visitor has written a line
    own.fill("A line <b>of mine</b>")
    strip.get_by_role("button", name="Compare").evaluate("e => e.scrollIntoView({ block: 'end' })")  # no room below
    strip.get_by_role("button", name="Compare").click()
    for line in chapter.lines:  # in sight, though the panel ended above them
        expect(strip.get_by_text(line)).to_be_in_viewport(ratio=1)
    assert page.evaluate("JSON.parse(localStorage.getItem('explorer-lines'))")[chapter.name] == "A line <b>of mine</b>"


def test_own_lines_make_a_page_that_a_link_brings_to_somebody_else(
    page: Page, new_page: Callable[..., Page], server: str
) -> None:
    steps, lines = PATH.step_ids(), len(PATH.chapters)
    page.goto(f"{server}/?guide=end")
    settle(page)
    expect(page.get_by_text(f"0 of {len(steps)} steps behind you")).to_be_visible()
    praise, way = (page.locator(f".st-key-{key}").bounding_box() for key in ("guide_praise", "end_way"))
    assert praise and way and praise["y"] < way["y"]
    titles = [PATH.step(at).title for at in steps if at != steps[3]]
    page.evaluate("titles => localStorage.setItem('explorer-guide', JSON.stringify({done: titles}))", titles)
    page.evaluate("localStorage.setItem('explorer-lines', JSON.stringify({Rows: 'Eine <i>Zeile</i> ✂️'}))")
    page.reload()
    settle(page)
    expect(page.get_by_text("Eine <i>Zeile</i> ✂️")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    settle(page)
    expect(page.get_by_text("Your page")).to_be_visible()
    assert page.get_by_test_id("stMain").evaluate("(e) => e.scrollHeight") < 2600
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_text("Steps still open: 1").click()
    opened = page.locator("details", has_text="Steps still open").get_by_role("link")
    expect(opened).to_have_text([f"{steps[3]} {PATH.step(steps[3]).title}"])
    assert f"guide={steps[3]}" in str(opened.get_attribute("href"))
    page.get_by_text(f"Lines still to write: {lines - 1} of {lines}").click()
    unwritten = page.locator("details", has_text="Lines still to write").get_by_role("link")
    expect(unwritten).to_have_text([chapter.question for chapter in PATH.chapters if chapter.name != "Rows"])
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    page.get_by_role("button", name="Send a link to this page").click()
    expect(page.get_by_text("Copied, to be pasted")).to_be_visible()
    *_, link = str(page.evaluate("window.copied")).splitlines()
    opened.click()
    page.wait_for_url(f"**guide={steps[3]}**")
    settle(page)
    expect(page.get_by_role("link", name="← Last page")).to_be_visible()
    other = new_page()
    other.goto(link)
    settle(other)
    expect(other.get_by_text("Eine <i>Zeile</i> ✂️")).to_be_visible()
    expect(other.get_by_role("link", name="Start the path")).to_have_attribute("href", re.compile("guide=1a"))
    expect(other.get_by_text("The end of the path")).to_have_count(0)
    expect(other.get_by_text("steps behind you")).to_have_count(0)  # what somebody else did is not told
    assert other.evaluate("localStorage.getItem('explorer-lines')") is None
    damaged = new_page()
    damaged.goto(f"{server}/?guide=end&shared=lines#lines=eyJSb3d")
    settle(damaged)
    expect(damaged.get_by_text("This link is damaged")).to_be_visible()
    expect(damaged.get_by_role("link", name="Start the path")).to_be_visible()


def test_ones_own_sentence_is_a_film_that_a_link_sends(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{server}/{guide.after_last('My brother bakes хлеб before the game')}")
    settle(page)
    scenes = page.locator(".waiting, .playing")
    page.get_by_role("button", name="Show all at once").click()  # it begins by itself
    expect(scenes).to_have_count(0)
    expect(page.locator('.flow .chip[aria-pressed="true"]')).to_have_text("My")  # whose sentence it is
    expect(page.locator('.flow .chip[aria-pressed="true"]')).to_be_in_viewport(ratio=1)
    name, row, ids = (page.locator(f".flow .step-id {each}").all() for each in ("th .name", "td", "td span"))
    above, below = name[0].bounding_box(), row[0].bounding_box()
    assert above and below and above["y"] + above["height"] <= below["y"] + 1
    boxes = [box for each in ids if (box := each.bounding_box()) and box["x"] + box["width"] > 0 and box["x"] < 390]
    assert len(boxes) == 4 and all(box["x"] >= 16 and box["x"] + box["width"] <= 374 for box in boxes), "cut numbers"
    page.get_by_role("button", name="Play it as a film").click()
    expect(page.locator(".step-text td").first).to_be_in_viewport(ratio=0.9)  # then it goes on to the outlined token
    expect(page.locator(".waiting").get_by_text("Writes on")).to_be_visible()
    expect(page.locator(".step-bytes.waiting")).to_have_count(0)
    expect(page.locator(".step-sum.playing")).to_have_count(1, timeout=15_000)
    expect(page.locator('.flow .chip[aria-pressed="true"]')).to_be_in_viewport(ratio=1)
    expect(page.locator(".step-look.playing")).to_have_count(1, timeout=15_000)
    expect(page.locator(".step-token .chip").last).to_be_in_viewport(ratio=0.9)  # its line is about this one
    page.get_by_role("button", name="Show all at once").click()
    expect(scenes).to_have_count(0)
    expect(page.locator(".past")).to_have_count(1)  # the letter model reads the words that it knows
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    page.get_by_role("button", name="Send this film").click()
    page.wait_for_function("() => window.copied")
    *_, link = str(page.evaluate("window.copied")).splitlines()
    other = new_page(width=390, height=844)
    other.goto(link)
    settle(other)
    expect(other.locator(".begins").first).to_have_text("My brother bakes хлеб before the game")
    expect(other.get_by_role("link", name="start the path")).to_be_visible()
    expect(other.get_by_text("steps behind you")).to_have_count(0)


def test_keys_turn_the_steps_but_not_while_somebody_types(page: Page, server: str) -> None:
    page.goto(f"{server}/{guide.start_link()}")
    settle(page)
    box = page.get_by_role("textbox", name="Type here")
    box.press("ArrowRight")
    box.press("PageDown")
    page.wait_for_timeout(1_000)
    assert "guide=1a" in page.url
    page.get_by_role("heading", level=1).click()
    press_keys(page, "ArrowRight")
    page.wait_for_url("**guide=1b**")
    press_keys(page, "ArrowLeft")
    page.wait_for_url("**guide=1a**")


def test_page_keys_scroll_the_words_beside_the_picture_and_turn_the_steps_only_when_presented(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page(width=1440, height=500)
    page.goto(f"{server}/{guide.link(StepId(3, 2))}")
    settle(page)
    main = page.get_by_test_id("stMain")
    below = main.evaluate("e => { e.scrollTop = e.scrollHeight; return e.scrollTop }")
    page.locator(".st-key-guide_strip").get_by_text("Do this:").click()
    press_keys(page, "PageUp")
    page.wait_for_timeout(1_000)
    assert "guide=3b" in page.url
    assert main.evaluate("e => e.scrollTop") < below
    page.goto(f"{server}/{guide.link(StepId(3, 2))}&present=true")
    settle(page)
    page.get_by_role("heading", level=1).click()
    press_keys(page, "PageUp")
    page.wait_for_url("**guide=3a**")


def test_at_a_chapters_end_next_first_shows_the_riddles_answer(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=390, height=844)
    at = StepId(1, 4)
    title = PATH.step(at).title
    page.goto(f"{server}/{guide.link(at)}")
    settle(page)
    store = "kept => localStorage.setItem('explorer-guide', JSON.stringify(kept))"
    page.evaluate(store, {"answered": [title], "did": [title]})
    page.reload()
    settle(page)
    expect(page.get_by_role("link", name="Chapter’s end ↓", exact=True)).to_be_visible()
    solved = page.locator(f"#{guide.SOLVED}")
    expect(solved).not_to_be_in_viewport(ratio=1)
    press_keys(page, "ArrowRight")
    expect(solved).to_be_in_viewport(ratio=0.5)
    # Below the answer one writes a line: the picture, in sight so far, does not cover that.
    line, picture = page.get_by_label("In a line of your own"), page.locator(f".st-key-{PATH.step(at).mark}")
    line.scroll_into_view_if_needed()
    field, above = line.bounding_box(), picture.bounding_box()
    assert field and above and field["y"] >= above["y"] + above["height"]
    expect(page.get_by_role("link", name="Next →", exact=True)).to_have_count(1)
    assert f"guide={at}" in page.url
    press_keys(page, "ArrowRight")
    page.wait_for_url("**guide=2a**")
    page.goto(f"{server}/{guide.link(at)}")  # who comes back knows the answer: one press is enough
    settle(page)
    expect(solved).to_be_attached()
    expect(page.get_by_role("link", name="Next →", exact=True)).to_have_count(1)


def test_on_a_phone_what_to_do_and_what_to_touch_are_in_the_first_screen(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page(width=390, height=844)
    for at in PATH.step_ids():
        page.goto(f"{server}/{guide.link(at)}")
        settle(page)
        task, picture = page.locator(".st-key-guide_task"), page.locator(f".st-key-{PATH.step(at).mark}").first
        expect(task).to_be_in_viewport(ratio=1)
        above, below = task.bounding_box(), picture.bounding_box()
        assert above and below and above["y"] + above["height"] <= below["y"] < 500, at
        asked = page.locator(".st-key-guide_ask")
        assert not asked.count() or ((box := asked.bounding_box()) and box["y"] + box["height"] <= 844), at


def test_on_a_phone_all_boxes_are_in_sight_with_the_answer_and_next_below_them(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{server}/{guide.link(StepId(1, 1))}")
    settle(page)
    write("text", "Łucja Łucja łucja")(page)
    settle(page)
    strip, onwards = page.locator(".st-key-t_chips .strip"), page.locator(".guide-onwards")
    assert strip.evaluate("e => e.scrollHeight <= e.clientHeight")
    told = page.locator(".st-key-guide_told")
    expect(told).to_be_in_viewport(ratio=1)
    expect(onwards).to_be_in_viewport(ratio=1)
    ends = [each.bounding_box() for each in (strip, told, onwards, page.locator(".guide-riddle"))]
    tops = [box["y"] for box in ends if box]
    assert tops == sorted(tops) and len(tops) == 4
    write("text", "मुझे क्रिकेट पसंद है, मुझे आम भी पसंद है")(page)
    settle(page)
    assert strip.evaluate("e => e.scrollHeight <= e.clientHeight")


def test_leaving_keeps_the_screen_and_the_sidebar_leads_back(page: Page, server: str) -> None:
    page.goto(f"{server}/{guide.link(StepId(2, 2))}")
    settle(page)
    page.get_by_role("link", name="Open this in Explore").click()
    page.wait_for_url(lambda url: "guide" not in url)
    settle(page)
    assert page.locator(".st-key-guide_strip").count() == 0
    expect(page.locator(".st-key-t_part").get_by_role("radio", checked=True)).to_have_text("Rows")
    expect(page.get_by_role("link", name="Back to the path: step 2b")).to_be_visible()
    page.goto(f"{server}/memory")  # a page that the path has not led to
    page.get_by_role("link", name="Go on with the path: 2b").click()
    page.wait_for_url("**guide=2b**")
    page.goto(server)
    home = page.get_by_test_id("stMain").get_by_role("link", name="Go on with the path: 2b")
    expect(home).to_be_visible()  # a phone shows no sidebar


def test_a_walked_path_leads_to_its_last_page_after_a_step_is_looked_at_again(page: Page, server: str) -> None:
    page.goto(f"{server}/{guide.link(StepId(1, 1))}")
    settle(page)
    kept = {"done": [PATH.step(at).title for at in PATH.step_ids()], "end": "./?guide=end"}
    page.evaluate("kept => localStorage.setItem('explorer-guide', JSON.stringify(kept))", kept)
    page.goto(f"{server}/{guide.link(StepId(6, 2))}")
    expect(page.locator(".st-key-guide_strip").get_by_text("Done before:")).to_be_visible()
    page.goto(f"{server}/memory")
    page.get_by_role("link", name="Your film").click()
    expect(page.get_by_role("heading", name="The end of the path")).to_be_visible()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390)])
def test_a_step_is_accessible_and_fits_a_phone(
    new_page: Callable[..., Page], server: str, scheme: str, width: int
) -> None:
    page = new_page(scheme=scheme, width=width)
    page.goto(f"{server}/{guide.link(StepId(2, 1))}")
    settle(page)
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= width + 1
    term = page.locator(".st-key-guide_strip .term").first
    act, words = page.locator(".st-key-guide_task").bounding_box(), term.bounding_box()
    assert act and words and act["y"] < words["y"], "what to do comes before the explanation"
    term.click()
    definition = page.locator(".definition:popover-open")
    expect(definition).to_be_visible()
    box = definition.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= width
    assert violations(page) == []
    press_keys(page, "Escape")
    expect(definition).to_have_count(0)
    term.focus()
    press_keys(page, "Enter")
    expect(definition).to_be_visible()
    press_keys(page, "Escape")
    if width > 640:
        page.mouse.move(5, 5)
        term.hover()
        expect(definition).to_be_visible()
        at, shown = term.bounding_box(), definition.bounding_box()
        assert at and shown
        apart = max(shown["y"] - at["y"] - at["height"], at["y"] - shown["y"] - shown["height"])
        assert 0 <= apart < 30 and shown["x"] <= at["x"] + at["width"] and at["x"] <= shown["x"] + shown["width"]
        strip = page.locator(".st-key-guide_strip").bounding_box()
        assert strip and strip["x"] <= shown["x"] and shown["x"] + shown["width"] <= width - 8 and shown["width"] > 300


def test_on_a_phone_the_control_and_the_picture_that_it_moves_are_in_sight_together(
    new_page: Callable[..., Page], server: str
) -> None:
    page, at = new_page(width=390, height=844), StepId(2, 2)
    page.goto(f"{server}/{guide.link(at)}")
    settle(page)
    step = PATH.step(at)
    control, picture = page.locator(".st-key-t_hand_moves"), page.locator(f".st-key-{step.mark}").first
    expect(picture).to_be_in_viewport(ratio=0.5)
    expect(control).to_be_in_viewport(ratio=1)
    DONE_BY[str(at)](page)
    expect(page.get_by_text("Done:")).to_have_count(1)
    expect(picture).to_be_in_viewport(ratio=0.7)
    told, box = page.locator(".st-key-guide_told").bounding_box(), picture.bounding_box()
    assert told and box and told["y"] >= box["y"] + box["height"]


def on_a_phone(new_page: Callable[..., Page], server: str, steps: str) -> Iterator[tuple[Page, StepId]]:
    page = new_page(width=390, height=844)
    for at in map(StepId.read, steps.split()):
        assert at
        page.goto(f"{server}/{guide.link(at)}")
        settle(page)
        yield page, at


@pytest.mark.parametrize("steps", one_of_each(["2c 1b", "6a 5b 4b 3b 2e 2d 2b 2a 1c 1b"], others=pytest.mark.nightly))
def test_on_a_phone_picture_and_words_are_in_sight_and_the_picture_stays(
    new_page: Callable[..., Page], server: str, steps: str
) -> None:
    for page, at in on_a_phone(new_page, server, steps):
        step = PATH.step(at)
        picture = page.locator(f".st-key-{step.mark}").first
        words = page.locator(".st-key-guide_strip").get_by_test_id("stMarkdown").first
        expect(words).to_be_in_viewport(ratio=1)
        expect(picture).to_be_in_viewport(ratio=1)
        box, below = picture.bounding_box(), words.bounding_box()
        assert box and below and box["y"] + box["height"] <= below["y"], at
        for field in page.locator(
            ".st-key-step_pane :is(textarea, input[type=text]), .st-key-guide_ask label:has(input)"
        ).all():
            expect(field).to_be_in_viewport(ratio=0.95)  # what the step asks to write in, or to choose from
    write("text", "blorbify")(page)  # below the question, so that its feedback is read beside the picture
    box = page.locator(".st-key-text input")
    box.scroll_into_view_if_needed()
    expect(page.get_by_text("Done:")).to_be_in_viewport()
    expect(picture).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("steps", one_of_each(["1c 3a", "2b 2c 5a"], others=pytest.mark.nightly))
def test_on_a_phone_the_reply_stands_right_under_what_was_touched(
    new_page: Callable[..., Page], server: str, steps: str
) -> None:
    for page, at in on_a_phone(new_page, server, steps):
        DONE_BY[str(at)](page)
        told = page.locator(".st-key-guide_told")
        expect(told).to_be_in_viewport(ratio=1)
        pane, box = page.locator(".st-key-step_pane").bounding_box(), told.bounding_box()
        assert pane and box and 0 <= box["y"] - pane["y"] - pane["height"] < 40, at


def test_on_a_phone_the_picture_of_ones_own_sentence_comes_into_sight(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page(width=390, height=844)
    at = StepId(3, 2)
    page.goto(f"{server}/{guide.link(at)}&own=Zofia+hides+her+trumpet+under+the+sofa")
    settle(page)
    answer(page, at)
    DONE_BY[str(at)](page)
    settle(page)
    page.locator(".st-key-guide_own_text button").click()
    settle(page)
    expect(page.locator(f".st-key-{PATH.step(at).mark}").first).to_be_in_viewport(ratio=0.5)
