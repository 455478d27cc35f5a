"""axe-core; the contrast of our own chart colours is in tests/figures/test_theme.py.

axe-core checks the automatable WCAG 2.1 A and AA rules: names of controls, roles, contrast of text, order. It is part
of the package axe-playwright-python; nothing is downloaded.
"""

from pathlib import Path

import axe_playwright_python

from tests.support import settle

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
OPENED = [
    "?h_try=Swap+two+tokens&h_honest=true",
    "memory?m_part=Time",
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
