"""This machine's address in its network, by which a phone in the same room finds it. The standard library only."""

import socket
from ipaddress import ip_address


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
