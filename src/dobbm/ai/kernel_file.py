"""The file of the compiled kernel, sealed with a checksum: a module with one section more."""

from __future__ import annotations

from hashlib import blake2b
from importlib.resources import files

from dobbm.ai.calling import KernelError

KERNEL = files("dobbm.ai").joinpath("kernel", "kernel.wasm")
DIGEST = 16
"""The bytes of the checksum."""


def section(name: str, content: bytes) -> bytes:
    """Return a custom section of a WebAssembly module; name and content must be short."""
    body = bytes([len(name)]) + name.encode() + content
    return bytes([0, len(body)]) + body


def sealed(code: bytes) -> bytes:
    """Return a module with the checksum of all its bytes."""
    return code + section("checksum", blake2b(code, digest_size=DIGEST).digest())


def intact_kernel() -> bytes:
    """Read the kernel; raise ``KernelError`` if any byte of it is not as it was compiled."""
    try:
        code = KERNEL.read_bytes()
    except OSError as error:
        raise KernelError(
            f"{KERNEL} cannot be read ({error.strerror}): install dobbm again"
        ) from None
    end = len(code) - len(section("checksum", bytes(DIGEST)))
    if code != sealed(code[: max(end, 0)]):
        raise KernelError(f"{KERNEL} is damaged or incomplete: install dobbm again")
    return code
