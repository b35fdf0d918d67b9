"""Messages travel encrypted and signed, to nowhere but the push services of browsers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from dobbm.runtime.device_messages import DeviceMessage, Undelivered
from dobbm.runtime.subscriptions import Subscription
from dobbm.server.push_service import (
    CURVE,
    SERVICES,
    TIMEOUT,
    VALID,
    WebPush,
    decoded,
    encoded,
    point_of,
    service_of,
)
from dobbm.table.refusals import Refusal
from runtime.simulation import SimulatedLoop
from server.devices import HOST, Device, Services

MESSAGE = DeviceMessage("turn", "Donnerstagsrunde", "stubai", "t/stubai", 600)
NOW = 1_796_324_400.0


def subscription(device: Device, **fields: Any) -> Subscription:
    given: dict[str, Any] = {"club": "club:x", "device": device.id, "member": "lois", "since": 1.0}
    return Subscription(**given | device.json() | fields)


def service(services: Services, secret: str = "of the tests", **options: Any) -> WebPush:
    subject = "https://dobbm.example"
    connect = services.connect
    return WebPush(secret, subject, connect=connect, now=lambda: NOW, **options)


def send(services: Services, device: Device, **fields: Any) -> bool:
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        return runner.run(service(services).send(subscription(device, **fields), MESSAGE))


@pytest.mark.parametrize(
    ("endpoint", "expected"),
    [
        ("https://fcm.googleapis.com/fcm/send/a:b-c_d", "fcm.googleapis.com"),
        ("https://updates.push.services.mozilla.com/wpush/v2/g", SERVICES[1]),
        ("https://eu.push.services.mozilla.com/x", "*.push.services.mozilla.com"),
        ("https://wns2-db5p.notify.windows.com/w/?token=a%2b", "*.notify.windows.com"),
        ("https://web.push.apple.com/Q", "*.push.apple.com"),
        ("https://push.dobbm.example/x", "push.dobbm.example"),
        ("https://a.below.example/x", "*.below.example"),
    ],
)
def test_the_push_services_of_browsers_are_known(endpoint: str, expected: str) -> None:
    assert service_of(endpoint, ("push.dobbm.example", "*.below.example")) == expected


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "http://fcm.googleapis.com/x",
        "HTTPS://fcm.googleapis.com/x",
        "https://FCM.googleapis.com/x",
        "https://fcm.googleapis.com",
        "https://fcm.googleapis.com./x",
        "https://fcm.googleapis.com:443/x",
        "https://fcm.googleapis.com:22/x",
        "https://user@fcm.googleapis.com/x",
        "https://fcm.googleapis.com@localhost/x",
        "https://fcm.googleapis.com:x@localhost/x",
        "https://fcm.googleapis.com\\@localhost/x",
        "https://localhost\\.push.apple.com/x",
        "https://localhost#.push.apple.com/x",
        "https://localhost?.push.apple.com/x",
        "https://localhost/.push.apple.com/x",
        "https://fcm.googleapis.com/x#y",
        "https://fcm.googleapis.com/x y",
        "https://fcm.googleapis.com/x\r\nHost: localhost",
        "https://fcm.googleapis.com/x\n",
        " https://fcm.googleapis.com/x",
        "https://fcm.googleapis.com/ü",
        "https://fcm.googleapis.cοm/x",
        "https://ｆcm.googleapis.com/x",
        "https://fcm。googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilfcm.googleapis.com/x",
        "https://x.fcm.googleapis.com/x",
        "https://push.apple.com/x",
        "https://evilpush.apple.com/x",
        "https://127.0.0.1/x",
        "https://2130706433/x",
        "https://0x7f.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://169.254.169.254/latest/meta-data",
        "https://*.push.apple.com/x",
        "https:fcm.googleapis.com/x",
        "https:///fcm.googleapis.com/x",
        "//fcm.googleapis.com/x",
        "file:///etc/passwd",
    ],
)
def test_no_other_address_is_one_of_a_push_service(endpoint: str) -> None:
    assert service_of(endpoint) is None
    services = Services()
    device = Device()
    with pytest.raises(Refusal):
        service(services).verify(subscription(device, endpoint=endpoint))
    # One that is stored already, because the host of the server has changed the list.
    assert not send(services, device, endpoint=endpoint)
    assert services.sent == []


@pytest.mark.parametrize(
    "fields",
    [
        {"p256dh": encoded(b"\4" + bytes(64))},
        {"p256dh": encoded(b"\2" + bytes(64))},
        {"p256dh": "A" * 87},
        {"p256dh": "Ä"},
        {"auth": encoded(bytes(15))},
        {"auth": "*"},
    ],
)
def test_keys_that_are_none_are_refused(fields: dict[str, str]) -> None:
    push = service(Services())
    push.verify(subscription(Device()))
    with pytest.raises(Refusal, match="no keys"):
        push.verify(subscription(Device(), **fields))


def test_only_the_device_reads_a_message() -> None:
    services, device = Services(), Device()
    assert send(services, device)
    [sent] = services.sent
    assert (sent.host, sent.path) == (HOST, "/wpush/v2/phone")
    assert sent.headers["TTL"] == "600"
    assert sent.headers["Content-Encoding"] == "aes128gcm"
    assert b"stubai" not in sent.body
    assert device.read(sent.body) == {
        "kind": "turn",
        "club": "Donnerstagsrunde",
        "table": "stubai",
        "path": "t/stubai",
        "language": "de",
    }


def test_the_encryption_is_that_of_the_standard() -> None:
    """The example of RFC 8291, appendix A."""
    key = ec.derive_private_key(
        int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), CURVE
    )
    device = subscription(
        Device(),
        p256dh="BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth="BTBZMqHH6r4Tts7J_aSIgg",
    )
    text = b"When I grow up, I want to be a watermelon"
    found = service(Services()).encrypted(device, text, key, decoded("DGv6ra1nlYgDCS1FRnbzlw"))
    assert encoded(found) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
        "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_server_shows_the_push_service_that_it_has_the_key() -> None:
    services = Services()
    send(services, Device())
    given = services.sent[0].headers["Authorization"]
    assert given.startswith("vapid t=")
    token, key = given.removeprefix("vapid t=").split(", k=")
    assert key == service(services).public_key
    head, claims, signature = token.split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(decoded(claims)) == {
        "aud": f"https://{HOST}",
        "exp": NOW + VALID,
        "sub": "https://dobbm.example",
    }
    raw = decoded(signature)
    assert len(raw) == 64
    halves = [int.from_bytes(half, "big") for half in (raw[:32], raw[32:])]
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(key))
    public.verify(encode_dss_signature(*halves), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))


def test_all_processes_with_the_secret_have_the_same_key() -> None:
    first, same, other = [service(Services(), secret) for secret in ("one", "one", "two")]
    assert first.public_key == same.public_key != other.public_key
    assert len(decoded(first.public_key)) == len(point_of(Device().key)) == 65


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
def test_a_device_that_is_gone_is_noticed(status: str) -> None:
    assert not send(Services(status), Device())


@pytest.mark.parametrize(
    ("services", "reason"),
    [
        (lambda: Services("301 Moved"), "status 301"),
        (lambda: Services("307 Temporary Redirect"), "status 307"),
        (lambda: Services("403 Forbidden"), "status 403"),
        (lambda: Services("nonsense"), "ValueError"),
        (lambda: Services(""), "ConnectionRefusedError"),
        (lambda: Services(hangs=True), "no answer in time"),
    ],
)
def test_a_failure_names_the_push_service_and_not_the_device(
    services: Callable[[], Services], reason: str
) -> None:
    found = services()
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        push = service(found)
        before = runner.get_loop().time()
        with pytest.raises(Undelivered) as caught:
            runner.run(push.send(subscription(Device()), MESSAGE))
        assert runner.get_loop().time() - before <= TIMEOUT + 1
    assert str(caught.value) == f"{HOST}: {reason}"
    assert len(found.sent) <= 1, "no redirection is followed"
