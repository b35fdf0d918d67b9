"""Devices that receive messages, and the push services through which these come."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from dobbm.server.push_service import CURVE, encoded, point_of

HOST = "updates.push.services.mozilla.com"


class Sent(NamedTuple):
    """A request to a push service."""

    host: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Services:
    """All push services: they keep what is sent to them, and answer with a status."""

    status: str = "201 Created"
    """The answer; empty for a connection that breaks."""
    hangs: bool = False
    sent: list[Sent] = field(default_factory=list)

    async def connect(self, host: str) -> tuple[asyncio.StreamReader, Connection]:
        if self.hangs:
            await asyncio.Event().wait()
        if not self.status:
            raise ConnectionRefusedError("secret-address refused")
        reader = asyncio.StreamReader()
        reader.feed_data(f"HTTP/1.1 {self.status}\r\nLocation: http://localhost/\r\n\r\n".encode())
        reader.feed_eof()
        return reader, Connection(self, host)


class Connection:
    """A connection to a push service."""

    def __init__(self, services: Services, host: str) -> None:
        self._services = services
        self._host = host

    def write(self, data: bytes) -> None:
        head, _, body = data.partition(b"\r\n\r\n")
        first, *lines = head.decode("ascii").split("\r\n")
        method, path, _ = first.split(" ")
        assert method == "POST"
        headers = dict(line.split(": ", 1) for line in lines)
        assert headers["Host"] == self._host
        assert int(headers["Content-Length"]) == len(body)
        self._services.sent.append(Sent(self._host, path, headers, body))

    async def drain(self) -> None:
        pass

    def close(self) -> None:
        pass


class Device:
    """A browser that has subscribed."""

    def __init__(self, name: str = "phone", host: str = HOST) -> None:
        self.key = ec.generate_private_key(CURVE)
        self.auth = sha256(name.encode()).digest()[:16]
        self.endpoint = f"https://{host}/wpush/v2/{name}"
        self.id = sha256(self.endpoint.encode()).hexdigest()

    def json(self, **fields: Any) -> dict[str, Any]:
        """Return the body with which its page switches messages on."""
        keys = {"p256dh": encoded(point_of(self.key)), "auth": encoded(self.auth)}
        return {"endpoint": self.endpoint, "language": "de"} | keys | fields

    def read(self, body: bytes) -> Any:
        """Decrypt a message, as RFC 8291 says."""
        salt, size, length = body[:16], body[16:20], body[20]
        point, text = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= int.from_bytes(size, "big")
        sender = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        shared = self.key.exchange(ec.ECDH(), sender)
        info = b"WebPush: info\0" + point_of(self.key) + point
        common = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(common)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(common)
        plain = AESGCM(key).decrypt(nonce, text, None)
        assert plain[-1] == 2, "the last record"
        return json.loads(plain[:-1])

    def got(self, services: Services) -> list[Any]:
        """Return the messages that have come for it."""
        path = self.endpoint.partition(HOST)[2]
        return [self.read(one.body) for one in services.sent if one.path == path]
