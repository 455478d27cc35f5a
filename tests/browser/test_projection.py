from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Playwright, expect

from tests.browser.conftest import launch
from tests.support import settle

CHART = ".st-key-j_map .explorer-chart"


def test_every_row_of_the_largest_table_is_drawn_with_webgl(server: str, page: Page) -> None:
    page.goto(f"{server}/projection?j_table=Whisper")
    settle(page, charts=1)
    chart = page.locator(CHART)
    assert chart.evaluate("c => c.data[0].type") == "scattergl"
    assert chart.evaluate("c => c.data[0].x.length") == 50_257
    assert chart.evaluate("c => c._fullData[0].x.length") == 50_257


def test_without_webgl_every_row_is_painted_and_a_click_names_a_row(server: str, playwright: Playwright) -> None:
    browser = launch(playwright, "--disable-3d-apis", "--disable-software-rasterizer")
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(f"{server}/projection")
    settle(page, charts=1)
    chart = page.locator(CHART)
    assert page.evaluate("!document.createElement('canvas').getContext('webgl2')")
    assert chart.get_attribute("data-painted") == "30522"
    assert chart.evaluate("c => c.data[0].x.length") == 0
    source = chart.evaluate("c => c.layout.images[0].source")
    assert source.startswith("data:image/png")
    # A click beside no marked word examines the nearest dot.
    spot = chart.evaluate(
        """c => { const {xaxis, yaxis} = c._fullLayout, box = c.getBoundingClientRect(), cloud = c.clouds[0];
        const [left, top] = [box.left + xaxis._offset, box.top + yaxis._offset];
        let far = null;
        for (let i = 0; i < cloud.x.length && far === null; i++) {
          if (xaxis.l2p(cloud.x[i]) > 40 && xaxis.l2p(cloud.x[i]) < 140) far = i }
        return [left + xaxis.l2p(cloud.x[far]), top + yaxis.l2p(cloud.y[far])] }"""
    )
    page.mouse.click(*spot)
    expect(page.get_by_role("textbox", name="Find words")).not_to_have_value("king", timeout=20_000)
    # Zooming paints the picture anew for the part in sight.
    chart.evaluate("c => window.Plotly.relayout(c, {'xaxis.range': [0, 0.1], 'yaxis.range': [0, 0.1]})")
    page.wait_for_function(
        "([s, old]) => document.querySelector(s).layout.images[0].source !== old", arg=[CHART, source]
    )
    assert int(chart.get_attribute("data-painted") or 0) < 30_522
    browser.close()


def test_a_click_on_a_dot_examines_that_word_and_keeps_the_zoom(server: str, page: Page) -> None:
    page.goto(f"{server}/projection?j_table=GloVe")
    settle(page, charts=1)
    chart = page.locator(CHART)
    chart.evaluate(
        "c => c.emit('plotly_click', {points: [{curveNumber: 0, pointNumber: 500, data: c.data[0], x: 0, y: 0}]})"
    )
    word = chart.evaluate("c => c.data[0].text[500]")
    expect(page.get_by_role("textbox", name="Find words")).to_have_value(word, timeout=20_000)
    expect(page.get_by_text(f"{word}: of its 10 nearest words by cosine")).to_be_visible(timeout=20_000)


def test_zooming_in_writes_more_labels_and_none_cover_each_other(server: str, page: Page) -> None:
    page.goto(f"{server}/projection?j_table=GloVe")
    settle(page, charts=1)
    chart = page.locator(CHART)

    def covering() -> int:
        return int(
            chart.evaluate(
                """c => { const texts = [...c.querySelectorAll('.annotation-text-g rect.bg')];
                const b = texts.map(e => e.getBoundingClientRect());
                const over = (p, q) => p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom;
                let n = 0; for (let i = 0; i < b.length; i++) for (let j = 0; j < i; j++) n += over(b[i], b[j]);
                return n }"""
            )
        )

    assert chart.evaluate("c => c.layout.annotations.length") >= 8
    assert covering() == 0
    before = chart.evaluate("c => c.layout.annotations.map(a => a.text).join()")
    box = chart.locator(".nsewdrag").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 120, middle[1] + 100, steps=4)
    page.mouse.up()
    page.wait_for_function(
        "([s, old]) => document.querySelector(s).layout.annotations.map(a => a.text).join() !== old",
        arg=[CHART, before],
        timeout=20_000,
    )
    settle(page, charts=1)
    low, high = chart.evaluate("c => c._fullLayout.xaxis.range")
    assert high - low < 0.3 * chart.evaluate("c => Math.max(...c.data[0].x) - Math.min(...c.data[0].x)")
    assert covering() == 0


def test_labels_do_not_cover_each_other_on_a_phone(server: str, new_page: Callable[..., Page]) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{server}/projection?j_table=GloVe")
    settle(page, charts=1)
    boxes = page.locator(CHART).evaluate(
        "c => [...c.querySelectorAll('.annotation-text-g rect.bg')].map(e => e.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) >= 8
    for one in range(len(boxes)):
        for two in range(one):
            a, b = boxes[one], boxes[two]
            assert (
                a["right"] <= b["left"] or b["right"] <= a["left"] or a["bottom"] <= b["top"] or b["bottom"] <= a["top"]
            )


def test_a_small_text_trains_in_front_of_the_visitor(server: str, page: Page) -> None:
    page.goto(f"{server}/projection?j_part=Watch it train&j_texts=Moby-Dick&j_width=10&j_passes=1")
    settle(page)
    page.get_by_role("button", name="Train", exact=True).click()
    expect(page.get_by_text("Training: done", exact=False)).to_be_visible(timeout=120_000)
    settle(page, charts=2)
    moving = page.locator(".st-key-j_moving .explorer-chart")
    assert moving.evaluate("c => c.data[0].x.length") == 1500
    ranges = moving.evaluate("c => c._fullLayout.xaxis.range")
    page.get_by_role("slider", name="Replay: moment of the run").press("Home")
    page.wait_for_function(
        "old => document.querySelector('.st-key-j_moving .explorer-chart').dataset.drawn > old",
        arg=moving.get_attribute("data-drawn"),
        timeout=20_000,
    )
    assert moving.evaluate("c => c.layout.xaxis.range") is not None
    assert len(ranges) == 2


def test_a_visitors_file_is_drawn_and_a_wrong_one_is_refused(server: str, page: Page) -> None:
    page.goto(f"{server}/projection?j_table=Your file")
    settle(page)
    wrong = {"name": "mine.csv", "mimeType": "text/csv", "buffer": b"word,x,y\na,1,2\nb,1\n"}
    page.locator("input[type=file]").first.set_input_files(wrong)
    expect(page.get_by_text("Row 3 has 2 columns, the first has 3")).to_be_visible(timeout=20_000)
    right = {"name": "mine.csv", "mimeType": "text/csv", "buffer": b"word,x,y\n<b>a,1,2\nb,1,3\nc,5,6\nd,0,1\n"}
    page.locator("input[type=file]").first.set_input_files(right)
    settle(page, charts=1)
    assert page.locator(CHART).evaluate("c => c.data[0].text[0]") == "&lt;b>a"
