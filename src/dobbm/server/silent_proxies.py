"""Notices a proxy that does not say for whom it asks, so that all people share one address."""

from __future__ import annotations

import logging
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from dobbm.server.addresses import KEPT, host_of

log = logging.getLogger(__name__)

WARNING = (
    "a proxy sends no X-Forwarded-For: all people seem to have its address, so that limits and "
    "bans of addresses do not work"
)
SIGNS = ("forwarded", "via", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""Headers that proxies add to requests."""


class SilentProxies:
    """Warns once of a proxy that sends no ``X-Forwarded-For``."""

    def __init__(self) -> None:
        self._warned = False

    def look(self, scope: Scope, headers: Headers, public_url: str | None) -> bool:
        """Look at a request; warn, and return True, if it is the first one from such a proxy."""
        if (
            self._warned
            or headers.get("x-forwarded-for", "").strip()
            or not _is_near(host_of(scope))
        ):
            return False
        public = urlsplit(public_url or "").hostname
        needs_proxy = public not in (None, "localhost", "127.0.0.1", "::1")
        host = urlsplit(f"//{headers.get('host', '')}").hostname if needs_proxy else None
        if any(sign in headers for sign in SIGNS) or (host is not None and host == public):
            self._warned = True
            log.warning(WARNING)
        return self._warned


@lru_cache(KEPT)
def _is_near(host: str) -> bool:
    """Return whether a client is this machine or in its network, as a proxy is."""
    try:
        return not host or ip_address(host).is_private
    except ValueError:
        return True  # a Unix socket
