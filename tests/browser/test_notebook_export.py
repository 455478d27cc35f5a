"""A notebook exported to HTML, opened without a network; and a browser that keeps nothing."""

from collections.abc import Callable
from pathlib import Path

import plotly.io
import pytest
from playwright.sync_api import Page, expect

from explorer.views import memory, plotly_figures, positions, projection
from tests.support import open_tools


def test_an_exported_notebook_draws_its_pictures_offline(
    new_page: Callable[..., Page], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plotly_figures, "_script_at", ())
    monkeypatch.setattr(plotly.io.renderers, "default", "plotly_mimetype")
    moving = positions.face().animate(position=range(3))
    outputs = [
        shown._repr_mimebundle_()["text/html"]
        for shown in (positions.arrows(), moving, projection.word_map(components=(1, 2, 3)))
    ]
    exported = tmp_path / "notebook.html"
    # Plotly's script is in the output of the cell that ran first, which may be further below.
    exported.write_text("<!doctype html><meta charset=utf-8>" + "".join(reversed(outputs)), encoding="utf-8")
    page = new_page(fresh=True)
    page.context.set_offline(True)
    page.goto(exported.as_uri())
    expect(page.locator(".js-plotly-plot")).to_have_count(3)
    expect(page.get_by_text("The picture is drawn by a script")).to_have_count(0)
    expect(page.locator(".gl-container canvas").first).to_be_visible()
    expect(page.get_by_text("Play")).to_be_visible()
    expect(page.get_by_text("is the sum")).to_be_visible()


@pytest.mark.parametrize("saved", [False, True])
def test_a_sentence_is_whole_in_a_narrow_notebook_and_on_a_narrow_page(
    saved: bool, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    view, path = memory.bill(), tmp_path / "view.html"
    if saved:
        view.save(path)
    else:
        plotly_figures.with_sentence(view.figure(), view.sentence).write_html(path)
    page = new_page(fresh=True)
    page.set_viewport_size({"width": 500, "height": 900})
    page.goto(path.as_uri())
    legend = page.locator(".legend").bounding_box()
    box = page.locator("#says" if saved else ".g-gtitle").bounding_box()
    assert legend and box and box["x"] >= 0 and box["x"] + box["width"] <= 500
    assert box["y"] >= legend["y"] + legend["height"], "the sentence lies on the legend"


REFUSED = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
  get() { throw new DOMException("Access is denied for this document.", "SecurityError") } })"""


def test_a_page_works_where_the_browser_keeps_nothing(fresh_page: Page, server: str) -> None:
    faults: list[str] = []
    fresh_page.on("pageerror", lambda error: faults.append(str(error)))
    fresh_page.add_init_script(REFUSED)
    fresh_page.goto(f"{server}/positions?p_part=Heatmap")
    fresh_page.wait_for_selector(".explorer-chart[data-drawn]")
    open_tools(fresh_page, "p_heat").get_by_role("button", name="Add to lesson").click()
    fresh_page.get_by_text("This browser keeps nothing for this page").wait_for()
    assert faults == []


def test_a_saved_page_fills_its_frame_with_letters_as_large_as_asked_and_says_each_frame(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    view, heights = positions.arrows(word="man"), []
    said = [view.call.again(position=position).sentence for position in range(4)]
    page = new_page(fresh=True, width=960, height=700)
    for pixels in (None, 560):
        view.save(tmp_path / "view.html", pixels=pixels, position=range(4))
        page.goto((tmp_path / "view.html").as_uri())
        says = page.locator("#says")
        expect(says).to_have_text(said[2])
        page.get_by_text("Play").click()
        expect(says).to_have_text(said[3])
        dots = page.locator(".scatterlayer .points path")
        dots.nth(3).hover(force=True)
        expect(page.locator(".hovertext")).not_to_have_count(0)
        for width in (390, 960):
            page.set_viewport_size({"width": width, "height": 700})
            expect(page.locator(".main-svg").first).to_be_in_viewport(ratio=1)
            page.wait_for_function(
                "() => Math.abs(document.querySelector('p').getBoundingClientRect().bottom - 690) < 6"
            )
            box = says.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width
        heights.append(page.locator(".xtick text").first.bounding_box()["height"])
    assert heights[1] > 1.3 * heights[0]


@pytest.mark.parametrize(("values", "part"), [({}, 0.5), ({"embed_dim": [64, 768]}, 1 / 3)], ids=["still", "moving"])
def test_on_a_slide_the_plot_has_half_of_the_height_and_its_labels_fit(
    new_page: Callable[..., Page], tmp_path: Path, values: dict[str, list[int]], part: float
) -> None:
    memory.bill().save(tmp_path / "bill.html", pixels=560, **values)
    page = new_page(fresh=True, width=960, height=700)
    page.goto((tmp_path / "bill.html").as_uri())
    first, number = (page.locator(where).bounding_box() for where in (".nsewdrag", ".xtick text >> nth=0"))
    assert first and number and number["y"] + number["height"] - first["y"] >= part * 700
    rows = [box for each in page.locator(".ytick text").all() if (box := each.bounding_box())]
    assert len(rows) == 3 and all(row["height"] < first["height"] / 3 and row["y"] >= first["y"] for row in rows)
