"""Response models of a table as its seats receive it, as the OpenAPI document describes them.

They follow from the shapes in ``dobbm.table.shapes`` and ``dobbm.game.view_shape``. A table is
serialised as bytes; the tests compare that output with these models.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import BaseModel, ConfigDict, Field, create_model

from dobbm.game.rules import OPTIONS, Option, Rules
from dobbm.game.view_shape import StepShape, ViewShape
from dobbm.runtime import runner
from dobbm.table import shapes, talk
from dobbm.table.events import KINDS

_MODELS: dict[Any, type[ResponseModel]] = {}
"""The models by their shapes."""


class ResponseModel(BaseModel):
    """Base class of responses, which have no fields other than those declared."""

    model_config = ConfigDict(extra="forbid")


def model_of(shape: Any, **narrower: Any) -> Any:
    """Return the model of a TypedDict or a NamedTuple.

    ``narrower`` has the types of fields that it leaves open. A field that may be missing has
    the empty value of its type as default.
    """
    if shape not in _MODELS:
        hints = get_type_hints(shape, include_extras=True)
        optional = getattr(shape, "__optional_keys__", ())
        _MODELS[shape] = create_model(  # type: ignore[call-overload]  # fields from data
            shape.__name__.removesuffix("Shape"),
            __base__=ResponseModel,
            __doc__=shape.__doc__,
            **{
                name: _field(hint, narrower.get(name), missing=name in optional)
                for name, hint in hints.items()
            },
        )
    return _MODELS[shape]


def _field(hint: Any, narrower: Any, *, missing: bool) -> tuple[Any, Any]:
    """Return the type of a field and its description."""
    kind, *told = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    given: dict[str, Any] = {"description": told[-1]} if told else {}
    if missing:
        given["default"] = _empty(kind)
    return _modelled(narrower or kind), Field(**given)


def _empty(kind: Any) -> Any:
    if NoneType in get_args(kind) or is_typeddict(kind):
        return None
    return 0 if kind is float else (get_origin(kind) or kind)()


def _modelled(kind: Any) -> Any:
    """Return a type with models in the place of its TypedDicts."""
    if is_typeddict(kind):
        return model_of(kind)
    if get_origin(kind) is list:
        return list[_modelled(*get_args(kind))]  # type: ignore[misc]  # a type at run time
    if isinstance(kind, UnionType):
        return reduce(or_, map(_modelled, get_args(kind)))
    return kind


def _field_of(option: Option) -> tuple[Any, Any]:
    """Return the type and the description of an option of the rules."""
    bounds = "" if option.words else f": {option.smallest} to 10⁹"
    limit = "; null: no limit" if option.limits else ""
    kind = get_type_hints(Rules)[option.name]
    return kind, Field(description=f"{option.summary}{bounds}{limit}")


class RuleOptions(
    create_model(  # type: ignore[misc]  # no type checker knows fields that come from data
        "RuleOptions",
        __base__=ResponseModel,
        **{name: _field_of(option) for name, option in OPTIONS.items()},
    )
):
    """Every option of the rules (docs/rules.md 11)."""


class Result(ResponseModel):
    """The result of a deal."""

    phase: Literal["done"]
    declarer: int | None
    contract: Literal["dobbm", "solo"] | None
    doublings: int
    points: int | None = Field(description="the declarer's card points")
    tricks: int | None = Field(description="the declarer's tricks")
    outcome: Literal["won", "lost", "eingestellt", "thrown_in", "revoke"]
    payments: list[int] = Field(
        description="what each seat receives, in Schilling; negative if it pays; the sum is 0"
    )
    next_dealer: int
    to_act: None
    legal: list[str] = Field(description="always empty")


class Record(ResponseModel):
    """The full record of a deal; at a table, `meta` holds the names and the shuffle's proof."""

    rules: dict[str, Any]
    players: int
    dealer: int
    must: bool
    deck: list[str] = Field(description="the 36 cards in dealing order")
    actions: list[str]
    meta: dict[str, Any]


class Worth(ResponseModel):
    """The values of the hands of a deal before anybody played them."""

    version: int = Field(description="changes whenever the same hand is worth something else")
    seats: list[float] = Field(
        description="by how much more its best word promised each seat, when it was to speak, "
        "than the average hand of the deal; in Schilling at a Match of 60"
    )


class ReadRecord(ResponseModel):
    """The record of a finished deal in a line, or why there is none."""

    record: Record | None
    worth: Worth | None = Field(
        description="null without a record, if five play, or if the server's bots cannot think"
    )
    code: str = Field(description="of the error; `unfinished`: the deal is in progress; empty")
    action: int | None = Field(description="the index of the action at fault")


model_of(StepShape, phase=Literal["bidding", "exchange", "doubling", "play"])
View = model_of(ViewShape, rules=RuleOptions, record=Record | None, result=Result | None)
model_of(shapes.Change, kind=Literal[*KINDS])
LedgerLine = model_of(shapes.LedgerLine)
Listed = model_of(shapes.Listed)
Phrase = model_of(talk.Phrase)
WrittenText = model_of(runner.WrittenText)
Practice = model_of(shapes.Practice, record=Record)
Table = model_of(shapes.Table)
