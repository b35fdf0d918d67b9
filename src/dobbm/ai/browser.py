"""The kernel run by the browser, beside the Python of the pocket edition.

The page's worker offers the module ``dobbm_browser`` (``client/pocket/kernel.js``).
"""

from __future__ import annotations

from typing import Any

from dobbm.ai.calling import KernelError


class BrowserInstance:
    """See ``Instance``."""

    def __init__(self) -> None:
        import dobbm_browser  # type: ignore[import-not-found]

        if not dobbm_browser.newKernel:
            raise KernelError("this device cannot run the kernel")
        self._kernel: Any = dobbm_browser.newKernel()
        self.heap: int = self._kernel.heap
        self.arguments: int = self._kernel.arguments

    @property
    def size(self) -> int:
        """See ``Instance``."""
        size: int = self._kernel.memory.buffer.byteLength
        return size

    def grow(self, pages: int) -> None:
        """See ``Instance``."""
        if fault := self._kernel.grow(pages):
            raise KernelError(f"the kernel has too little memory: {fault}")

    def write(self, start: int, data: memoryview) -> None:
        """See ``Instance``."""
        self._kernel.bytes(start, len(data)).assign(data)

    def read(self, start: int, into: memoryview) -> None:
        """See ``Instance``."""
        self._kernel.bytes(start, len(into)).assign_to(into)

    def invoke(self, entry: str) -> int:
        """See ``Instance``."""
        result: int
        result, fault = self._kernel.call(entry)
        if fault:
            raise KernelError(f"the kernel stopped in {entry}: {fault}")
        return result
