"""The kernel is loaded only as it was compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

from dobbm.ai import kernel_file
from dobbm.ai.calling import KernelError
from dobbm.ai.kernel_file import intact_kernel

CODE = intact_kernel()


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"this is no kernel",
        CODE[:50_000],
        CODE[:-1],
        CODE + bytes(1),
        CODE[:50_000] + bytes([CODE[50_000] ^ 1]) + CODE[50_001:],
    ],
    ids=["empty", "foreign", "truncated", "a byte less", "a byte more", "a bit flipped"],
)
def test_a_damaged_kernel_is_refused(
    damaged: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kernel.wasm"
    file.write_bytes(damaged)
    monkeypatch.setattr(kernel_file, "KERNEL", file)
    with pytest.raises(KernelError, match="damaged or incomplete: install dobbm again"):
        intact_kernel()


def test_a_missing_kernel_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_file, "KERNEL", tmp_path / "kernel.wasm")
    with pytest.raises(KernelError, match=r"kernel\.wasm cannot be read \(No such file"):
        intact_kernel()
