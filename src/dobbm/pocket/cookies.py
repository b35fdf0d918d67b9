"""The cookies of the pocket edition, which hold the seats: a worker has none of its own."""

from __future__ import annotations

import json
from http.cookies import SimpleCookie

from dobbm.pocket.device import Device


class Jar:
    """Cookies by path and name, kept on the device."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._cookies: dict[tuple[str, str], str] = {}

    async def load(self) -> None:
        """Read the cookies that the device keeps."""
        for _, row in await self._device.read("cookie/"):
            path, name, value = json.loads(row)
            self._cookies[path, name] = value

    async def take(self, header: str) -> None:
        """Keep, replace or remove the cookie of a ``Set-Cookie`` header."""
        for name, morsel in SimpleCookie(header).items():
            path = morsel["path"] or "/"
            ends = morsel["max-age"] == "0"
            row = None if ends else json.dumps([path, name, morsel.coded_value])
            await self._device.write({f"cookie/{path}/{name}": row})
            if ends:
                self._cookies.pop((path, name), None)
            else:
                self._cookies[path, name] = morsel.coded_value

    def header(self, path: str) -> str:
        """Return the ``Cookie`` header of a request for a path; empty if it has none."""
        found = [
            f"{name}={value}"
            for (at, name), value in self._cookies.items()
            if path == at or path.startswith(at.rstrip("/") + "/")
        ]
        return "; ".join(found)
