"""A class on the student's screen (`/join`): joining, answering, Reveal, and a server killed in the middle.

`STUDENTS=200 CORES=0.25 python -m benchmarks load_test_join_page`. The server has a share of a core and 690 MB, like
the smallest cloud, which needs Linux and root. All students share the last core.
"""

import asyncio
import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import Row, benchmark
from benchmarks.app_server import Server, server
from benchmarks.small_container import group
from explorer.questions import Question
from explorer.rooms import RoomStore
from explorer.rooms.sqlite_backend import SqliteBackend

QUESTION = "q"


class Student:
    """A phone: one connection for events, one for answers; the last event and its time."""

    def __init__(self, port: int, code: str) -> None:
        self.port, self.mine = port, {"code": code, "seat": ""}
        self.told: dict[str, Any] = {"stamp": "", "screen": {"question": None}}
        self.heard = asyncio.Event()

    async def ask(self, what: str, told: dict[str, Any]) -> dict[str, Any]:
        """Send a request, retrying until the server answers."""
        body = json.dumps(told).encode()
        head = f"POST /join/{what} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n"
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
                raw = await reader.read()
                writer.close()
                if raw.startswith(b"HTTP/1.1 200"):
                    return dict(json.loads(raw.partition(b"\r\n\r\n")[2]))
                if raw:
                    raise RuntimeError(raw[:200])
            except OSError:
                pass
            await asyncio.sleep(0.5)

    async def come(self) -> float:
        """Join and wait for the first event; returns its time."""
        self.mine = await self.ask("seat", self.mine)
        self.told = await self.ask("news", {**self.mine, "known": ""})
        return time.perf_counter()

    async def listen(self) -> None:
        """Start listening for events."""
        while True:
            self.told = await self.ask("news", {**self.mine, "known": self.told["stamp"]})
            self.heard.set()

    async def until(self, field: str, value: Any) -> float:
        """Time at which the visible question has this value in a field."""
        while (self.told["screen"]["question"] or {}).get(field) != value:
            self.heard.clear()
            await self.heard.wait()
        return time.perf_counter()

    async def answer(self, value: int, round_: int = 1) -> float:
        """Seconds until the answer is accepted."""
        begin = time.perf_counter()
        await self.ask("answer", {**self.mine, "question": QUESTION, "round": round_, "value": value})
        return time.perf_counter() - begin


def _row(what: str, seconds: list[float], note: str = "") -> Row:
    late = float(np.quantile(seconds, 0.95))
    return Row(what, late, note=f"half after {np.median(seconds):.2f} s, the last after {max(seconds):.2f} s{note}")


@benchmark("A class on the student's own screen, p95 of each step; the server is killed and started again")
def on_phones() -> Iterator[Row]:
    """Rooms in a file; the teacher's actions are made directly in the store."""
    many = int(os.environ.get("STUDENTS", "200"))
    with ExitStack() as stack, tempfile.TemporaryDirectory() as name:
        path = Path(name) / "rooms.sqlite"
        rooms = RoomStore(SqliteBackend(path))
        code, secret = rooms.open()
        limits = stack.enter_context(group(float(os.environ.get("CORES", "0.25")), 690))
        running: list[Server] = []

        def start(port: int = 0) -> None:
            made = server(port=port, core=0, enter=limits.add, EXPLORER_ROOMS=str(path))
            running.append(stack.enter_context(made))

        async def lesson() -> list[Row]:
            class_ = [Student(running[0].port, code) for _ in range(many)]
            begin = time.perf_counter()
            came = await asyncio.gather(*(one.come() for one in class_))
            rows = [_row(f"{many} students join at the same moment", [at - begin for at in came])]
            tasks = [asyncio.create_task(one.listen()) for one in class_]

            async def all_see(what: str, field: str, value: Any) -> None:
                begin = time.perf_counter()
                seen = await asyncio.gather(*(one.until(field, value) for one in class_))
                rows.append(_row(what, [at - begin for at in seen]))

            async def all_answer(what: str, within: float, round_: int) -> None:
                async def one(number: int, student: Student) -> float:
                    await asyncio.sleep(within * number / many)
                    return await student.answer(number % 3, round_)

                waits = await asyncio.gather(*(one(number, each) for number, each in enumerate(class_)))
                rows.append(_row(what, waits, f", {len(rooms.answers_by_seat(code, QUESTION, round_))} counted"))

            rooms.ask(code, secret, {QUESTION: Question("How many?", ("one", "two", "three"), "two")})
            rooms.move(code, secret, "./tokens", QUESTION)
            await all_see("the question is on their screens", "round", 1)
            await all_answer("they answer within 3 s", 3.0, 1)
            rooms.reveal(code, secret, QUESTION)
            await all_see("the result is on their screens", "revealed", True)
            cpu = running[-1].cpu()
            await asyncio.sleep(20)
            share = (running[-1].cpu() - cpu) / 20
            rows.append(Row("nobody does anything for 20 s", 20, note=f"{share:.1%} of a core"))
            running[-1].process.kill()
            await asyncio.to_thread(running[-1].process.wait)
            await asyncio.to_thread(start, running[-1].port)
            rooms.ask_again(code, secret, QUESTION, 1)
            await all_see("after a kill and a new start: the next round is on their screens", "round", 2)
            await all_answer("they answer at the same moment", 0.0, 2)
            rows[-1] = replace(rows[-1], note=f"{rows[-1].note}; the server takes {running[-1].memory():.0f} MB")
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            return rows

        start()
        stack.callback(os.sched_setaffinity, 0, os.sched_getaffinity(0))
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        yield from asyncio.run(lesson())
        rooms.close()
