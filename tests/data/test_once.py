"""A result is computed once for everybody who asks at the same time, and only so many are kept."""

from __future__ import annotations

import threading
import time

import pytest

from explorer.data import brief
from explorer.data.once import Once


def test_whoever_asks_while_another_computes_waits_for_that_result() -> None:
    kept: Once[object] = Once(most=4)
    calls, found = [], []
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> object:
        calls.append(1)
        begun.set()
        assert go_on.wait(60)
        return object()

    threads = [threading.Thread(target=lambda: found.append(kept.get("a", slow))) for _ in range(8)]
    threads[0].start()
    assert begun.wait(60)
    for thread in threads[1:]:
        thread.start()
    assert kept.get("b", lambda: "another key need not wait") == "another key need not wait"
    go_on.set()
    for thread in threads:
        thread.join(60)
    assert len(calls) == 1 and len({id(result) for result in found}) == 1 and len(found) == 8


def test_the_least_used_is_dropped_first() -> None:
    kept: Once[int] = Once(most=2)
    kept.get("a", lambda: 1)
    kept.get("b", lambda: 2)
    kept.get("a", lambda: 0)
    kept.get("c", lambda: 3)
    assert len(kept) == 2
    assert [kept.get(key, lambda: -1) for key in ("a", "c", "b")] == [1, 3, -1]


def test_an_error_is_the_callers_and_not_kept() -> None:
    kept: Once[int] = Once(most=2)
    with pytest.raises(ZeroDivisionError):
        kept.get("a", lambda: 1 // 0)
    assert kept.get("a", lambda: 5) == 5
    assert not kept._under_way


def test_what_holds_a_visitors_words_is_forgotten_after_the_last_look() -> None:
    kept: Once[str] = Once(most=4, brief=True)
    kept.get("old", lambda: "old")
    kept.get("seen", lambda: "seen")
    between = time.monotonic()
    kept.get("seen", lambda: "anew")
    assert kept.forget(between) == 1
    assert kept.get("seen", lambda: "anew") == "seen"
    brief.forget_all()
    assert len(kept) == 0


def test_what_is_the_same_for_everybody_stays() -> None:
    kept: Once[str] = Once(most=4)
    kept.get("a", lambda: "a")
    brief.forget_all()
    assert len(kept) == 1
