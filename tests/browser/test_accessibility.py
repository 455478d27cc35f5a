"""axe-core, and the contrast of our own chart colours.

axe-core checks the automatable WCAG 2.1 A and AA rules: names of controls, roles, contrast of text, order. It is part
of the package axe-playwright-python; nothing is downloaded.
"""

from pathlib import Path

import axe_playwright_python
import pytest

from explorer.figures import theme
from tests.support import settle

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
BACKGROUNDS = {"light": "#FFFFFF", "dark": "#10161C"}
OPENED = [
    "?h_try=Swap+two+tokens&h_honest=true",
    "memory?m_part=Time&m_times=measured+here",
    "memory?m_see=Does+it+fit%3F&m_v=nonsense&m_cards_code=true&m_cards_data=true",
]
"""Screens after something was opened, chosen or entered wrongly; test_every_part.py checks every part as it opens."""


FOUND = """async ([runOnly, part]) => {
  const within = part ? "[data-testid=stMain]" : document
  const { violations } = await axe.run(within, { runOnly, resultTypes: ["violations"] })
  // Streamlit puts the names of the navigation's sections between the items of its list, as no list may have them.
  const streamlits = (id, { target }) => ["list", "listitem"].includes(id) &&
    document.querySelector(target.at(-1))?.closest("[data-testid=stSidebarNavItems]")
  return violations.flatMap(({ id, nodes }) => nodes.filter((node) => !streamlits(id, node))
    .map((node) => `${id}: ${node.html.slice(0, 160)}: ${node.failureSummary}`))
}"""


def violations(page, part: bool = False) -> list[str]:
    """What axe finds on a page, or in its main `part` alone: around it nothing has changed."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(FOUND, [RULES, part])
    assert page.evaluate("axe.version.startsWith('4.')")
    return found


def test_axe_finds_nothing(server, new_page):
    page = new_page(scheme="dark")
    for address in OPENED:
        page.goto(f"{server}/{address}")
        settle(page)
        page.wait_for_function(
            "() => [...document.querySelectorAll('.explorer-chart')].every(chart => chart.dataset.drawn)"
        )
        assert (address, violations(page)) == (address, [])


def test_axe_would_find_something(page):
    page.set_content("<html lang='en'><title>x</title><main><p style='color:#bbb'>grey on white</p></main></html>")
    assert any(line.startswith("color-contrast") for line in violations(page))


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.1)."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """Contrast of two colours, 1 to 21 (WCAG 2.1)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("scheme", BACKGROUNDS)
@pytest.mark.parametrize("colour", theme.OKABE_ITO)
def test_marks_stand_out_from_the_background_and_never_by_colour_alone(colour, scheme):
    # WCAG requires 3:1 for marks that carry information alone; ours always have a symbol, dash, hatching or label too.
    assert contrast(colour, BACKGROUNDS[scheme]) >= 2
    assert len(set(theme.SYMBOLS)) == len(set(theme.DASHES)) == len(theme.OKABE_ITO)
