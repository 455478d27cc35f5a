"""Where pictures and what is written in them stand: nothing covers anything else, and no room is wasted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_presenter import ends
from tests.support import settle

COVERED = """(chart) => {
  const seen = [...chart.querySelectorAll("text")].filter((e) => e.textContent.trim() && !e.closest(".hoverlayer") &&
    e.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  const boxes = seen.map((e) => [e.textContent, e.getBoundingClientRect()])
  const common = (a, b, low, high) => Math.min(a[high], b[high]) - Math.max(a[low], b[low])
  // A line's box is higher than its letters, so neighbours may share some of it.
  const covers = (a, b) => common(a, b, "left", "right") > 2 &&
    common(a, b, "top", "bottom") > 0.4 * Math.min(a.height, b.height)
  return boxes.flatMap(([name, a], at) =>
    boxes.slice(at + 1).filter(([, b]) => covers(a, b)).map(([other]) => [name, other]))
}"""


def shown(page: Page, address: str, number: int = 0) -> Locator:
    page.goto(address)
    settle(page)
    chart = page.locator(".st-key-part_body .explorer-chart[data-drawn]").nth(number)
    expect(chart).to_be_visible(timeout=60_000)
    return chart


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("gradients?g_part=Watch+it+learn", 0),
        ("gradients?g_part=One+step", 0),
        ("gradients?g_part=One+step", 1),
        ("positions?p_part=Scale", 0),
        ("positions?p_part=Fitted+shift", 0),
        ("memory?m_part=Real+models", 0),
    ],
)
def test_what_is_written_in_a_picture_covers_nothing_written(
    new_page: Callable[..., Page], server: str, path: str, number: int
) -> None:
    chart = shown(new_page(width=1920, height=1080), f"{server}/{path}&present=true", number)
    assert chart.evaluate(COVERED) == []


@pytest.mark.parametrize(
    "path",
    [
        "projection?j_part=Shadow",
        "projection?j_part=Groups",
        "projection?j_part=Clusters",
        "projection?j_part=t-SNE",
        "positions?p_part=Two+arrows",
    ],
)
def test_an_upright_picture_has_its_sentence_beside_it(new_page: Callable[..., Page], server: str, path: str) -> None:
    page = new_page(width=1920, height=1080)
    shown(page, f"{server}/{path}&present=true")
    chart = page.locator(".st-key-part_body .explorer-chart").first.bounding_box()
    said = page.locator(".st-key-part_screen [class*=_said]").first.bounding_box()
    assert chart["y"] + chart["height"] <= 1080 and said["y"] + said["height"] <= 1080
    assert said["x"] >= chart["x"] + chart["width"], "the sentence stands beside the picture"
    page.set_viewport_size({"width": 1000, "height": 1080})
    picture, sentence = ends(page)
    assert picture < sentence, "a narrow window has the sentence below"


def test_names_beside_a_shadow_cover_none_on_a_small_projector(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1280, height=720)
    for angle in (15, 60, 90):
        chart = shown(page, f"{server}/projection?j_part=Shadow&j_angle={angle}&present=true")
        assert chart.evaluate(COVERED) == []


def test_real_models_stand_in_two_columns_and_on_a_phone_in_one(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1920, height=1080)
    address = f"{server}/memory?m_part=Real+models&present=true"
    columns = """(chart) => [".yaxislayer-above", ".xaxislayer-above"].map((layer) =>
      [...chart.querySelectorAll(layer)].map((e) => e.getBoundingClientRect()).map((b) => [b.left, b.top, b.bottom]))"""
    (first, second), _ = shown(page, address).evaluate(columns)
    assert first[0] < second[0] and abs(first[1] - second[1]) < 20
    page.set_viewport_size({"width": 390, "height": 844})
    chart = shown(page, address)
    (first, second), _ = chart.evaluate(columns)
    assert first[2] <= second[1] + 8


IN_SIGHT = [
    ("positions?p_part=Heatmap", "p_len"),
    ("positions?p_part=Clocks", "p_step"),
    ("positions?p_part=Two+arrows", "p_word"),
    ("tokens?t_part=Order", "t_first"),
    ("tokens?t_part=Neighbours", "t_mean"),
    ("projection?j_part=Map", "j_table"),
    ("projection?j_part=Shadow", "j_angle"),
    ("extrapolation?x_part=Ways+out", "x_model"),
    ("memory?m_part=Caches", "m_caches_run"),
    ("gradients?g_part=Whole+books", "g_book"),
]


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
@pytest.mark.parametrize(("path", "control"), IN_SIGHT)
def test_the_picture_is_in_sight_with_its_main_control_right_below_it(
    new_page: Callable[..., Page], server: str, path: str, control: str, width: int, height: int
) -> None:
    page = new_page(width=width, height=height)
    page.goto(f"{server}/{path}")
    settle(page)
    picture = page.locator(".st-key-part_body .explorer-chart[data-drawn], .st-key-part_body .face").first
    expect(picture).to_be_visible(timeout=60_000)
    moved = page.locator(f".st-key-{control}")
    expect(moved).to_be_visible(timeout=60_000)
    above, below = picture.bounding_box(), moved.bounding_box()
    assert above["y"] + 0.5 * above["height"] < below["y"] < height
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= width + 1


def test_a_words_name_stands_between_the_lines_that_go_out_of_its_dot(
    new_page: Callable[..., Page], server: str
) -> None:
    chart = shown(new_page(width=1440, height=900), f"{server}/projection?j_part=Word+axes")
    notes = chart.evaluate(
        "(chart) => chart.layout.annotations.map((note) => [note.xanchor, note.yanchor, note.yshift])"
    )
    assert len(notes) > 20
    for across, up, shift in notes:
        assert across in ("left", "right") and up in ("top", "bottom") and shift


def test_on_a_phone_titles_end_before_the_scale_of_colours(new_page: Callable[..., Page], server: str) -> None:
    chart = shown(new_page(width=390, height=844), f"{server}/tokens?t_part=Pipeline")
    scale = chart.locator(".cbfills").first.bounding_box()
    titles = [title.bounding_box() for title in chart.locator(".annotation-text").all()]
    assert len(titles) == 3
    assert all(title["x"] >= 0 and title["x"] + title["width"] < scale["x"] - 12 for title in titles)


CUT = """() => {
  const main = document.querySelector("[data-testid=stMain]")
  const names = [...main.querySelectorAll("[data-testid=stWidgetLabel], .stCheckbox, button")]
  const wide = (e) => e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1
  const hides = (e) => wide(e) && getComputedStyle(e).overflow !== "visible"
  const cut = names.filter((e) => [e, ...e.querySelectorAll("*")].some(hides))
  const out = [...main.querySelectorAll("[data-testid=stButtonGroup] button")].filter((e) =>
    e.getBoundingClientRect().right > e.closest("[data-testid=stElementContainer]").getBoundingClientRect().right + 2)
  return [...cut, ...out].map((e) => e.textContent)
}"""


@pytest.mark.parametrize(
    "path",
    [
        "positions?p_part=Heatmap",
        "positions?p_part=Learned+tables",
        "gradients?g_part=Four+ways",
        "projection?j_part=Ways+to+draw+a+map",
        "projection?j_part=Groups",
    ],
)
def test_no_choice_and_no_name_is_cut_beside_the_sidebar_of_a_small_screen(
    new_page: Callable[..., Page], server: str, path: str
) -> None:
    page = new_page(width=1024, height=768)
    page.goto(f"{server}/{path}")
    settle(page)
    expect(page.locator(".st-key-part_body")).to_be_visible(timeout=60_000)
    assert page.evaluate(CUT) == []


def test_on_a_phone_a_field_for_words_is_as_wide_as_the_screen(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{server}/tokens?t_part=Order")
    settle(page)
    for key in ("t_first", "t_second"):
        field = page.locator(f".st-key-{key} [data-testid=stTextInput]")
        expect(field).to_be_visible(timeout=60_000)
        box = field.bounding_box()
        assert box is not None and box["width"] > 300
