"""Take pictures of the app, with the browser of the tests.

    python tools/screenshot.py                              # the README's: docs/home.gif and docs/notebook.png
    python tools/screenshot.py "positions?p_part=Heatmap"   # a page: desktop, phone, dark and presenter, in shots/

It starts a server on a free port and waits until each page is drawn.
"""

import argparse
import io
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import plotly.graph_objects as go
import plotly.io as pio
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from explorer.views import memory
from tests.support import settle

ROOT = Path(__file__).resolve().parents[1]
DOCS, SHOTS = ROOT / "docs", ROOT / "shots"
SCREENS: dict[str, tuple[int, int, Literal["light", "dark"], str]] = {
    "desktop": (1440, 900, "light", ""),
    "desktop-dark": (1440, 900, "dark", ""),
    "phone": (390, 844, "light", ""),
    "phone-dark": (390, 844, "dark", ""),
    "presenter": (1920, 1080, "light", "present=true"),
}
"""Width, height, colour scheme, and what is added to the address."""


@contextmanager
def serve() -> Iterator[str]:
    """Address of a server of this project, which is stopped afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    server = subprocess.Popen([*command, "--server.headless", "true"], cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2).close()
                break
            except OSError:
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(20)


def capture(
    browser: Browser, address: str, target: Path, width: int, height: int, scheme: Literal["light", "dark"] = "light"
) -> None:
    """Save what a window of this size shows of an address."""
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    page.goto(address)
    settle(page)
    target.parent.mkdir(exist_ok=True)
    page.screenshot(path=str(target))
    page.close()
    print(target.relative_to(ROOT))


def draw_notebook(browser: Browser) -> None:
    """Draw the view of the README's example, with its sentence."""
    pio.renderers.default = "plotly_mimetype"
    bundle = memory.bill(vocab_size=50_257, embed_dim=768)._repr_mimebundle_()
    figure = go.Figure(bundle["application/vnd.plotly.v1+json"])
    page = browser.new_page(viewport={"width": 900, "height": figure.layout.height})
    page.set_content(figure.to_html(config={"displayModeBar": False}))
    page.wait_for_selector(".main-svg")
    page.wait_for_timeout(500)
    page.screenshot(path=str(DOCS / "notebook.png"))
    page.close()


def film_readme(browser: Browser, server: str) -> None:
    """Save what a visitor sees who types a sentence on Home, and then moves the hands of Clocks."""
    page = browser.new_page(viewport={"width": 1240, "height": 600}, color_scheme="light")
    frames, pauses = [], []

    def shoot(milliseconds: int) -> None:
        settle(page)
        frames.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
        pauses.append(milliseconds)

    page.goto(f"{server}/?text=My")
    shoot(1200)
    field = page.get_by_role("textbox", name="Your text so far")
    for word in (" dog", " eats", " the", " old", " cat"):
        field.press("End")
        field.press_sequentially(word)
        page.wait_for_timeout(4_000)
        shoot(900)
    page.goto(f"{server}/positions?p_part=Clocks")
    shoot(1500)
    for _ in range(12):
        page.get_by_role("slider").first.press("ArrowRight")
        shoot(350)
    page.close()
    # One palette for all frames: what stands still keeps its colour, and the file stays small.
    palette = frames[0].quantize(96)
    drawn = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    drawn[0].save(DOCS / "home.gif", save_all=True, append_images=drawn[1:], duration=pauses, loop=0, optimize=True)
    print("docs/home.gif")


def main() -> int:
    """Take the pictures; returns the exit status."""
    parser = argparse.ArgumentParser(description="Pictures of the app.")
    parser.add_argument("page", nargs="*", help="page and query, such as positions?p_part=Heatmap; none: the README's")
    pages = parser.parse_args().page
    names = (os.environ.get("CHROMIUM", ""), "chromium-headless-shell", "chromium", "chromium-browser")
    found = next(filter(None, map(shutil.which, names)), None)
    with serve() as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        if not pages:
            draw_notebook(browser)
            film_readme(browser, server)
        for page in pages:
            address = f"{server}/{page.lstrip('/')}"
            name = re.sub(r"\W+", "-", page.lower()).strip("-")
            for screen, (width, height, scheme, more) in SCREENS.items():
                whole = f"{address}{'&' if '?' in page else '?'}{more}" if more else address
                capture(browser, whole, SHOTS / f"{name}-{screen}.png", width, height, scheme)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
