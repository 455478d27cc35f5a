"""Take the README's pictures: python tools/screenshot.py (with the browser of the tests).

Renders a view as in a notebook to docs/notebook.png. Then starts a server on a free port, opens Home in Chromium, waits
until the page is idle, and writes docs/home.png.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import plotly.graph_objects as go
import plotly.io as pio
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from explorer.views import memory

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "home.png"
TEXT = "It is a truth universally acknowledged"
SIZE = {"width": 1280, "height": 860}


def draw_notebook(browser: Browser) -> None:
    """Draw the view of the README's example, with its sentence."""
    pio.renderers.default = "plotly_mimetype"
    bundle = memory.bill(vocab_size=50_257, embed_dim=768)._repr_mimebundle_()
    figure = go.Figure(bundle["application/vnd.plotly.v1+json"])
    page = browser.new_page(viewport={"width": 900, "height": figure.layout.height})
    page.set_content(figure.to_html(config={"displayModeBar": False}))
    page.wait_for_selector(".main-svg")
    page.wait_for_timeout(500)
    page.screenshot(path=str(TARGET.with_name("notebook.png")))
    page.close()


def main() -> int:
    """Take the pictures; returns the exit status."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    server = subprocess.Popen([*command, "--server.headless", "true"], cwd=ROOT, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{address}/_stcore/health", timeout=2).close()  # noqa: S310 - our own server
                break
            except OSError:
                time.sleep(0.1)
        found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
            draw_notebook(browser)
            page = browser.new_page(viewport=SIZE, color_scheme="light")
            page.goto(f"{address}/?text={TEXT.replace(' ', '+')}")
            page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]", timeout=120_000)
            page.wait_for_timeout(4_000)
            TARGET.parent.mkdir(exist_ok=True)
            page.screenshot(path=str(TARGET))
            browser.close()
    finally:
        server.terminate()
        server.wait(20)
    print(TARGET.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
