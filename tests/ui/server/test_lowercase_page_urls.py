"""Page URLs with capitals are redirected to the lower-case ones."""

from __future__ import annotations

from typing import Any

import pytest

from explorer.ui.server.lowercase_page_urls import LowercasePageUrls
from tests.support import run_async


@pytest.mark.parametrize(
    ("method", "path", "query", "leads"),
    [
        ("GET", "/Positions", "p_dim=8&p_part=Heatmap", "./positions?p_dim=8&p_part=Heatmap"),
        ("GET", "/JOIN", "", "./join"),
        ("GET", "/positions?p_part=Heatmap", "", "./positions?p_part=Heatmap"),
        ("GET", "/tokens?text=a/b c#", "k=1", "./tokens?text=a/b%20c%23&k=1"),
        ("GET", "/cats?text=a", "", ""),
        ("GET", "/tokens", "text=Cat", ""),
        ("GET", "/static/Positions", "", ""),
        ("GET", "/Cats", "", ""),
        ("POST", "/Join", "", ""),
    ],
)
def test_a_page_opens_by_its_name_with_capitals(method: str, path: str, query: str, leads: str) -> None:
    told: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        told.append({"status": 200, "headers": []})

    async def send(message: Any) -> None:
        told.append(message)

    scope = {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": []}
    run_async(LowercasePageUrls(app)(scope, None, send))  # type: ignore[arg-type]
    assert (told[0]["status"], dict(told[0]["headers"]).get(b"location", b"").decode()) == (
        307 if leads else 200,
        leads,
    )
