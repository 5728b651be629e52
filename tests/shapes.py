"""Holds an answer against the type that a handler promises: no member may be missing, and none may be there beside."""

from __future__ import annotations

import json
import re
from functools import cache, partial, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import ConfigDict, PlainValidator, TypeAdapter, create_model

# The shapes whose members are being looked at.
_begun: set[Any] = set()
_CAPITAL = re.compile(r"(?<=[a-z0-9])([A-Z])")


def fits(shape: Any, answer: Any) -> Any:
    """The answer as an object with the members of the shape, in snake case; raises ValidationError where it differs."""
    return TypeAdapter(_model(shape)).validate_json(json.dumps(answer))


def _model(shape: Any) -> Any:
    origin, inner = get_origin(shape), get_args(shape)
    if is_typeddict(shape):
        return _inside(shape) if shape in _begun else _object(shape)
    if origin is list:
        return list[_model(inner[0])]  # type: ignore[misc]
    if origin in {Union, UnionType}:
        return reduce(or_, map(_model, inner))
    return shape


def _inside(shape: Any) -> Any:
    """A shape that holds itself, inside of which it is held against the whole of it again."""
    return Annotated[Any, PlainValidator(partial(fits, shape))]


@cache
def _object(shape: Any) -> Any:
    _begun.add(shape)
    fields: dict[str, Any] = {}
    for name, kind in get_type_hints(shape, include_extras=True).items():
        optional = get_origin(kind) is NotRequired
        found = _model(get_args(kind)[0] if optional else kind)
        fields[_CAPITAL.sub(r"_\1", name).lower()] = (found, None) if optional else (found, ...)
    _begun.remove(shape)
    config = ConfigDict(alias_generator=_camel, extra="forbid", strict=True)
    return create_model(shape.__name__, __config__=config, **fields)


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))
