"""Base URL of links that others are to open: a page opened as “localhost” gives them this machine's network address."""

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

import streamlit as st

from explorer.content.pages import PAGES

_FORWARDED = (
    "You opened “localhost”, and another program or port leads from there to this server, so the address for others is "
    "not known here, and links and codes lead to everybody’s own machine. Open the app by the address that others use."
)
_LOOPBACK = (
    "By the address of the web server in front: this one answers its own machine only (`server.address`). "
    "Without a web server, start it without that setting: nobody else can open its links and codes."
)
_NO_NETWORK = (
    "This machine is in no network, so nobody else can open its links and codes. Connect it to the "
    "network of the class."
)


def base() -> str:
    """Base URL of the app as this page was opened, or "" without a browser."""
    here = urlsplit(st.context.url or "")
    head, _, last = here.path.rstrip("/").rpartition("/")  # Home's URL comes without a last slash: /PATH, not /PATH/
    seen = head if any(last == page.name for page in PAGES) else f"{head}/{last}"  # a proxy may take a path away
    path = (st.get_option("server.baseUrlPath") or seen).strip("/")
    return f"{here.scheme}://{here.netloc}/{path and f'{path}/'}" if here.netloc else ""


def is_loopback(host: str | None) -> bool:
    """Whether every machine resolves a host to itself.

    >>> is_loopback("localhost"), is_loopback("::1"), is_loopback("10.0.0.7"), is_loopback("explorer.school")
    (True, True, False, False)
    """
    try:
        return host == "localhost" or ip_address(host or "").is_loopback
    except ValueError:
        return False


def is_local(link: str) -> bool:
    """Whether nobody outside this machine's network can open a link: its host is an address or a name of that network.

    >>> [is_local(f"http://{host}/") for host in ("10.0.0.7:85", "[::1]", "pc-12", "pc-12.local", "my.school")]
    [True, True, True, True, False]
    """
    host = urlsplit(link).hostname or ""
    try:
        return not ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".internal"))


def network_host() -> tuple[str | None, str]:
    """The host that replaces “localhost” in links for others, if this page was opened so; and if there is none, why."""
    opened = urlsplit(st.context.url or "")
    if not is_loopback(opened.hostname):
        return None, ""
    port = opened.port or {"http": 80, "https": 443}.get(opened.scheme)
    if port != st.get_option("server.port") or st.context.ip_address is not None:
        return None, _FORWARDED  # a container's port, or a proxy
    return server_host()


def server_host() -> tuple[str | None, str]:
    """The host by which this machine's network reaches the server; without one, why."""
    listens = st.get_option("server.address")
    if is_loopback(listens):
        return None, _LOOPBACK
    found = listens if listens and listens not in ("0.0.0.0", "::") else network_address()  # noqa: S104
    return found, "" if found else _NO_NETWORK


def shared() -> str:
    """Base URL of the app for links that others open: as it was opened, or with this machine's network address."""
    opened = urlsplit(base())
    host, _ = network_host()
    port = f":{opened.port}" if opened.port else ""
    return opened._replace(netloc=f"{host}{port}").geturl() if host else opened.geturl()


def tell() -> None:
    """Say beside links for others where they lead, if the page was opened as “localhost”."""
    host, why = network_host()
    if host:
        st.caption(f"Links and codes carry this machine’s address in this network, {host}: try it with a phone.")
    elif why:
        st.warning(why)


def network_address() -> str | None:
    """The IPv4 address from which this machine would send to others; None without a network.

    With several networks (a VPN, say) it is that of the default route. Nothing is sent: connecting a UDP socket only
    looks up the route, here to an address that is kept for documentation (RFC 5737).
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("203.0.113.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    mine = ip_address(found)
    return None if mine.is_loopback or mine.is_unspecified or mine.is_link_local else found
