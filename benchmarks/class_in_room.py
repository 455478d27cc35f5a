"""A class in one room: joining, guessing, following, and a server killed in the middle.

`STUDENTS=200 python -m benchmarks class_in_room`. The server has core 0; all students and the teacher share the last
one. Drawing in browsers is not included.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks import Row, benchmark
from benchmarks.app_server import Server, server
from benchmarks.concurrent_visitors import Guest, all_at_once
from explorer.rooms import RoomStore
from explorer.rooms.sqlite_backend import SqliteBackend

QUESTION = "p_carry"
CHOICE = f"_room_{QUESTION}_1"
WITHIN, QUIET = 3.0, 5.0
"""Seconds in which all students guess, and of idle time."""


@dataclass
class Lesson:
    """A room with its teacher and students, and the measurements so far."""

    port: int
    code: str
    secret: str
    students: int
    cpu: Callable[[], float]
    teacher: Guest = field(init=False)
    class_: list[Guest] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    async def begin(self) -> None:
        """The teacher opens the room and asks a question."""
        kept = f'{{"code": "{self.code}", "secret": "{self.secret}"}}'
        self.teacher = Guest(self.port, "positions", {"room": self.code, "p_part": "Counting"}, kept, "teacher")
        await self.teacher.come()
        await self.teacher.until(lambda guest: guest.hears("0 students") and guest.hears("0 of 0"))

    async def timed(self, what: str, work: Callable[[], Awaitable[str | None]]) -> None:
        """Add a row with the wall time and the server's processor time."""
        begin, cpu = time.perf_counter(), self.cpu()
        note = await work()
        took, used = time.perf_counter() - begin, self.cpu() - cpu
        busy = f"{used:.2f} s of processor time" + (f", {used / took:.0%} of a core" if took > 1 else "")
        self.rows.append(Row(what, took, note=f"{note}; {busy}" if note else busy))

    async def join(self) -> str:
        """All students open the link at the same time."""
        self.class_ = [
            Guest(self.port, "", {"room": self.code}, name=f"student {number}") for number in range(self.students)
        ]
        begin = time.perf_counter()
        await all_at_once([guest.come() for guest in self.class_])
        there = await all_at_once([guest.until(lambda one: CHOICE in one.widgets) for guest in self.class_])
        await self.teacher.until(lambda guest: guest.hears(f"{self.students} student"))
        return f"half of them after {np.median(there) - begin:.2f} s, the last after {max(there) - begin:.2f} s"

    async def guess(self, within: float) -> str:
        """Each student guesses at a random time within some seconds; the teacher's bar must show all."""
        options = self.class_[0].widgets[CHOICE].options

        async def one(number: int, guest: Guest) -> tuple[float, float]:
            await asyncio.sleep(within * number / self.students)
            sent = time.perf_counter()
            await guest.set(CHOICE, options[number % len(options)])
            return sent, await guest.until(lambda it: it.hears("Your guess is in"))

        times = await all_at_once([one(number, guest) for number, guest in enumerate(self.class_)])
        last = max(arrived for _, arrived in times)
        seen = await self.teacher.until(lambda guest: guest.hears(f"{self.students} of {self.students}"))
        waits = [arrived - sent for sent, arrived in times]
        return (
            f"p50 {np.median(waits) * 1e3:.0f} ms, p95 {np.quantile(waits, 0.95) * 1e3:.0f} ms until one's own is in; "
            f"the teacher's bar has all {max(0.0, seen - last):.2f} s after the last"
        )

    async def nothing(self) -> None:
        """Idle: nobody acts."""
        await asyncio.sleep(QUIET)

    async def follow(self) -> str:
        """The teacher moves a slider."""
        slider = self.teacher.widgets["p_count"]
        position = int(slider.low) + 17
        begin = time.perf_counter()
        await self.teacher.set("p_count", position)
        seen = await all_at_once(
            [guest.until(lambda it: it.hears(rf"(?i)position {position}\b")) for guest in self.class_]
        )
        return f"half of them after {np.median(seen) - begin:.2f} s"

    async def reveal(self) -> str:
        """The teacher reveals the answer."""
        begin = time.perf_counter()
        await self.teacher.set("_room_peek")
        await self.teacher.until(lambda guest: "_room_reveal" in guest.widgets)
        await self.teacher.set("_room_reveal")
        seen = await all_at_once([guest.until(lambda it: it.hears("The class has guessed")) for guest in self.class_])
        return f"half of them after {np.median(seen) - begin:.2f} s"

    async def back(self) -> str:
        """After a kill: everybody has reconnected, with their guess."""
        everybody = [self.teacher, *self.class_]
        await all_at_once([guest.until(lambda it: it.hears("Your guess is in")) for guest in self.class_])
        await self.teacher.until(lambda guest: guest.hears(f"{self.students} of {self.students}"))
        lost = sum(guest.lost > 0 for guest in everybody)
        return f"{lost} of {len(everybody)} lines broke, {self.students} of {self.students} guesses are there"

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[dict[str, list[float]]]:
        """Meanwhile two visitors outside the room move the slider of a part and of an empty page."""
        waits: dict[str, list[float]] = {"p_pos": [], "empty_slider": []}

        async def walk(page: str, query: dict[str, str], key: str) -> None:
            guest = Guest(self.port, page, query, name=f"visitor of {page}")
            await guest.come()
            await guest.until(lambda it: key in it.widgets and it.runs)
            try:
                for value in itertools.cycle((3, 40, 17, 25, 9)):
                    waits[key].append(await guest.change(key, value))
                    await asyncio.sleep(0.1)
            finally:
                await guest.go()

        walks = [
            asyncio.create_task(walk("positions", {"p_part": "Clocks"}, "p_pos")),
            asyncio.create_task(walk("empty", {}, "empty_slider")),
        ]
        try:
            yield waits
        finally:
            for task in walks:
                task.cancel()
            await asyncio.gather(*walks, return_exceptions=True)

    async def end(self) -> None:
        """All close their tabs."""
        await all_at_once([guest.go() for guest in (self.teacher, *self.class_)])


def _p95(what: str, waits: dict[str, list[float]]) -> Row:
    ours, empty = (float(np.quantile(waits[key], 0.95)) for key in ("p_pos", "empty_slider"))
    return Row(f"p95 of a slider outside of the room, {what}", ours, empty, f"an empty page's: {empty * 1e3:.0f} ms")


async def _minutes(lesson: Lesson, kill: Callable[[], Awaitable[None]]) -> None:
    many = f"{lesson.students} students"
    await lesson.begin()
    async with lesson.beside() as waits:
        while min(map(len, waits.values())) < 10:
            await asyncio.sleep(0.1)
        lesson.rows.append(_p95("nobody in it", waits))
        await lesson.timed(f"{many} join at the same moment", lesson.join)
        for found in waits.values():
            found.clear()
        await lesson.timed(f"{many} guess within {WITHIN:g} s", lambda: lesson.guess(WITHIN))
        lesson.rows.append(_p95("while they guess", waits))
    await lesson.timed(f"nobody does anything for {QUIET:g} s", lesson.nothing)
    await kill()
    await lesson.timed("everybody is back", lesson.back)
    await lesson.timed("the teacher moves a slider, the last student has followed", lesson.follow)
    await lesson.timed("the teacher reveals, the last student sees it", lesson.reveal)
    await lesson.end()


@benchmark("A class in one room: one server on one core, killed and started again")
def one_server() -> Iterator[Row]:
    """Rooms in a file."""
    with ExitStack() as stack, tempfile.TemporaryDirectory() as name:
        stack.callback(os.sched_setaffinity, 0, os.sched_getaffinity(0))
        path = Path(name) / "rooms.sqlite"
        store = RoomStore(SqliteBackend(path))
        code, secret = store.open()
        store.close()
        running: list[Server] = []

        def start(port: int = 0) -> None:
            running.append(stack.enter_context(server(port=port, core=0, EXPLORER_ROOMS=str(path))))

        async def kill() -> None:
            running[-1].process.kill()
            await asyncio.to_thread(running[-1].process.wait)
            await asyncio.to_thread(start, running[-1].port)

        start()
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        lesson = Lesson(
            running[0].port, code, secret, int(os.environ.get("STUDENTS", "200")), lambda: running[-1].cpu()
        )
        asyncio.run(_minutes(lesson, kill))
        yield from lesson.rows
