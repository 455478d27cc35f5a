"""Redaction: messages of errors, which may contain a visitor's words, are not logged."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from explorer.data import DamagedFileError
from explorer.jobs import redact_errors
from explorer.jobs.job_queue import Queue
from tests.jobs.job_generators import fail

ROOT = Path(__file__).resolve().parents[2]
WORDS = "quokkas whisper"


class PlainError(RuntimeError):
    for_the_log = True


def test_a_traceback_is_written_without_what_its_errors_say() -> None:
    try:
        try:
            {}[WORDS]
        except KeyError as error:
            raise ValueError(f"no {WORDS}") from error
    except ValueError as error:
        told = redact_errors.redacted(error)
    assert "quokkas" not in told and told.count("Traceback") == 2
    assert told.index("KeyError") < told.index("ValueError") and Path(__file__).name in told


def test_the_same_error_again_is_one_line_in_the_log() -> None:
    text = redact_errors.redacted(KeyError(WORDS)) + f"\n{__file__}"
    assert [redact_errors._was_written(text) for _ in range(3)] == [False, True, True]
    others = [redact_errors._was_written(f"{text} {number}") for number in range(3 * redact_errors.MOST_KEPT)]
    assert not any(others) and len(redact_errors._written) <= redact_errors.MOST_KEPT


def test_an_error_that_promises_to_hold_no_words_is_one_line_once(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(redact_errors.SWITCH, raising=False)
    for name in ("one.npz", "one.npz", "two.npz"):
        try:
            raise PlainError(f"{name} is damaged") from ValueError(WORDS)
        except PlainError as error:
            redact_errors.report(error)
    told = capfd.readouterr().err
    assert [told.count(f"{name} is damaged") for name in ("one.npz", "two.npz")] == [1, 1]
    assert "quokkas" not in told


def test_a_traceback_ends_at_an_error_that_promises_to_hold_no_words() -> None:
    error = ValueError(WORDS)
    error.__cause__ = PlainError("one.npz is damaged")
    assert redact_errors.redacted(error).startswith("PlainError: one.npz is damaged\n\nThen:\n\nValueError (what")
    assert DamagedFileError.for_the_log


FAILING = """
import asyncio, logging
from explorer.jobs.redact_errors import redact_errors

redact_errors()
redact_errors()
words = " ".join(["quokkas", "whisper"])

def fail():
    raise ValueError(words)

async def task():
    asyncio.create_task(later())
    await asyncio.sleep(0)
    await asyncio.sleep(0)

async def later():
    fail()

asyncio.run(task())
try:
    fail()
except ValueError:
    logging.getLogger("a.library").exception("lost")
"""


def test_an_error_that_is_logged_anywhere_is_logged_without_words() -> None:
    command, environment = [sys.executable, "-c", FAILING], os.environ | {redact_errors.SWITCH: ""}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert "quokkas" not in done.stderr
    assert done.stderr.count("ValueError") == 2, done.stderr


def test_where_the_environment_asks_for_it_errors_are_whole() -> None:
    command, environment = [sys.executable, "-c", FAILING], os.environ | {redact_errors.SWITCH: redact_errors.WHOLE}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert "quokkas" in done.stderr


def test_a_run_that_fails_writes_no_word_of_its_request(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(redact_errors.SWITCH, raising=False)
    job = Queue().submit(fail, WORDS)
    assert job.wait(600) == "failed" and job.error == WORDS
    _, told = capfd.readouterr()
    assert "ValueError" in told and "quokkas" not in told
