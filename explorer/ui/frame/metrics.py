"""Figures for Prometheus, where `EXPLORER_METRICS` names a port: runs, their seconds, jobs, memory.

They are served on 127.0.0.1 alone, as text, by a thread of the standard library's server. Nothing in them comes from a
visitor: no text, no address, no name of a part.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from explorer.jobs.queue import queue

PORT = "EXPLORER_METRICS"
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper ends, in seconds, of the classes in which runs are counted."""

_lock = threading.Lock()
_counts = [0] * (len(BUCKETS) + 1)
_seconds = 0.0
_under_way = 0


@contextmanager
def counted() -> Iterator[None]:
    """One run of the script, from asking for its place to its end."""
    global _seconds, _under_way
    began = time.monotonic()
    with _lock:
        _under_way += 1
    try:
        yield
    finally:
        took = time.monotonic() - began
        with _lock:
            _under_way -= 1
            _seconds += took
            _counts[sum(took > end for end in BUCKETS)] += 1


def text() -> str:
    """All figures in Prometheus' text format."""
    with _lock:
        counts, seconds, under_way = list(_counts), _seconds, _under_way
    lines = [
        "# HELP explorer_run_seconds Runs of the script, waiting included.",
        "# TYPE explorer_run_seconds histogram",
    ]
    total = 0
    for end, count in zip((*map(str, BUCKETS), "+Inf"), counts, strict=True):
        total += count
        lines.append(f'explorer_run_seconds_bucket{{le="{end}"}} {total}')
    lines += [f"explorer_run_seconds_sum {seconds:.6f}", f"explorer_run_seconds_count {total}"]
    jobs = queue()
    gauges = {
        "explorer_runs_under_way": ("Runs of the script that wait or run now.", under_way),
        "explorer_jobs_running": ("Trainings and measurements that run now.", len(jobs.running)),
        "explorer_jobs_waiting": ("Trainings and measurements in line.", len(jobs.waiting)),
        "explorer_memory_bytes": ("Resident memory of the server.", resident()),
    }
    for name, (meaning, value) in gauges.items():
        lines += [f"# HELP {name} {meaning}", f"# TYPE {name} gauge", f"{name} {value}"]
    return "\n".join(lines) + "\n"


def resident() -> int:
    """Bytes of this process in memory; 0 where the system doesn't say (no /proc)."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") if pages.exists() else 0


class _Answer(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """Answer /metrics."""
        found = self.path == "/metrics"
        body = text().encode() if found else b""
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing: Prometheus asks every few seconds."""


def serve(port: int) -> ThreadingHTTPServer:
    """Answer at http://127.0.0.1:port/metrics until the process ends; port 0 takes a free one.

    Raises:
        OSError: the port is taken.
    """
    server = ThreadingHTTPServer(("127.0.0.1", port), _Answer)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    return server


def start() -> None:
    """Serve if the environment asks for it; what is wrong with the port is said at once.

    Raises:
        ValueError: `EXPLORER_METRICS` is not a port.
    """
    asked = os.environ.get(PORT, "")
    if not asked:
        return
    if not asked.isdecimal() or not 0 < int(asked) < 65_536:
        raise ValueError(f"{PORT} must be a port from 1 to 65535, got {asked!r}")
    serve(int(asked))
