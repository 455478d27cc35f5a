"""axe-core finds nothing (the contrast of our chart colours: tests/figures/test_theme.py), typed text stays text."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import axe_playwright_python
import pytest
from playwright.sync_api import Page, expect

from explorer.content.lesson.lesson_link import pack
from explorer.content.lesson.lesson_steps import Answer, Lesson, LessonStep
from tests.support import open_part, settle

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


THEIRS = "192.0.2.7"
"""A reserved URL; the fixture `new_page` fails on any request that leaves this machine."""
SIGNS = (
    *(f"![t](http://{THEIRS}/t.png)", f"[go](http://{THEIRS}/x)", f"www.{THEIRS}.org", f"me@{THEIRS}.org"),
    *(f"http://{THEIRS}/a", f"<img src=http://{THEIRS}>"),
)
SAID = " ".join(SIGNS)
LINKS = f"a[href*='{THEIRS}'], img[src*='{THEIRS}'], a[href^='mailto:']"
WORDS = [f"{SIGNS[at % len(SIGNS)]} {at}" for at in range(40)]
TURNS = [",".join(f"{at * step % 1:.3f}" for step in (0.37, 0.71, 0.13)) for at in range(40)]
ROWS = [
    f'"{word}",{turn},"{SAID} {at % 3}","{at % 4}k"' for at, (word, turn) in enumerate(zip(WORDS, TURNS, strict=True))
]
FILE = "\n".join([f'word,x,y,z,"{SIGNS[0]}","{SIGNS[2]}"', *ROWS])
FILE_PARTS = ("Map", "Other maps", "Analogies", "Clusters")
"""Parts that show a file's words in different ways: dots, Markdown, a message, a table, a list."""
ASKED = {"j_across": f"{WORDS[0]} - {WORDS[1]}", "j_place": WORDS[2]}
STEP = LessonStep(SAID[:80], "tokens", {}, SAID, (Answer(SAID[:80], SAID, True), Answer("b", SAID)), SAID)
LESSON = Lesson(SAID[:80], (STEP, LessonStep(f"www.{THEIRS}.org me@{THEIRS}.org", "tokens")), SAID)


def foreign(page: Page) -> list[str]:
    """Elements that refer to it, in the page and in its components' shadow roots."""
    return page.evaluate(
        """(links) => {
          const all = (root) => [...root.querySelectorAll("*")].flatMap((e) => e.shadowRoot ? all(e.shadowRoot) : [])
            .concat([...root.querySelectorAll(links)].map((e) => e.outerHTML))
          return all(document)
        }""",
        LINKS,
    )


@pytest.mark.nightly  # each day: tests/content/test_escape_markdown.py, tests/figures
@pytest.mark.slow
def test_a_file_of_words_shows_nothing_of_a_strangers(new_page: Callable[..., Page], server: str) -> None:
    page = new_page()
    page.goto(f"{server}/projection?{urlencode({'j_part': 'Map', 'j_table': 'Your file'} | ASKED)}")
    settle(page)
    file = {"name": f"www.{THEIRS}.org.csv", "mimeType": "text/csv", "buffer": FILE.encode()}
    page.locator("input[type=file]").first.set_input_files(file)
    with_file = page.get_by_text("what was taken for what, and another file")
    expect(with_file.first).to_be_visible()
    for part in FILE_PARTS:
        open_part(page, "j_part", part)
        page.evaluate("document.querySelectorAll('details:not([open]) > summary').forEach((each) => each.click())")
        settle(page)
        expect(with_file.first).to_be_visible()
        assert (part, foreign(page)) == (part, [])


def test_a_lesson_and_what_a_link_asks_for_in_vain_show_nothing_of_a_strangers(page: Page, server: str) -> None:
    page.goto(f"{server}/teach?{urlencode({'plan': pack(LESSON)})}")
    settle(page)
    for part in ("The plan", "Change it", "Handout"):
        open_part(page, "l_part", part)
        expect(page.locator("[data-testid=stApp]").get_by_text("Yours", exact=True)).to_be_visible()
        assert (part, foreign(page)) == (part, [])
    for address in (
        "positions?p_part=Heatmap&p_layout=www.evil.org",
        "teach?screen=http%3A%2F%2Fh%2Fwww.evil.org",
        f"teach?plan={pack(Lesson('L', (LessonStep('t', 'http://evil.org/a'),)))}",
    ):
        page.goto(f"{server}/{address}")
        expect(page.get_by_text("evil.org").first).to_be_visible()
        assert page.locator("a[href*='evil.org']:not([href*='127.0.0.1'])").count() == 0
