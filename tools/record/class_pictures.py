"""Take the five pictures of “Tomorrow morning”: python tools/record/class_pictures.py

A teacher and three students' phones go through a lesson in the app, in Chromium; the first picture is what
`python -m explorer` prints. The address is this machine's.
"""

import html
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.support import settle

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "explorer" / "content" / "en" / "tomorrow_morning"
COLOURS = 64
"""Of a picture: a screen of flat colours needs no more, and the file is a third as large."""
WINDOW = """<body style="margin: 0; background: #10161c; color: #f2f5f7">
<pre style="margin: 0; height: 136px; font: 18px/1.4 monospace; border: 2px solid #6e7c89">{}</pre>"""


@contextmanager
def started() -> Iterator[list[str]]:
    """The app as a teacher starts it: the lines that it prints until it is ready."""
    command = [sys.executable, "-m", "explorer", "--no-browser"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8") as server:
        lines = []
        for line in server.stdout or ():
            lines.append(line)
            if "For the class" in line:
                break
        yield lines
        server.terminate()


def save(page: Page, name: str) -> None:
    """Save what a window shows, once it has stood still, with few colours."""
    page.wait_for_timeout(2_000)
    path = TARGET / f"{name}.png"
    page.screenshot(path=str(path))
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(COLOURS).save(path, optimize=True)
    print(f"{path.stat().st_size:>8,} {path.relative_to(ROOT)}")


def lesson(browser: Browser, app: str) -> None:
    """Go through a lesson: the room, the way in, a step, the end."""
    teacher = browser.new_page(viewport={"width": 1440, "height": 810}, color_scheme="light")
    phones = [browser.new_page(viewport={"width": 390, "height": 560}, color_scheme="light") for _ in range(3)]
    teacher.goto(f"{app}teach?l_which=45+minutes")
    settle(teacher)
    teacher.get_by_role("button", name="A class together").click()
    teacher.get_by_role("button", name="Open a room (I teach)").click()
    bar = teacher.locator(".st-key-room_bar")
    expect(bar).to_contain_text("0 students", timeout=60_000)
    bar.get_by_role("button", name="Join").click()
    code = re.search("[A-Z]{6}", teacher.locator(".room-code").inner_text(timeout=60_000))
    teacher.set_viewport_size({"width": 1280, "height": 540})
    save(teacher, "room")
    teacher.set_viewport_size({"width": 1440, "height": 810})
    teacher.get_by_role("button", name="Back to the lesson").click()
    teacher.get_by_role("link", name="Present from step 1").click()
    teacher.wait_for_url("**lesson=1**", timeout=60_000)
    for phone in phones:
        phone.goto(f"{app}join?room={code[0] if code else ''}")
    ask = bar.get_by_role("button", name="Ask the question")
    expect(ask).to_be_visible(timeout=60_000)
    ask.click()
    for phone, choice in zip(phones, (0, -1, -1), strict=True):
        phone.locator(".choice").nth(choice).click(timeout=60_000)
        expect(phone.get_by_role("status")).to_contain_text("Your answer is in.", timeout=60_000)
    save(phones[-1], "join")
    expect(bar).to_contain_text("3 of 3", timeout=60_000)
    save(teacher, "present")
    for press in ("Show the guesses", "Reveal the answer"):
        bar.get_by_role("button", name=press).click()
    bar.get_by_role("button", name="End the room").click()
    expect(teacher.get_by_role("button", name="End it now")).to_be_visible(timeout=60_000)
    save(teacher, "end")
    teacher.get_by_role("button", name="End it now").click()


def main() -> None:
    """Take all five pictures."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-headless-shell")
    TARGET.mkdir(exist_ok=True)
    with started() as lines, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        window = browser.new_page(viewport={"width": 640, "height": 140})
        window.set_content(WINDOW.format(html.escape("".join(lines))))
        save(window, "start")
        lesson(browser, re.findall(r"http\S+", "".join(lines))[0])
        browser.close()


if __name__ == "__main__":
    main()
