"""What a server writes about itself: errors without what they say, and where `EXPLORER_LOG=json` asks for it, lines.

What an error says may be a visitor's words, so its kind and the lines of code that it passed are written, and the rest
only where `EXPLORER_LOG=whole` asks for it, as `make dev` does. A kind of error with `for_the_log` promises that it
holds none: it is written as one line with what it says, once.

A line of JSON has the time, the level, what happened, and figures: the page and the seconds of a run, the function and
the seconds of a training. What a library or a page logs becomes a line too, of which only the place in the code and the
kind of an error are kept, and a message as it stands in the code, before values are filled in: whatever else it says
may be a visitor's words.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

SWITCH = "EXPLORER_LOG"
LINES, WHOLE = "json", "whole"
NAME = "explorer.events"
_events = logging.getLogger(NAME)
_OURS = f"{os.sep}explorer{os.sep}"
_said = set[str]()
"""Lines of errors that promise to hold no visitor's words: each is written once."""


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


def asked() -> str:
    """What the environment asks for: `LINES`, `WHOLE`, or "" for errors without what they say.

    Raises:
        ValueError: it asks for something else.
    """
    found = os.environ.get(SWITCH, "")
    if found not in ("", LINES, WHOLE):
        raise ValueError(f'{SWITCH} must be "{LINES}" or "{WHOLE}", got {found!r}')
    return found


def one_line(error: BaseException) -> str | None:
    """An error that promises to hold no visitor's words, with what it says; "" where it was written before.

    None for all others.

    >>> one_line(KeyError("a visitor's word")) is None
    True
    """
    if not getattr(error, "for_the_log", False):
        return None
    line = f"{type(error).__name__}: {error}"
    if line in _said:
        return ""
    _said.add(line)
    return line


def log(error: BaseException, otherwise: Callable[[BaseException], object], how: str) -> None:
    """Write an error that promises to hold no visitor's words as one line, once, and leave all others to `otherwise`.

    `how` is what the environment asks for.
    """
    if (line := one_line(error)) is None:
        otherwise(error)
    elif line and how == LINES:
        tell("error", error=type(error).__name__, says=str(error))
    elif line:
        sys.stderr.write(f"{line}\n")


def written(error: BaseException) -> str:
    """A traceback without what the error says, nor those that led to it.

    >>> print(written(KeyError("a visitor's word")))
    KeyError (what it says is left out: it may be a visitor's words)
    """
    parts, seen = [], set[int]()
    each: BaseException | None = error
    while each is not None and id(each) not in seen:
        seen.add(id(each))
        if getattr(each, "for_the_log", False):
            parts.append(f"{type(each).__name__}: {each}")
            break
        frames = "".join(traceback.format_tb(each.__traceback__))
        head = f"Traceback (most recent call last):\n{frames}" if frames else ""
        parts.append(f"{head}{type(each).__name__} (what it says is left out: it may be a visitor's words)")
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
    return "\n\nThen:\n\n".join(reversed(parts))


def leave_out() -> None:
    """From now on what errors say is left out, wherever they are logged and where they end a thread."""
    plain = logging.getLogRecordFactory()
    if hasattr(plain, "plain"):
        return

    def record(*args: Any, **kwargs: Any) -> logging.LogRecord:
        made = plain(*args, **kwargs)
        if made.exc_info and made.exc_info[1] is not None:
            made.exc_text = written(made.exc_info[1])  # which a formatter takes instead of its own
            if made.name == "asyncio":  # further lines show what failed, and so the error itself
                made.msg, made.args = made.getMessage().partition("\n")[0], ()
        return made

    record.plain = plain  # type: ignore[attr-defined]
    logging.setLogRecordFactory(record)
    _where_nobody_catches()


def _where_nobody_catches() -> None:
    """Errors that end a thread, or that come while something is cleared away, are reported like others."""
    threading.excepthook = lambda args: _unless_none(args.exc_value)
    sys.unraisablehook = lambda args: _unless_none(args.exc_value)


def _unless_none(error: BaseException | None) -> None:
    if error is not None and not isinstance(error, SystemExit):
        report(error)


def report(error: BaseException) -> None:
    """Write an error that ended this process's work, in the form that the environment asks for."""
    how = asked()
    if how == WHOLE:
        traceback.print_exception(error)
        return
    if how == LINES and not _events.handlers:  # a process of its own
        start()
    log(error, _tell_kind if how == LINES else lambda each: sys.stderr.write(f"{written(each)}\n"), how)


def _tell_kind(error: BaseException) -> None:
    tell("error", **raised(type(error), error.__traceback__))


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
    _where_nobody_catches()
