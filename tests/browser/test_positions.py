"""The Positions page in Chromium: hover, zoom, shared link, keyboard."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.support import settle

HEAT = ".st-key-p_heat .explorer-chart"
LARGEST = "/positions?p_len=8192&p_dim=1024"

STATE = f"""() => {{
  const chart = document.querySelector("{HEAT}")
  const {{ xaxis, yaxis }} = chart._fullLayout
  const [table] = chart._fullData
  const {{ z, dx, dy, y0 }} = table
  const drawn = Number(chart.dataset.drawn)
  return {{ x: xaxis.range, y: yaxis.range, rows: z.length, columns: z[0].length, dx, dy, y0, first: z[0][0], drawn }}
}}"""


def state(page: Page) -> dict:
    return page.evaluate(STATE)


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Zoom into a part of the heatmap: corners as shares of its width and height."""
    box = page.locator(f"{HEAT} .nsewdrag").first.bounding_box()
    assert box
    corners = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in (start, end)]
    page.mouse.move(*corners[0])
    page.mouse.down()
    page.mouse.move(*corners[1], steps=6)
    page.mouse.up()


def wait_for(page: Page, condition: str) -> None:
    page.wait_for_function(f"() => {{ const s = ({STATE})(); return {condition} }}", timeout=20_000)


def test_hover_reads_position_dimension_pair_frequency_wavelength_and_value(server, page):
    page.goto(f"{server}/positions?p_len=16&p_dim=4")
    settle(page, 1)
    box = page.locator(f"{HEAT} .nsewdrag").first.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.875, box["y"] + box["height"] * 3.5 / 16)
    hover = page.locator(f"{HEAT} .hoverlayer")
    expect(hover).to_contain_text("position 3")
    expect(hover).to_contain_text("dimension 3: cosine of pair 1")
    expect(hover).to_contain_text("frequency 0.01 radians")
    expect(hover).to_contain_text("wavelength 628.3")
    expect(hover).to_contain_text("0.9996")  # cos 0.03


def test_zooming_into_the_largest_table_shows_single_values_and_out_again_the_whole(server, page):
    page.goto(server + LARGEST)
    settle(page, 1)
    whole = state(page)
    assert (whole["dy"], whole["dx"]) == (64, 4)
    assert whole["rows"] * whole["columns"] * 4 < 300_000
    drag(page, (0.5, 0.4), (0.56, 0.46))
    wait_for(page, "s.dy === 1 && s.dx === 1")
    part = state(page)
    assert part["y"][0] - part["y"][1] < 600
    assert part["y"][1] <= part["y0"] + 1 <= part["y"][0]
    expect(page.get_by_text("Every cell is one value.")).to_be_visible()
    box = page.locator(f"{HEAT} .nsewdrag").first.bounding_box()
    page.mouse.dblclick(box["x"] + 200, box["y"] + 200)
    wait_for(page, "s.dy === 64")
    assert state(page)["y"] == whole["y"]


def test_the_zoom_stays_when_a_slider_moves(server, page):
    page.goto(server + LARGEST)
    settle(page, 1)
    drag(page, (0.2, 0.1), (0.26, 0.16))
    wait_for(page, "s.dy === 1 && s.dx === 1")
    before = state(page)
    slider = page.get_by_role("slider", name="Base")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    wait_for(page, f"s.drawn > {before['drawn']}")
    settle(page, 1)
    after = state(page)
    assert (after["x"], after["y"]) == (before["x"], before["y"])
    assert (after["dy"], after["dx"]) == (1, 1)
    expect(page).to_have_url(re.compile("p_base=9900"))


def test_a_zoom_outside_a_smaller_table_is_given_up(server, page):
    page.goto(f"{server}/positions?p_len=8192&p_dim=64")
    settle(page, 1)
    drag(page, (0.2, 0.8), (0.4, 0.87))
    wait_for(page, "s.dy === 1")
    page.get_by_role("slider", name="Length").focus()
    page.keyboard.press("Home")
    wait_for(page, "s.rows === 1")
    assert state(page)["y"] == [0.5, -0.5]
    page.keyboard.press("End")
    wait_for(page, "s.rows > 1")
    settle(page, 1)
    assert state(page)["y"] == [8191.5, -0.5]
    assert state(page)["dy"] > 1


def test_a_shared_link_brings_the_same_screen_back(server, page, new_page):
    page.goto(f"{server}/positions?p_part=Heatmap")
    settle(page, 1)
    page.get_by_role("slider", name="Width").focus()
    page.keyboard.press("Home")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    settle(page, 1)
    page.wait_for_url("**p_dim=5**")
    page.get_by_text("in halves", exact=True).click()
    page.wait_for_url("**p_layout=in+halves**")
    page.get_by_text("the first of each half", exact=True).click()
    expect(page.get_by_text("Right: “the first of each half”.")).to_be_visible()
    settle(page, 1)
    other = new_page(scheme="dark", width=390)
    other.goto(page.url)
    settle(other, 1)
    assert state(other)["columns"] == 5
    assert state(other)["first"] == state(page)["first"]
    expect(other.get_by_text("Right: “the first of each half”.")).to_be_visible()
    other.reload()
    settle(other, 1)
    assert state(other)["columns"] == 5


def test_clocks_by_keyboard_alone(server, page):
    page.goto(f"{server}/positions?p_part=Clocks")
    settle(page)
    page.keyboard.press("n")
    expect(page.get_by_text("Position 1, in binary 1.")).to_be_visible()
    page.wait_for_url("**p_pos=1**")
    page.keyboard.press("n")
    expect(page.get_by_text("Position 2, in binary 10.")).to_be_visible()
    page.keyboard.press("b")
    expect(page.get_by_text("Position 1, in binary 1.")).to_be_visible()
    page.get_by_role("slider", name="Position").focus()
    page.keyboard.press("ArrowRight")
    said = page.get_by_text("Position 2, in binary 10.")
    expect(said).to_be_visible()
    in_browser = said.inner_text()
    page.wait_for_url("**p_pos=2**")
    settle(page)
    assert said.inner_text() == in_browser, "the server says of the hands what the browser said"


DIALS = ".st-key-p_clock .dials"
HAND = f"{DIALS} svg g"


def test_one_key_plays_the_clocks_in_the_browser_and_pauses_them(server, page):
    page.goto(f"{server}/positions?p_part=Clocks")
    settle(page)
    sent = page.evaluate("window.lastSent")
    page.keyboard.press("p")
    dials = page.locator(DIALS)
    # Hands glide: some frame shows a hand between two whole positions.
    page.wait_for_function(
        """() => {
          const dials = document.querySelector(".st-key-p_clock [data-testid=stBidiComponentIsolated]")
          const root = (dials.shadowRoot ?? dials).querySelector(".dials")
          return root.at > 3 && Math.abs(root.at - Math.round(root.at)) > 0.05
        }""",
        timeout=60_000,
    )
    assert page.evaluate("window.lastSent") == sent  # the server has no part in it
    page.keyboard.press("p")
    expect(dials.get_by_role("button", name="Play")).to_be_visible(timeout=60_000)
    settle(page)
    at = int(dials.get_attribute("data-position"))
    expect(page.get_by_text(f"Position {at}, in binary {at:b}.")).to_be_visible()
    page.wait_for_url(f"**p_pos={at}**")
    turned = page.locator(HAND).first.get_attribute("transform")
    assert float(re.search(r"rotate\((.*)\)", turned)[1]) == pytest.approx(np.degrees(at) % 360, abs=1e-6)


def test_whoever_asks_for_less_motion_gets_whole_steps(server, new_page):
    page = new_page()
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{server}/positions?p_part=Clocks")
    settle(page)
    page.evaluate(
        """() => {
          const dials = document.querySelector(".st-key-p_clock [data-testid=stBidiComponentIsolated]")
          const root = (dials.shadowRoot ?? dials).querySelector(".dials")
          const hand = root.querySelector("svg g")
          window.seen = []
          new MutationObserver(() => window.seen.push(hand.getAttribute("transform"))).observe(hand, {attributes: true})
        }"""
    )
    page.keyboard.press("p")
    page.wait_for_function("() => window.seen.length >= 3", timeout=60_000)
    page.keyboard.press("p")
    turns = [float(re.search(r"rotate\((.*)\)", each)[1]) for each in page.evaluate("window.seen")]
    assert turns[:3] == pytest.approx(np.degrees([1, 2, 3]), abs=1e-6)


def test_an_exact_number_is_typed_and_is_in_the_link(server, page, new_page):
    page.goto(f"{server}/positions?p_part=Heatmap")
    settle(page, 1)
    page.get_by_role("button", name="Type").click()
    box = page.get_by_role("spinbutton", name="Length")
    box.fill("7777")
    box.press("Enter")
    expect(page.get_by_text("Sinusoidal table, 7,777 positions")).to_be_visible(timeout=30_000)
    page.wait_for_url("**p_len=7777**")
    other = new_page(scheme="dark")
    other.goto(page.url)
    expect(other.get_by_text("Sinusoidal table, 7,777 positions")).to_be_visible(timeout=30_000)
    expect(other.get_by_role("slider", name="Length")).to_have_attribute("aria-valuetext", re.compile("7777"))


def test_the_tip_of_the_hand_is_guessed_by_mouse_finger_and_keys(new_page: Callable[..., Page], server: str) -> None:
    for width, touch in ((1440, False), (390, True)):
        page = new_page(width=width, height=844, touch=touch)
        page.goto(f"{server}/positions?p_part=Clocks")
        settle(page)
        picture = page.locator(".st-key-p_hand_figure .explorer-chart")
        picture.scroll_into_view_if_needed()
        expect(picture.locator(".main-svg").first).to_be_visible()
        plot = picture.locator(".plot, .nsewdrag").first.bounding_box()
        spot = plot["x"] + plot["width"] / 2, plot["y"] + plot["height"] * 0.1
        (page.touchscreen.tap if touch else page.mouse.click)(*spot)
        expect(page.get_by_role("slider", name="Your guess, up")).to_have_value(
            re.compile(r"^(0\.[6-9]|1)"), timeout=60_000
        )
        settle(page)
        across = page.get_by_role("slider", name="Your guess, across")
        before = float(across.input_value())
        across.focus()
        page.keyboard.press("ArrowLeft")
        expect(across).not_to_have_value(str(before))
        assert float(across.input_value()) == pytest.approx(before - 0.05)
        settle(page)
        assert "p_hand_x" in page.url
        page.locator(".st-key-p_hand_where").get_by_text("Show where it is").click()
        expect(page.get_by_text("short of a whole turn").first).to_be_visible(timeout=60_000)
        expect(page.get_by_text(re.compile(r"Your guess lies 0\.\d\d away from it"))).to_be_visible()
        page.close()


def test_on_a_phone_all_choices_are_in_sight(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{server}/positions?p_part=Learned+tables")
    settle(page, charts=2)
    choices = page.get_by_role("radiogroup", name="Picture").get_by_role("radio")
    assert choices.count() == 6
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in (c.bounding_box() for c in choices.all()))
