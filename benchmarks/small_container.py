"""Load test of every part on a small container: many people at once, a share of a core, a few hundred MB.

    tools/small_container.sh [PEOPLE] [PAGE or PAGE/PART ...]
    CORES=0.25 MEMORY=690 tools/small_container.sh 30 projection/Map

Each part gets a fresh server in a control group (cgroups v1 or v2; needs root). All visitors open the page at the same
time; then, three times, all change its first control at the same time, and three times each in a time of its own, every
five seconds on average. The table has 95th percentiles of the times, the server's peak memory, and whether it was
killed. The visitors are not in the group, but use the same machine.
"""

import asyncio
import io
import itertools
import os
import random
import re
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import URLError

import numpy as np
from websockets.exceptions import ConnectionClosed

from benchmarks.app_server import Server, server
from benchmarks.concurrent_visitors import Guest, all_at_once, open_together
from benchmarks.simulated_visitor import Visitor, controls_of, parts
from explorer.data.uploads.limits import MAX_ROWS, MAX_VALUES

ROOT = Path("/sys/fs/cgroup")
PERIOD = 100_000
"""Period of the processor quota in microseconds."""
WEIGHT = 20
"""Weight of the server's group, in default weights, so that it gets its quota beside other programs."""
ROUNDS, THINK, APART, PATIENCE = 3, 2.0, 5.0, 300.0
"""Number of changes per visitor; seconds between two by all together, and the mean between two by one visitor; seconds
until a visitor gives up."""


class NoGroupsError(RuntimeError):
    """Control groups are not available; the message says why."""


@dataclass(frozen=True)
class Group:
    """A control group, as its folders."""

    folders: tuple[Path, ...]

    def add(self, process: int) -> None:
        """Add a process, and its future children, to the group."""
        for folder in self.folders:
            (folder / "cgroup.procs").write_text(str(process), encoding="ascii")

    def processes(self) -> list[int]:
        """Ids of its processes."""
        return [int(line) for line in (self.folders[-1] / "cgroup.procs").read_text(encoding="ascii").split()]

    def memory(self) -> float:
        """Memory of its processes in MB (10⁶ bytes), without the reclaimable page cache."""
        stat = (self.folders[-1] / "memory.stat").read_text(encoding="ascii")
        return int(re.findall(r"^(?:total_rss|anon) (\d+)", stat, re.MULTILINE)[0]) / 1e6


@contextmanager
def group(cores: float, megabytes: float) -> Iterator[Group]:
    """Create a control group with a share of a core and a memory limit in MB (10⁶ bytes), without swap.

    Raises:
        NoGroupsError: not available, or no permission.
    """
    name, size, quota = f"explorer-{os.getpid()}", int(megabytes * 1e6), int(cores * PERIOD)
    try:
        if (ROOT / "memory" / "memory.limit_in_bytes").exists():
            made = Group((ROOT / "cpu" / name, ROOT / "memory" / name))
            settings = (
                (("cpu.cfs_period_us", PERIOD), ("cpu.cfs_quota_us", quota), ("cpu.shares", 1024 * WEIGHT)),
                (("memory.limit_in_bytes", size),),
            )
        elif {"cpu", "memory"} <= set((ROOT / "cgroup.subtree_control").read_text(encoding="ascii").split()):
            made = Group((ROOT / name,))
            settings = ((("cpu.max", f"{quota} {PERIOD}"), ("cpu.weight", 100 * WEIGHT), ("memory.max", size)),)
        else:
            raise NoGroupsError("the kernel's control groups are not those of cpu and memory")
        for folder, values in zip(made.folders, settings, strict=True):
            folder.mkdir(exist_ok=True)
            for file, value in values:
                (folder / file).write_text(str(value), encoding="ascii")
            if (swap := folder / "memory.swap.max").exists():
                swap.write_text("0", encoding="ascii")
    except OSError as problem:
        raise NoGroupsError(f"the kernel's control groups can't be had: {problem}") from problem
    try:
        yield made
    finally:
        for process in made.processes():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        for folder in made.folders:
            for _ in range(50):
                try:
                    folder.rmdir()
                    break
                except OSError:  # its processes are still ending
                    time.sleep(0.1)


@dataclass
class Result:
    """Result of one part: 95th percentiles in seconds, peak memory in MB, and errors."""

    page: str
    part: str
    opened: float = float("nan")
    changed: float = float("nan")
    apart: float = float("nan")
    memory: float = float("nan")
    problem: str = ""

    def row(self) -> str:
        """A line of the table."""
        seconds = " | ".join(
            f"{value:.1f} s" if value == value else "–" for value in (self.opened, self.changed, self.apart)
        )
        memory = f"{self.memory:.0f} MB" if self.memory == self.memory else "–"
        name = f"{self.page or 'home'}{' / ' if self.part else ''}{self.part}"
        return f"| {name} | {seconds} | {memory} | {self.problem or 'serves'} |"


def most(values: Sequence[float]) -> float:
    """95th percentile.

    >>> most([3.0, 1.0, 2.0])
    3.0
    """
    return sorted(values)[min(len(values) - 1, int(0.95 * len(values)))] if values else float("nan")


def peak(process: int) -> float:
    """Peak memory of a process in MB (10⁶ bytes)."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) * 1024 / 1e6


async def _change(guests: list[Guest]) -> tuple[list[float], list[float]]:
    """Seconds of each change: of a few by all visitors together, and of as many by each in a time of its own."""
    found = next(iter(controls_of(guests[0].widgets.values(), guests[0].moved)), None)
    if found is None:
        return [], []
    values = [itertools.islice(found.values(), number, None) for number in range(len(guests))]
    together: list[float] = []
    apart: list[float] = []
    for _ in range(ROUNDS):
        await asyncio.sleep(THINK)
        together += await all_at_once(
            [guest.change(found.key, next(value)) for guest, value in zip(guests, values, strict=True)]
        )

    async def alone(guest: Guest, value: Iterator[Any], chance: random.Random) -> None:
        for turn in range(ROUNDS):
            await asyncio.sleep(chance.uniform(0 if turn == 0 else APART / 2, APART * 3 / 2))
            apart.append(await guest.change(found.key, next(value)))

    chances = [random.Random(seed) for seed in range(len(guests))]  # noqa: S311 - the same class each time
    await all_at_once([alone(*each) for each in zip(guests, values, chances, strict=True)])
    return together, apart


async def _class(running: Server, result: Result, query: dict[str, str], people: int) -> None:
    guests, waits = await open_together(running.port, result.page, query, people)
    result.opened = most(waits)
    result.changed, result.apart = map(most, await _change(guests))
    await all_at_once([guest.go() for guest in guests])


def measured(page: str, part: str, query: dict[str, str], people: int, cores: float, memory: float) -> Result:
    """Measure one part on a fresh server in its own group."""
    result = Result(page, part)
    with group(cores, memory) as own, server(enter=own.add) as running:
        try:
            # In a thread of its own: this one may already run an event loop, as a test's browser does.
            with ThreadPoolExecutor(1) as alone:
                run = asyncio.wait_for(_class(running, result, query, people), 150)
                alone.submit(asyncio.run, run).result()
        except (TimeoutError, RuntimeError, OSError) as problem:
            result.problem = f"{type(problem).__name__}: {problem}"[:200]
        if running.process.poll() is None:
            result.memory = peak(running.process.pid)
        else:
            result.problem = "**killed by the memory limit**"
    return result


def large_table() -> bytes:
    """The largest possible upload: 8-bit integers in NumPy's format."""
    out = io.BytesIO()
    shape = MAX_ROWS, MAX_VALUES // MAX_ROWS
    np.save(out, np.random.default_rng(0).integers(-100, 100, shape, dtype=np.int8))
    return out.getvalue()


def uploads(cores: float, memory: float, people: int = 3) -> Result:
    """Simultaneous uploads of the largest table during a training; memory of all processes together.

    The server has room for two such tables: further visitors are told so, and to try again.
    """
    result, content = Result("projection", f"{people} uploads of the largest table and a training"), large_table()
    waits: list[float] = []

    def give(number: int) -> None:
        query = {"j_part": "Map", "j_table": "Your file"}
        with Visitor(port, "projection", query, patience=PATIENCE) as visitor:
            begun = time.monotonic()
            while True:
                try:
                    visitor.upload("j_file", "vectors.npy", content)
                    break
                except URLError:  # refused: one address may send two such files at once; the page says to try again
                    if time.monotonic() - begun > PATIENCE:
                        raise
                    time.sleep(APART)
            waits.append(time.monotonic() - begun)
            if any("Try again in a few minutes" in text for text in visitor.texts):
                refused.append(number)
            elif not any(f"{MAX_ROWS:,} rows" in text for text in visitor.texts):
                together.abort()
                said.append(f"the page says of the file: {visitor.texts[-8:]}")
            together.wait(PATIENCE)  # all tables stay in memory until the last one is there

    together, port, said, refused = threading.Barrier(people), 0, list[str](), list[int]()
    plain = {"STREAMLIT_SERVER_ENABLE_XSRF_PROTECTION": "false"}
    with group(cores, memory) as own, server(enter=own.add, **plain) as running:
        port = running.port
        stop = threading.Event()
        result.memory = 0.0

        def watch() -> None:
            while not stop.wait(0.05):
                result.memory = max(result.memory, own.memory())

        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            with Visitor(port, "projection", {"j_part": "Watch it train"}, patience=PATIENCE) as teacher:
                teacher.ask("j_go")
                with ThreadPoolExecutor(people) as pool:
                    list(pool.map(give, range(people)))
            result.opened, result.part = max(waits), f"{result.part}; tables refused: {len(refused)}"
        except (TimeoutError, RuntimeError, OSError, ConnectionClosed, threading.BrokenBarrierError) as problem:
            result.problem = (said[0] if said else f"{type(problem).__name__}: {problem}")[:300]
        finally:
            stop.set()
            watcher.join()
        if running.process.poll() is not None:
            result.problem = "**killed by the memory limit**"
    return result


def main(words: Sequence[str]) -> int:
    """Print the table; returns 1 if a server was killed or failed, 2 without control groups."""
    people = int(words[0]) if words and words[0].isdigit() else 30
    wanted = words[1:] if words and words[0].isdigit() else words
    with suppress(PermissionError):  # otherwise the other programs of the machine are measured, too
        os.nice(-15)
    cores, memory = float(os.environ.get("CORES", "0.25")), float(os.environ.get("MEMORY", "690"))
    try:
        with group(cores, memory):
            pass
    except NoGroupsError as problem:
        print(f"Nothing was measured: {problem}.")
        return 2
    if list(wanted) == ["uploads"]:
        print(found := uploads(cores, memory))
        return bool(found.problem)
    with server() as running:
        every = parts(running.port)
    chosen = [
        case for case in every
        if not wanted or any(f"{case[0] or 'home'}/{case[1]}".startswith(word) for word in wanted)
    ]  # fmt: skip
    print(f"{people} people at once, {cores:g} of a core, {memory:g} MB; the machine's load {os.getloadavg()[0]:.1f}\n")
    print("| page / part | opened, 95 of 100 | all change, 95 of 100 | each in its time | memory at most | |")
    print("|---|---:|---:|---:|---:|---|")
    results = []
    for page, part, query in chosen:
        results.append(measured(page, part, query, people, cores, memory))
        print(results[-1].row(), flush=True)
    bad = [result for result in results if result.problem]
    print(f"\n{len(results) - len(bad)} of {len(results)} serve; load {os.getloadavg()[0]:.1f}")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
