"""Simulated concurrent visitors without a browser, each with an open WebSocket.

Like `simulated_visitor`, but listening all the time, since the server reruns pages on its own.
"""

from __future__ import annotations

import asyncio
import re
import time
import urllib.parse
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from benchmarks.simulated_visitor import Widget, as_widget, moved_by, run_again, set_value

PATIENCE = 120.0
"""Timeout in seconds."""
RECONNECTS = 0.5
"""Seconds between attempts to reconnect."""
_TEXTS = ("text", "markdown", "alert", "html", "code")


class Guest:
    """One tab: the page's state.

    Attributes:
        widgets: by key; `moved`: the keys of those that animated pictures move.
        said: the texts of the page, by their path in the element tree, until another replaces them.
        runs: number of finished runs; `lost`: number of lost connections.
    """

    def __init__(self, port: int, page: str, query: dict[str, str], name: str = "guest") -> None:
        self._port, self._name = port, name
        self.page, self.query, self.hash = page, urllib.parse.urlencode(query), ""
        self.widgets: dict[str, Widget] = {}
        self.moved: dict[str, None] = {}
        self.said: dict[tuple[int, ...], str] = {}
        self.runs = self.lost = 0
        self.errors: list[str] = []
        self._bound: set[str] = set()
        self._seen: dict[str, ForwardMsg] = {}
        self._line: ClientConnection | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._clock: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    async def come(self) -> None:
        """Open the page and start listening."""
        await self._connect()
        self._tasks.append(asyncio.create_task(self._listen()))

    async def go(self) -> None:
        """Close the tab."""
        for task in [*self._tasks, *([self._clock] if self._clock else [])]:
            task.cancel()
        if self._line is not None:
            await self._line.close()

    async def until(self, true: Callable[[Guest], Any], seconds: float = PATIENCE) -> float:
        """Wait until a condition is true; returns the time at which it was.

        Raises:
            TimeoutError: it is not within `seconds`; the message has the page's last texts.
            RuntimeError: the page shows an error box.
        """
        try:
            async with asyncio.timeout(seconds):
                while not self._well() or not true(self):
                    self._news.clear()
                    await self._news.wait()
                    for task in self._tasks:
                        if task.done():
                            task.result()  # raises the listener's exception
        except TimeoutError:
            raise TimeoutError(f"{self._name} on {self.page!r} heard only {list(self.said.values())[-12:]}") from None
        return time.perf_counter()

    def _well(self) -> bool:
        if self.errors:
            raise RuntimeError(f"{self._name} on {self.page!r} saw {self.errors[0]}")
        return True

    def hears(self, pattern: str) -> bool:
        """Whether a text matches the pattern."""
        return any(re.search(pattern, text) for text in self.said.values())

    async def change(self, key: str, value: Any = None) -> float:
        """Set a widget or press a button; returns the seconds until a run has ended."""
        begin, runs = time.perf_counter(), self.runs
        await self.set(key, value)
        return await self.until(lambda guest: guest.runs > runs) - begin

    async def set(self, key: str, value: Any = None) -> None:
        """Set a widget without waiting, and its URL parameter if it is bound to one."""
        widget = self.widgets[key]
        if key in self._bound and value is not None:
            shown = int(value) if isinstance(value, float) and value.is_integer() else value
            self.query = urllib.parse.urlencode({**dict(urllib.parse.parse_qsl(self.query)), key: shown})
        message = self._rerun(widget.fragment)
        set_value(message.rerun_script.widget_states.widgets.add(id=widget.id), widget, value)
        await self._send(message)

    def _rerun(self, fragment: str = "") -> BackMsg:
        return run_again(self.page, self.query, self.hash, self._seen, fragment)

    async def _send(self, message: BackMsg) -> None:
        with suppress(ConnectionClosed):  # the listener reconnects
            if self._line is not None:
                await self._line.send(message.SerializeToString())

    async def _connect(self) -> None:
        self._line = await connect(
            f"ws://127.0.0.1:{self._port}/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            user_agent_header=self._name,
            max_size=None,
            compression=None,
            ping_interval=None,
            open_timeout=PATIENCE,
        )
        self._seen.clear()
        await self._send(self._rerun())

    async def _listen(self) -> None:
        try:
            await self._listen_on()
        finally:
            self._news.set()

    async def _listen_on(self) -> None:
        while True:
            try:
                assert self._line is not None
                async for raw in self._line:
                    message = ForwardMsg()
                    message.ParseFromString(bytes(raw))
                    await self._hear(self._seen.get(message.ref_hash, message))
                    self._news.set()
            except ConnectionClosed:
                pass
            self.lost += 1
            self.said.clear()
            self.widgets.clear()
            if self._clock is not None:
                self._clock.cancel()
            while True:
                await asyncio.sleep(RECONNECTS)
                with suppress(OSError, InvalidHandshake, ConnectionClosed, EOFError, TimeoutError):
                    await self._connect()
                    break

    async def _hear(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if message.metadata.cacheable and message.hash:
            self._seen[message.hash] = message
            while len(self._seen) > 30:
                del self._seen[next(iter(self._seen))]
        if kind == "new_session":
            self.hash = message.new_session.page_script_hash
        elif kind == "navigation":
            self.hash = message.navigation.page_script_hash or self.hash
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "auto_rerun":
            if self._clock is not None:
                self._clock.cancel()
            ticks = self._ticks(message.auto_rerun.interval, message.auto_rerun.fragment_id)
            self._clock = asyncio.create_task(ticks)
        elif kind == "script_finished":
            self.runs += message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            await self._see(message.delta.new_element, message.delta.fragment_id, tuple(message.metadata.delta_path))

    async def _ticks(self, seconds: float, fragment: str) -> None:
        while True:
            await asyncio.sleep(seconds)
            await self._send(self._rerun(fragment))

    async def _see(self, element: Any, fragment: str, path: tuple[int, ...]) -> None:
        kind = element.WhichOneof("type")
        seen = getattr(element, kind)
        if kind in _TEXTS:
            self.said[path] = getattr(seen, "body", "") or getattr(seen, "code_text", "")
        elif kind == "exception":
            self.errors.append(f"{seen.type}: {seen.message}")
        elif kind == "bidi_component":
            self.moved |= moved_by(seen)
        widget = as_widget(element, fragment)
        if widget is not None:
            self.widgets[widget.key] = widget
            if getattr(seen, "query_param_key", ""):
                self._bound.add(widget.key)


async def all_at_once(work: list[Coroutine[Any, Any, Any]]) -> list[Any]:
    """Gather all results, or raise the first error."""
    return list(await asyncio.gather(*work))


async def open_together(port: int, page: str, query: dict[str, str], people: int) -> tuple[list[Guest], list[float]]:
    """Open a page by all visitors at the same moment; returns them and their waiting times for the whole page."""
    guests = [Guest(port, page, query, name=f"visitor {n} of {page or 'home'}") for n in range(people)]
    begin = time.perf_counter()
    await all_at_once([guest.come() for guest in guests])
    there = await all_at_once([guest.until(lambda one: one.runs) for guest in guests])
    return guests, [moment - begin for moment in there]
