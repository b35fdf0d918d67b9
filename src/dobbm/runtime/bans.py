"""The addresses and names that the host has banned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import TypeAlias

from dobbm.game.errors import DobbmError, quoted
from dobbm.runtime.store import Ban
from dobbm.text.names import bare

HOUSEHOLD = 64
"""Length in bits of the IPv6 prefix that identifies one customer of a provider."""

MAPPED = 96
"""Length in bits of the IPv6 prefix of all IPv4 addresses."""

Network: TypeAlias = IPv4Network | IPv6Network

OWN = (ip_network("127.0.0.0/8"), ip_network("::1"))
"""The addresses of this machine, which are never banned."""
NEEDED = "whose proxy and monitoring need it"
"""Why they are not."""


class Banned(DobbmError):
    """A request from an address, or by a person with a name, that the host has banned."""

    code = "banned"

    def __init__(self) -> None:
        super().__init__("the host of this server does not let you play")


class Bans:
    """All bans of a server."""

    def __init__(self, bans: Sequence[Ban], now: Callable[[], float]) -> None:
        self._names = {normal_name(ban.banned): ban.end for ban in bans if ban.kind == "name"}
        self._networks = {ip_network(ban.banned): ban.end for ban in bans if ban.kind == "address"}
        self._now = now

    def verify_name(self, name: str | None) -> None:
        """Raise ``Banned`` if a name is banned, however it is capitalised."""
        if name is None or not self._names:
            return
        end = self._names.get(normal_name(name))
        if end is not None and end > self._now():
            raise Banned

    def verify_address(self, address: str) -> None:
        """Raise ``Banned`` if an address, or a part of a network, is banned."""
        if not self._networks:
            return
        try:
            network = ip_network(address)
        except ValueError:
            return  # a Unix socket
        if _is_near(network):
            return
        now = self._now()
        if any(end > now and _overlap(network, banned) for banned, end in self._networks.items()):
            raise Banned


def normal_name(name: str) -> str:
    r"""Return the form of a name in which it is banned: what draws nothing makes no other name.

    >>> normal_name("  Vroni  vom\ufe00 Hof ")
    'vroni vom hof'
    """
    return bare(" ".join(name.split())).casefold()


def normal_address(address: str) -> str:
    """Return an address or network in the form in which it is banned.

    Raises ``DobbmError`` if it is neither, this machine, or the network of all addresses.

    >>> normal_address("2001:db8::17:1"), normal_address("::ffff:192.0.2.7")
    ('2001:db8::/64', '192.0.2.7/32')
    """
    try:
        network = ip_network(address, strict=False)
    except ValueError:
        problem = f"{quoted(address)} is neither an address nor a network such as 192.0.2.0/24"
        raise DobbmError(problem) from None
    if isinstance(network, IPv6Network) and network.prefixlen >= MAPPED:
        mapped = network.network_address.ipv4_mapped
        network = ip_network((mapped, network.prefixlen - MAPPED)) if mapped else network
    if not network.prefixlen:
        raise DobbmError(f"{quoted(address)} would ban everybody")
    if network.is_loopback:
        raise DobbmError(f"{quoted(address)} is this machine, {NEEDED}")
    if isinstance(network, IPv6Network) and network.prefixlen > HOUSEHOLD:
        network = network.supernet(new_prefix=HOUSEHOLD)
    return str(network)


def bannable_address(address: str) -> str:
    """Return ``normal_address``; raise ``DobbmError`` for networks of this machine, too.

    >>> bannable_address("192.0.2.0/24")
    '192.0.2.0/24'
    """
    normal = normal_address(address)
    if _is_near(ip_network(normal)):
        raise DobbmError(f"{quoted(address)} contains this machine, {NEEDED}")
    return normal


def _is_near(network: Network) -> bool:
    """Return whether a network contains this machine."""
    return any(_overlap(network, own) for own in OWN)


def _overlap(one: Network, other: Network) -> bool:
    return one.version == other.version and one.overlaps(other)
