"""Memory of the server at its start, with Home, with every part opened, and five minutes later; and of a training."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks import Row, benchmark
from benchmarks.app_server import SETTINGS, server
from benchmarks.simulated_visitor import Visitor, parts


@benchmark("Memory of a server (resident; 1 MB is 10⁶ bytes)")
def memory() -> Iterator[Row]:
    """Memory as notes, since rows are for times."""
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
        time.sleep(300)
        yield row("five minutes after the last visitor has gone")


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
