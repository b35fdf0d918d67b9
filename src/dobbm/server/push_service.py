"""Sends encrypted messages to the push services of browsers (RFC 8030, 8188, 8291 and 8292).

Clients name the addresses to which messages go, so only those of known push services are used, and
no answer leads anywhere else.
"""

from __future__ import annotations

import asyncio
import json
import re
import ssl
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Awaitable, Callable, Collection
from functools import cache
from secrets import token_bytes
from typing import Any, Protocol, TypeAlias
from urllib.parse import urlsplit

from dobbm.extras import extra_server

with extra_server("dobbm.server.push_service"):
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from dobbm.runtime.device_messages import DeviceMessage, Undelivered
from dobbm.runtime.subscriptions import Subscription
from dobbm.table.refusals import Refusal

SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "*.push.services.mozilla.com",
    "*.notify.windows.com",
    "*.push.apple.com",
)
"""The hosts of the push services of browsers; a star stands for one label or several."""
ENDPOINT = re.compile(r'https://([a-z0-9.-]+)(/[!"$-~]*)', re.ASCII)
"""An address as browsers give it: without a port, a user or a fragment, the host in lower case."""
TIMEOUT = 10.0
"""Seconds that a push service may take for a message."""
VALID = 12 * 3600
"""Seconds for which a signature is valid; push services allow a day."""
CURVE = ec.SECP256R1()
RECORD = 4096
"""The size of a record, in bytes: a message is a single one, and shorter."""
GONE = (404, 410)
"""The answers of a push service that knows a device no more."""


class Writer(Protocol):
    """The part of a connection that writes."""

    def write(self, data: bytes) -> None:
        """Send bytes."""

    async def drain(self) -> None:
        """Wait until there is room for more."""

    def close(self) -> None:
        """Close the connection."""


Connect: TypeAlias = Callable[[str], Awaitable[tuple[asyncio.StreamReader, Writer]]]
"""A function from a host to a connection."""


def service_of(endpoint: str, others: Collection[str] = ()) -> str | None:
    """Return the push service of an endpoint, as in ``SERVICES`` or ``others``; None for none.

    >>> service_of("https://fcm.googleapis.com/fcm/send/x"), service_of("https://localhost/x")
    ('fcm.googleapis.com', None)
    """
    found = ENDPOINT.fullmatch(endpoint)
    if not found:
        return None
    host = found[1]
    for name in (*SERVICES, *others):
        if host == name or (name.startswith("*.") and host.endswith(name[1:])):
            return name
    return None


class WebPush:
    """The push services, as one that implements the runtime's ``PushService``."""

    def __init__(
        self,
        secret: str,
        subject: str,
        *,
        others: Collection[str] = (),
        connect: Connect | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Derive the server's key from its ``secret``: all processes with the secret have it.

        ``subject`` is the address of the server, for those who run push services; ``others`` are
        hosts of further ones. ``connect`` and ``now`` are those of the system.
        """
        self._key = _derived(secret)
        self._subject = subject
        self._others = others
        self._connect = connect or _connected
        self._now = now

    @property
    def public_key(self) -> str:
        """See ``PushService``."""
        return encoded(point_of(self._key))

    def verify(self, subscription: Subscription) -> None:
        """See ``PushService``."""
        if service_of(subscription.endpoint, self._others) is None:
            raise Refusal("push", "this server does not know the push service of this browser")
        try:
            _public(subscription)
            complete = len(decoded(subscription.auth)) == 16
        except ValueError:
            complete = False
        if not complete:
            raise Refusal("push", "these are no keys of a browser's push service")

    async def send(self, subscription: Subscription, message: DeviceMessage) -> bool:
        """See ``PushService``."""
        service = service_of(subscription.endpoint, self._others)
        if service is None:
            return False  # the host of the server has taken it off the list
        body = self.encrypted(subscription, message.body(subscription.language))
        headers = {
            "Authorization": self.signed(subscription.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(message.ttl),
            "Urgency": "high",
            "Topic": message.kind,
        }
        try:
            status = await self._ask(subscription.endpoint, headers, body)
        except TimeoutError:
            raise Undelivered(f"{service}: no answer in time") from None
        except (OSError, ValueError) as error:
            # The text of the error might name the address.
            raise Undelivered(f"{service}: {type(error).__name__}") from None
        if status in GONE:
            return False
        if not 200 <= status < 300:
            raise Undelivered(f"{service}: status {status}")
        return True

    def encrypted(
        self,
        subscription: Subscription,
        text: bytes,
        key: ec.EllipticCurvePrivateKey | None = None,
        salt: bytes | None = None,
    ) -> bytes:
        """Return a text that only the device can read; ``key`` and ``salt`` are drawn."""
        key, salt = key or ec.generate_private_key(CURVE), salt or token_bytes(16)
        device, own = decoded(subscription.p256dh), point_of(key)
        shared = key.exchange(ec.ECDH(), _public(subscription))
        info = b"WebPush: info\0" + device + own
        common = _expanded(shared, decoded(subscription.auth), info, 32)
        cipher = AESGCM(_expanded(common, salt, b"Content-Encoding: aes128gcm\0", 16))
        nonce = _expanded(common, salt, b"Content-Encoding: nonce\0", 12)
        head = salt + RECORD.to_bytes(4, "big") + bytes([len(own)]) + own
        return head + cipher.encrypt(nonce, text + b"\2", None)

    def signed(self, endpoint: str) -> str:
        """Return the header with which the server shows a push service that it has the key."""
        claims = {
            "aud": f"https://{urlsplit(endpoint).hostname}",
            "exp": int(self._now()) + VALID,
            "sub": self._subject,
        }
        parts = [_json({"typ": "JWT", "alg": "ES256"}), _json(claims)]
        text = ".".join([encoded(part) for part in parts])
        halves = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(SHA256())))
        signature = b"".join([half.to_bytes(32, "big") for half in halves])
        return f"vapid t={text}.{encoded(signature)}, k={self.public_key}"

    async def _ask(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
        """Post a body and return the status of the answer; nothing more of it is read."""
        found = ENDPOINT.fullmatch(endpoint)
        assert found
        host, path = found.groups()
        lines = [f"POST {path} HTTP/1.1", f"Host: {host}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        head = "\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""])
        async with asyncio.timeout(TIMEOUT):
            reader, writer = await self._connect(host)
            try:
                writer.write(head.encode("ascii") + body)
                await writer.drain()
                answer = await reader.readline()
            finally:
                writer.close()
        _, status, *_ = answer.split(maxsplit=2)
        return int(status)


async def _connected(host: str) -> tuple[asyncio.StreamReader, Writer]:
    return await asyncio.open_connection(host, 443, ssl=_trust())


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()


def _derived(secret: str) -> ec.EllipticCurvePrivateKey:
    """Return a key that follows from a secret."""
    number = int.from_bytes(_expanded(secret.encode(), None, b"dobbm: push services", 48), "big")
    return ec.derive_private_key(1 + number % (CURVE.group_order - 1), CURVE)


def _public(subscription: Subscription) -> ec.EllipticCurvePublicKey:
    """Return the public key of a device; raise ``ValueError`` if it is none."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(subscription.p256dh))


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public key that belongs to a key, as 65 bytes."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _expanded(key: bytes, salt: bytes | None, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(key)


def encoded(data: bytes) -> str:
    """Return bytes in base64url, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of a text in base64url; raise ``ValueError`` if it is none."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
