"""What has gone round in a circle is taken up after somebody was here, and nothing is done while nobody is."""

from __future__ import annotations

import gc
import time
import weakref

import pytest

from explorer.serve import tidy


class Knot:
    """Holds itself, as a session that has ended does."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def _as_before():
    yield
    gc.enable()
    gc.unfreeze()


def aged_knot() -> weakref.ref[Knot]:
    """A knot that is too old for the collections of young objects."""
    knot = Knot()
    for generation in (0, 1):
        gc.collect(generation)
    return weakref.ref(knot)


def a_visit() -> None:
    for _ in range(tidy.BUSY):
        gc.collect(0)


def test_after_a_visit_everything_is_looked_through() -> None:
    gc.disable()
    gone, seen = aged_knot(), gc.get_stats()[0]["collections"]
    assert tidy.look(seen) == seen and gone() is not None, "nobody was here"
    a_visit()
    assert tidy.look(seen) == seen + tidy.BUSY and gone() is None


def test_the_thread_does_so_again_and_again_until_it_is_stopped() -> None:
    stop = tidy.begin(0.01)
    try:
        for _ in range(2):
            gone, until = aged_knot(), time.monotonic() + 30
            while gone() is not None:
                a_visit()
                assert time.monotonic() < until, "still there"
                time.sleep(0.01)
        assert gc.get_freeze_count() > 10_000, "what is loaded at the start is looked through again each time"
    finally:
        stop.set()


def test_what_ended_while_nobody_came_is_taken_up_too() -> None:
    gc.disable()
    gone, seen = aged_knot(), gc.get_stats()[0]["collections"]
    assert tidy.look(seen, lambda: True) >= seen and gone() is None
