"""What happens on a server, one line of JSON for each event, where `EXPLORER_LOG=json` asks for it; never a text.

A line has the time, the level, what happened, and figures: the page and the seconds of a run, the function and the
seconds of a training. What a library or a page logs becomes a line too, of which only the place in the code and the
kind of an error are kept, and a message as it stands in the code, before values are filled in: whatever else it says
may be a visitor's words.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

SWITCH = "EXPLORER_LOG"
NAME = "explorer.events"
_events = logging.getLogger(NAME)
_OURS = f"{os.sep}explorer{os.sep}"


class Lines(logging.Formatter):
    """One record as one line of JSON.

    >>> record = logging.LogRecord("a.library", logging.WARNING, "/lib/file.py", 7, "lost %r", ("his words",), None)
    >>> line = json.loads(Lines().format(record))
    >>> line["event"], line["message"], line["at"], "his words" in str(line)
    ('log', 'lost %r', 'file.py:7', False)
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": when, "level": record.levelname.lower()}
        if record.name == NAME:
            line |= {"event": record.msg, **getattr(record, "figures", {})}
            return json.dumps(line)
        line |= {"event": "log", "logger": record.name, "at": f"{Path(record.pathname).name}:{record.lineno}"}
        if record.args:  # otherwise the text may have been put together before it came here
            line["message"] = str(record.msg)
        if record.exc_info and record.exc_info[0] is not None:
            line |= {"event": "error", **raised(record.exc_info[0], record.exc_info[2])}
        return json.dumps(line)


def raised(kind: type[BaseException], trace: TracebackType | None) -> dict[str, str]:
    """The kind of an error, and the last line of ours that it passed (else the last line); not what it says."""
    frames = traceback.extract_tb(trace)
    ours = [frame for frame in frames if _OURS in frame.filename] or frames
    return {"error": kind.__name__} | ({"at": f"{_short(ours[-1].filename)}:{ours[-1].lineno}"} if ours else {})


def _short(path: str) -> str:
    """The path from the package on.

    >>> _short(os.sep.join(("", "home", "explorer", "site", "explorer", "jobs", "queue.py")))
    'explorer/jobs/queue.py'
    """
    _, found, rest = path.rpartition(_OURS)
    return f"explorer/{rest.replace(os.sep, '/')}" if found else Path(path).name


def tell(event: str, **figures: str | float | bool) -> None:
    """Write an event; nothing where nobody asked. No figure may hold what a visitor typed."""
    if _events.isEnabledFor(logging.INFO):
        _events.info(event, extra={"figures": figures})


def asked() -> bool:
    """Whether the environment asks for lines.

    Raises:
        ValueError: it asks for something else than JSON.
    """
    found = os.environ.get(SWITCH, "")
    if found not in ("", "json"):
        raise ValueError(f'{SWITCH} must be "json", got {found!r}')
    return found == "json"


def start(out: TextIO | None = None) -> None:
    """From now on events, and all that is logged, are lines on `out` (standard error)."""
    lines = logging.StreamHandler(out or sys.stderr)
    lines.setFormatter(Lines())
    _events.handlers, _events.propagate = [lines], False
    _events.setLevel(logging.INFO)
    for name in list(logging.root.manager.loggerDict):
        logger = logging.getLogger(name)
        if logger is not _events and logger.handlers:
            logger.handlers = [lines]
    logging.root.handlers = [lines]
