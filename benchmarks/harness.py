"""Registry, clock and tables of the benchmarks; the package docstring says how to use them."""

import importlib
import importlib.util
import os
import platform
import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

torch: Any = None
if importlib.util.find_spec("torch"):
    torch = importlib.import_module("torch")
    torch.set_num_threads(1)

README = Path(__file__).with_name("README.md")


@dataclass(frozen=True)
class Row:
    """One line of a table: what ran, its best time, and the reference's best time in the same run."""

    what: str
    seconds: float | None = None
    reference_seconds: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Time over the reference's time."""
        if self.seconds is None or self.reference_seconds is None:
            return None
        return self.seconds / self.reference_seconds


@dataclass(frozen=True)
class Benchmark:
    """A registered function that yields rows."""

    name: str
    title: str
    run: Callable[[], Iterable[Row]]


BENCHMARKS: dict[str, Benchmark] = {}


def benchmark(title: str) -> Callable[[Callable[[], Iterable[Row]]], Callable[[], Iterable[Row]]]:
    """Register the function under ``<module>.<function>``."""

    def register(function: Callable[[], Iterable[Row]]) -> Callable[[], Iterable[Row]]:
        name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        BENCHMARKS[name] = Benchmark(name, title, function)
        return function

    return register


def compare(
    candidates: dict[str, Callable[[], Any] | None],
    reference: tuple[str, Callable[[], Any]],
    *,
    rounds: int = 7,
    seconds: float = 0.02,
    batch: float = 0.001,
) -> Iterator[Row]:
    """Best time of each candidate beside that of the reference, all measured in turn.

    The first calls in a turn fetch what the candidate before has pushed out of the caches, and on a busy machine
    another process may take the core for some milliseconds: so a quick function is timed in many short batches.

    Args:
        candidates: label → function without arguments, or None to leave it out.
        reference: label and function that count as 1.
        rounds: how often all of them are timed.
        seconds: a quick function is called for about this long in each round, in batches.
        batch: seconds of one batch, whose mean counts as one time.
    """
    functions = {reference[0]: reference[1], **{k: f for k, f in candidates.items() if f is not None}}
    best = {label: _time(function) for label, function in functions.items()}
    for _ in range(rounds):
        for label, function in functions.items():
            calls = max(1, int(batch / max(best[label], 1e-9)))
            for _ in range(max(1, int(seconds / max(calls * best[label], 1e-9)))):
                best[label] = min(best[label], _time(function, calls))
    for label, took in best.items():
        yield Row(label, took, best[reference[0]])


def memcpy(nbytes: int) -> Callable[[], None]:
    """A function that copies ``nbytes`` from one warm buffer to another."""
    source, target = np.ones(nbytes, np.uint8), np.ones(nbytes, np.uint8)
    return lambda: np.copyto(target, source)


def table(rows: Iterable[Row]) -> str:
    """Rows as a Markdown table."""
    lines = ["| what | time | ratio | note |", "|---|---:|---:|---|"]
    for row in rows:
        took = "" if row.seconds is None else duration(row.seconds)
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        lines.append(f"| {row.what} | {took} | {ratio} | {row.note} |")
    return "\n".join(lines)


def duration(seconds: float) -> str:
    """Three digits and a unit.

    >>> duration(0.00123)
    '1.23 ms'
    """
    for unit, size in (("s", 1), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def machine() -> str:
    """What the figures were measured on."""
    info = Path("/proc/cpuinfo")
    model = re.search(r"model name\s*: (.*)", info.read_text()) if info.exists() else None
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}" + (
        f", PyTorch {torch.__version__}" if torch else ", without PyTorch"
    )
    processor = model[1] if model else platform.processor()
    # Other programs that want a core make all dearer, this benchmark's own among them.
    load = f"load at the end {os.getloadavg()[0]:.0f}" if hasattr(os, "getloadavg") else "load unknown"
    return f"{processor}, {os.cpu_count()} cores, {versions}, {load}, {datetime.now(UTC):%Y-%m-%d}"


def section(run: Benchmark, body: str) -> str:
    """The part of the README that belongs to one benchmark, between its markers."""
    head = f"### {run.title}\n\n`python -m benchmarks {run.name}` on {machine()}"
    return f"<!-- begin {run.name} -->\n{head}\n\n{body}\n<!-- end {run.name} -->"


def write(text: str, name: str, part: str) -> str:
    """``text`` with the section ``name`` replaced by ``part``; as it was where it has no such section."""
    old = re.compile(rf"<!-- begin {re.escape(name)} -->.*?<!-- end {re.escape(name)} -->", re.DOTALL)
    return old.sub(lambda _: part, text)


def _time(function: Callable[[], Any], repeats: int = 1) -> float:
    begin = time.perf_counter()
    for _ in range(repeats):
        function()
    return (time.perf_counter() - begin) / repeats
