"""Lines of JSON: what happened, with figures, where somebody asked for them; never a visitor's words."""

from __future__ import annotations

import io
import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import servers
from benchmarks.visitor import FailedPageError, Visitor
from explorer.data import DamagedFileError
from explorer.jobs import events
from explorer.jobs.queue import Queue
from tests.jobs.generators import fail

WORDS = "quokkas whisper"
BROKEN = """
import streamlit as st
raise ValueError(st.query_params["words"])
"""
LOGGED = """
import logging
import streamlit as st
from streamlit.logger import get_logger
words = st.query_params["words"]
logging.getLogger("a.library").warning("lost " + words)
get_logger("made.later").warning("lost %s", words)
raise ValueError(words)
"""


@pytest.fixture
def out() -> Iterator[io.StringIO]:
    """What is written once lines are asked for; afterwards all loggers are as they were."""
    every = [logging.root, *(logging.getLogger(name) for name in list(logging.root.manager.loggerDict))]
    before = [(logger, logger.handlers, logger.propagate, logger.level) for logger in every]
    hooks, text = (threading.excepthook, sys.unraisablehook), io.StringIO()
    events.start(text)
    yield text
    for logger, handlers, propagate, level in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)
    threading.excepthook, sys.unraisablehook = hooks


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_an_event_is_one_line_with_its_figures(out: io.StringIO) -> None:
    events.tell("run", page="tokens", seconds=0.25, whole=True)
    (line,) = lines(out.getvalue())
    assert line.pop("time") and line == {
        **{"level": "info", "event": "run", "page": "tokens", "seconds": 0.25, "whole": True}
    }


def test_nothing_is_written_where_nobody_asked(capfd: pytest.CaptureFixture[str]) -> None:
    events.tell("run", page="tokens")
    assert capfd.readouterr() == ("", "")


def test_of_what_is_logged_no_value_is_kept(out: io.StringIO) -> None:
    log = logging.getLogger("a.library")
    log.warning("lost %r", WORDS)
    log.warning(f"lost {WORDS}")  # put together before it comes
    try:
        raise KeyError(WORDS)
    except KeyError:
        log.exception("no such word")
    template, built, error = lines(out.getvalue())
    assert template["message"] == "lost %r" and "message" not in built
    assert (error["event"], error["error"]) == ("error", "KeyError")
    assert all(str(line["at"]).startswith("test_events.py:") for line in (template, built, error))
    assert "quokkas" not in out.getvalue()


def test_an_error_is_told_by_the_last_line_of_ours_that_it_passed() -> None:
    try:
        events.tell("run", level=1)
        events._short(3)  # type: ignore[arg-type]
    except AttributeError as error:
        told = events.raised(type(error), error.__traceback__)
    assert told["error"] == "AttributeError" and told["at"].startswith("explorer/jobs/events.py:")


def test_the_environment_asks_for_json_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(events.SWITCH, raising=False)
    assert not events.asked()
    for how in (events.LINES, events.WHOLE):
        monkeypatch.setenv(events.SWITCH, how)
        assert events.asked() == how
    monkeypatch.setenv(events.SWITCH, "yes")
    with pytest.raises(ValueError, match=r'EXPLORER_LOG must be "json" or "whole", got \'yes\''):
        events.asked()


def test_a_traceback_is_written_without_what_its_errors_say() -> None:
    try:
        try:
            {}[WORDS]
        except KeyError as error:
            raise ValueError(f"no {WORDS}") from error
    except ValueError as error:
        told = events.written(error)
    assert "quokkas" not in told and told.count("Traceback") == 2
    assert told.index("KeyError") < told.index("ValueError") and "test_events.py" in told


class PlainError(RuntimeError):
    for_the_log = True


@pytest.mark.parametrize("how", ["", events.LINES])
def test_an_error_that_promises_to_hold_no_words_is_one_line_once(
    how: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    out = request.getfixturevalue("out") if how else None
    monkeypatch.setenv(events.SWITCH, how)
    monkeypatch.setattr(events, "_said", set())
    for name in ("one.npz", "one.npz", "two.npz"):
        try:
            raise PlainError(f"{name} is damaged") from ValueError(WORDS)
        except PlainError as error:
            events.report(error)
    told = out.getvalue() if out else capfd.readouterr().err
    assert [line for line in told.splitlines() if "damaged" in line] == told.splitlines() and "quokkas" not in told
    assert [told.count(f"{name} is damaged") for name in ("one.npz", "two.npz")] == [1, 1]


def test_a_traceback_ends_at_an_error_that_promises_to_hold_no_words() -> None:
    error = ValueError(WORDS)
    error.__cause__ = PlainError("one.npz is damaged")
    assert events.written(error).startswith("PlainError: one.npz is damaged\n\nThen:\n\nValueError (what")
    assert DamagedFileError.for_the_log


FAILING = """
import asyncio, gc, logging, threading
from explorer.data import DamagedFileError
from explorer.jobs import events

events.start() if events.asked() else events.leave_out()
words = " ".join(["quokkas", "whisper"])

def fail():
    raise ValueError(words)

async def task():
    asyncio.create_task(later())
    await asyncio.sleep(0)
    await asyncio.sleep(0)

async def later():
    fail()

class Odd:
    def __del__(self):
        fail()

thread = threading.Thread(target=fail)
thread.start()
thread.join()
asyncio.run(task())
Odd()
gc.collect()
try:
    fail()
except ValueError:
    logging.getLogger("a.library").exception("lost")
"""


@pytest.mark.parametrize("how", ["", events.LINES])
def test_an_error_that_nobody_catches_is_told_without_words(how: str) -> None:
    command, place = [sys.executable, "-c", FAILING], os.environ | {events.SWITCH: how}
    done = subprocess.run(command, cwd=servers.ROOT, env=place, capture_output=True, text=True, check=True)
    assert "quokkas" not in done.stderr
    assert done.stderr.count("ValueError") == 4, done.stderr


@pytest.mark.parametrize("how", ["", events.LINES])
def test_a_run_that_fails_writes_no_word_of_its_request(
    how: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(events.SWITCH, how)
    job = Queue().submit(fail, WORDS)
    assert job.wait(60) == "failed" and job.error == WORDS
    _, told = capfd.readouterr()
    assert "ValueError" in told and "quokkas" not in told


@pytest.mark.slow
@pytest.mark.parametrize("how", ["", events.LINES])
def test_a_server_writes_no_words_of_a_visitors(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(servers._PAGES, "broken", LOGGED if how else BROKEN)
    monkeypatch.setattr(servers, "_MORE", servers._MORE.replace('"loaded")', '"loaded", "broken")'))
    log = tmp_path / "log"
    with servers.server(log, EXPLORER_LOG=how) as running:
        with Visitor(running.port, "tokens", {"t_part": "Merges"}) as visitor:
            visitor.ask("text", WORDS)
        with pytest.raises(FailedPageError):
            Visitor(running.port, "broken", {"words": WORDS})
    text = log.read_text(encoding="utf-8")
    assert "quokkas" not in text and "ValueError" in text
    if not how:
        return
    found = lines("\n".join(line for line in text.splitlines() if line.startswith("{")))
    runs = [line for line in found if line["event"] == "run"]
    assert {"tokens", "broken"} <= {line["page"] for line in runs}
    assert any(line["page"] == "tokens" and line["whole"] is False for line in runs), "a change runs a fragment"
    assert all(0 <= float(str(line["seconds"])) < 600 for line in runs)
    assert [line["error"] for line in found if line["event"] == "error"] == ["ValueError"]
    assert {line["logger"] for line in found if line["event"] == "log"} >= {"a.library", "made.later"}
