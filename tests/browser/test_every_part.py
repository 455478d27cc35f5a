"""Every picture of every page: on one screen, complete, readable, nothing cut off, no findings of axe, links to other
sites for sources only and without a referrer; and what is chosen stands out in forced colours."""

import io
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, TimeoutError, expect

from explorer.content.pages import DOORS
from explorer.ui import PAGES
from tests.browser.test_accessibility import violations
from tests.support import heading, parts_of, pictures_of, settle

ADDRESSES = """() => [...document.querySelectorAll("[href], [src], [action], [formaction]")].flatMap((e) =>
  ["href", "src", "action", "formaction"].filter((name) => e.hasAttribute(name)).map((name) =>
    [new URL(e.getAttribute(name), location.href).href, e.tagName, e.rel || ""]))"""
CLOSING, FOLDED = ("[data-testid=stMainMenu] button", "[data-testid=stPopover] button"), "summary"
"""Popovers, which are opened and closed again, and expanders, which stay open."""


def elsewhere(page: Page) -> list[str]:
    """URLs in the page that leave its server, except links without a referrer."""
    home = urlsplit(page.url).netloc
    off = [each for each in page.evaluate(ADDRESSES) if urlsplit(each[0]).netloc not in ("", home)]
    return [
        address
        for address, tag, rel in off
        if tag != "A" or "noreferrer" not in rel or "streamlit" in urlsplit(address).netloc
    ]


def no_menu_leads_elsewhere(page: Page) -> None:
    opened = 0
    for opener in (*CLOSING, FOLDED):
        for each in page.locator(opener).all():
            if each.is_visible():
                each.click()
                opened += 1
                page.wait_for_timeout(50)
                assert not elsewhere(page)
                if opener in CLOSING:
                    page.keyboard.press("Escape")
    assert opened > 0
    page.evaluate("() => document.body.append(Object.assign(document.createElement('a'), {href: 'https://a.invalid'}))")
    assert elsewhere(page) == ["https://a.invalid/"]


SMALL_TEXT = """() => [...document.querySelectorAll('[data-testid=stMain] *')]
  .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) && e.checkVisibility()
    && parseFloat(getComputedStyle(e).fontSize) < 12).map(e => e.textContent.trim().slice(0, 40))"""


COVERED = """(chart) => {
  const seen = [...chart.querySelectorAll("text")].filter((e) => e.textContent.trim() && !e.closest(".hoverlayer") &&
    e.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  // Plotly slants names below an axis that would meet; only their boxes do.
  const level = seen.filter((e) => !/rotate\\((?!-?90\\b|0\\b)/.test(e.getAttribute("transform") ?? ""))
  const boxes = level.map((e) => [e.textContent, e.getBoundingClientRect()])
  const common = (a, b, low, high) => Math.min(a[high], b[high]) - Math.max(a[low], b[low])
  // A line's box is higher than its letters, so neighbours may share some of it.
  const covers = (a, b) => common(a, b, "left", "right") > 2 &&
    common(a, b, "top", "bottom") > 0.4 * Math.min(a.height, b.height)
  return boxes.flatMap(([name, a], at) =>
    boxes.slice(at + 1).filter(([, b]) => covers(a, b)).map(([other]) => [name, other]))
}"""


# Controls of a part that stand above its first picture.
CONTROLS_ABOVE = """() => {
  const top = (e) => e.getBoundingClientRect().top
  const picture = document.querySelector(".st-key-part_body .explorer-chart:not([class*=_where] *)")
  const controls = document.querySelectorAll(":is([class*=_controls], [class*=_more]):not(BESIDE)")
  const above = (e) => picture && e.checkVisibility() && top(e) < top(picture)
  return [...controls].filter(above).map((e) => e.className)
}""".replace(
    "BESIDE",
    "[class*=p_after_], [class*=p_shift_], [class*=p_fit_], [class*=p_dist_], [class*=j_two_], [class*=g_words_], "
    "[class*=t_typed_]",
)
# For two pictures side by side, whose controls are above both, and for a text that is typed.


# Controls of the first picture below its sentence, from where the picture may be out of sight.
CONTROLS_LATE = """() => {
  const picture = document.querySelector(".st-key-part_body .explorer-chart:not([class*=_where] *)")
  const sentence = [...(picture?.closest("[class*=_figure]")?.querySelectorAll(".explorer-said") ?? [])].pop()
  if (!sentence) return []
  const top = (e) => e.getBoundingClientRect().top
  const kinds = ".st-key-part_body [class*=_controls], .st-key-part_body [class*=_play]"
  // What comes after the picture in the page itself belongs to another one.
  const own = [...document.querySelectorAll(kinds)].filter((e) => e.compareDocumentPosition(picture) & 4)
  return own.filter((e) => e.checkVisibility() && top(e) > top(sentence)).map((e) => e.className)
}"""


def troubles(page: Page, width: int) -> list[str]:
    """Problems of the visible part, after a retry, since a picture may still be resizing."""
    for _ in range(20):
        found = []
        if page.get_by_test_id("stException").count():
            found.append("an exception")
        if page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") > width + 1:
            found.append("scrolls sideways")
        undrawn = page.locator(".explorer-chart:not([data-drawn])").count()
        found += [f"{undrawn} charts not drawn"] * bool(undrawn) + page.evaluate(SMALL_TEXT)
        if width <= PHONE:
            found += page.evaluate(CONTROLS_ABOVE) + page.evaluate(CONTROLS_LATE)
            for chart in page.locator(".st-key-part_body .explorer-chart[data-drawn]").all():
                found += chart.evaluate(COVERED)
        if not found:
            break
        page.wait_for_timeout(250)
    return found


PHONE = 640
LAPTOPS = (1366, 768), (1440, 900)
"""Screens on which title, picture, its main control, the guess and the answer are in sight together."""
BELOW = """() => [
  ["picture", ".st-key-stage-picture"], ["guess", ".st-key-stage-question"], ["answer", ".st-key-stage-sentence"],
  ["where to look", ".st-key-part_look"],
  ["title", "h1"],
  ["control", document.querySelector(".explorer-moves") ? "h1" : ".st-key-stage-controls .stElementContainer"],
].flatMap(([name, at]) => {
  const box = document.querySelector(at)?.getBoundingClientRect()
  const below = Math.round((box?.height ? box.bottom : 0) - innerHeight)
  return below > 0 ? [`${name} ends ${below} px below a screen of ${innerHeight}`] : []
})"""
CUT = """() => {
  const main = document.querySelector("[data-testid=stMain]")
  const names = [...main.querySelectorAll("[data-testid=stWidgetLabel], .stCheckbox, button")]
  const wide = (e) => e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1
  const hides = (e) => wide(e) && getComputedStyle(e).overflow !== "visible"
  const cut = names.filter((e) => [e, ...e.querySelectorAll("*")].some(hides))
  const out = [...main.querySelectorAll("[data-testid=stButtonGroup] button")].filter((e) =>
    e.getBoundingClientRect().right > e.closest("[data-testid=stElementContainer]").getBoundingClientRect().right + 2)
  return [...cut, ...out].map((e) => `cut beside the sidebar: ${e.textContent}`)
}"""


def choose_picture(page: Page, link: dict[str, str]) -> None:
    """Open a part by its tab, and one of its pictures by the choice above it."""
    for key, choice in link.items():
        option = page.locator(f".st-key-{key}").get_by_role("radio", name=choice, exact=True)
        if option.get_attribute("aria-checked") != "true":
            option.click()
            settle(page)


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    settle(page)


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_every_part_is_whole_and_leads_nowhere_else(new_page: Callable[..., Page], server: str, name: str) -> None:
    """The first picture in light; each in dark, on laptops, beside the sidebar of a small screen, and on a phone."""
    page = new_page()
    page.goto(f"{server}/{'' if name == 'home' else name}")
    settle(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(heading(name))
    assert (name, troubles(page, 1440), elsewhere(page), violations(page)) == (name, [], [], [])
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(
        "() => getComputedStyle(document.querySelector('[data-testid=stApp]')).colorScheme === 'dark'"
    )
    wrong: list[object] = []
    first, *others = pictures_of(name) or [{}]
    for link in (first, *others):
        for width, height in LAPTOPS:
            resize(page, width, height)
            choose_picture(page, link)
            wrong += [(link, each) for each in page.evaluate(BELOW) if name in DOORS["Explore"]]
        resize(page, 1024, 768)
        wrong += [(link, each) for each in page.evaluate(CUT)]
        resize(page, 390, 844)
        wrong += [(link, each) for each in (*troubles(page, 390), *elsewhere(page), *violations(page, link != {}))]
    resize(page, 1440, 900)
    choose_picture(page, first)
    if name in (*CONTRASTS, *GUESSED):  # the other pages have no other kinds of controls
        what_is_chosen_stands_out(page, name)
    no_menu_leads_elsewhere(page)
    assert not wrong, "\n".join(map(str, wrong))


CHOSEN = "[role=radio][aria-checked=true]"
OTHER = "[role=radio][aria-checked=false]"
SWITCH = "label:has(> * > [role=switch]) > span + div"
CIRCLE = "label:has(> * > [type=radio]{}) > span + div > div:first-child"
CONTRASTS = {"home": [(".write .fill", "h1")], "tokens": [(".chip[aria-selected=true]", ".chip[aria-selected=false]")]}
"""What a page has of its own that is chosen, and what it must differ from."""
GUESSED = ("tokens", "failures")
"""Pages on which a guess is made, whose circle is filled."""


def colours(of: Locator) -> list[tuple[int, ...]]:
    """The colours on at least a twentieth of an element, on the screen, the most frequent first."""
    of.scroll_into_view_if_needed()
    picture = Image.open(io.BytesIO(of.screenshot())).convert("RGB")
    found = sorted(picture.getcolors(10**6), reverse=True)
    return [colour for count, colour in found if 20 * count >= picture.width * picture.height]


def what_is_chosen_stands_out(page: Page, name: str) -> None:
    """In forced colours, as Windows' contrast themes have them."""

    def in_sight(selector: str) -> Locator:
        return page.locator(f"{selector}:visible").first

    pairs = CONTRASTS.get(name, [])
    if name in GUESSED:
        page.locator("[class*=_guess_box] label:has([type=radio])").first.click()  # a wrong one: the others stay
        pairs = [*pairs, (CIRCLE.format(":checked"), CIRCLE.format(":not(:checked)"))]
    if in_sight(CHOSEN).count():
        pairs = [*pairs, (CHOSEN, OTHER)]
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, forced_colors="active")
        settle(page)
        assert len(colours(in_sight(SWITCH))) > 1, scheme
        for chosen, other in pairs:
            assert colours(in_sight(chosen))[0] != colours(in_sight(other))[0], (scheme, chosen)
    page.emulate_media(color_scheme="light", forced_colors="none")


def choose(page: Page, label: str) -> None:
    option = page.get_by_role("option", name=label, exact=True)
    for _ in range(3):  # a late drawing on a busy machine closes the open list
        page.get_by_role("combobox", name="Part of this page").click()
        with suppress(TimeoutError):
            option.click(timeout=30_000)
            break
    settle(page)
    expect(page.get_by_role("combobox", name="Part of this page")).to_have_value(label)


def test_on_a_phone_the_parts_are_one_list(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{server}/gradients")
    settle(page)
    parts = page.get_by_role("combobox", name="Part of this page")
    parts_box = page.locator(".st-key-_g_part_as_list")
    assert not page.locator(".st-key-g_part").is_visible()
    parts.click()
    options = page.get_by_role("listbox").get_by_role("option")
    assert options.all_inner_texts() == parts_of("gradients")
    page.keyboard.press("Escape")
    choose(page, name := "Whole books")
    page.wait_for_url("**g_part=Whole+books*")
    assert name in (parts.get_attribute("aria-label") or "") + parts.input_value() + parts_box.inner_text()
