"""A first visit in Chromium: seconds until there is something to read, and until the first picture is drawn.

Each page is asked of a server that nobody has asked anything yet (cold), and again by a browser without a cache once
the page has been opened (warm). The aim: something to read within 1 s and a picture within 2 s warm, within 4 s cold.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

from benchmarks import Row, benchmark
from benchmarks.servers import server

WARM = 5
PAGES = {
    "Home": "",
    "Tokens": "tokens?t_part=Rows",
    "Positions": "positions?p_part=Heatmap",
    "Projection": "projection?j_part=Map",
}
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
# Something to read is the browser's first paint with content, the first words that stand in the page's HTML. A picture
# is a chart that says it is drawn, or Home's canvas, which lies in a shadow root: looked for at every frame.
WATCH = """
addEventListener("DOMContentLoaded", () => {
  const seen = window.arrival = {}
  const look = () => {
    seen.read ??= performance.getEntriesByName("first-contentful-paint")[0]?.startTime
    const roots = [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")].map((e) => e.shadowRoot)
    const chart = document.querySelector(".explorer-chart[data-drawn]")
    const drawn = chart ?? roots.find((root) => root?.querySelector("canvas"))
    seen.picture ??= drawn ? performance.now() : undefined
    if (!seen.picture) requestAnimationFrame(look)
  }
  look()
})
"""


def visit(browser: Any, address: str) -> tuple[float, float]:
    """Seconds from the request to the first words and to the first picture, in a browser of its own."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(address, timeout=120_000, wait_until="commit")
    page.wait_for_function("window.arrival?.picture && window.arrival.read", timeout=120_000)
    seen = page.evaluate("window.arrival")
    context.close()
    return seen["read"] / 1e3, seen["picture"] / 1e3


@benchmark("A first visit in Chromium: something to read, the first picture")
def first() -> Iterator[Row]:
    """Cold once on a server of its own, warm the median of `WARM` visits."""
    from playwright.sync_api import sync_playwright

    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=list(FLAGS))
        for name, path in PAGES.items():
            with server() as running:
                address = f"http://127.0.0.1:{running.port}/{path}"
                cold = visit(browser, address)
                warm = sorted(visit(browser, address) for _ in range(WARM))[WARM // 2]
            for which, (read, picture) in (("cold", cold), ("warm", warm)):
                yield Row(f"{name}, {which}: something to read", read)
                yield Row(f"{name}, {which}: first picture", picture)
        browser.close()
