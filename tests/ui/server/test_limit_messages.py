"""A page's messages: those of people pass at once; a giant, a text and a flood don't."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from explorer.ui.server import limit_messages
from explorer.ui.server.limit_messages import A_SECOND, AT_ONCE, FOR_ONE, MOST_BYTES, LimitMessages
from tests.support import run_async

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
