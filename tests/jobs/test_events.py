"""Lines of JSON: what happened, with figures, where somebody asked for them; never a visitor's words."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import servers
from benchmarks.visitor import FailedPageError, Visitor
from explorer.jobs import events

WORDS = "quokkas whisper"
BROKEN = """
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
    text = io.StringIO()
    events.start(text)
    yield text
    for logger, handlers, propagate, level in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


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
    monkeypatch.setenv(events.SWITCH, "json")
    assert events.asked()
    monkeypatch.setenv(events.SWITCH, "yes")
    with pytest.raises(ValueError, match=r'EXPLORER_LOG must be "json", got \'yes\''):
        events.asked()


@pytest.mark.slow
def test_a_server_writes_lines_without_a_visitors_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(servers._PAGES, "broken", BROKEN)
    monkeypatch.setattr(servers, "_MORE", servers._MORE.replace('"loaded")', '"loaded", "broken")'))
    log = tmp_path / "log"
    with servers.server(log, EXPLORER_LOG="json") as running:
        with Visitor(running.port, "tokens", {"t_part": "Merges"}) as visitor:
            visitor.ask("text", WORDS)
        with pytest.raises(FailedPageError):
            Visitor(running.port, "broken", {"words": WORDS})
    text = log.read_text(encoding="utf-8")
    assert "quokkas" not in text
    found = lines("\n".join(line for line in text.splitlines() if line.startswith("{")))
    runs = [line for line in found if line["event"] == "run"]
    assert {"tokens", "broken"} <= {line["page"] for line in runs}
    assert any(line["page"] == "tokens" and line["whole"] is False for line in runs), "a change runs a fragment"
    assert all(0 <= float(str(line["seconds"])) < 600 for line in runs)
    assert [line["error"] for line in found if line["event"] == "error"] == ["ValueError"]
    assert {line["logger"] for line in found if line["event"] == "log"} >= {"a.library", "made.later"}
