"""The game's own functions compiled, for 64-bit integers.

Importing this module makes ``int.bit_count`` and ``int.bit_length`` known to Numba, each as one
instruction, and registers the rule primitives, so that compiled code may call them as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar, cast

from llvmlite import ir
from numba import config, njit, types
from numba.core.caching import FunctionCache
from numba.core.event import Event, Listener, install_listener
from numba.core.typeinfer import register_dispatcher
from numba.extending import intrinsic, overload_method, register_jitable
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

from dobbm.ai.kernel.cache import cache_folder
from dobbm.game.cards import points
from dobbm.game.exchange import trumps_missing
from dobbm.game.settlement import rounded_worth
from dobbm.game.tricks import highest, legal_cards, suit_of, winning_card

Array = TypeVar("Array", bound=NDArray[Any])
Function = TypeVar("Function", bound=Callable[..., Any])

_FOLDER = cache_folder()
if _FOLDER:
    config.CACHE_DIR = str(_FOLDER)  # type: ignore[attr-defined]


class _Kept(FunctionCache):
    """Compiled code on disk: what cannot be read is compiled again, what cannot be kept is not."""

    def load_overload(self, signature: Any, context: Any) -> Any:
        try:
            return super().load_overload(signature, context)
        except Exception:  # whatever a damaged file may be to its reader
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        with suppress(OSError):
            super().save_overload(signature, code)


def _dispatcher(function: Function, **options: Any) -> Any:
    """Numba's compiler for a function, which looks first whether its code has been kept."""
    dispatcher = njit(nogil=True, **options)(function)
    if _FOLDER:
        dispatcher._cache = _Kept(function)  # noqa: SLF001 - Numba has no other way in
    return dispatcher


def compiled(function: Function) -> Function:
    """Compile a function when it is first called, and keep it if there is a place to."""
    return cast("Function", _dispatcher(function))


def inlined(function: Function) -> Function:
    """Compile a small function into each of its callers: a call costs more than what it does."""
    return cast("Function", _dispatcher(function, forceinline=True))


def compiled_for(signature: Any) -> Callable[[Function], Function]:
    """Compile a function at once, for these types: needed where it calls itself, to be kept."""

    def compile_now(function: Function) -> Function:
        dispatcher = _dispatcher(function)
        with register_dispatcher(dispatcher):  # so that it knows its own name
            dispatcher.compile(signature)
        dispatcher.disable_compile()
        return cast("Function", dispatcher)

    return compile_now


@contextmanager
def compilations() -> Iterator[list[Any]]:
    """A list to which the functions are added that the block compiles, and does not merely load."""
    listener = _Compilations()
    with install_listener("numba:compile", listener):
        yield listener.functions


class _Compilations(Listener):
    def __init__(self) -> None:
        self.functions: list[Any] = []

    def on_start(self, event: Event) -> None:
        self.functions.append(event.data["dispatcher"])

    def on_end(self, event: Event) -> None:
        pass


for primitive in (
    points,
    trumps_missing,
    rounded_worth,
    suit_of,
    highest,
    legal_cards,
    winning_card,
):
    register_jitable(primitive)


@intrinsic
def count_ones(_: Any, number: Any) -> tuple[Any, Callable[..., Any]]:  # noqa: ARG001
    """How many bits of a 64-bit integer are set."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def leading_zeros(_: Any, number: Any) -> tuple[Any, Callable[..., Any]]:  # noqa: ARG001
    """How many bits above the highest set bit of a 64-bit integer are clear; 64 for zero."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@cast("Callable[[Any], Callable[[Array], Array]]", intrinsic)
def pointer_to(_: Any, array: Any) -> tuple[Any, Callable[..., Any]]:
    """The bare address of a contiguous array, indexed as the array is, from 0 up.

    As an argument an array takes seven words, and whether an index counts from the end is asked at
    each access: a search that calls itself millions of times a second feels both. The array must
    live as long as the pointer.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return make_array(signature.args[0])(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), generate


@overload_method(types.Integer, "bit_count")
def _bit_count(number: Any) -> Callable[[Any], Any]:  # noqa: ARG001 - its type is what matters
    def implementation(number: Any) -> Any:
        return count_ones(number)  # type: ignore[call-arg]

    return implementation


@overload_method(types.Integer, "bit_length")
def _bit_length(number: Any) -> Callable[[Any], Any]:  # noqa: ARG001
    def implementation(number: Any) -> Any:
        return 64 - leading_zeros(number)  # type: ignore[call-arg]

    return implementation
