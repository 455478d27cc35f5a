"""Forged messages can break only the sender's page."""

import json
import os
import random
from contextlib import suppress
from pathlib import Path

import pytest

from benchmarks.app_server import server
from benchmarks.simulated_visitor import FailedPageError, Visitor
from tests.forged_messages import ODD, TOLD, message, tracebacks

MESSAGES = int(os.environ.get("FORGED", "60"))
"""Number of messages; FORGED=2000 python -m pytest tests/deploy/test_forged_messages.py sends more."""

SCREENS = (
    ("", {"h_more": "true"}),
    ("tokens", {"t_part": "Pipeline"}),
    ("extrapolation", {"x_part": "Loss by position"}),
    ("positions", {"p_part": "Clocks"}),
    ("projection", {"j_part": "Map"}),
    ("check", {}),
    ("teach", {"l_part": "The plan"}),
    ("tokens", {"lesson": "A first hour", "guide": "1.1"}),
)
"""Each kind of component of ours is on one of these."""


@pytest.mark.slow
def test_whatever_a_component_tells_leaves_the_page_whole(tmp_path: Path) -> None:
    log, met = tmp_path / "log", set()
    with server(log=log) as running:
        for page, query in SCREENS:
            with Visitor(running.port, page, query) as visitor:
                met |= {component.rpartition("-")[2] for component in visitor.components}
                for at, value in enumerate(ODD):
                    forged = visitor.message()
                    states = forged.rerun_script.widget_states
                    for component in visitor.components:
                        events = [{"event": name, "value": value} for name in TOLD]
                        told = f"$$STREAMLIT_INTERNAL_KEY_{component}__events"
                        states.widgets.add(id=told, json_trigger_value=json.dumps(events))
                        states.widgets.add(id=component, json_value=json.dumps({TOLD[at % len(TOLD)]: value}))
                    visitor.send(forged.SerializeToString())
                    assert visitor.elements > 5, (page, value)
    assert {"p_clock", "l_keep", "h_flow", "h_next", "k_progress"} <= met
    assert not tracebacks(log)


@pytest.mark.slow
def test_after_forged_messages_the_next_visitors_pages_work() -> None:
    chance, sent = random.Random(7), 0
    with server() as running:
        while sent < MESSAGES:
            page, query = chance.choice(SCREENS)
            with Visitor(running.port, page, query) as forger:
                for _ in range(min(10, MESSAGES - sent)):
                    sent += 1
                    forger.socket.send(message(forger, chance))
                with suppress(FailedPageError, TimeoutError):
                    forger.ask()
        for page, query in SCREENS:
            with Visitor(running.port, page, query) as visitor:
                assert visitor.elements > 10, page
                visitor.ask("present", True)
                assert visitor.elements > 10, page
