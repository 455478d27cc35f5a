"""What a server takes in memory: at its start, with Home, with every part seen, and after many visits.

`VISITS=2000 python -m benchmarks footprint` is the long soak; 200 visits are made without it. A visit opens a part,
changes its main widget twice and leaves; every fifth one types a text that nobody has typed before.
"""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from benchmarks import Row, benchmark
from benchmarks.visitor import SETTINGS, WORDS, Server, Visitor, parts, server

STEPS = 4
"""How often a soak tells where it stands."""


def visit(running: Server, page: str, query: dict[str, str], text: str = "") -> None:
    """Open a part, type a text where there is a field for it, change the main widget twice, leave."""
    with Visitor(running.port, page, query) as visitor:
        if text and "text" in visitor.widgets:
            visitor.ask("text", text)
        if widget := visitor.main():
            for value in islice(widget.values(), 2):
                visitor.ask(widget, value)


@benchmark("Memory of a server (resident; 1 MB is 10⁶ bytes)")
def memory() -> Iterator[Row]:
    """Figures as notes: they are no times."""
    chance = random.Random(3)  # noqa: S311 - the same walk each time
    visits = int(os.environ.get("VISITS", "200"))
    with server() as running:

        def row(what: str) -> Row:
            return Row(what, note=f"{running.memory():.0f} MB, {running.open_files()} open files and sockets")

        settings = " ".join(f"{name}={value}" for name, value in SETTINGS.items())
        yield row(f"started, no visitor yet ({settings})")
        Visitor(running.port, "").close()
        yield row("Home seen once")
        every = parts(running.port)
        for page, _, query in every:
            Visitor(running.port, page, query).close()
        yield row(f"every part seen once ({len(every)})")
        for number in range(1, visits + 1):
            page, _, query = chance.choice(every)
            visit(running, page, query, "" if number % 5 else " ".join(chance.choices(WORDS, k=40)) + f" {number}")
            if number % (visits // STEPS) == 0:
                yield row(f"after {number:,} visits")
        time.sleep(130)
        yield row("two minutes after the last one")


@benchmark("Memory of a training's process, at its largest")
def training() -> Iterator[Row]:
    """The page's own training of a small model, in a process of its own."""
    from explorer.jobs.board import Board
    from explorer.nn.config import EXTENSIONS
    from explorer.training.runs import LanguageRun, train_language

    job = Board(patience=600).submit(train_language, LanguageRun("RoPE", EXTENSIONS["RoPE"][0], steps=150))
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
