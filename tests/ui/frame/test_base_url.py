"""Links for others carry an address that others can open, or the page says why they do not."""

from types import SimpleNamespace

import pytest

from explorer.ui.frame import base_url


@pytest.mark.parametrize(
    ("opened", "listens", "visitor", "network", "shared", "told"),
    [
        ("http://localhost:8501/teach", None, None, "10.0.0.7", "http://10.0.0.7:8501/", "10.0.0.7"),
        ("http://[::1]:8501/a/teach", "0.0.0.0", None, "10.0.0.7", "http://10.0.0.7:8501/a/", "10.0.0.7"),
        ("http://localhost:8501/", None, None, None, "http://localhost:8501/", "in no network"),
        ("http://localhost:8501/", "127.0.0.1", None, "10.0.0.7", "http://localhost:8501/", "`server.address`"),
        # a container's port seen from outside, and a tunnel
        (
            "http://localhost:8501/",
            None,
            "172.17.0.1",
            "172.17.0.2",
            "http://localhost:8501/",
            "another program or port",
        ),
        ("http://localhost:80/", None, None, "10.0.0.7", "http://localhost:80/", "another program or port"),
        # a real host name, with or without a proxy in front
        ("https://explorer.school/x/teach", None, None, "10.0.0.7", "https://explorer.school/x/", ""),
        ("http://10.0.0.9:8501/", None, "10.0.0.5", "10.0.0.7", "http://10.0.0.9:8501/", ""),
        ("", None, None, "10.0.0.7", "", ""),
    ],
)
def test_links_for_others_carry_the_network_address_instead_of_localhost(
    opened: str,
    listens: str | None,
    visitor: str | None,
    network: str | None,
    shared: str,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    options = {"server.port": 8501, "server.address": listens}
    context = SimpleNamespace(url=opened, ip_address=visitor)
    streamlit = SimpleNamespace(context=context, get_option=options.get, caption=said.append, warning=said.append)
    monkeypatch.setattr(base_url, "st", streamlit)
    monkeypatch.setattr(base_url, "network_address", lambda: network)
    assert base_url.shared() == shared
    base_url.tell()
    assert len(said) == bool(told) and told in "".join(said)


@pytest.mark.parametrize(
    ("opened", "below", "expected"),
    [
        ("https://explorer.school/x", "x", "https://explorer.school/x/"),  # Home, as Streamlit gives it
        ("https://explorer.school/x/teach", "/x/", "https://explorer.school/x/"),
        ("https://explorer.school/check", "check", "https://explorer.school/check/"),
        ("https://hub.school/user/ann/proxy/8501", "", "https://hub.school/user/ann/proxy/8501/"),
        ("https://explorer.school", "", "https://explorer.school/"),
        ("", "x", ""),
    ],
)
def test_the_base_url_keeps_the_path_on_home_too(
    opened: str, below: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"server.baseUrlPath": below}
    context = SimpleNamespace(url=opened)
    monkeypatch.setattr(base_url, "st", SimpleNamespace(context=context, get_option=options.get))
    assert base_url.base() == expected
