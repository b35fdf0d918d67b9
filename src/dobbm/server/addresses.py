"""The addresses of clients: whose a request is, and in which networks an address lies."""

from __future__ import annotations

import hmac
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address, ip_network

from starlette.types import Scope

from dobbm.runtime.bans import HOUSEHOLD

WIDER_6 = (56, 48)
"""Lengths in bits of the IPv6 prefixes around a household's that one customer may have."""
WIDER_4 = (24,)
"""Those of IPv4 prefixes."""
KEPT = 10_000
"""Number of addresses that need not be parsed again."""


def address_of(scope: Scope) -> str:
    """Return a client's address; for IPv6, the network that its household shares.

    >>> address_of({"client": ("2001:db8::17:1", 4711)})
    '2001:db8::/64'
    >>> address_of({"client": ("::ffff:192.0.2.1", 4711)})
    '192.0.2.1'
    """
    return _household(host_of(scope))


def host_of(scope: Scope) -> str:
    """Return the address from which a request comes; a Unix socket has none."""
    client = scope.get("client")
    return client[0] if client else ""


@lru_cache(KEPT)
def _household(host: str) -> str:
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address) or address.is_loopback:
        return host
    return str(address.ipv4_mapped or IPv6Network((address, HOUSEHOLD), strict=False))


def networks_around(address: str) -> list[str]:
    """Return an address of ``address_of`` and the networks around it that one customer may have.

    Providers give their customers IPv6 networks of 64 to 48 bits.

    >>> networks_around("2001:db8:1:2::/64")
    ['2001:db8:1:2::/64', '2001:db8:1::/56', '2001:db8:1::/48']
    >>> networks_around("192.0.2.7")
    ['192.0.2.7', '192.0.2.0/24']
    """
    try:
        own = ip_network(address)
    except ValueError:
        return [address]
    wider = WIDER_6 if own.version == 6 else WIDER_4
    return [address, *(str(own.supernet(new_prefix=bits)) for bits in wider)]


def origin_of(address: str, secret: str) -> int | None:
    """Return a number that stands for thousands of networks, one of them around the address.

    It does not reveal who that was, but tables with different numbers come from different places.
    None stands for this machine, whose proxy may name no clients.
    """
    if is_this_machine(address):
        return None
    network = networks_around(address)[-1]
    return int.from_bytes(hmac.digest(secret.encode(), network.encode(), "sha256")[:2])


@lru_cache(KEPT)
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
