"""Settings of a host that can't work, the message for a damaged file, and limits of a page's messages."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explorer.rooms import place
from explorer.ui.server import limit_messages
from explorer.ui.server.lifespan_of_server import setting_problems
from explorer.ui.server.limit_messages import A_SECOND, AT_ONCE, FOR_ONE, MOST_BYTES, LimitMessages
from tests.support import run_async


def test_settings_that_work_and_no_settings_are_no_problem(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("EXPLORER_ROOMS", "EXPLORER_TABLE"):
        monkeypatch.delenv(name, raising=False)
    assert setting_problems() == []
    np.save(tmp_path / "rows.npy", np.eye(4, dtype=np.float32))
    monkeypatch.setenv("EXPLORER_TABLE", str(tmp_path / "rows.npy"))
    monkeypatch.setenv("EXPLORER_ROOMS", str(tmp_path / "rooms.sqlite"))
    monkeypatch.setenv("EXPLORER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*, 127.0.0.1, 10.0.0.0/8,::1")
    for name, value in (("PORT", "tcp://10.0.0.1:8501"), ("SERVICE_PORT", "8501"), ("PORT_8501_TCP_PORT", "8501")):
        monkeypatch.setenv(f"EXPLORER_{name}", value)  # Kubernetes sets such names
    monkeypatch.setenv("EXPLORER_FRAMES", "'self' https: http://127.0.0.1:8000 https://*.school.example moodle.org/x *")
    monkeypatch.setenv("MALLOC_ARENA_MAX", "2")
    monkeypatch.setenv("STREAMLIT_BROWSER_SERVER_PORT", "443")
    assert setting_problems() == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("EXPLORER_ROOMS", "http://127.0.0.1:1"),
        ("EXPLORER_ROOMS", "redis://:secret@127.0.0.1:1/0"),
        ("EXPLORER_TABLE", "missing.npy"),
        ("EXPLORER_TABLE", "rows.xlsx"),
        ("EXPLORER_CACHE", f"{__file__}/cache"),
        ("FORWARDED_ALLOW_IPS", "127.0.0.1, 10.0.0/99"),
        ("EXPLORER_TABEL", "rows.npy"),
        ("EXPLORER_ROOMS", "redis//:secret@127.0.0.1"),
        ("EXPLORER_ROOMS", "redis:secret@127.0.0.1"),
        ("EXPLORER_LOG", "yes"),
        ("FORWARD_ALLOW_IPS", "127.0.0.1"),
        ("STREAMLIT_SERVER_BASE_URL_PATH", "/a b/"),
        ("STREAMLIT_SERVER_ADRESS", "127.0.0.1"),
        ("STREAMLIT_SERVER_POTR", "8501"),
        ("MALLOC_ARENA_MAX", "two"),
        ("EXPLORER_FRAMES", "https://school.example htp:/x"),
        ("EXPLORER_FRAMES", "nonsense"),
        ("EXPLORER_FRAMES", "a b"),
        ("EXPLORER_FRAMES", "moodle.school.example; script-src *"),
        ("EXPLORER_FRAMES", "https://school.example/x,*"),
        ("EXPLORER_FRAMES", '"https://school.example"'),
        ("EXPLORER_PORT", "9000"),
        ("EXPLORER_COLOUR", "red"),
    ],
)
def test_a_setting_that_cannot_work_is_named_without_its_password(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    (problem,) = setting_problems()
    assert problem.startswith(name) and problem.count(name) == 1 and "secret" not in problem + place()


def test_the_store_of_the_rooms_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EXPLORER_ROOMS", "rediss://user:secret@redis.school:6379/0?password=hidden")
    assert place() == "Redis at redis.school:6379/0"
    monkeypatch.setenv("EXPLORER_ROOMS", str(tmp_path / "rooms.sqlite"))
    assert place() == str(tmp_path / "rooms.sqlite")


def broken() -> None:
    import streamlit as st

    from explorer.data import DamagedFileError
    from explorer.ui.server import show_damaged_file

    st.text(show_damaged_file(DamagedFileError("The shipped file tables.npz is missing.")))
    st.text(show_damaged_file(ValueError("words of a visitor")))


def test_a_damaged_file_is_named_and_no_other_error_is() -> None:
    app = AppTest.from_function(broken).run()
    assert [box.value for box in app.error] == ["The shipped file tables.npz is missing."]
    assert [text.value for text in app.text] == ["True", "False"]


Told = Callable[..., tuple[list[Any], list[Any], float]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Send messages: what reached the app, what was answered, and the seconds that they had to wait, on a clock on
    which all else takes no time."""
    clock = [0.0]

    async def sleep(seconds: float) -> None:
        clock[0] += seconds

    monkeypatch.setattr(limit_messages, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(limit_messages, "asyncio", SimpleNamespace(sleep=sleep))

    def told(*messages: Any) -> tuple[list[Any], list[Any], float]:
        began = clock[0]
        reached, sent = pass_on(*messages)
        return reached, sent, clock[0] - began

    return told


def pass_on(*messages: Any) -> tuple[list[Any], list[Any]]:
    waiting, reached, sent = [{"type": "websocket.connect"}, *messages], [], []

    async def receive() -> Any:
        return waiting.pop(0) if waiting else {"type": "websocket.disconnect", "code": 1000}

    async def send(message: Any) -> None:
        sent.append(message)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while not reached or reached[-1]["type"] != "websocket.disconnect":
            reached.append(await receive())

    run_async(LimitMessages(app)({"type": "websocket"}, receive, send))
    return reached[1:], sent


def of(size: int) -> dict[str, Any]:
    return {"type": "websocket.receive", "bytes": bytes(size)}


def test_what_a_person_sends_passes_at_once(told: Told) -> None:
    reached, sent, seconds = told(*[of(500)] * (AT_ONCE // 2), of(FOR_ONE))
    assert len(reached) == AT_ONCE // 2 + 2 and not sent and seconds == 0


@pytest.mark.parametrize(
    ("wrong", "code"), [(of(MOST_BYTES + 1), 1009), (of(0), 1003), ({"type": "websocket.receive", "text": "a"}, 1003)]
)
def test_another_message_ends_the_connection(told: Told, wrong: Any, code: int) -> None:
    reached, sent, _ = told(of(1), wrong, of(1))
    assert [len(each.get("bytes", b"")) for each in reached] == [1, 0] and reached[-1]["code"] == code
    assert sent == [{"type": "websocket.close", "code": code}]


def test_a_flood_waits_and_nothing_is_lost(told: Told) -> None:
    reached, sent, seconds = told(*[of(1)] * (AT_ONCE + A_SECOND // 2))
    assert len(reached) == AT_ONCE + A_SECOND // 2 + 1 and not sent and seconds == pytest.approx(0.5, rel=1e-3)
    assert told(of(MOST_BYTES), of(MOST_BYTES))[2] == pytest.approx((2 + 2 * MOST_BYTES / FOR_ONE - AT_ONCE) / A_SECOND)
