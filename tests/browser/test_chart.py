"""The chart component in a real browser: zoom kept over new data, clicks, theme colours, no WebGL needed."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from explorer.ui.plot import assets
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


def test_a_browser_without_webgl_says_why_there_is_no_scene(
    playwright: Playwright, app_server: Callable[[Path], str]
) -> None:
    browser = launch(playwright, "--disable-3d-apis")
    page = browser.new_page()
    page.goto(app_server(APP) + "/?kind=scatter3d")
    settle(page, charts=1)
    assert page.evaluate("document.createElement('canvas').getContext('webgl')") is None
    expect(page.locator(CHART).get_by_text("no WebGL")).to_be_visible()
    browser.close()


def test_a_page_loads_the_code_of_its_pictures_only_and_no_second_time(
    fresh_page: Page, app_server: Callable[[Path], str]
) -> None:
    asked: list[str] = []
    fresh_page.on("response", lambda answer: asked.append(answer.url) if "/app/static/" in answer.url else None)
    fresh_page.goto(app_server(APP))
    settle(fresh_page, charts=1)
    assert sorted({url.rpartition("/")[2].split("-")[0] for url in asked}) == ["actions", "chart", "plotly"]
    assert [assets.file("plain") in url for url in asked].count(True) == 1
    assert not any(assets.file("scenes") in url for url in asked)
    fresh_page.get_by_text("scatter3d").click()
    fresh_page.wait_for_function(
        f"() => document.querySelector('{CHART}')?.data?.[0].type === 'scatter3d'", timeout=60_000
    )
    assert [assets.file("scenes") in url for url in asked].count(True) == 1
    # A visit later the browser's copy is good: Chromium doesn't ask this server again.
    fresh_page.reload()
    settle(fresh_page, charts=1)
    sizes = fresh_page.evaluate(
        "name => performance.getEntriesByType('resource').filter(e => e.name.includes(name)).map(e => e.transferSize)",
        assets.file("plain"),
    )
    assert sizes in ([], [0])


def test_no_control_of_a_chart_leads_off_the_server(chart: Page) -> None:
    chart.locator(CHART).hover()
    buttons = chart.locator(f"{CHART} .modebar-btn")
    titles = [button.get_attribute("data-title") for button in buttons.all()]
    assert {"Zoom", "Pan", "Reset axes"} <= set(titles)
    assert not [
        title for title in titles if title and any(word in title.lower() for word in ("share", "cloud", "edit"))
    ]
    # Every button pressed: no dialog, no new window, and (`new_page` watches) no request off this machine.
    opened: list[str] = []
    chart.context.on("page", lambda page: opened.append(page.url))
    for button in buttons.all():
        button.click()
    assert chart.locator("[class*=cloud-dialog]").count() == 0
    assert opened == []
    links = chart.eval_on_selector_all("a[href]", "found => found.map(a => [a.href, a.rel])")
    off = [(href, rel) for href, rel in links if not href.startswith(chart.url.split("/?")[0].rstrip("/"))]
    assert [href for href, rel in off if "noreferrer" not in rel] == []
    assert chart.eval_on_selector(CHART, "e => [e._context.showSendToCloud, e._context.plotlyServerURL]") == [False, ""]


def test_the_line_under_a_picture_copies_saves_and_fills_the_screen(chart: Page) -> None:
    row = chart.locator(".st-key-picture_under .explorer-actions")
    for kind in ("PNG", "SVG"):
        with chart.expect_download() as waiting:
            row.get_by_role("button", name=kind).click()
        assert waiting.value.suggested_filename == f"picture.{kind.lower()}"
        assert Path(waiting.value.path()).stat().st_size > 1_000
    chart.context.grant_permissions(["clipboard-read", "clipboard-write"])
    row.get_by_role("button", name="Copy link").click()
    expect(row.get_by_role("status")).to_have_text("Copied; this link works on this machine only")
    assert chart.evaluate("navigator.clipboard.readText()") == chart.url
    row.get_by_role("button", name="Full screen").click()
    chart.wait_for_function("() => document.fullscreenElement?.classList.contains('explorer-chart')", timeout=60_000)
    chart.wait_for_function(
        f"() => document.querySelector('{CHART}')._fullLayout.height === innerHeight", timeout=60_000
    )
    chart.evaluate("document.exitFullscreen()")
    chart.wait_for_function(f"() => document.querySelector('{CHART}')._fullLayout.height === 300", timeout=60_000)


def copied(page: Page, button: str = "Copy link") -> str:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".st-key-picture_under .explorer-actions").get_by_role("button", name=button, exact=True).click()
    expect(page.locator(".st-key-picture_under .explorer-actions").get_by_role("status")).to_contain_text("Copied")
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_a_link_brings_back_the_zoom_and_a_double_click_lets_go_of_it(
    page: Page, app_server: Callable[[Path], str]
) -> None:
    page.goto(app_server(APP) + "/?view=picture_2.5_4_-3_20.25&view=other_1_2_3_4&view=picture_1_1_2")
    settle(page, charts=1)
    assert page.eval_on_selector(CHART, "e => [...e._fullLayout.xaxis.range, ...e._fullLayout.yaxis.range]") == [
        2.5,
        4,
        -3,
        20.25,
    ]
    expect(page.get_by_text("view [2, 4]")).to_be_visible(timeout=60_000)
    assert page.url.split("?")[0] + "?view=picture_2.5_4_-3_20.25" == copied(page)
    press(page, "ArrowRight")
    page.wait_for_function(f"() => document.querySelector('{CHART}').data[0].x.length === 11", timeout=60_000)
    assert ranges(page) == [2.5, 4]
    page.locator(f"{CHART} .nsewdrag").first.dblclick()
    page.wait_for_function(f"() => document.querySelector('{CHART}')._fullLayout.xaxis.range[1] > 9", timeout=60_000)
    assert "view" not in copied(page)


def test_a_link_brings_back_a_turned_camera(page: Page, app_server: Callable[[Path], str]) -> None:
    page.goto(app_server(APP) + "/?kind=scatter3d&view=picture_0.3_-2_0.5_0_0_-0.1")
    settle(page, charts=1)
    camera = page.eval_on_selector(CHART, "e => e._fullLayout.scene.camera")
    assert [camera["eye"][axis] for axis in "xyz"] == [0.3, -2, 0.5]
    assert camera["center"]["z"] == -0.1
    assert "view=picture_0.3_-2_0.5_0_0_-0.1" in copied(page)


@pytest.mark.parametrize(
    "view", ["picture_1_2_3", "picture_1_1_2_3", "picture_1e300_2_3_4", "picture_a_b_c_d", "x" * 400]
)
def test_a_link_with_a_broken_view_shows_everything(page: Page, app_server: Callable[[Path], str], view: str) -> None:
    page.goto(app_server(APP) + f"/?view={view}")
    settle(page, charts=1)
    assert ranges(page)[0] <= 0
    assert ranges(page)[1] >= 9


def test_a_copied_link_holds_a_guess_only_when_asked(page: Page, app_server: Callable[[Path], str]) -> None:
    page.goto(app_server(APP) + "/?n=3&guess=two")
    settle(page, charts=1)
    expect(page.get_by_text("Right: “two”.")).to_be_visible()
    assert copied(page).endswith("/?n=3")
    assert "guess=two" in copied(page, "Copy it with your guess")


def test_a_change_of_theme_redraws_without_a_run_of_the_page(page: Page, app_server: Callable[[Path], str]) -> None:
    page.goto(app_server(APP))
    settle(page, charts=1)
    element = f"document.querySelector('{CHART}')"
    # Streamlit changes a theme by writing other values into these properties.
    page.evaluate(
        f"() => {{ let e = {element}.parentElement; e.style.setProperty('--st-text-color', '#ff8800');"
        " e.style.setProperty('--st-background-color', '#001122') }"
    )
    page.wait_for_function(f"() => {element}._fullLayout.font.color === '#ff8800'", timeout=60_000)
    assert page.evaluate(f"{element}._fullData[0].marker.color") == "#ff8800"


def test_on_a_phone_no_tool_covers_the_picture(
    new_page: Callable[..., Page], app_server: Callable[[Path], str]
) -> None:
    page = new_page(width=390, height=844)
    page.goto(app_server(APP))
    settle(page, charts=1)
    assert page.locator(f"{CHART} .modebar-btn").count() == 0
    expect(page.locator(".st-key-picture_under .explorer-actions").get_by_role("button", name="PNG")).to_be_visible()


def test_turning_a_scene_on_a_point_is_no_click(page: Page, app_server: Callable[[Path], str]) -> None:
    page.goto(app_server(APP) + "/?kind=scatter3d&n=2")
    settle(page, charts=1)
    # Plotly says a point was clicked while the button is down, so the page must wait for the end of the press.
    box = page.locator(CHART).bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    point = "{curveNumber: 0, pointNumber: 1, x: 1, y: 1, z: 1}"
    say = f"document.querySelector('{CHART}').emit('plotly_click', {{points: [{point}]}})"
    page.mouse.move(*middle)
    page.mouse.down()
    page.evaluate(say)
    page.mouse.move(middle[0] + 40, middle[1], steps=4)
    page.mouse.up()
    settle(page)
    expect(page.get_by_text("clicked None")).to_be_visible()
    page.mouse.down()
    page.evaluate(say)
    page.mouse.up()
    expect(page.get_by_text("clicked 1")).to_be_visible(timeout=60_000)


EYE = "c => { const { eye } = c.layout.scene.camera; return [eye.x, eye.y, eye.z] }"


def far(eye: list[float]) -> float:
    return math.hypot(*eye)


def test_a_drag_turns_a_scene_the_wheel_zooms_and_a_button_leads_back(
    page: Page, app_server: Callable[[Path], str]
) -> None:
    page.goto(app_server(APP) + "/?kind=scatter3d&n=2")
    settle(page, charts=1)
    chart = page.locator(CHART)
    first, box = chart.evaluate(EYE), chart.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y, steps=6)
    page.mouse.up()
    page.wait_for_function(f"old => ({EYE})(document.querySelector('{CHART}'))[0] !== old", arg=first[0])
    turned = chart.evaluate(EYE)
    assert far(turned) == pytest.approx(far(first), rel=1e-3)
    for _ in range(6):
        page.mouse.wheel(0, -60)
        page.wait_for_timeout(150)
    page.wait_for_function(
        f"far => Math.hypot(...({EYE})(document.querySelector('{CHART}'))) < 0.98 * far", arg=far(first)
    )
    page.get_by_role("button", name="Back to the beginning").click()
    page.wait_for_function(f"old => ({EYE})(document.querySelector('{CHART}'))[0] === old", arg=first[0])
    assert "view" not in copied(page)


def test_a_finger_turns_a_scene_two_zoom_and_the_page_scrolls_past_it(
    new_page: Callable[..., Page], app_server: Callable[[Path], str]
) -> None:
    phone = new_page(width=390, height=500, touch=True)
    phone.goto(app_server(APP) + "/?kind=scatter3d&n=2")
    settle(phone, charts=1)
    chart, line = phone.locator(CHART), phone.context.new_cdp_session(phone)
    chart.scroll_into_view_if_needed()
    phone.wait_for_timeout(300)

    def swipe(*fingers: tuple[float, float, float, float]) -> None:
        """Of each finger where it begins, from the middle of the scene, and how far it goes."""
        box = chart.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for step in range(11):
            spots = [
                {"x": x + at + right * step / 10, "y": y + up + down * step / 10, "id": number}
                for number, (at, up, right, down) in enumerate(fingers)
            ]
            kind = "touchMove" if step else "touchStart"
            line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})
            phone.wait_for_timeout(20)
        line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        phone.wait_for_timeout(500)

    first = chart.evaluate(EYE)
    swipe((0, 0, 80, 2))
    turned = chart.evaluate(EYE)
    assert turned != first and far(turned) == pytest.approx(far(first), rel=1e-3)
    before = chart.bounding_box()
    swipe((0, 40, 0, -100))
    after = chart.bounding_box()
    assert before and after and after["y"] < before["y"] - 40
    assert chart.evaluate(EYE) == pytest.approx(turned)
    swipe((-30, 0, -40, 0), (30, 0, 40, 0))
    assert far(chart.evaluate(EYE)) < 0.7 * far(turned)


def test_a_long_text_stays_out_of_the_link_and_the_page_says_so(chart: Page) -> None:
    chart.get_by_role("textbox", name="Your text").fill("word " * 20)
    chart.get_by_role("textbox", name="Your text").press("Control+Enter")
    settle(chart)
    assert "text=word" in chart.url
    chart.get_by_role("textbox", name="Your text").fill("word " * 1000)
    chart.get_by_role("textbox", name="Your text").press("Control+Enter")
    expect(chart.get_by_text("A link holds 1,500")).to_be_visible()
    settle(chart)
    assert "text=" not in chart.url
    assert chart.get_by_role("textbox", name="Your text").input_value() == "word " * 1000
    chart.get_by_role("textbox", name="Your text").fill("short again")
    chart.get_by_role("textbox", name="Your text").press("Control+Enter")
    settle(chart)
    assert "text=short" in chart.url
    assert chart.get_by_role("textbox", name="Your text").input_value() == "short again"
