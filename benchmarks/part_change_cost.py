"""Cost of opening every part of every page, and of changing each of its controls, relative to an empty page.

Parts are listed from the running pages. The server is warm: each part has been opened once. Time is the server's
processor time from a visitor's message until the server is idle; the reference, measured in turn, is an empty page of
plain Streamlit (one slider, the same settings, as many pages: `app_server.untouched`). Each change has a value that no
visitor had before, as far as the control has so many, so that no cache answers.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from statistics import median

from benchmarks import Row, benchmark
from benchmarks.app_server import Server, server, untouched
from benchmarks.simulated_visitor import Visitor, Widget, parts

OPENS, MOVES = 5, 7
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


def changing(running: Server, visitor: Visitor, widget: Widget) -> tuple[float, int]:
    """Median cost of a change of the widget, and the most bytes sent."""
    costs, sizes = [], []
    for value in islice(widget.values(), MOVES):
        costs.append(cost(running, lambda value=value: visitor.ask(widget, value)))  # type: ignore[misc]
        sizes.append(visitor.received)
    return median(costs[1:]), max(sizes[1:])  # the first change imports modules


@benchmark("Every part: processor time of a change of its dearest control, against an empty page of a plain Streamlit")
def changes() -> Iterator[Row]:
    """Time and ratio of the dearest control; the note has the first two, the first run, bytes and elements."""
    with server() as running, untouched() as plain, Visitor(running.port, ""), Visitor(plain.port, "") as empty:
        for page, part, query in [("empty", "", {}), ("framed", "", {}), *parts(running.port)]:
            name = ": ".join(filter(None, (page or "home", part)))
            with Visitor(running.port, page, query), Visitor(running.port, page, query) as visitor:
                first, nothing = opening(running, plain, page, query)
                note = f"first run {first / nothing:.1f}; {visitor.received:,} bytes, {visitor.elements} elements"
                controls = visitor.controls()
            if not controls:
                yield Row(name, note=f"{note}; nothing to change")
                continue
            without, _ = changing(plain, empty, empty.widgets["empty_slider"])
            found = []
            for widget in controls:
                with Visitor(running.port, page, query) as visitor:
                    found.append((*changing(running, visitor, widget), widget.label[:30]))
            told = ", ".join(f"“{label}” {1000 * took:.1f} ms" for took, _, label in found[:2])
            dearest, size, label = max(found)
            yield Row(name, dearest, without, f"“{label}”, {size:,} bytes; first controls: {told}; {note}")
