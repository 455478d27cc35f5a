"""Frame rate of animated pictures while a mouse drags their slider, in Chromium without a graphics card."""

import asyncio
import math
import os
import shutil
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from playwright.async_api import CDPSession, Locator, Page, async_playwright

from benchmarks.app_server import server
from benchmarks.harness import Row, benchmark
from benchmarks.simulated_visitor import parts
from explorer.ui.frame.answer_feedback import SKIP

SECONDS = 2.0
STILL = 0.4
"""Pixels of a movement without effect, to measure the cost of the mouse alone."""
PAUSE = 0.008
"""Seconds between two mouse positions, as of a usual mouse, whether or not the page keeps up."""
SLIDER = ".explorer-moves input:visible, .dials input[type=range]"
MOVING = ".explorer-chart:has(+ .explorer-moves), .dials"
WAITING = (
    ("positions", "ALiBi", {"p_part": "RoPE and ALiBi", "p_kind": "ALiBi"}),
    ("projection", "Spectrum", {"j_part": "Map", "j_view": "Spectrum", "j_share": SKIP}),
)
"""Pictures that are animated only after a choice or a guess."""
MAPS = {"Map": ({"j_view": "2D"}, "Shift"), "Map in 3D": ({"j_view": "3D"}, "")}
"""The map, which is dragged directly: its URL parameters, and the modifier key."""
CHART = ".explorer-chart[data-drawn]"
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
MOVED = """(chart) => {
  window.moves = 0
  chart.on("plotly_relayouting", () => (window.moves += 1))
}"""
DRAWN = """(found) => Math.max(0, ...found.map((each) => Number(each.dataset.frames ?? each.dataset.drawn ?? 0)))"""
MARKS = (
    """(found) => found.flatMap((each) => each.data ?? []).reduce((sum, trace) => sum + (trace.y?.length ?? 0), 0)"""
)
DOTS = """(chart) => [...chart.clouds, ...chart.data].reduce((sum, dots) => sum + (dots.x?.length ?? 0), 0)"""


@benchmark("Every part that moves: a mouse drags its slider to and fro for two seconds; time from picture to picture")
def motion() -> Iterator[Row]:
    """The reference is an empty page with the same mouse movement.

    A picture counts for each frame of the screen in which it is the one of the slider's value. The note has those a
    second, how long the page's main thread worked for each picture drawn, over what the mouse alone costs (other
    programs on the machine change that little), marks, and messages to the server before and after the release.
    """
    with server() as running:
        load = os.getloadavg()[0]
        yield from asyncio.run(_rows(running.port, parts(running.port)))
        yield Row(
            "processes that wanted a core, this benchmark's own among them",
            note=f"{load:.1f} at its beginning, {os.getloadavg()[0]:.1f} at its end, of {os.cpu_count()} cores",
        )


async def _rows(port: int, every: list[tuple[str, str, dict[str, str]]]) -> list[Row]:
    found, rows = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser"), []
    asked = [(name, part, query, "") for name, part, query in (*every, *WAITING)]
    asked += [("projection", what, {"j_part": "Map", **more}, key) for what, (more, key) in MAPS.items()]
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        for name, part, query, key in asked:
            page = await browser.new_page(viewport={"width": 1440, "height": 900})
            sent: list[Any] = []
            page.on("websocket", lambda socket, to=sent: socket.on("framesent", lambda data: to.append(data)))
            await page.goto(f"http://localhost:{port}/{name}?{urlencode(query)}")
            handle = await _handle(page, is_map="j_view" in query)
            if handle is not None:
                empty = await browser.new_page(viewport={"width": 1440, "height": 900})
                await empty.evaluate(COUNT, None)
                passed = await _drag(empty, 720, 450, 600)
                reference = passed / (await empty.evaluate("counted.frames"))
                await empty.close()
                rows.append(await _dragged(page, handle, f"{name or 'home'}: {part}", sent, reference, key))
            await page.close()
    return rows


async def _handle(page: Page, *, is_map: bool) -> Locator | None:
    """The element that is dragged."""
    await page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]", timeout=60_000)
    await page.wait_for_timeout(1_500)
    if not is_map:
        return page.locator(SLIDER).first if await page.locator(SLIDER).count() else None
    await page.wait_for_selector(CHART, timeout=60_000)
    return page.locator(CHART).first


async def _dragged(page: Page, handle: Locator, what: str, sent: list[Any], reference: float, key: str) -> Row:
    is_map = "Map" in what
    moving = handle if is_map else page.locator(MOVING)
    await handle.scroll_into_view_if_needed()
    await page.wait_for_timeout(1_000)
    box = await handle.bounding_box()
    assert box is not None
    middle, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tracing = await page.context.new_cdp_session(page)
    await tracing.send("Performance.enable")
    await page.bring_to_front()
    if key:
        await page.keyboard.down(key)
    await page.mouse.move(middle, y)
    await page.mouse.down()
    sent.clear()
    begun = await _busy(tracing)
    still = await _drag(page, middle, y, STILL)
    went = await _busy(tracing)
    before = 0 if is_map else await moving.evaluate_all(DRAWN)
    await handle.evaluate(MOVED if is_map else COUNT)
    if is_map:
        await page.evaluate(COUNT, None)
    passed = await _drag(page, middle, y, 0.45 * box["width"])
    busy = await _busy(tracing) - went - (went - begun) * passed / still
    counted, early = await page.evaluate("counted"), len(sent)
    drawn = await page.evaluate("moves") if is_map else await moving.evaluate_all(DRAWN) - before
    changes = drawn if is_map else counted["changes"]
    marks = int(await (handle.evaluate(DOTS) if is_map else moving.evaluate_all(MARKS)))
    await page.mouse.up()
    await page.wait_for_timeout(2_000)
    fresh = counted["frames"] - max(0, changes - drawn)
    told = f"{early} messages before release, {len(sent) - early} after"
    work = f"{1000 * busy / max(1, min(drawn, counted['frames'])):.0f} ms of the main thread a picture"
    note = f"{fresh / passed:.0f} a second, {work}, {drawn} drawn of {changes} changes, {marks:,} marks, {told}"
    return Row(what, passed / max(fresh, 1), reference, note)


async def _busy(tracing: CDPSession) -> float:
    """Seconds of work of the page's main thread so far."""
    found = await tracing.send("Performance.getMetrics")
    return float(next(each["value"] for each in found["metrics"] if each["name"] == "TaskDuration"))


async def _drag(page: Page, middle: float, y: float, reach: float) -> float:
    """Move the mouse to and fro around a point; returns the seconds that passed."""
    begin, moves = time.perf_counter(), []
    while (passed := time.perf_counter() - begin) < SECONDS:
        x = middle + reach * math.sin(2 * math.pi * passed)
        moves.append(asyncio.ensure_future(page.mouse.move(x, y)))
        await asyncio.sleep(PAUSE)
    await asyncio.gather(*moves)
    return time.perf_counter() - begin
