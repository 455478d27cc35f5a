"""In front of people: 1920×1080 pixels, and every text large enough for the back row."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from explorer.content.pages import PAGES
from tests.browser.test_room import School, bar, open_room, school  # noqa: F401 - a fixture
from tests.support import settle, stays_quiet

LEAST = 27.9
"""Pixels; 28, less what a scaled picture loses in rounding."""
SMALL = """(least) => {
  const found = []
  const look = (root) => {
    for (const e of root.querySelectorAll('*')) {
      if (e.shadowRoot) look(e.shadowRoot)
      const box = e.getBoundingClientRect()
      const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())
      const seen = e.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      if (!text || !seen || box.width < 2 || box.height < 2) continue
      let size = parseFloat(getComputedStyle(e).fontSize)
      const drawn = e.ownerSVGElement ? e.getScreenCTM() : null
      if (drawn) size *= Math.hypot(drawn.b, drawn.d)
      if (size < least) found.push(`${size.toFixed(1)} px: ${e.textContent.trim().slice(0, 40)}`)
    }
  }
  look(document.querySelector('[data-testid=stMain]'))
  return found
}"""


def small(page: Page) -> list[str]:
    settle(page)
    page.wait_for_function("() => !document.querySelector('.explorer-chart:not([data-drawn])')", timeout=60_000)
    return page.evaluate(SMALL, LEAST)


@pytest.mark.parametrize(
    "path",
    [
        "?",
        "tokens?t_part=Rows",
        "tokens?t_part=Neighbours",
        "positions?p_part=Clocks",
        "projection?j_part=Map",
        "extrapolation?x_part=Loss+by+position",
        "memory?",
        "gradients?",
        "failures?",
        "check?",
    ],
)
def test_every_text_is_large_enough(new_page: Callable[..., Page], server: str, path: str) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/{path}&present=true")
    assert small(page) == []


@pytest.mark.parametrize(
    "path",
    [
        "memory?m_part=Real+models",
        "tokens?t_part=Encodings",  # a table of four columns
        "projection?j_part=Groups",  # one with long words
        "gradients?g_part=Tied+or+untied",  # a badge with a long name
        "teach?",  # buttons with whole sentences
    ],
)
def test_no_page_scrolls_sideways_on_a_phone(new_page: Callable[..., Page], server: str, path: str) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{server}/{path}&present=true")
    settle(page)
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= 391


def test_the_clocks_buttons_say_their_whole_word(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/positions?p_part=Clocks&guide=4.3&p_dim=128&present=true")
    settle(page)
    for key in ("p_back", "p_step"):
        words = page.locator(f".st-key-{key} button :has(> p)")
        expect(words).to_be_visible()
        assert words.evaluate("(word) => word.clientWidth > 0 && word.scrollWidth <= word.clientWidth"), key


def test_all_pages_and_the_path_are_one_press_away(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/?present=true")
    settle(page)
    page.get_by_role("button", name="Pages").click()
    menu = page.get_by_test_id("stPopoverBody")
    expect(menu.get_by_role("link")).to_have_count(len(PAGES) + 1)
    menu.get_by_role("link", name="Tokens").click()
    expect(page).to_have_url(re.compile(r"/tokens\?.*present=true"))
    settle(page)
    page.get_by_role("button", name="Pages").click()
    menu.get_by_role("link", name="Start here").click()
    expect(page).to_have_url(re.compile(r"guide=1\.1.*present=true"))
    settle(page)
    expect(page.get_by_role("button", name="Pages")).to_have_count(0)  # a step has its own way on, and out


def test_what_is_said_of_an_answer_comes_into_sight(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/extrapolation?x_part=Loss+by+position&guide=6.3&present=true")
    settle(page)
    asked = page.locator(".st-key-guide_ask")
    said = page.locator(".st-key-guide_strip").get_by_test_id("stAlert")
    for wrong in ("As well as before", "A little worse"):
        asked.locator("label", has_text=wrong).click()
        expect(said.first).to_contain_text("hint" if wrong.startswith("As") else "The answer is")
        expect(said.first).to_be_in_viewport(ratio=0.9)
    assert page.locator(".st-key-guide_strip").evaluate("(e) => e.scrollTop") > 0


def test_eight_clocks_stand_four_and_four_and_their_buttons_in_sight(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/positions?p_part=Clocks&guide=4.3&p_dim=128&present=true")
    settle(page)
    tops = page.locator(".face").evaluate_all("all => all.map((e) => Math.round(e.getBoundingClientRect().top))")
    assert [tops.count(top) for top in sorted(set(tops))] == [4, 4]
    button = page.locator(".st-key-p_step button").bounding_box()
    assert button["y"] + button["height"] <= 1080


@pytest.mark.parametrize("part", ["Map", "Ways to draw a map", "Other seeds"])
def test_the_maps_begin_and_end_on_the_screen(new_page: Callable[..., Page], server: str, part: str) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/projection?j_part={part.replace(' ', '+')}&present=true")
    settle(page)
    picture = page.locator(".explorer-chart, canvas").first
    expect(picture).to_be_visible(timeout=60_000)
    box = picture.bounding_box()
    assert box["y"] > 0 and box["y"] + box["height"] <= 1080, box


FILLING = [
    "tokens?t_part=Neighbours",
    "positions?p_part=Rows",
    "positions?p_part=Heatmap",
    "positions?p_part=Shift",
    "extrapolation?x_part=Loss+by+position",
    "extrapolation?x_part=Ways+out",
    "memory?m_part=Caches",
    "gradients?g_part=Your+sentence",
]


def ends(page: Page) -> tuple[float, float]:
    """The lower edges of the part's first picture and of its sentence, once neither moves any more."""
    settle(page)
    chart = page.locator(".st-key-part_body .explorer-chart[data-drawn]").first
    expect(chart).to_be_visible(timeout=60_000)
    said = page.locator(".st-key-part_screen [class*=_said]").first
    page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 400))")
    boxes = chart.bounding_box(), said.bounding_box()
    return boxes[0]["y"] + boxes[0]["height"], boxes[1]["y"] + boxes[1]["height"]


@pytest.mark.parametrize(
    "path", ["memory?m_part=Fewer+bits", "projection?j_part=Smaller+copies", "gradients?g_part=One+step"]
)
def test_with_an_open_question_of_two_lines_the_sentence_is_on_the_screen(
    new_page: Callable[..., Page], server: str, path: str
) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/{path}&present=true")
    asked = page.locator("[class*=_guess_box] [data-testid=stWidgetLabel] p")
    expect(asked).to_be_visible(timeout=60_000)
    assert asked.bounding_box()["height"] > 60
    assert ends(page)[1] <= 1080


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1920, 1200), (1280, 720)])
def test_the_first_picture_fills_the_screen_and_ends_on_it(
    new_page: Callable[..., Page], server: str, width: int, height: int
) -> None:
    page = new_page(width=width, height=height)
    for path in FILLING if height == 1080 else FILLING[1:4]:
        page.goto(f"{server}/{path}&present=true")
        picture, sentence = ends(page)
        assert picture <= height, path
        assert height == 720 or sentence <= height, path
        assert picture > 0.75 * height, path


def test_a_picture_makes_room_for_what_is_said_of_a_guess(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1920, height=1200)
    page.goto(f"{server}/positions?p_part=Two+arrows&present=true")
    ends(page)
    chart = page.locator(".st-key-part_body .explorer-chart[data-drawn]").first
    before = chart.bounding_box()["height"]
    page.locator("[class*=_guess_box] label", has_text="around a circle").click()
    expect(page.locator("[class*=_guess_box]").get_by_role("alert")).to_be_visible()
    assert ends(page)[0] <= 1200
    assert chart.bounding_box()["height"] < before


BESIDE_ROWS = """(chart) => [...chart.querySelectorAll(".yaxislayer-above")].map((axis) =>
  [...axis.querySelectorAll("text")].map((name) => name.getBoundingClientRect()).map((b) => (b.top + b.bottom) / 2))"""


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("memory?m_part=Real+models", 22),
        ("memory?m_part=MB+or+MiB", 12),
        ("tokens?t_part=Pipeline&text=one+two+three+four+five", 15),
        ("failures?f_part=Who+says+a+word?", 15),
    ],
)
def test_names_beside_rows_do_not_cover_each_other(
    new_page: Callable[..., Page], server: str, path: str, names: int
) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/{path}&present=true")
    settle(page)
    chart = page.locator(".st-key-part_body .explorer-chart[data-drawn]").first
    axes = [sorted(set(axis)) for axis in chart.evaluate(BESIDE_ROWS)]
    assert sum(map(len, axes)) == names
    assert all(below - above > 28 for axis in axes for above, below in pairwise(axis))


def test_the_axis_title_stands_between_the_rows_and_the_scale_of_colours(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/gradients?g_part=One+step&present=true")
    settle(page)
    chart = page.locator(".st-key-part_body .explorer-chart[data-drawn]").first
    title, scale = chart.locator(".x2title").bounding_box(), chart.locator(".cbfills").first.bounding_box()
    rows = chart.locator(".heatmaplayer image").nth(1).bounding_box()
    assert rows["y"] + rows["height"] <= title["y"] and title["y"] + title["height"] <= scale["y"]


def test_titles_of_two_lines_are_whole(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/gradients?g_part=Your+sentence&present=true")
    settle(page)
    chart = page.locator(".explorer-chart[data-drawn]").nth(1)
    title = chart.locator(".annotation-text", has_text="adds up").bounding_box()
    assert title["y"] >= chart.bounding_box()["y"]


def test_a_picture_without_names_beside_its_rows_is_not_made_higher(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/gradients?g_part=Tied+or+untied&present=true")
    settle(page)
    assert page.locator(".explorer-chart[data-drawn]").first.bounding_box()["height"] < 600


def test_a_heading_stands_above_its_text(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/teach?present=true")
    settle(page)
    heading = page.get_by_role("heading", name="Ten minutes: how a word becomes numbers").bounding_box()
    text = page.get_by_text("10 minutes, 4 steps.").bounding_box()
    assert heading["y"] + heading["height"] <= text["y"]


def test_what_the_upward_axis_means_can_be_read_from_end_to_end(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1920, height=1080)
    page.goto(f"{server}/projection?j_part=Word+axes&present=true")
    settle(page)
    chart = page.locator(".explorer-chart[data-drawn]").first
    box, title = chart.bounding_box(), chart.locator(".ytitle").bounding_box()
    assert title["y"] >= box["y"] and title["y"] + title["height"] <= box["y"] + box["height"]


def test_the_line_follows_a_control_and_asks_for_nothing_else(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1920, height=1080)
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda _: sent.append(page.url)))
    page.goto(f"{server}/positions?p_part=Rows&p_dim=64&p_len=128&present=true")
    settle(page)
    said = page.locator(".st-key-presenter_line")
    expect(said).to_have_text("No model: a formula · D = 64 · positions: 128")
    before = len(sent)
    page.wait_for_timeout(3_000)
    assert len(sent) == before
    page.get_by_text("Controls", exact=True).click()
    page.locator(".st-key-p_dim input[type=range]").focus()
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text("No model: a formula · D = 65 · positions: 128", timeout=60_000)
    assert stays_quiet(page)


def test_the_teachers_bar_is_large_too(new_page: Callable[..., Page], school: School) -> None:  # noqa: F811
    page = new_page(width=1920, height=1080)
    open_room(page, f"{school.address}/extrapolation?x_part=Loss+by+position")
    page.get_by_text("Presenter", exact=True).click()
    expect(bar(page)).to_contain_text("have guessed", timeout=60_000)
    expect(page.get_by_test_id("stSidebarNav")).to_be_hidden(timeout=60_000)
    expect(bar(page).get_by_role("button", name="Reveal the answer")).to_be_visible(timeout=60_000)
    # The bar asks by itself every second, so that the page is never calm for long.
    assert page.evaluate(SMALL, LEAST) == []
