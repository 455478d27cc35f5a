"""What components of ours tell can be forged: names and values that no component of ours would send."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.servers import server
from benchmarks.visitor import Visitor
from tests.forging import ODD, TOLD, tracebacks

PLACES = (
    ("", {}),
    ("tokens", {"t_part": "Tokens"}),
    ("tokens", {"t_part": "Pipeline"}),
    ("extrapolation", {"x_part": "Loss by position"}),
    ("positions", {"p_part": "Clocks"}),
    ("positions", {"p_part": "Heatmap"}),
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
        for page, query in PLACES:
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
                    visitor.ask()
                    assert visitor.elements > 5, (page, value)
    assert {"p_clock", "p_heat", "l_keep", "h_flow", "h_next", "k_progress"} <= met
    assert not tracebacks(log)
