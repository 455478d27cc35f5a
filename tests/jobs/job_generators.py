"""Generators that tests of the job queue run in worker processes, in a module with few imports."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Count:
    steps: int = 3
    log: str = ""
    gate: str = ""
    fail_at: int = -1
    weight: int = 0
    private: bool = False


@dataclass(frozen=True)
class Step:
    step: int
    steps: int
    load: bytes = b""


def count(request: Count) -> Iterator[Step]:
    """Yields `steps` records; logs its start in `log`; waits for the file `gate` after the first record."""
    if request.log:
        with Path(request.log).open("a") as log:
            log.write(f"{os.getpid()}\n")
    for step in range(1, request.steps + 1):
        if step == request.fail_at:
            raise ValueError(f"step {step} is one too many")
        yield Step(step, request.steps, b"x" * request.weight)
        while request.gate and not Path(request.gate).exists():
            time.sleep(0.005)


def chatter(request: Count) -> Iterator[dict[str, object]]:
    """Prints between its records, also from C, and reports its environment."""
    print("this must not end up between the frames")
    os.write(1, b"nor this\n")
    yield {
        "step": 1,
        "steps": 1,
        "niceness": os.nice(0) if hasattr(os, "nice") else None,
        "threads": os.environ["OPENBLAS_NUM_THREADS"],
        "heavy": sorted({"streamlit", "plotly", "pandas", "numpy"} & set(sys.modules)),
        "main": getattr(sys.modules["__main__"], "__file__", None),
    }


def crash(request: Count) -> Iterator[Step]:
    yield Step(1, 2)
    os._exit(3)


def unpicklable(request: Count) -> Iterator[object]:
    yield Step(1, 2)
    yield lambda: None


def with_grandchild(request: Count) -> Iterator[int]:
    """Starts a child process, yields its id and never ends."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    yield child.pid
    child.wait()


def fail(request: str) -> Iterator[object]:
    """Raises an error whose message holds the request."""
    yield from ()
    raise ValueError(request)
