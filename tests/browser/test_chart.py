"""The chart component in a real browser: zoom kept over new data, clicks, theme colours, no WebGL needed."""

import math
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from explorer.ui.plot import assets
from tests.support import next_frames, open_tools, settle, still

APP = Path(__file__).parent / "apps" / "chart_app.py"
CHART = ".st-key-picture .explorer-chart"


def ranges(page: Page) -> list[float]:
    return page.eval_on_selector(CHART, "e => [...e._fullLayout.xaxis.range]")


def press(page: Page, key: str) -> None:
    page.get_by_role("slider").press(key)
    settle(page)


def test_a_picture_is_drawn_whole_zoomed_clicked_and_takes_the_themes_ink(
    page: Page, app_server: Callable[[Path], str]
) -> None:
    page.goto(app_server(APP))
    settle(page, charts=1)
    chart = page.locator(CHART)
    assert chart.evaluate("e => Array.from(e.data[0].y)") == [n * n for n in range(10)]
    expect(page.get_by_text("![not](an) *image* $x$")).to_be_visible()
    assert str(chart.get_attribute("aria-label")).startswith("10 points")
    x, y = chart.evaluate(
        "e => { const {xaxis: x, yaxis: y} = e._fullLayout, b = e.getBoundingClientRect();"
        " return [b.left + x._offset + x.d2p(5), b.top + y._offset + y.d2p(25)] }",
    )
    page.mouse.move(x, y)
    expect(chart.locator(".hoverlayer text").first).to_be_attached()
    page.mouse.click(x, y)
    expect(page.get_by_text("clicked 5")).to_be_visible()
    settle(page)
    left, right, middle = chart.evaluate(
        "e => { const {xaxis: x, yaxis: y} = e._fullLayout, b = e.getBoundingClientRect();"
        " return [b.left + x._offset + x.d2p(2), b.left + x._offset + x.d2p(4), b.top + y._offset + y._length / 2] }",
    )
    page.mouse.move(left, middle)
    page.mouse.down()
    page.mouse.move(right, middle, steps=5)
    page.mouse.up()
    expect(page.get_by_text("view [2, 4]")).to_be_visible()
    zoomed = ranges(page)
    press(page, "ArrowRight")
    expect(page.get_by_text("11 points, the last at 10")).to_be_visible()
    page.wait_for_function(f"() => document.querySelector('{CHART}').data[0].x.length === 11")
    assert ranges(page) == zoomed
    assert chart.count() == 1


def test_a_long_run_says_what_the_server_computes(
    page: Page, app_server: Callable[[Path], str], tmp_path: Path
) -> None:
    (gate := tmp_path / "gate").touch()
    page.goto(app_server(APP))
    settle(page, charts=1)
    says = page.get_by_text("The server is still computing: the squares")
    expect(says).to_be_hidden()
    page.get_by_label("Compute while this file exists").fill(str(gate))
    page.keyboard.press("Enter")
    expect(says).to_be_visible()
    gate.unlink()
    expect(says).to_be_hidden()
    # A change of the theme draws it anew.
    for scheme, ink in (("light", "#14202b"), ("dark", "#f2f5f7")):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(
            """([s, ink]) => { const { _fullLayout, _fullData } = document.querySelector(s)
            return [_fullLayout.font.color, _fullData[0].marker.color].every((c) => c.toLowerCase() === ink) }""",
            arg=[CHART, ink],
        )
    # A text too long for a link is left out of it, and a short one is in it again.
    box = page.get_by_role("textbox", name="Your text")
    for text, there in (("word " * 1000, False), ("short again", True)):
        box.fill(text)
        box.press("Control+Enter")
        settle(page)
        assert ("text=" in page.url, box.input_value()) == (there, text)


def copied(page: Page, button: str = "Copy link") -> str:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".st-key-picture_under .explorer-actions").get_by_role("button", name=button, exact=True).click()
    expect(page.locator(".st-key-picture_under .explorer-actions").get_by_role("status")).to_contain_text("Copied")
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_tools_of_a_picture_copy_save_fill_the_screen_and_lead_nowhere_else(
    page: Page, app_server: Callable[[Path], str]
) -> None:
    page.goto(app_server(APP) + "/?n=3&guess=two&picture_data=true")
    settle(page, charts=1)
    chart, row = page.locator(CHART), page.locator(".st-key-picture_under .explorer-actions")
    expect(page.get_by_text("Right: “two”.")).to_be_visible()
    assert copied(page).endswith("/?n=3&picture_data=true")
    assert "guess=two" in copied(page, "Copy it with your guess")
    for kind in ("PNG", "SVG"):
        tools = open_tools(page, "picture")  # a download closes them
        with page.expect_download() as waiting:
            tools.get_by_role("button", name=kind).click()
        assert waiting.value.suggested_filename == f"picture.{kind.lower()}"
        assert Path(waiting.value.path()).stat().st_size > 1_000
    page.keyboard.press("Escape")
    with page.expect_download() as waiting:
        page.get_by_text("Download CSV").click()
    assert Path(waiting.value.path()).read_text() == "x,square\n0.0,0.0\n1.0,1.0\n2.0,4.0\n"
    row.get_by_role("button", name="Full screen").click()
    page.wait_for_function("() => document.fullscreenElement?.classList.contains('explorer-chart')")
    page.wait_for_function(f"() => document.querySelector('{CHART}')._fullLayout.height === innerHeight")
    page.evaluate("document.exitFullscreen()")
    page.wait_for_function(f"() => document.querySelector('{CHART}')._fullLayout.height === 300")
    # Press every button of the toolbar: no new window, and (checked by `new_page`) no request off this machine.
    chart.hover()
    buttons = chart.locator(".modebar-btn")
    assert {"Zoom", "Pan", "Reset axes"} <= {button.get_attribute("data-title") for button in buttons.all()}
    opened: list[str] = []
    page.context.on("page", lambda page: opened.append(page.url))
    for button in buttons.all():
        button.click()
    assert opened == []
    assert chart.evaluate("e => [e._context.showSendToCloud, e._context.plotlyServerURL]") == [False, ""]
    # On a phone no tool covers the picture.
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    settle(page, charts=1)
    assert buttons.count() == 0
    expect(open_tools(page, "picture").get_by_role("button", name="PNG")).to_be_visible()


def test_a_page_loads_the_code_of_its_pictures_only_and_no_second_time(
    fresh_page: Page, app_server: Callable[[Path], str]
) -> None:
    asked: list[str] = []
    fresh_page.on("response", lambda answer: asked.append(answer.url) if "/app/static/" in answer.url else None)
    fresh_page.goto(app_server(APP))
    settle(fresh_page, charts=1)
    assert {url.rpartition("/")[2].split("-")[0] for url in asked} == {
        "picture_toolbar",
        "chart",
        "connection",
        "plotly",
    }
    assert [assets.file("plain") in url for url in asked].count(True) == 1
    assert not any(assets.file("scenes") in url for url in asked)
    # Where the network fails the picture says so, and the next change of a control tries again.
    fresh_page.route(f"**/{assets.file('scenes')}", lambda route: route.abort())
    fresh_page.get_by_text("scatter3d").click()
    expect(fresh_page.locator(CHART)).to_contain_text("plotly.js did not load")
    fresh_page.unroute_all()
    press(fresh_page, "ArrowRight")
    fresh_page.wait_for_function(f"() => document.querySelector('{CHART}')?.data?.[0].type === 'scatter3d'")
    assert [assets.file("scenes") in url for url in asked].count(True) == 1
    # On the next visit the cached copy is used: Chromium sends no request.
    fresh_page.goto(app_server(APP))
    settle(fresh_page, charts=1)
    sizes = fresh_page.evaluate(
        "name => performance.getEntriesByType('resource').filter(e => e.name.includes(name)).map(e => e.transferSize)",
        assets.file("plain"),
    )
    assert sizes == [0]


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
    expect(page.get_by_text("view [2, 4]")).to_be_visible()
    assert page.url.split("?")[0] + "?view=picture_2.5_4_-3_20.25" == copied(page)
    press(page, "ArrowRight")
    page.wait_for_function(f"() => document.querySelector('{CHART}').data[0].x.length === 11")
    assert ranges(page) == [2.5, 4]
    page.locator(f"{CHART} .nsewdrag").first.dblclick()
    page.wait_for_function(f"() => document.querySelector('{CHART}')._fullLayout.xaxis.range[1] > 9")
    assert "view" not in copied(page)


EYE = "c => { const { eye } = c.layout.scene.camera; return [eye.x, eye.y, eye.z] }"


def far(eye: list[float]) -> float:
    return math.hypot(*eye)


def test_a_link_turns_a_scene_a_drag_too_the_wheel_zooms_and_a_button_leads_back(
    page: Page, app_server: Callable[[Path], str]
) -> None:
    page.goto(app_server(APP) + "/?kind=scatter3d&n=2&view=picture_0.3_-2_0.5_0_0_-0.1")
    settle(page, charts=1)
    chart = page.locator(CHART)
    camera = chart.evaluate("e => e._fullLayout.scene.camera")
    assert ([camera["eye"][axis] for axis in "xyz"], camera["center"]["z"]) == ([0.3, -2, 0.5], -0.1)
    assert "view=picture_0.3_-2_0.5_0_0_-0.1" in copied(page)
    page.get_by_role("button", name="Turn back").click()
    page.wait_for_function(f"() => ({EYE})(document.querySelector('{CHART}'))[0] !== 0.3")
    assert "view" not in copied(page)
    settle(page)
    first, box = chart.evaluate(EYE), chart.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # Plotly reports a click at pointer down, so the page must wait for pointer up.
    point = "{curveNumber: 0, pointNumber: 1, x: 1, y: 1, z: 1}"
    say = f"document.querySelector('{CHART}').emit('plotly_click', {{points: [{point}]}})"
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(say)
    page.mouse.move(x + 60, y, steps=6)
    page.mouse.up()
    page.wait_for_function(f"old => ({EYE})(document.querySelector('{CHART}'))[0] !== old", arg=first[0])
    assert far(chart.evaluate(EYE)) == pytest.approx(far(first), rel=1e-3)
    settle(page)
    expect(page.get_by_text("clicked None")).to_be_visible()
    page.mouse.down()
    page.evaluate(say)
    page.mouse.up()
    expect(page.get_by_text("clicked 1")).to_be_visible()
    settle(page)
    for _ in range(6):
        page.mouse.wheel(0, -60)
        page.wait_for_timeout(150)  # else the browser joins them to one
    page.wait_for_function(
        f"far => Math.hypot(...({EYE})(document.querySelector('{CHART}'))) < 0.98 * far", arg=far(first)
    )


def test_a_finger_turns_a_scene_two_zoom_and_the_page_scrolls_past_it(
    new_page: Callable[..., Page], app_server: Callable[[Path], str]
) -> None:
    phone = new_page(width=390, height=500, touch=True)
    phone.goto(app_server(APP) + "/?kind=scatter3d&n=2")
    settle(phone, charts=1)
    chart, line = phone.locator(CHART), phone.context.new_cdp_session(phone)
    chart.scroll_into_view_if_needed()
    still(phone, chart.bounding_box)

    def swipe(*fingers: tuple[float, float, float, float]) -> None:
        """A touch gesture: for each finger its start, relative to the centre of the scene, and its distance."""
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
        still(phone, lambda: (chart.evaluate(EYE), chart.bounding_box()))

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


def test_a_finger_on_a_picture_scrolls_the_page(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=390, height=844, touch=True)
    page.goto(f"{server}/positions?p_part=Heatmap")
    settle(page, charts=1)
    chart = page.locator(".st-key-p_heat .explorer-chart")
    window = chart.evaluate("e => [...e._fullLayout.xaxis.range, ...e._fullLayout.yaxis.range]")
    box = chart.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    swipe = [("touchStart", [y]), *(("touchMove", [y - 12 * step]) for step in range(1, 12)), ("touchEnd", [])]
    for kind, heights in swipe:
        session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": height} for height in heights]}
        )
        next_frames(page)
    page.wait_for_function("() => [...document.querySelectorAll('*')].some((each) => each.scrollTop > 60)")
    assert chart.evaluate("e => [...e._fullLayout.xaxis.range, ...e._fullLayout.yaxis.range]") == window
