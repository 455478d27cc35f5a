"""The Positions page on a running server: every slider of every part moved on the largest table, against an empty page.

See benchmarks/servers.py and visitor.py for the server and the visitor, and benchmarks/pages.py for how time is taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import Row, benchmark
from benchmarks.pages import changing
from benchmarks.servers import server, untouched
from benchmarks.visitor import Visitor, parts

LARGEST = {"p_len": "8192", "p_dim": "1024", "p_beyond": "worse", "p_seen": "128", "p_width": "128"}
"""The largest table; and the largest fit that is made without pressing a button."""
KINDS = ("RoPE: the turn", "RoPE: the scores", "ALiBi")
"""What the part on other ways can be set to."""


@benchmark("Positions page: every slider moved on the 8192 × 1024 table: processor time, against an empty page")
def slider() -> Iterator[Row]:
    """Median of changes in turn: an empty page's slider, and the slider at a place where it has not been."""
    with server() as running, untouched() as plain, Visitor(running.port, ""), Visitor(plain.port, "") as empty:
        for page, part, query in parts(running.port):
            for kind in (KINDS if part == "RoPE and ALiBi" else ("",)) if page == "positions" else ():
                asked = LARGEST | query | ({"p_kind": kind} if kind else {})
                with Visitor(running.port, page, asked) as visitor:
                    sliders = [widget for widget in visitor.widgets.values() if widget.kind == "slider"]
                for widget in sliders:
                    with Visitor(running.port, page, asked) as visitor:
                        took, nothing, size = changing(running, visitor, visitor.widgets[widget.key], plain, empty)
                    name = ": ".join(filter(None, (part, kind, widget.label)))
                    yield Row(name, took, nothing, f"{size:,} bytes")
