"""Positions in Chromium: hover, zoom, shared link, keyboard; and Memory's entry and slider."""

import re
from urllib.parse import parse_qs, urlparse

from playwright.sync_api import Page, expect

from tests.support import press_keys, settle

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
    page.wait_for_function(f"() => {{ const s = ({STATE})(); return {condition} }}")


def test_the_largest_table_is_zoomed_into_and_the_zoom_stays_while_the_table_has_it(server, page):
    page.goto(server + LARGEST)
    settle(page, 1)
    whole = state(page)
    assert (whole["dy"], whole["dx"]) == (64, 4)
    assert whole["rows"] * whole["columns"] * 4 < 300_000
    drag(page, (0.5, 0.4), (0.56, 0.46))
    wait_for(page, "s.dy === 2 && s.dx === 1")  # more rows than the picture has lines
    settle(page, 1)
    drag(page, (0.1, 0.2), (0.9, 0.7))
    wait_for(page, "s.dy === 1 && s.dx === 1")
    expect(page.get_by_text("Every cell is one value.")).to_be_visible()
    settle(page, 1)
    part = state(page)
    assert part["y"][0] - part["y"][1] < 600
    assert part["y"][1] <= part["y0"] + 1 <= part["y"][0]
    page.get_by_role("slider", name="Base").press("ArrowLeft")
    wait_for(page, f"s.drawn > {part['drawn']}")
    settle(page, 1)
    after = state(page)
    assert [after[name] for name in ("x", "y", "dy", "dx")] == [part[name] for name in ("x", "y", "dy", "dx")]
    expect(page).to_have_url(re.compile("p_base=9900"))
    # A shorter table lacks these rows: it is shown whole, and so is a longer one after it.
    page.get_by_role("slider", name="Length").press("Home")
    wait_for(page, "s.rows === 2")
    assert state(page)["y"] == [1.5, -0.5]
    page.get_by_role("slider", name="Length").press("End")
    wait_for(page, "s.dy === 64")
    assert state(page)["y"] == whole["y"]
    settle(page, 1)
    drag(page, (0.2, 0.1), (0.26, 0.16))
    wait_for(page, "s.dy === 2")
    box = page.locator(f"{HEAT} .nsewdrag").first.bounding_box()
    page.mouse.dblclick(box["x"] + 200, box["y"] + 200)
    wait_for(page, "s.dy === 64")
    assert state(page)["y"] == whole["y"]


def test_a_cell_is_read_and_a_shared_link_brings_the_same_screen_back(server, page):
    page.goto(f"{server}/positions?p_part=Heatmap&p_len=16&p_dim=4")
    settle(page, 1)
    box = page.locator(f"{HEAT} .nsewdrag").first.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.875, box["y"] + box["height"] * 3.5 / 16)
    hover = page.locator(f"{HEAT} .hoverlayer")
    for said in ("position 3", "cosine of pair 1", "frequency 0.01 radians", "wavelength 628.3", "0.9996"):  # cos 0.03
        expect(hover).to_contain_text(said)
    page.get_by_role("slider", name="Width").press("ArrowRight")
    page.wait_for_url("**p_dim=6**")
    page.get_by_text("in halves", exact=True).click()
    page.wait_for_url("**p_layout=in+halves**")
    page.get_by_text("the first of each half", exact=True).click()
    right = page.get_by_text("Right. Like waves")
    expect(right).to_be_visible()
    settle(page, 1)
    page.get_by_role("button", name="Type").click()
    typed = page.get_by_role("spinbutton", name="Length")
    typed.fill("7777")
    typed.press("Enter")
    page.wait_for_url("**p_len=7777**")
    settle(page, 1)
    before = state(page)
    assert before["columns"] == 6
    page.reload()
    settle(page, 1)
    expect(right).to_be_visible()
    expect(page.get_by_role("slider", name="Length")).to_have_attribute("aria-valuetext", re.compile("7777"))
    assert {**state(page), "drawn": 0} == {**before, "drawn": 0}


def query(page) -> dict[str, list[str]]:
    return parse_qs(urlparse(page.url).query)


def test_entry_and_slider_stay_in_step_through_the_url_with_the_keyboard_alone(server, page):
    page.goto(f"{server}/memory")
    settle(page, charts=1)
    entry = page.get_by_role("textbox", name="Vocabulary (rows), typed")
    entry.focus()
    press_keys(page, "Control+a")
    page.keyboard.type("12345")
    press_keys(page, "Enter")
    slider = page.get_by_role("slider", name="Vocabulary (rows)")
    expect(slider).to_have_attribute("aria-valuetext", "12,345")
    assert query(page)["m_v"] == ["12345"]
    slider.focus()
    press_keys(page, "ArrowRight")
    expect(entry).to_have_value("20000")
    expect(page.get_by_text("The token table takes 61.4 MB")).to_be_visible()
    assert query(page)["m_v"] == ["20000"]
    # The focus stays on the slider, for further key presses.
    press_keys(page, "ArrowRight")
    expect(entry).to_have_value("30522")
    page.reload()
    settle(page, charts=1)
    expect(page.get_by_role("textbox", name="Vocabulary (rows), typed")).to_have_value("30522")
