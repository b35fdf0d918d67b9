"""The addresses of clients: whose a request is, and in which networks an address lies."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address, ip_network

from starlette.types import Scope

from dobbm.runtime.bans import HOUSEHOLD


def address_of(scope: Scope) -> str:
    """Return a client's address; for IPv6, the network that its household shares.

    >>> address_of({"client": ("2001:db8::17:1", 4711)})
    '2001:db8::/64'
    >>> address_of({"client": ("::ffff:192.0.2.1", 4711)})
    '192.0.2.1'
    """
    client = scope.get("client")
    host = client[0] if client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address) or address.is_loopback:
        return host
    return str(address.ipv4_mapped or IPv6Network((address, HOUSEHOLD), strict=False))


def is_this_machine(address: str) -> bool:
    """Return whether an address is one of this machine's own; a Unix socket has none."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return not address


def is_within(host: str, networks: tuple[str, ...]) -> bool:
    """Return whether an address is in one of the networks.

    >>> is_within("10.1.2.3", ("10.0.0.0/8", "::1"))
    True
    """
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in network for network in _parsed(networks))


@lru_cache(maxsize=8)
def _parsed(networks: tuple[str, ...]) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(ip_network(network) for network in networks)
