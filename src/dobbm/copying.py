"""How objects that change are copied: whole, or not at all.

A shallow copy would share what changes with its original, and both would go wrong.
"""

from __future__ import annotations

from copy import deepcopy
from typing import NoReturn, Self, SupportsIndex


class CopiedWhole:
    """An object of which ``copy.copy`` copies everything, as ``copy.deepcopy`` does."""

    def __copy__(self) -> Self:
        """Return an independent copy."""
        return deepcopy(self)


class NeverCopied:
    """An object that cannot be copied or pickled, because it belongs to this process."""

    def __reduce_ex__(self, _: SupportsIndex) -> NoReturn:
        """Raise ``TypeError``."""
        raise TypeError(f"{type(self).__name__} can be neither copied nor pickled: make another")
