"""Forged messages to a server: well-formed, with invalid content."""

import json
import random
import re
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetStates

from benchmarks.simulated_visitor import Visitor

TEXTS = (
    *("", " ", "\x00", "-1", "0", "1e999", "nan", "inf", "9" * 5_000, "1,5", "true", "[]", "{}", '{"a":', "null"),
    *(
        "<script>alert(1)</script>",
        "![](x)",
        "$x$",
        ":material/home:",
        "猫" * 50,
        "\u202e\u200f\ufeff",
        "a\nb\r\nc\u2028d",
    ),
    *("../../etc/passwd", "%00%ff", "Just show me", "RoPE", "Trained here", "Your file", "a" * 20_000),
)
NUMBERS = (0.0, -1.0, 0.5, 1e9, 1e308, -1e308, float("nan"), float("inf"), 2.0**53, 12.0)
TOLD = ("view", "select", "click", "pick", "picked", "kept", "question", "stop")
"""Names of the events and states of our components."""
ODD: tuple[object, ...] = (
    *(None, True, -1, 10**30, 0.5, float("nan"), [], {}, "", "x", [0] * 1_000, [["0", "x"]] * 3),
    *({"x": ["a", "b"], "y": []}, {"x": [5, 5], "y": [5, 5]}, {"x": [1, 0], "y": None}, {"x": [-1e308, 1e308]}),
    *({"curve": -1, "name": "x", "index": 10**9}, {"curve": 0, "name": None, "index": -5}, {"key": [], "number": {}}),
    *({"curve": 0, "index": 0, "x": -9, "y": 1e9}, {"curve": 0, "index": 0, "x": 96, "y": "a"}),
    *('{"draft": [], "added": {}}', '{"name": 5, "replies": {"1": [1]}}', '{"code": ["a"], "seat": {}}', "[" * 5_000),
)


def spoil(state: object, chance: random.Random) -> None:
    """Put a random value of a random type into a widget's state.

    Excluded are invalid JSON and component events for other widgets: Streamlit itself answers those with an error page,
    before any code of ours runs.
    """
    text, number = chance.choice(TEXTS), chance.choice(NUMBERS)
    field = chance.randrange(10)
    if field == 0:
        state.string_value = text  # type: ignore[attr-defined]
    elif field == 1:
        state.double_value = number  # type: ignore[attr-defined]
    elif field == 2:
        state.int_value = chance.choice((0, -1, 2**31, -(2**40)))  # type: ignore[attr-defined]
    elif field == 3:
        state.bool_value = chance.random() < 0.5  # type: ignore[attr-defined]
    elif field == 4:
        state.double_array_value.data.extend(chance.choices(NUMBERS, k=chance.randrange(4)))  # type: ignore[attr-defined]
    elif field == 5:
        state.string_array_value.data.extend(chance.choices(TEXTS, k=chance.randrange(4)))  # type: ignore[attr-defined]
    elif field == 6:
        state.json_value = json.dumps(text)  # type: ignore[attr-defined]
    elif field == 7:
        state.trigger_value = True  # type: ignore[attr-defined]
    elif field == 8:
        state.bytes_value = text.encode()  # type: ignore[attr-defined]
    else:
        state.trigger_value = True  # type: ignore[attr-defined]


def tell(states: WidgetStates, component: str, chance: random.Random) -> None:
    """Add a message of a component, under one of our names, as its state or as an event."""
    name, value = chance.choice(TOLD), chance.choice(ODD)
    if chance.random() < 0.5:
        states.widgets.add(id=component, json_value=json.dumps({name: value}))
    else:
        events = json.dumps([{"event": name, "value": value}])
        states.widgets.add(id=f"$$STREAMLIT_INTERNAL_KEY_{component}__events", json_trigger_value=events)


def message(visitor: Visitor, chance: random.Random) -> bytes:
    """A well-formed message with invalid content: values of any type for the page's own widgets."""
    forged = BackMsg()
    rerun = forged.rerun_script
    rerun.query_string, rerun.page_name, rerun.page_script_hash = visitor.query, visitor.page, visitor.hash
    ids = list(visitor.ids)
    for identity in chance.sample(ids, min(len(ids), chance.randrange(1, 4))):
        spoil(rerun.widget_states.widgets.add(id=identity), chance)
        if chance.random() < 0.5 and visitor.ids[identity] in visitor.fragments:
            rerun.fragment_id = visitor.ids[identity]
    for component in visitor.components:
        if chance.random() < 0.25:
            tell(rerun.widget_states, component, chance)
    return forged.SerializeToString()


def tracebacks(log: Path) -> list[str]:
    """Lines of a server's log that end a traceback or report an uncaught error."""
    text = re.sub(r"\x1b\[[\d;]*m", "", log.read_text(encoding="utf-8", errors="replace"))
    return re.findall(r"^\s*(?:\w+\.)*\w*(?:Error|Exception)\b.*$", text, re.MULTILINE)
