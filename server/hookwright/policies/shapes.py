"""Whether a JSON value is of a type, and has a shape."""

from __future__ import annotations

from collections.abc import Mapping

from hookwright.model.shape import Shape

_KINDS: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "number": (int, float),
    "integer": (int,),
    "object": (dict,),
    "array": (list,),
}


def is_kind(value: object, kind: str) -> bool:
    """Whether the value is of the JSON type; any value is of one that has no name in JSON."""
    kinds = _KINDS.get(kind)
    return kinds is None or (isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool)))


def has_shape(value: object, shape: Shape) -> bool:
    """Whether the value, and all that the shape says of what is inside it, is as the shape has it."""
    if not is_kind(value, shape.kind) or (shape.words and value not in shape.words):
        return False
    if isinstance(value, list):
        return all(any(has_shape(it, each) for each in shape.items) for it in value)
    if not isinstance(value, dict):
        return True
    kept = all(key in value and has_shape(value[key], it) for key, it in shape.keys.items())
    return kept and all(has_shape(value[key], it) for key, it in shape.optional.items() if key in value)
