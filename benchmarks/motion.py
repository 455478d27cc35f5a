"""How smoothly pictures move while a mouse drags their slider, in Chromium without a graphics card."""

from __future__ import annotations

import asyncio
import math
import os
import shutil
import time
from collections.abc import Iterator
from typing import Any

from playwright.async_api import Page, async_playwright

from benchmarks.app_server import server
from benchmarks.harness import Row, benchmark
from benchmarks.visitor import parts

SECONDS = 2.0
PAUSE = 0.008
"""Seconds from one position of the mouse to the next, as a usual one tells them, whether the page keeps up or not."""
SLIDER = ".explorer-moves input:visible, .dials input[type=range]"
MOVING = ".explorer-chart:has(+ .explorer-moves), .dials"
COUNT = """(element) => {
  const count = (window.counted = { frames: 0, changes: 0 })
  let before = element?.value
  const frame = () => {
    if (window.counted !== count) return
    count.frames += 1
    if (element?.value !== before) count.changes += 1
    before = element?.value
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}"""
DRAWN = """(found) => Math.max(0, ...found.map((each) => Number(each.dataset.frames ?? each.dataset.drawn ?? 0)))"""
MARKS = (
    """(found) => found.flatMap((each) => each.data ?? []).reduce((sum, trace) => sum + (trace.y?.length ?? 0), 0)"""
)


@benchmark("Every part that moves: a mouse drags its slider to and fro for two seconds; time from picture to picture")
def motion() -> Iterator[Row]:
    """The reference is an empty page under the same mouse.

    A picture counts for each frame of the screen in which it is the one of the slider's value. The note has those a
    second, marks, and messages to the server before and after the release.
    """
    with server() as running:
        yield from asyncio.run(_rows(running.port, parts(running.port)))


async def _rows(port: int, every: list[tuple[str, str, dict[str, str]]]) -> list[Row]:
    found, rows = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser"), []
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        for name, part, query in every:
            page = await browser.new_page(viewport={"width": 1440, "height": 900})
            sent: list[Any] = []
            page.on("websocket", lambda socket, to=sent: socket.on("framesent", lambda data: to.append(data)))
            address = "&".join(f"{key}={value}" for key, value in query.items())
            await page.goto(f"http://localhost:{port}/{name}?{address}")
            if await _has_slider(page):
                empty = await browser.new_page(viewport={"width": 1440, "height": 900})
                await empty.evaluate(COUNT, None)
                passed = await _drag(empty, 720, 450, 600)
                reference = passed / (await empty.evaluate("counted.frames"))
                await empty.close()
                rows.append(await _dragged(page, f"{name or 'home'}: {part}", sent, reference))
            await page.close()
    return rows


async def _has_slider(page: Page) -> bool:
    await page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]", timeout=60_000)
    await page.wait_for_timeout(1_500)
    return await page.locator(SLIDER).count() > 0


async def _dragged(page: Page, what: str, sent: list[Any], reference: float) -> Row:
    slider, moving = page.locator(SLIDER).first, page.locator(MOVING)
    await slider.scroll_into_view_if_needed()
    await page.wait_for_timeout(1_000)
    box = await slider.bounding_box()
    assert box is not None
    middle, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    await page.bring_to_front()
    await page.mouse.move(middle, y)
    await page.mouse.down()
    sent.clear()
    before = await moving.evaluate_all(DRAWN)
    await slider.evaluate(COUNT)
    passed = await _drag(page, middle, y, 0.45 * box["width"])
    drawn, counted, early = await moving.evaluate_all(DRAWN) - before, await page.evaluate("counted"), len(sent)
    marks = int(await moving.evaluate_all(MARKS))
    await page.mouse.up()
    await page.wait_for_timeout(2_000)
    fresh = counted["frames"] - max(0, counted["changes"] - drawn)
    told = f"{early} messages before release, {len(sent) - early} after"
    note = f"{fresh / passed:.0f} a second, {drawn} drawn of {counted['changes']} changes, {marks:,} marks, {told}"
    return Row(what, passed / max(fresh, 1), reference, note)


async def _drag(page: Page, middle: float, y: float, reach: float) -> float:
    """Move the mouse to and fro around a point; returns the seconds that passed."""
    begin, moves = time.perf_counter(), []
    while (passed := time.perf_counter() - begin) < SECONDS:
        x = middle + reach * math.sin(2 * math.pi * passed)
        moves.append(asyncio.ensure_future(page.mouse.move(x, y)))
        await asyncio.sleep(PAUSE)
    await asyncio.gather(*moves)
    return time.perf_counter() - begin
