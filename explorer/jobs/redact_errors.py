"""Redaction of errors in the log: messages are left out, since they may contain a visitor's words.

The error's type and its lines of code are kept. A class with `for_the_log` promises that its messages contain no
visitor's words; each is logged once, as one line. `EXPLORER_LOG=whole`, set by `make dev`, turns redaction off.
"""

import logging
import math
import os
import sys
import time
import traceback
from typing import Any

SWITCH, WHOLE = "EXPLORER_LOG", "whole"
AGAIN, MOST_KEPT = 60.0, 100
_written: dict[str, float] = {}
"""Time of each error's text in the log; the same one within a minute is one line."""
_once = set[str]()
"""Messages with `for_the_log` that have been written."""


def redacted(error: BaseException) -> str:
    """A traceback without the message of the error, or of those that led to it.

    >>> print(redacted(KeyError("a visitor's word")))
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


def redact_errors() -> None:
    """Redact the errors of all further log records, by a log record factory."""
    plain = logging.getLogRecordFactory()
    if os.environ.get(SWITCH) == WHOLE or hasattr(plain, "redacts"):
        return

    def record(*args: Any, **kwargs: Any) -> logging.LogRecord:
        made = plain(*args, **kwargs)
        if made.exc_info and made.exc_info[1] is not None:
            text = redacted(made.exc_info[1])
            # A visitor who causes the same error again and again would fill the log with its lines of code.
            made.exc_text = text.rpartition("\n")[2] if _was_written(text) else text  # formatters use it if it is set
            if made.name == "asyncio":  # its further lines repeat the error
                made.msg, made.args = made.getMessage().partition("\n")[0], ()
        return made

    record.redacts = True  # type: ignore[attr-defined]
    logging.setLogRecordFactory(record)


def _was_written(text: str) -> bool:
    """Whether an error's text was written within a minute."""
    now = time.monotonic()
    is_again = now - _written.get(text, -math.inf) < AGAIN
    if not is_again:
        if len(_written) >= MOST_KEPT:
            _written.clear()
        _written[text] = now
    return is_again


def report(error: BaseException) -> None:
    """Write an error that ended this process's work to standard error; one `for_the_log` once."""
    if os.environ.get(SWITCH) == WHOLE:
        traceback.print_exception(error)
        return
    line = redacted(error)
    if line in _once:
        return
    if getattr(error, "for_the_log", False):
        _once.add(line)
    sys.stderr.write(f"{line}\n")
