"""Worker process of a job: starting it, reading it, and its main function.

The process is a fresh interpreter that runs one generator and sends back its records. It imports only the standard
library, `redact_errors` and `platform_differences`, so a run pays for its own imports only. `multiprocessing` is not
used: it would run the main script again, which under `streamlit run` is the app.

Wire format: consecutive pickles. Input: (sys.path, pickled (fn, request)); the pipe then stays open, and its end means
that the parent is gone. Output: pairs (kind, body): ("record", pickled r) for each yielded r, then
("done", b"") or ("failed", pickled message).
"""

import contextlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from explorer.jobs import redact_errors
from explorer.platform_differences import end_group, end_own_group, lower_priority, new_group, wait_for_end

Process = subprocess.Popen[bytes]

ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "NUMEXPR_NUM_THREADS"), "1"
)
"""Environment of a job: two runs with two BLAS threads each would mostly wait for each other on two cores."""

NICENESS = 10
_ROOT = str(Path(__file__).resolve().parents[2])
_CHILD = "import sys; sys.path.insert(0, sys.argv.pop(1)); from explorer.jobs.worker_process import main; main()"


def start() -> Process:
    """Start an interpreter that waits for its work and leads its own process group.

    Raises:
        OSError: the system cannot start another process.
    """
    return subprocess.Popen(
        [sys.executable, "-c", _CHILD, _ROOT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, **ONE_THREAD},
        **new_group(),
    )


def read_messages(process: Process, work: bytes) -> Iterator[tuple[str, Any, int]]:
    """Send a process its work and yield what it answers, as (kind, value, bytes).

    The last message is ("done", None, 0) or ("failed", why, 0), also if the process ended without a message.
    """
    assert process.stdin is not None and process.stdout is not None
    kind = "record"
    try:
        _send(process.stdin, (sys.path, work))
        while kind == "record":
            kind, body = pickle.load(process.stdout)
            yield kind, pickle.loads(body) if body else None, len(body) if kind == "record" else 0
    except (EOFError, OSError, pickle.UnpicklingError):
        yield "failed", "The run ended early; perhaps the server ran out of memory.", 0
    except Exception as error:
        yield "failed", f"A record could not be read: {message_of(error)}", 0


def kill(process: Process) -> None:
    """Kill a process and all that it started."""
    # Not poll(): it would reap the leader, and the group's number could then be reused.
    if process.returncode is None:
        end_group(process)


def close(process: Process) -> None:
    """End a process, close its pipes and wait for it."""
    assert process.stdin is not None and process.stdout is not None
    kill(process)
    with contextlib.suppress(OSError):
        process.stdin.close()
    process.stdout.close()
    process.wait()


def message_of(error: BaseException) -> str:
    """Message of an error for visitors; with its type only where the text alone would say nothing.

    >>> message_of(ValueError("embed_dim must be positive, got 0")), message_of(KeyError("a"))
    ('embed_dim must be positive, got 0', "KeyError: 'a'")
    """
    if isinstance(error, MemoryError):
        return f"The server has too little memory for this run. {error}".strip()
    text = str(error)
    return text if isinstance(error, ValueError) and text else f"{type(error).__name__}: {text}".rstrip(": ")


def _send(stream: IO[bytes], message: Any) -> None:
    stream.write(pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL))
    stream.flush()


def _die_with_parent(stream: IO[bytes]) -> None:
    """Wait for the end of `stream`, then kill this process and all that it started."""
    wait_for_end(stream)
    end_own_group()


def main() -> None:
    """Run the generator received on standard input; see the module's docstring."""
    inbox = sys.stdin.buffer
    # Standard output becomes standard error, so that prints do not mix with messages.
    outbox = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    lower_priority(NICENESS)
    path, work = pickle.load(inbox)
    sys.path[:] = path
    threading.Thread(target=_die_with_parent, args=(inbox,), daemon=True).start()
    try:
        fn, request = pickle.loads(work)
        for record in fn(request):
            _send(outbox, ("record", pickle.dumps(record, protocol=pickle.HIGHEST_PROTOCOL)))
        _send(outbox, ("done", b""))
    except BrokenPipeError:
        os._exit(1)
    except BaseException as error:
        redact_errors.report(error)
        _send(outbox, ("failed", pickle.dumps(message_of(error))))
    outbox.close()
    # The watching thread holds the lock of standard input's buffer, for which a normal exit would wait.
    os._exit(0)
