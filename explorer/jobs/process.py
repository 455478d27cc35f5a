"""The process of a run, as the queue sees it: started, read to its end, and ended with all that it started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from explorer.jobs import worker

Process = subprocess.Popen[bytes]

_ROOT = str(Path(__file__).resolve().parents[2])
_CHILD = "import sys; sys.path.insert(0, sys.argv.pop(1)); from explorer.jobs.worker import main; main()"


def start() -> Process:
    """A fresh interpreter that waits for its work, leader of a group of its own.

    Raises:
        OSError: the system lets no other process begin.
    """
    return subprocess.Popen(
        [sys.executable, "-c", _CHILD, _ROOT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, **worker.ONE_THREAD},
        start_new_session=True,
    )


def messages(process: Process, work: bytes) -> Iterator[tuple[str, Any, int]]:
    """Send a process its work and yield what it answers, as (kind, value, bytes).

    Each record is ("record", record, its size as pickled); the last message is ("done", None, 0), or ("failed", why, 0)
    also where the process ended without a word.
    """
    assert process.stdin is not None and process.stdout is not None
    kind = "record"
    try:
        worker.send(process.stdin, (sys.path, work))
        while kind == "record":
            (kind, value), size = worker.receive(process.stdout)
            yield kind, value, size if kind == "record" else 0
    except (EOFError, OSError):
        yield "failed", "The run ended early; perhaps the server ran out of memory.", 0
    except Exception as error:
        yield "failed", f"A record could not be read: {worker.message_of(error)}", 0


def kill(process: Process) -> None:
    """End a process and whatever it started."""
    # Not poll(): that would reap the leader, after which the number of the group may belong to somebody else.
    if process.returncode is None:
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)


def close(process: Process) -> None:
    """End a process, let go of its pipes and wait until it is gone."""
    assert process.stdin is not None and process.stdout is not None
    kill(process)
    with contextlib.suppress(OSError):
        process.stdin.close()
    process.stdout.close()
    process.wait()
