"""The chart component in a real browser: zoom kept over new data, clicks, theme colours, no WebGL needed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.conftest import launch
from tests.support import settle

APP = Path(__file__).parent / "apps" / "chart_app.py"
CHART = ".st-key-picture .explorer-chart"


def ranges(page: Page) -> list[float]:
    return page.eval_on_selector(CHART, "e => [...e._fullLayout.xaxis.range]")


def press(page: Page, key: str, times: int = 1) -> None:
    page.get_by_role("slider").focus()
    for _ in range(times):
        page.keyboard.press(key)
    settle(page)


@pytest.fixture
def chart(page: Page, app_server: Callable[[Path], str]) -> Page:
    page.goto(app_server(APP))
    settle(page, charts=1)
    return page


def test_the_data_arrive_whole(chart: Page) -> None:
    assert chart.eval_on_selector(CHART, "e => Array.from(e.data[0].y)") == [n * n for n in range(10)]


def test_zoom_survives_new_data(chart: Page) -> None:
    left, right, middle = chart.eval_on_selector(
        CHART,
        "e => { const {xaxis: x, yaxis: y} = e._fullLayout, b = e.getBoundingClientRect();"
        " return [b.left + x._offset + x.d2p(2), b.left + x._offset + x.d2p(4), b.top + y._offset + y._length / 2] }",
    )
    chart.mouse.move(left, middle)
    chart.mouse.down()
    chart.mouse.move(right, middle, steps=5)
    chart.mouse.up()
    expect(chart.get_by_text("view [2, 4]")).to_be_visible()
    zoomed = ranges(chart)
    press(chart, "ArrowRight")
    expect(chart.get_by_text("11 points, the last at 10")).to_be_visible()
    chart.wait_for_function(f"() => document.querySelector('{CHART}').data[0].x.length === 11")
    assert ranges(chart) == zoomed
    assert chart.locator(CHART).count() == 1


def test_a_click_reaches_the_page(chart: Page) -> None:
    spot = chart.eval_on_selector(
        CHART,
        "e => { const {xaxis: x, yaxis: y} = e._fullLayout, b = e.getBoundingClientRect();"
        " return [b.left + x._offset + x.d2p(5), b.top + y._offset + y.d2p(25)] }",
    )
    chart.mouse.move(*spot)
    chart.wait_for_timeout(300)
    chart.mouse.click(*spot)
    expect(chart.get_by_text("clicked 5")).to_be_visible()


@pytest.mark.parametrize(("scheme", "ink"), [("light", "#14202B"), ("dark", "#F2F5F7")])
def test_text_and_neutral_marks_take_the_themes_ink(
    new_page: Callable[..., Page], app_server: Callable[[Path], str], scheme: str, ink: str
) -> None:
    page = new_page(scheme=scheme)
    page.goto(app_server(APP))
    settle(page, charts=1)
    found = page.eval_on_selector(CHART, "e => [e._fullLayout.font.color, e._fullData[0].marker.color]")
    assert [colour.upper() for colour in found] == [ink.upper()] * 2


def test_the_summary_is_plain_text(chart: Page) -> None:
    expect(chart.get_by_text("![not](an) *image* $x$")).to_be_visible()
    assert chart.locator(CHART).get_attribute("aria-label").startswith("10 points")


def test_data_and_code_open_from_the_link(page: Page, app_server: Callable[[Path], str]) -> None:
    page.goto(app_server(APP) + "/?n=3&picture_data=true&picture_code=true")
    settle(page, charts=1)
    expect(page.get_by_text("print(3)")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_text("Download CSV").click()
    text = Path(waiting.value.path()).read_text()
    assert text == "x,square\n0.0,0.0\n1.0,1.0\n2.0,4.0\n"


@pytest.mark.parametrize("kind", ["scattergl", "scatter3d"])
def test_a_browser_without_webgl_shows_points_or_says_why_not(
    playwright: Playwright, app_server: Callable[[Path], str], kind: str
) -> None:
    browser = launch(playwright, "--disable-3d-apis")
    page = browser.new_page()
    page.goto(app_server(APP) + f"/?kind={kind}")
    settle(page, charts=1)
    assert page.evaluate("document.createElement('canvas').getContext('webgl')") is None
    if kind == "scattergl":
        assert page.locator(f"{CHART} .scatterlayer .point").count() == 10
    else:
        expect(page.locator(CHART).get_by_text("no WebGL")).to_be_visible()
    browser.close()


def test_a_long_text_stays_out_of_the_link_and_the_page_says_so(chart: Page) -> None:
    chart.get_by_label("Your text").fill("word " * 20)
    chart.get_by_label("Your text").press("Control+Enter")
    settle(chart)
    assert "text=word" in chart.url
    chart.get_by_label("Your text").fill("word " * 1000)
    chart.get_by_label("Your text").press("Control+Enter")
    expect(chart.get_by_text("A link holds 1,500")).to_be_visible()
    settle(chart)
    assert "text=" not in chart.url
    assert chart.get_by_label("Your text").input_value() == "word " * 1000
    chart.get_by_label("Your text").fill("short again")
    chart.get_by_label("Your text").press("Control+Enter")
    settle(chart)
    assert "text=short" in chart.url
    assert chart.get_by_label("Your text").input_value() == "short again"
