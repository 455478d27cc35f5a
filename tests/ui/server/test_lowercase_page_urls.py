"""Page URLs with capitals are redirected to the lower-case ones."""

from typing import Any

import pytest

from explorer.ui.server.lowercase_page_urls import LowercasePageUrls
from tests.support import asgi_answer


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
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"status": 200, "headers": []})

    told = asgi_answer(LowercasePageUrls(app), {}, method=method, path=path, query_string=query.encode())[0]
    location = dict(told["headers"]).get(b"location", b"").decode()
    assert (told["status"], location) == (307 if leads else 200, leads)
