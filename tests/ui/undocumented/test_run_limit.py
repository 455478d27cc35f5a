"""So many short runs at a time, in the order of asking, and no slow one that holds up the others."""

from __future__ import annotations

import inspect
import threading

import pytest
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from explorer.ui.undocumented.run_limit import EVERYBODY, SWITCH, RunLimit, limit_runs


def test_places_are_given_in_the_order_of_asking() -> None:
    limit, order = RunLimit(at_once=1, short=60), []
    first = limit.enter()

    def visitor(number: int) -> None:
        place = limit.enter()
        order.append(number)
        limit.leave(place)

    threads = []
    for number in range(5):
        threads.append(threading.Thread(target=visitor, args=(number,)))
        threads[-1].start()
        while len(limit._line) <= number:
            pass
    assert not order
    limit.leave(first)
    for thread in threads:
        thread.join(60)
    assert order == [0, 1, 2, 3, 4]


def test_whoever_stays_long_gives_the_place_away_and_takes_no_other_when_leaving() -> None:
    limit = RunLimit(at_once=2, short=0.02)
    places = [limit.enter() for _ in range(3)]
    assert places[2] >= places[0] + 0.02, "the third had to wait until the first was no longer short"
    assert not limit._line
    limit.leave(places[0])
    assert places[0] not in limit._inside
    assert places[2] in limit._inside


def test_one_slow_run_holds_up_nobody_for_longer_than_a_short_one_may_last() -> None:
    limit = RunLimit(at_once=1, short=0.01)
    limit.enter()  # and never leaves
    for _ in range(3):
        limit.leave(limit.enter())
    assert not limit._inside


def test_one_at_a_time_unless_the_environment_says_more(monkeypatch: pytest.MonkeyPatch) -> None:
    for said, places in (("", 1), ("0", EVERYBODY), ("3", 3)):
        monkeypatch.setattr(ScriptRunner, "_run_script", lambda self, rerun_data: None)
        monkeypatch.setenv(SWITCH, said) if said else monkeypatch.delenv(SWITCH, raising=False)
        limit_runs()
        assert ScriptRunner._run_script.limit.at_once == places  # type: ignore[attr-defined]


def test_streamlit_still_has_the_method_that_is_wrapped() -> None:
    assert list(inspect.signature(inspect.unwrap(ScriptRunner._run_script)).parameters) == ["self", "rerun_data"]
