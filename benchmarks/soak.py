"""A day of visitors on one server: does its memory stay level?

`python -m benchmarks soak` makes 2,000 visits (or `VISITS`): a part is opened, its main widget changed twice; every
fifth visitor types a text that nobody has typed before, every tenth opens the data under a picture, every twentieth
uploads a table of its own, every hundredth starts a training. Told at the start, with every part seen, five times on
the way, and after three quiet minutes: the sessions that ended are kept for two, and looked after every half minute.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from itertools import islice

import numpy as np

from benchmarks import Row, benchmark
from benchmarks.servers import Server, server
from benchmarks.visitor import WORDS, Visitor, parts

STEPS = 5
QUIET = float(os.environ.get("QUIET", "190"))
ROWS, WIDTH = 3_000, 50
"""Of a table that a visitor uploads: 1.4 MB of CSV."""


def table(number: int) -> bytes:
    """A CSV file that nobody has uploaded before."""
    rows = np.random.default_rng(number).standard_normal((ROWS, WIDTH)).round(4)
    lines = ["word," + ",".join(f"d{at}" for at in range(WIDTH))]
    lines += [f"word{number}x{at}," + ",".join(map(str, row)) for at, row in enumerate(rows.tolist())]
    return "\n".join(lines).encode()


def visit(running: Server, page: str, query: dict[str, str], number: int, chance: random.Random) -> None:
    """One visitor: what it does besides looking depends on its number."""
    if number % 100 == 0:
        with Visitor(running.port, "extrapolation", {"x_part": "Train it now", "x_seed": str(number)}) as visitor:
            visitor.ask("x_steps", "150")
            visitor.ask("x_go", True)
            for _ in range(8):
                time.sleep(1)
                visitor.ask()
        return
    if number % 20 == 0:
        with Visitor(running.port, "projection", {"j_part": "Map", "j_table": "Your file"}) as visitor:
            visitor.upload("j_file_0", "mine.csv", table(number))
            if not any(f"{ROWS:,} rows of {WIDTH} numbers" in text for text in visitor.texts):
                raise RuntimeError(f"the uploaded table was not read: {visitor.texts[-6:]}")
        return
    with Visitor(running.port, page, query) as visitor:
        if number % 5 == 0 and "text" in visitor.widgets:
            visitor.ask("text", " ".join(chance.choices(WORDS, k=40)) + f" {number}")
        data = next((key for key in visitor.widgets if key.endswith("_data")), None)
        if number % 10 == 1 and data is not None:
            visitor.ask(data, True)
        if widget := visitor.main():
            for value in islice(widget.values(), 2):
                visitor.ask(widget, value)


@benchmark("Memory of a server over a day of visitors (resident; 1 MB is 10⁶ bytes)")
def day() -> Iterator[Row]:
    """Figures as notes: they are no times."""
    chance = random.Random(3)  # noqa: S311 - the same walk each time
    visits = int(os.environ.get("VISITS", "2000"))
    with server(STREAMLIT_SERVER_ENABLE_XSRF_PROTECTION="false") as running:

        def row(what: str) -> Row:
            return Row(what, note=f"{running.memory():.0f} MB, {running.open_files()} open files and sockets")

        Visitor(running.port, "").close()
        yield row("Home seen once")
        every = parts(running.port)
        for page, _, query in every:
            Visitor(running.port, page, query).close()
        yield row(f"every part seen once ({len(every)})")
        for number in range(1, visits + 1):
            page, _, query = chance.choice(every)
            visit(running, page, query, number, chance)
            if number % max(1, visits // STEPS) == 0:
                yield row(f"after {number:,} visits")
        time.sleep(QUIET)
        yield row("three minutes after the last one")
