"""Redaction of errors in the log: their messages are left out, since they may hold a visitor's words.

The error's type and its lines of code are kept. An error of a kind with `for_the_log`
promises to hold no visitor's words: its message is written as one line, once. `EXPLORER_LOG=whole`, as
`make dev` sets it, leaves errors as they are.
"""

from __future__ import annotations

import logging
import os
import sys
import traceback
from typing import Any

SWITCH, WHOLE = "EXPLORER_LOG", "whole"
_once = set[str]()
"""Lines of errors that promise to hold no visitor's words: each is written once."""


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
    """From now on the errors of all log records are redacted, by a log record factory of our own."""
    plain = logging.getLogRecordFactory()
    if os.environ.get(SWITCH) == WHOLE or hasattr(plain, "redacts"):
        return

    def record(*args: Any, **kwargs: Any) -> logging.LogRecord:
        made = plain(*args, **kwargs)
        if made.exc_info and made.exc_info[1] is not None:
            made.exc_text = redacted(made.exc_info[1])  # which a formatter takes instead of its own
            if made.name == "asyncio":  # its further lines show what failed, and so the error itself
                made.msg, made.args = made.getMessage().partition("\n")[0], ()
        return made

    record.redacts = True  # type: ignore[attr-defined]
    logging.setLogRecordFactory(record)


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
