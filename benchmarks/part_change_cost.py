"""Cost of opening and changing every part of every page, relative to an empty page.

Parts are listed from the running pages. The server is warm: each part has been opened once. Time is the server's
processor time from a visitor's message until the server is idle; the reference, measured in turn, is an empty page of
plain Streamlit (one slider, the same settings, as many pages: `app_server.untouched`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from benchmarks import Row, benchmark
from benchmarks.app_server import Server, server, untouched
from benchmarks.simulated_visitor import Visitor, Widget, parts

OPENS, ROUNDS, MOVES = 7, 9, 5
QUIET = 0.02
"""Seconds that the server gets for cleanup after a run before its time is read."""


def cost(running: Server, act: Callable[[], object]) -> float:
    """Processor time of the server, in seconds, for an action."""
    before = running.cpu()
    act()
    time.sleep(QUIET)
    return running.cpu() - before


def opening(running: Server, reference: Server, page: str, query: dict[str, str]) -> tuple[float, float]:
    """Cost of a first run of the page and of an empty page just before: the pair with the median ratio."""
    pairs = []
    for _ in range(OPENS):
        empty = cost(reference, lambda: Visitor(reference.port, "").close())
        pairs.append((cost(running, lambda: Visitor(running.port, page, query).close()), empty))
    return middle(pairs)


def middle(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The pair with the median ratio; both numbers of a pair were measured together.

    >>> middle([(2.0, 1.0), (9.0, 3.0), (5.0, 2.0)])
    (5.0, 2.0)
    """
    return sorted(pairs, key=lambda pair: pair[0] / pair[1])[len(pairs) // 2]


def changing(
    running: Server, visitor: Visitor, widget: Widget, reference: Server, empty: Visitor
) -> tuple[float, float, int]:
    """Cost of a change of the widget and, in turn, of the empty page's slider (`middle`); the most bytes sent."""
    values, pairs, sizes = widget.values(), [], [0]

    def move(who: Visitor, what: Widget) -> None:
        for value in islice(values if who is visitor else empty.widgets["empty_slider"].values(), MOVES):
            who.ask(what, value)
            if who is visitor:
                sizes.append(who.received)

    for turn in range(ROUNDS + 1):
        without = cost(reference, lambda: move(empty, empty.widgets["empty_slider"])) / MOVES
        took = cost(running, lambda: move(visitor, widget)) / MOVES
        if turn:  # the first change imports modules and fills caches
            pairs.append((took, without))
    return *middle(pairs), max(sizes)


@benchmark("Every part: processor time of a change of its main widget, against an empty page of a plain Streamlit")
def changes() -> Iterator[Row]:
    """Time and ratio of a change; the note has the first run, bytes and elements."""
    with server() as running, untouched() as plain, Visitor(running.port, ""), Visitor(plain.port, "") as empty:
        for page, part, query in [("empty", "", {}), ("framed", "", {}), *parts(running.port)]:
            name = ": ".join(filter(None, (page or "home", part)))
            with Visitor(running.port, page, query), Visitor(running.port, page, query) as visitor:
                first, nothing = opening(running, plain, page, query)
                note = f"first run {first / nothing:.1f}; {visitor.received:,} bytes, {visitor.elements} elements"
                widget = visitor.main()
                if widget is None:
                    yield Row(name, note=f"{note}; nothing to change")
                    continue
                took, without, size = changing(running, visitor, widget, plain, empty)
                yield Row(name, took, without, f"{note}; then {size:,} bytes by “{widget.label[:40]}”")
