"""The cache: simultaneous callers compute once, and its size is bounded."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from explorer.data import cache
from explorer.data.cache import LETTERS, Cache, cached, heavy


def test_whoever_asks_while_another_computes_waits_for_that_result() -> None:
    kept: Cache[object] = Cache(max_entries=4)
    calls, found = [], []
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> object:
        calls.append(1)
        begun.set()
        assert go_on.wait(600)
        return object()

    threads = [threading.Thread(target=lambda: found.append(kept.get("a", slow))) for _ in range(8)]
    threads[0].start()
    assert begun.wait(600)
    for thread in threads[1:]:
        thread.start()
    assert kept.get("b", lambda: "another key need not wait") == "another key need not wait"
    go_on.set()
    for thread in threads:
        thread.join(600)
    assert len(calls) == 1 and len({id(result) for result in found}) == 1 and len(found) == 8


def test_the_least_used_is_dropped_first() -> None:
    kept: Cache[int] = Cache(max_entries=2)
    kept.get("a", lambda: 1)
    kept.get("b", lambda: 2)
    kept.get("a", lambda: 0)
    kept.get("c", lambda: 3)
    assert len(kept) == 2
    assert [kept.get(key, lambda: -1) for key in ("a", "c", "b")] == [1, 3, -1]


def test_an_error_is_the_callers_and_not_kept() -> None:
    kept: Cache[int] = Cache(max_entries=2)
    with pytest.raises(ZeroDivisionError):
        kept.get("a", lambda: 1 // 0)
    assert kept.get("a", lambda: 5) == 5
    assert not kept._in_flight


def a_tick_later() -> float:
    """A moment after now and before all that follows; the clock of Windows stands still for 15 ms."""
    begun = time.monotonic()
    while (now := time.monotonic()) == begun:
        pass
    while time.monotonic() == now:
        pass
    return now


def test_what_holds_a_visitors_words_is_forgotten_after_the_last_look() -> None:
    kept: Cache[str] = Cache(max_entries=4, expires=True)
    kept.get("old", lambda: "old")
    kept.get("seen", lambda: "seen")
    between = a_tick_later()
    kept.get("seen", lambda: "anew")
    assert kept.forget(between) == 1
    assert kept.get("seen", lambda: "anew") == "seen"
    cache.forget_all()
    assert len(kept) == 0


def test_what_is_the_same_for_everybody_stays() -> None:
    kept: Cache[str] = Cache(max_entries=4)
    kept.get("a", lambda: "a")
    cache.forget_all()
    assert len(kept) == 1


@pytest.fixture
def called() -> Iterator[list[str]]:
    yield []
    cache.forget_all()


def test_the_same_question_is_computed_once_and_few_results_are_kept(called: list[str]) -> None:
    @cached(2, expires=True)
    def lengths(text: str, *, twice: bool = False) -> int:
        called.append(text)
        return len(text) * (1 + twice)

    assert [lengths("one"), lengths("one"), lengths("three", twice=True), lengths("three")] == [3, 3, 10, 5]
    assert called == ["one", "three", "three"] and len(lengths) == 2
    lengths("one")
    assert called[-1] == "one"  # pushed out by the two others, so computed again


@pytest.mark.slow
def test_the_sweeper_forgets_by_itself(called: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "SECONDS", 0.05)

    @cached(8, expires=True)
    def same(text: str) -> str:
        return text

    same("secret")
    until = time.monotonic() + 300
    while len(same) and time.monotonic() < until:
        time.sleep(0.02)
    assert not len(same)


def test_what_many_asked_for_is_dropped_when_nobody_does_and_what_is_small_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cache, "SECONDS", 0.05)
    monkeypatch.setattr(cache, "IDLE", 0.05)
    large, small = Cache[int](4), Cache[int](4, stays=True)
    small.get("a", lambda: 1)
    large.get("a", lambda: 1)
    until = time.monotonic() + 300
    while len(large) and time.monotonic() < until:
        time.sleep(0.02)
    assert not len(large) and len(small) == 1


def test_of_long_texts_no_more_is_kept_than_one_may_have() -> None:
    @dataclass(frozen=True)
    class Asked:
        text: str

    @cached(8, expires=True)
    def length(asked: Asked) -> int:
        return len(asked.text)

    for number in range(8):
        length(Asked(str(number)))
    assert len(length) == 8
    for number in range(3):
        length(Asked(str(number) * LETTERS))
        assert len(length) == 1
    length(Asked("short"))
    assert len(length) == 1
    length(Asked("as short"))
    assert len(length) == 2


def test_heavy_results_are_made_one_at_a_time_and_light_ones_do_not_wait_for_them() -> None:
    one, other, light = Cache[int](4, is_heavy=True), Cache[int](4, is_heavy=True), Cache[int](4)
    begun, go_on, inside, most = threading.Event(), threading.Event(), [0], [0]

    def slow() -> int:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        begun.set()
        assert go_on.wait(600)
        inside[0] -= 1
        return 1

    threads = [threading.Thread(target=each.get, args=(key, slow)) for each in (one, other) for key in "abc"]
    for thread in threads:
        thread.start()
    assert begun.wait(600)
    assert light.get("a", lambda: 7) == 7
    go_on.set()
    for thread in threads:
        thread.join(600)
    assert most == [1] and len(one) == len(other) == 3


def test_a_heavy_and_a_light_computation_that_need_each_other_both_end() -> None:
    """One holds a light key and waits for the heavy lock, whose holder wants that light key: no deadlock."""
    big, small = Cache[int](4, is_heavy=True), Cache[int](4)
    light_begun, heavy_begun = threading.Event(), threading.Event()
    found: list[int] = []

    def light() -> int:
        light_begun.set()
        assert heavy_begun.wait(600)
        return big.get("other", lambda: 2)

    def large() -> int:
        heavy_begun.set()
        return small.get("light", lambda: 1) + 10

    first = threading.Thread(target=lambda: found.append(small.get("light", light)), daemon=True)
    first.start()
    assert light_begun.wait(600)
    second = threading.Thread(target=lambda: found.append(big.get("large", large)), daemon=True)
    second.start()
    for thread in (first, second):
        thread.join(600)
    assert len(found) == 2, "they wait for each other"


def test_the_heavy_lock_may_be_taken_twice_by_one_thread() -> None:
    with heavy():
        assert Cache[int](1, is_heavy=True).get("a", lambda: 3) == 3
