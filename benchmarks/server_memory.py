"""Memory of a server and its workers: at the start, with Home, with every part, after a day; and of a training."""

import random
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from benchmarks import Row, benchmark
from benchmarks.app_server import SETTINGS, Server, server
from benchmarks.simulated_visitor import Visitor, parts

MENTIONED = 5
"""MB that a part adds at least to be named."""
VISITORS, SEEN, MOVES = 20, 12, 3
"""A day: visitors one after another, parts that each opens, and changes of each part's first control. (Of sixty, those
after the twentieth added 9 MB.)"""
FORGOTTEN = 240
"""Seconds after which unused results have been evicted (`explorer.data.cache.IDLE`)."""


def of_workers(process: int) -> float:
    """Memory of a process' children in MB; what they share counts once between them (PSS)."""
    total = 0.0
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            for child in file.read_text(encoding="ascii").split():
                with suppress(OSError):
                    rollup = Path(f"/proc/{child}/smaps_rollup").read_text(encoding="ascii")
                    total += int(re.findall(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)[0]) * 1024 / 1e6
                    total += of_workers(int(child))
    return total


def visit(running: Server, page: str, query: dict[str, str], skip: int = 0, moves: int = 1) -> None:
    """Open a part and change its first control to some of its values."""
    with Visitor(running.port, page, query) as visitor:
        widget = visitor.main()
        if widget is not None:
            for value in islice(widget.values(), skip, skip + moves):
                visitor.ask(widget, value)


@benchmark("Memory of a server and its workers (resident; 1 MB is 10⁶ bytes)")
def memory() -> Iterator[Row]:
    """Memory as notes, since rows are for times."""
    with server() as other:  # to list the parts opens them
        every = parts(other.port)
    with server() as running:

        def total() -> float:
            return running.memory() + of_workers(running.process.pid)

        def row(what: str) -> Row:
            return Row(what, note=f"{total():.0f} MB, {running.open_files()} open files and sockets")

        settings = " ".join(f"{name}={value}" for name, value in SETTINGS.items())
        yield row(f"started, no visitor yet ({settings})")
        Visitor(running.port, "").close()
        yield row("Home seen once")
        for page in dict.fromkeys(page for page, _, _ in every):
            Visitor(running.port, page).close()
        yield row("every page opened")
        for page, part, query in every:
            before = total()
            visit(running, page, query)
            if total() - before >= MENTIONED:
                yield row(f"{page or 'home'} {part}: {total() - before:+.0f} MB")
        yield row(f"one visitor has opened every part and moved its first control ({len(every)})")
        chosen = random.Random(0)  # noqa: S311 - the same day each time
        for visitor in range(1, VISITORS + 1):
            for page, _, query in chosen.sample(every, SEEN):
                visit(running, page, query, chosen.randrange(20), MOVES)
            if visitor % 10 == 0:
                yield row(f"{visitor} more visitors, one after another, {SEEN} parts each")
        time.sleep(FORGOTTEN)
        yield row(f"{FORGOTTEN // 60} minutes after the last visitor has gone")


@benchmark("Memory of a training's process, at its largest")
def training() -> Iterator[Row]:
    """The page's training of a small model, in its own process."""
    from explorer.jobs.job_queue import Queue
    from explorer.nn.config import EXTENSIONS
    from explorer.training.train_transformer import LanguageRun, train_language

    job = Queue(patience=600).submit(train_language, LanguageRun("RoPE", EXTENSIONS["RoPE"][0], steps=150))
    largest = 0
    while not job.finished:
        process = job._process
        if process is not None:
            try:
                status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
            except OSError:
                break
            largest = max(largest, *(int(kb) for kb in re.findall(r"VmHWM:\s+(\d+)", status)), 0)
        time.sleep(0.1)
    yield Row("a training of 150 steps", note=f"{largest * 1024 / 1e6:.0f} MB")
