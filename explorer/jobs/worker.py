"""The other end of a job: a process that runs one generator and sends back what it yields.

`explorer.jobs.queue` starts this module in a fresh interpreter. It imports the standard library and `redact`, which
does no more, so that a run pays for nothing but its own imports. It is not started through `multiprocessing`, which
would first run the main script again, and under `streamlit run` the main script is the app.

Wire format, both ways: eight bytes of length (big-endian), then that many bytes of pickle. In comes one frame, the
pair (sys.path, pickled (fn, request)); the pipe then stays open, and its end means that the parent is gone. Out come
pairs (kind, value): ("record", r) for each yielded r, then ("done", None) or ("failed", message).
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import struct
import sys
import threading
from typing import IO, Any

from explorer.jobs import redact

ONE_THREAD = dict.fromkeys(
    (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
        "NUMEXPR_NUM_THREADS",
    ),
    "1",
)
"""Environment of a job: two runs with two BLAS threads each on two cores wait for each other most of the time."""

NICENESS = 10
_LENGTH = struct.Struct(">Q")


def send(stream: IO[bytes], message: Any) -> int:
    """Write one frame and flush it; returns the size of its body in bytes.

    >>> import io
    >>> stream = io.BytesIO()
    >>> size = send(stream, ("done", None))
    >>> _ = stream.seek(0)
    >>> receive(stream) == (("done", None), size)
    True
    """
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(_LENGTH.pack(len(body)) + body)
    stream.flush()
    return len(body)


def receive(stream: IO[bytes]) -> tuple[Any, int]:
    """Read one frame: the message and its size in bytes. Raises EOFError where the stream ends, also inside a frame.

    >>> import io
    >>> receive(io.BytesIO(b""))
    Traceback (most recent call last):
    ...
    EOFError: the other process is gone
    """
    head = stream.read(_LENGTH.size)
    body = stream.read(_LENGTH.unpack(head)[0]) if len(head) == _LENGTH.size else b""
    if len(head) < _LENGTH.size or len(body) < _LENGTH.unpack(head)[0]:
        raise EOFError("the other process is gone")
    return pickle.loads(body), len(body)


def message_of(error: BaseException) -> str:
    """What a visitor reads of an error: its text, with its kind only where the text alone would say nothing.

    >>> message_of(ValueError("embed_dim must be positive, got 0")), message_of(KeyError("a"))
    ('embed_dim must be positive, got 0', "KeyError: 'a'")
    """
    if isinstance(error, MemoryError):
        return f"The server has too little memory for this run. {error}".strip()
    text = str(error)
    return text if isinstance(error, ValueError) and text else f"{type(error).__name__}: {text}".rstrip(": ")


def _die_with_parent(stream: IO[bytes]) -> None:
    """Wait for the end of `stream`, then end this process and all that it started."""
    while stream.read(4096):
        pass
    with contextlib.suppress(OSError, AttributeError):
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(1)


def main() -> None:
    """Run the generator that stands in the first frame of standard input; see the module's text."""
    inbox = sys.stdin.buffer
    # What the generator prints must not end up between the frames: standard output becomes standard error.
    outbox = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    (path, work), _ = receive(inbox)
    sys.path[:] = path
    threading.Thread(target=_die_with_parent, args=(inbox,), daemon=True).start()
    try:
        fn, request = pickle.loads(work)
        for record in fn(request):
            send(outbox, ("record", record))
        send(outbox, ("done", None))
    except BrokenPipeError:
        os._exit(1)
    except BaseException as error:
        redact.report(error)
        send(outbox, ("failed", message_of(error)))
    outbox.close()
    # The watching thread sits in a read that holds the buffer's lock; an ordinary exit would wait for it.
    os._exit(0)
