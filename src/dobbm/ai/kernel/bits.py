"""Decorators that compile functions, and the game's functions for use in compiled code.

Importing this module makes ``int.bit_count`` and ``int.bit_length`` known to Numba, for 64-bit
integers, and registers the game's rule functions, so that compiled code can call them unchanged.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from ctypes import CFUNCTYPE, c_double, c_int64
from pathlib import Path
from typing import Any, TypeVar, cast

from llvmlite import ir
from numba import config, njit, types
from numba.core import sigutils
from numba.core.caching import FunctionCache
from numba.core.ccallback import CFunc
from numba.core.typeinfer import register_dispatcher
from numba.extending import intrinsic, overload_method, register_jitable
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

from dobbm.ai.code_cache import cache_folder
from dobbm.game.cards import points
from dobbm.game.errors import DobbmError
from dobbm.game.exchange import next_discards, trumps_missing
from dobbm.game.settlement import dealer_after, rounded_worth
from dobbm.game.tricks import highest, legal_cards, suit_of, winning_card
from dobbm.locks import lock

Array = TypeVar("Array", bound=NDArray[Any])
Function = TypeVar("Function", bound=Callable[..., Any])

if config.DISABLE_JIT:  # type: ignore[attr-defined]
    raise DobbmError("this needs compiled code, and NUMBA_DISABLE_JIT forbids it: unset it")

FOLDER = cache_folder()
if FOLDER:
    config.CACHE_DIR = str(FOLDER)  # type: ignore[attr-defined]
else:
    log = logging.getLogger(__name__)
    log.warning("compiled code cannot be kept, so that every start compiles")


class _CodeCache(FunctionCache):
    """A disk cache of compiled code; it ignores failed writes, and files that cannot be read."""

    def load_overload(self, signature: Any, context: Any) -> Any:
        try:
            return super().load_overload(signature, context)
        except Exception:  # a damaged file may raise anything
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        # Numba chooses the next file name, and writes it into an index. Two processes at a time
        # could choose the same, and another one would run code for the wrong types.
        with suppress(OSError), Path(self.cache_path).with_name("saving").open("w") as file:
            lock(file)
            super().save_overload(signature, code)


def _kept(code: Any, function: Any) -> Any:
    """Let Numba keep the code of a function, if there is a folder for it."""
    if FOLDER:
        code._cache = _CodeCache(function)  # noqa: SLF001 - Numba has no public API for it
    return code


def _dispatcher(function: Function, **options: Any) -> Any:
    """Return a Numba dispatcher for a function; it uses cached code if there is any."""
    return _kept(njit(nogil=True, **options)(function), function)


def compiled(function: Function) -> Function:
    """Compile a function on its first call, and cache the code if there is a folder for it."""
    return cast("Function", _dispatcher(function))


def inlined(function: Function) -> Function:
    """Compile a small function into its callers, because a call would cost more than its body."""
    return cast("Function", _dispatcher(function, forceinline=True))


def compiled_for(signature: Any) -> Callable[[Function], Function]:
    """Return a decorator that compiles a function at once, for the types of ``signature``.

    A recursive function could not be cached otherwise.
    """

    def compile_now(function: Function) -> Function:
        dispatcher = _dispatcher(function)
        with register_dispatcher(dispatcher):  # so that it can call itself
            dispatcher.compile(signature)
        dispatcher.disable_compile()
        return cast("Function", dispatcher)

    return compile_now


def native_code(function: Callable[..., Any], signature: Any) -> Callable[..., Any]:
    """Compile a function for callers outside Numba, or load its cached code.

    Calls of the result, with numbers and addresses, release the interpreter's lock.
    """
    code = CFunc(function, sigutils.normalize_signature(signature), {}, {"nogil": True})
    _kept(code, function).compile()
    numbers = [c_double if kind == types.float64 else c_int64 for kind in signature.args]
    call = CFUNCTYPE(c_int64, *numbers)(code.address)
    call.code = code  # type: ignore[attr-defined] # which must not be forgotten
    return call


for primitive in (
    points,
    trumps_missing,
    next_discards,
    rounded_worth,
    dealer_after,
    suit_of,
    highest,
    legal_cards,
    winning_card,
):
    register_jitable(primitive)


@intrinsic
def count_ones(_: Any, number: Any) -> tuple[Any, Callable[..., Any]]:  # noqa: ARG001
    """Return the number of set bits of a 64-bit integer."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def leading_zeros(_: Any, number: Any) -> tuple[Any, Callable[..., Any]]:  # noqa: ARG001
    """Return the number of clear bits above a 64-bit integer's highest set bit; 64 for zero."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@cast("Callable[[Any], Callable[[Array], Array]]", intrinsic)
def pointer_to(_: Any, array: Any) -> tuple[Any, Callable[..., Any]]:
    """Return a pointer to a contiguous array; it can be indexed like the array, from 0 up.

    An array passed as an argument takes seven words, and every access checks for a negative index;
    both slow down a search that calls itself millions of times a second. The array must live
    as long as the pointer.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return make_array(signature.args[0])(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), generate


@cast("Callable[[Any], Callable[[Array, int], Array]]", intrinsic)
def beyond(_: Any, pointer: Any, count: Any) -> tuple[Any, Callable[..., Any]]:  # noqa: ARG001
    """Return a pointer to the element ``count`` elements after the one pointed to."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return pointer(pointer, types.int64), generate


@cast("Callable[[Any], Callable[[Array, int, Any], None]]", intrinsic)
def store_word(_: Any, out: Any, at: Any, word: Any) -> tuple[Any, Callable[..., Any]]:  # noqa: ARG001
    """Write the eight bytes of ``word``, lowest first, to the bytes pointed to, from ``at`` on."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pointer, place, value = arguments
        target = builder.bitcast(builder.gep(pointer, [place]), value.type.as_pointer())
        builder.store(value, target, align=1)

    return types.void(out, types.int64, types.uint64), generate


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
