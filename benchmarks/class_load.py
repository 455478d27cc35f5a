"""Load of a class on one core: waiting times of sixty and a hundred visitors who open a page or change something.

The server has core 0, all visitors share the last one, both with high priority if the system allows it; drawing in
browsers is not included. The reference is an empty page of plain Streamlit (`app_server.untouched`), on the same core
with the same visitors. `opening` measures each page with its first part, after it has been opened once; `changing`
every part, with the control that a class moves there (`Visitor.controls`), each visitor with values of its own.
`CLASS=30,100` are the numbers of visitors who change something every two seconds, `SECONDS=15` for how long, and
`PARTS=Map,tokens` selects those whose page or name contains one of the words.
"""

import asyncio
import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from statistics import median

import numpy as np

from benchmarks import Row, benchmark
from benchmarks.app_server import Server, server, untouched
from benchmarks.concurrent_visitors import Guest, all_at_once, open_together
from benchmarks.simulated_visitor import Visitor, Widget, parts

THINK = 2.0
"""Mean seconds between two changes of one visitor, drawn from half to one and a half of it."""
SETTLED = 3.0


@contextmanager
def _on_one_core() -> Iterator[tuple[Server, Server]]:
    """The app, and plain Streamlit, on one core; the visitors have another one."""
    before = os.sched_getaffinity(0)
    with suppress(PermissionError):  # otherwise the other programs of the machine are measured, too
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    try:
        with server(core=min(before)) as running, untouched(core=min(before)) as plain:
            os.sched_setaffinity(0, {max(before)})
            yield running, plain
    finally:
        os.sched_setaffinity(0, before)
        with suppress(PermissionError):
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


async def _opened(port: int, page: str, many: int) -> float:
    """Seconds until the last of them has the whole page."""
    guests, waits = await open_together(port, page, {}, many)
    await all_at_once([guest.go() for guest in guests])
    return max(waits)


async def _changed(
    port: int, page: str, query: dict[str, str], widget: Widget, many: int, seconds: float
) -> list[float]:
    """Times of the changes, of visitors who each change the widget every two seconds."""
    guests, _ = await open_together(port, page, query, many)
    await asyncio.sleep(SETTLED)
    chance = random.Random(3)  # noqa: S311 - the same class each time
    waits: list[float] = []
    until = time.perf_counter() + seconds

    async def one(guest: Guest, seed: int) -> None:
        values = widget.values(seed)
        await asyncio.sleep(chance.uniform(0, THINK))
        while time.perf_counter() < until:
            waits.append(await guest.change(widget.key, next(values)))
            await asyncio.sleep(chance.uniform(THINK / 2, THINK * 3 / 2))

    await all_at_once([one(guest, 7 + 10 * number) for number, guest in enumerate(guests)])
    await all_at_once([guest.go() for guest in guests])
    return waits


def _first_parts(port: int) -> list[tuple[str, dict[str, str]]]:
    """Each page, with the part that it opens with."""
    found: dict[str, dict[str, str]] = {}
    for page, _, query in parts(port):
        found.setdefault(page, query)
    return list(found.items())


@benchmark("A class opens a page at the same moment, on one core: until the last has it whole")
def opening() -> Iterator[Row]:
    """Sixty and a hundred visitors on every page, against as many on an empty one."""
    with _on_one_core() as (running, plain):
        pages = [page for page, _ in _first_parts(running.port)]
        for many in (60, 100):
            empty, waits = [], {page: [] for page in pages}
            for _ in range(3):  # in turn, since other load on the machine varies from minute to minute
                for page, ours in waits.items():
                    # Repeated runs on an empty page differ by up to a factor of two, so the reference is their median.
                    empty.append(asyncio.run(_opened(plain.port, "", many)))
                    ours.append(asyncio.run(_opened(running.port, page, many)))
            for page, ours in waits.items():
                yield Row(f"{many} open {page or 'home'}", median(ours), median(empty), f"at worst {max(ours):.2f} s")


@benchmark("A class changes something every two seconds, on one core: 95 of 100 changes are answered within")
def changing() -> Iterator[Row]:
    """The control that a class moves, of every part, against an empty page's slider."""
    seconds, asked = float(os.environ.get("SECONDS", "15")), os.environ.get("PARTS", "").split(",")
    with _on_one_core() as (running, plain):
        targets = []
        every = [
            (running, f"{page or 'home'} {part}".rstrip(), page, query) for page, part, query in parts(running.port)
        ]
        every = [each for each in every if any(word in each[1] for word in asked)]
        for where, name, page, query in [(plain, "nothing", "", {}), *every]:
            with Visitor(where.port, page, query) as visitor:
                widget = visitor.main()
                if widget is not None:
                    visitor.ask(widget, next(widget.values()))
                    targets.append((where, name, page, query, widget))
        for many in map(int, os.environ.get("CLASS", "30,100").split(",")):
            nothing = 0.0
            for where, name, page, query, widget in targets:
                cpu, begin = where.cpu(), time.perf_counter()
                waits = asyncio.run(_changed(where.port, page, query, widget, many, seconds))
                busy = (where.cpu() - cpu) / (time.perf_counter() - begin)
                p95 = float(np.quantile(waits, 0.95))
                nothing = nothing or p95
                note = f"“{widget.label[:30]}”; slowest {max(waits):.2f} s of {len(waits)}; a core {busy:.0%} busy, "
                yield Row(f"{many} visitors: {name}", p95, nothing, f"{note}arriving included")
