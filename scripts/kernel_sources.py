"""Names what the compiled kernel is made of: its Python, its surroundings, how it is compiled."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from dobbm.ai.code_cache import digest_of_sources

HERE = Path(__file__).parent
RUNTIME = HERE / "kernel_runtime.ll"
"""The surroundings that Numba's code expects: the memory of arrays, and a wide product."""


def digest_of_build() -> str:
    """Return a digest of all files on which the bytes of the kernel depend."""
    digest = blake2b(digest_of_sources().encode(), digest_size=16)
    for source in (RUNTIME, HERE / "kernel.py"):
        digest.update(blake2b(source.read_bytes()).digest())
    return digest.hexdigest()
