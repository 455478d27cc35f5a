import html
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from explorer.vectors.similarity_measures import Near
from explorer.words.cluster_cache import precomputed_division
from explorer.words.shipped_tables import shipped
from explorer.words.word_categories import NAMES
from tests.support import open_tools, press_keys, settle

CHART = ".st-key-j_map .explorer-chart"


# Darkness of the painted cloud in 40 × 24 fields.
DARKNESS = """c => {
  const small = Object.assign(document.createElement("canvas"), { width: 40, height: 24 }).getContext("2d")
  small.drawImage(c.querySelector('.explorer-cloud canvas'), 0, 0, 40, 24)
  return [...small.getImageData(0, 0, 40, 24).data].filter((_, at) => at % 4 === 3)
}"""
# Page coordinates of a dot of the cloud that has no other dot within reach.
LONELY = """c => {
  const { xaxis, yaxis } = c._fullLayout, { x, y } = c.clouds[0], box = c.getBoundingClientRect()
  const marks = c.data.slice(1).flatMap(t => Array.from(t.x ?? [], (v, i) => [xaxis.l2p(v), yaxis.l2p(t.y[i])]))
  const dots = Array.from(x, (v, i) => [xaxis.l2p(v), yaxis.l2p(y[i])])
  const apart = (d, e) => d === e || !(Math.hypot(d[0] - e[0], d[1] - e[1]) <= 10)  // legend entries: nowhere
  const far = (i) => [...dots, ...marks].every(d => apart(d, dots[i]))
  const inside = (d) => d[0] > 20 && d[0] < xaxis._length - 20 && d[1] > 20 && d[1] < yaxis._length - 20
  const index = dots.findIndex((d, i) => inside(d) && far(i))
  return { index, x: box.left + xaxis._offset + dots[index][0], y: box.top + yaxis._offset + dots[index][1] }
}"""


def test_without_webgl_every_row_is_painted_named_and_clicked(server: str, new_page: Callable[..., Page]) -> None:
    page = new_page(flags=["--disable-3d-apis", "--disable-software-rasterizer"])
    page.goto(f"{server}/projection?j_part=Map")
    settle(page, charts=1)
    chart = page.locator(CHART)
    assert page.evaluate("!document.createElement('canvas').getContext('webgl2')")
    expect(chart).to_have_attribute("data-painted", "30522")
    spot = chart.evaluate(LONELY)
    page.mouse.move(spot["x"] + 3, spot["y"] + 3)
    word = shipped("MiniLM").words[spot["index"]]
    expect(page.locator(".explorer-tip")).to_have_text(word)
    page.mouse.click(spot["x"] + 3, spot["y"] + 3)
    expect(page.get_by_role("textbox", name="Find words")).to_have_value(word)
    # Zooming repaints the cloud for the visible part.
    before = chart.evaluate(DARKNESS)
    chart.evaluate("c => { c.plotly.relayout(c, {'xaxis.range': [0, 0.1], 'yaxis.range': [0, 0.1]}) }")
    page.wait_for_function("s => Number(document.querySelector(s).dataset.painted) < 30522", arg=CHART)
    assert chart.evaluate(DARKNESS) != before
    page.get_by_text("3D", exact=True).click()
    expect(chart.get_by_text("no WebGL")).to_be_visible()


def between(page: Page, axis: str = ".nsewdrag") -> tuple[float, float]:
    """Centre of the map, or of one of its axes, where a drag moves it in every mode."""
    page.locator(f"{CHART} {axis}").first.scroll_into_view_if_needed()
    box = page.locator(f"{CHART} {axis}").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


COVERING = """(c, note) => {
  const texts = [...c.querySelectorAll(note)].filter((e) => e.style.visibility !== "hidden")
  const b = texts.map((e) => e.querySelector("rect.bg").getBoundingClientRect())
  const over = (p, q) => p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom
  let n = 0
  for (let i = 0; i < b.length; i++) for (let j = 0; j < i; j++) n += over(b[i], b[j])
  return [b.length >= 8, n]
}"""
"""Whether a picture has at least eight labels, and how many of them overlap."""


def test_on_the_map_every_row_is_drawn_kinds_are_pressed_and_names_stay_apart(server: str, page: Page) -> None:
    page.goto(f"{server}/projection?j_part=Map&j_table=GloVe&j_lists_more=true")
    settle(page, charts=1)
    chart = page.locator(CHART)
    expect(chart).to_have_attribute("data-painted", "30000")
    assert (np.array(chart.evaluate(DARKNESS)) > 0).sum() > 100
    with page.expect_download() as waiting:
        open_tools(page, "j_map").get_by_role("button", name="SVG").click()
    text = Path(waiting.value.path()).read_text(encoding="utf-8")
    assert "data:image/png;base64," in text and "countries" in text

    buttons = page.get_by_role("group", name="Kinds of words and their colours and shapes").get_by_role("button")
    expect(buttons).to_have_count(4)
    for at, name in enumerate(NAMES[:4]):
        expect(buttons.nth(at)).to_have_accessible_name(name)
    signs = buttons.locator(".sign").evaluate_all("signs => signs.map(s => s.textContent + getComputedStyle(s).color)")
    assert len(set(signs)) == len({sign[0] for sign in signs}) == 4
    buttons.first.focus()
    page.keyboard.press("Tab")
    expect(buttons.nth(1)).to_be_focused()
    field = page.locator(".st-key-j_kind input")
    expect(field).to_have_count(0)  # its expander is drawn once something in it was changed
    press_keys(page, "Space")
    expect(buttons.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Highlighted: 1 kind", exact=False)).to_be_visible()
    expect(buttons.nth(1)).to_be_focused()
    buttons.nth(2).click()
    expect(field).to_have_value(f"“{NAMES[2]}”")
    expect(page).to_have_url(re.compile("j_kind="))
    settle(page, charts=1)
    buttons.nth(2).click()
    expect(buttons.nth(2)).to_have_attribute("aria-pressed", "false")
    expect(page).not_to_have_url(re.compile("j_kind="))
    settle(page, charts=1)

    assert chart.evaluate(COVERING, ".annotation") == [True, 0]
    before = chart.evaluate("c => c.layout.annotations.map(a => a.text).join()")
    across = "c => c._fullLayout.xaxis.range[1] - c._fullLayout.xaxis.range[0]"
    wide, middle = chart.evaluate(across), between(page)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 120, middle[1] + 100, steps=4)
    page.mouse.up()
    page.wait_for_function(
        "([s, old]) => document.querySelector(s).layout.annotations.map(a => a.text).join() !== old",
        arg=[CHART, before],
    )
    settle(page, charts=1)
    zoomed = chart.evaluate(across)
    assert zoomed < 0.5 * wide
    assert chart.evaluate(COVERING, ".annotation")[1] == 0
    chart.evaluate(
        "c => c.emit('plotly_click', {points: [{curveNumber: 0, pointNumber: 500, data: c.data[0], x: 0, y: 0}]})"
    )
    word = shipped("GloVe").words[500]
    expect(page.get_by_role("textbox", name="Find words")).to_have_value(word)
    expect(page.get_by_text(f"The nearest to {word} by cosine")).to_be_visible()
    settle(page, charts=1)
    assert chart.evaluate(across) == zoomed
    page.mouse.dblclick(*between(page))
    page.wait_for_function(
        "([s, all]) => { const [a, b] = document.querySelector(s)._fullLayout.xaxis.range; return b - a > 0.8 * all }",
        arg=[CHART, wide],
    )


def test_the_names_of_a_scene_do_not_cover_each_other(server: str, new_page: Callable[..., Page]) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{server}/projection?j_part=Map&j_table=GloVe&j_view=3D")
    settle(page, charts=1)
    note = ".annotation-scene"
    page.wait_for_function(f"s => ({COVERING})(document.querySelector(s), '{note}')[0]", arg=CHART)
    assert page.locator(CHART).evaluate(COVERING, note) == [True, 0]


def test_a_small_text_trains_in_front_of_the_visitor(server: str, page: Page) -> None:
    page.goto(f"{server}/projection?j_part=Watch it train&j_texts=Moby-Dick&j_width=10&j_passes=1")
    settle(page)
    page.get_by_role("button", name="Train on these texts", exact=True).click()
    expect(page.get_by_text("Training: done", exact=False)).to_be_visible()
    settle(page, charts=2)
    moving = page.locator(".st-key-j_moving .explorer-chart")
    assert moving.evaluate("c => c.clouds[0].x.length") == 1500
    ranges_of = "c => [...c._fullLayout.xaxis.range, ...c._fullLayout.yaxis.range]"
    before, ranges = moving.evaluate("c => Array.from(c.clouds[0].x)"), moving.evaluate(ranges_of)
    page.get_by_role("slider", name="Moment", exact=True).press("Home")
    page.wait_for_function(
        "([s, old]) => document.querySelector(s).clouds[0].x.some((x, i) => Math.abs(x - old[i]) > 0.05)",
        arg=[".st-key-j_moving .explorer-chart", before],
    )
    assert moving.evaluate(ranges_of) == ranges  # the words have moved, the axes have not


def test_a_visitors_file_is_drawn_coloured_searched_and_a_wrong_one_is_refused(server: str, page: Page) -> None:
    page.goto(f"{server}/projection?j_part=Map&j_table=Your file&j_k=3")
    settle(page)
    box = page.locator("input[type=file]").first
    wrong = {"name": "mine.csv", "mimeType": "text/csv", "buffer": b"word,x,y\na,1,2\nb,1\n"}
    box.set_input_files(wrong)
    expect(page.get_by_text("Line 3 has 2 columns; the first has 3")).to_be_visible()
    sorts = ("pear", "pear tree", "<b>fig")
    rows = "".join(f"<b>{row},{row % 9},{row // 9},0,{sorts[row % 3]}\n" for row in range(90))
    box.set_input_files({"name": "mine.csv", "mimeType": "text/csv", "buffer": f"word,x,y,z,sort\n{rows}".encode()})
    settle(page, charts=1)
    chart = page.locator(CHART)
    assert chart.evaluate("c => c.clouds[0].names().then(names => names[0])") == "<b>0"
    colour = page.get_by_label("Colour by", exact=True)
    colour.scroll_into_view_if_needed()
    settle(page, charts=1)  # scrolling would close the list
    colour.click()
    page.get_by_role("option", name="sort", exact=True).click()
    expect(page.get_by_role("table", name="Values and their colours")).to_be_visible()
    settle(page, charts=1)
    assert chart.evaluate("c => Array.from(c.clouds[0].kinds).slice(0, 4)") == [2, 3, 1, 2]
    with page.expect_download() as saved:
        chart.evaluate("c => c.dispatchEvent(new CustomEvent('explorer-save', { detail: 'svg' }))")
    drawn = html.unescape(saved.value.path().read_text())
    assert all(re.search(f">{name}\\s*<", drawn) for name in sorts), "the file has no legend"
    chart.locator(".nsewdrag").first.scroll_into_view_if_needed()
    spot = chart.evaluate(LONELY)
    page.mouse.move(spot["x"], spot["y"])
    expect(page.locator(".explorer-tip")).to_have_text(f"<b>{spot['index']} · {sorts[spot['index'] % 3]}")
    expect(page.get_by_role("button", name="<b>fig", exact=True)).to_be_visible()
    page.get_by_role("button", name="pear", exact=True).click()
    expect(page.get_by_text("Highlighted: 1 value, 30 rows.", exact=False)).to_be_visible()
    expect(page.get_by_role("textbox", name=re.compile("Highlight what contains"))).to_have_value("“pear”")
    settle(page, charts=1)
    # Replaced by an invalid file: the browser empties the box first, which must not remove the table.
    page.get_by_text("Your file: what was taken for what, and another file").click()
    box.set_input_files(wrong)
    expect(page.get_by_text("Line 3 has 2 columns; the first has 3")).to_be_visible()
    expect(chart).to_have_count(1)
    page.get_by_role("button", name="Forget this file").click()
    expect(page.get_by_text("Choose a file to see it here.")).to_be_visible()
    expect(chart).to_have_count(0)


def test_a_press_in_the_legend_shows_one_cluster_and_on_a_phone_each_is_a_card(server: str, page: Page) -> None:
    page.goto(f"{server}/projection?j_part=Clusters&j_table=GloVe&j_clusters_k=12&j_guess_separate=Just+show+me")
    settle(page, charts=1)
    number = page.get_by_role("button", name="2", exact=True)
    number.press("Enter")
    expect(page).to_have_url(re.compile("j_only=2"))
    expect(number).to_have_attribute("aria-pressed", "true")
    expect(number).to_be_focused()
    settle(page, charts=1)
    found = precomputed_division("GloVe", Near(), 12, 0)
    assert found is not None
    labels = found.labels
    chart = page.locator(".st-key-j_clusters .explorer-chart, .st-key-j_clusters_figure .explorer-chart").first
    rows = chart.evaluate("c => Array.from(c.clouds.at(-1).rows)")
    assert rows == np.flatnonzero(labels == 1).tolist()
    number.click()
    expect(number).to_have_attribute("aria-pressed", "false")
    expect(page).not_to_have_url(re.compile("j_only=2"))
    settle(page, charts=1)
    assert chart.evaluate("c => c.clouds.length") == 1
    page.set_viewport_size({"width": 390, "height": 844})
    settle(page, charts=1)
    one, twelve = (page.get_by_role("button", name=name, exact=True).bounding_box() for name in ("1", "12"))
    assert twelve["height"] == one["height"], "a number of two digits is not broken"
    cells = page.locator(".legend tbody tr").first.locator("td")
    expect(cells.nth(1)).to_have_attribute("data-head", "words nearest to its middle")
    boxes = [cell.bounding_box() for cell in cells.all()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes) and boxes[1]["width"] > 300


def test_words_are_found_while_they_are_typed(server, new_page):
    page = new_page(width=1440)
    page.goto(f"{server}/projection?j_part=Map")
    settle(page, 1)
    field = page.get_by_role("textbox", name="Find words", exact=True)
    field.fill("queen, ki")
    expect(page).to_have_url(re.compile("j_find=queen%2C\\+ki(&|$)"))
    settle(page, 1)
    field.press_sequentially("ng")
    expect(page).to_have_url(re.compile("j_find=queen%2C\\+king(&|$)"))
    expect(field).to_be_focused()


@pytest.mark.nightly  # tests/ui/projection/comparing has the maps
def test_two_maps_are_drawn_in_the_browser_and_share_a_selection(server: str, new_page: Callable[..., Page]) -> None:
    page = new_page(flags=["--js-flags="])  # with V8's optimizing compilers, which FLAGS turn off: 11 s of CPU, not 47
    workers: list[str] = []
    page.on("worker", lambda worker: workers.append(worker.url))
    page.goto(f"{server}/projection?j_part=Other maps&j_table=GloVe&j_ways_left=UMAP&j_ways_right=t-SNE")
    maps = page.locator(".ways")
    expect(maps).to_have_attribute("data-state", "going")
    page.get_by_role("button", name="Stop").click()
    expect(maps).to_have_attribute("data-state", "stopped")
    page.get_by_role("button", name="Go on").click()
    expect(maps).to_have_attribute("data-state", "done", timeout=240_000)
    assert len(workers) == 2 and all(url.startswith(f"{server}/app/static/map_worker-") for url in workers)
    expect(page.get_by_text("Iterations done: UMAP 500 and t-SNE 500.")).to_be_visible()
    page.get_by_text("Just show me").click()
    kept = page.locator("table").filter(has_text="neighbours kept").locator("tr").filter(has_text="t-SNE")
    expect(kept).to_be_visible()
    share = float(kept.locator("td").nth(1).inner_text().split()[0])
    assert 55 < share < 63

    page.get_by_label("Find a word").fill("Paris")
    page.get_by_label("Find a word").press("Enter")
    expect(maps).to_have_attribute("data-chosen", "paris")
    said = page.locator(".said")
    expect(said).to_contain_text("paris (capitals). Nearest in all numbers: france, ")
    expect(said).to_contain_text("Nearest in UMAP: ")
    expect(said).to_contain_text("Nearest in t-SNE: ")
    canvas = page.locator(".ways canvas").last
    canvas.focus()
    canvas.press("ArrowRight")
    expect(maps).not_to_have_attribute("data-chosen", "paris")
    canvas.press("Escape")
    expect(maps).to_have_attribute("data-chosen", "")


@pytest.mark.nightly  # each day: tests/ui/plot/js
def test_while_the_map_is_dragged_names_stay_beside_their_dots_and_a_crowd_slides(server: str, page: Page) -> None:
    page.goto(f"{server}/projection?j_part=Map&j_table=GloVe")
    settle(page, charts=1)
    chart = page.locator(CHART)
    # Plotly empties the name that leaves the plot.
    gaps = """c => {
      const { xaxis, yaxis } = c._fullLayout, area = c.getBoundingClientRect()
      const boxes = [...c.querySelectorAll('.annotation')].filter(e => e.style.visibility !== 'hidden')
        .filter(e => e.querySelector('rect.bg'))
        .map(e => [c.layout.annotations[e.dataset.index], e.querySelector('rect.bg').getBoundingClientRect()])
      return boxes.map(([{ x, y }, box]) => Math.hypot(
        (box.left + box.right) / 2 - area.left - xaxis._offset - xaxis.l2p(x),
        (box.top + box.bottom) / 2 - area.top - yaxis._offset - yaxis.l2p(y)))
    }"""
    page.evaluate("() => { WebSocket.prototype.send = () => {} }")  # the server's answer would redraw the picture
    x, y = between(page, ".ewdrag")
    page.mouse.move(x, y)
    left = chart.evaluate("c => c._fullLayout.xaxis.range[0]")
    page.mouse.down()
    page.mouse.move(x + 90, y, steps=6)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert chart.evaluate("c => c._fullLayout.xaxis.range[0]") < left
    moving = chart.evaluate(gaps)
    assert len(moving) >= 5 and max(moving) < 100
    page.mouse.up()
    # Ten times as many dots, whose painting takes longer than a frame.
    chart.evaluate(
        """async c => {
          for (let copy = 0; copy < 9; copy++) c.clouds.push({ ...c.clouds[0] })
          await c.plotly.relayout(c, { height: c.offsetHeight + 1, "xaxis.autorange": true, "yaxis.autorange": true })
        }"""
    )
    expect(chart).to_have_attribute("data-painted", "300000")
    x, y = between(page, ".ewdrag")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 200, y, steps=6)
    page.wait_for_function(
        "s => new DOMMatrix(document.querySelector(s + ' .explorer-cloud canvas').style.transform).e > 100", arg=CHART
    )
    expect(chart).to_have_attribute("data-painted", "300000")
    page.mouse.up()
    page.wait_for_function("s => !document.querySelector(s + ' canvas').style.transform", arg=CHART)
