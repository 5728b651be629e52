"""How a vector's expectation is held against an answer: partial for objects, exact in length for lists."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

_OPERATORS: dict[str, Callable[[Any, Any, str], bool]] = {
    "$contains": lambda want, got, text: want in text,
    "$matches": lambda want, got, text: re.search(want, text) is not None,
    "$nonempty": lambda want, got, text: bool(got),
    "$absent": lambda want, got, text: got is None,
    "$exists": lambda want, got, text: got is not None,
}


def fill(value: Any, project: str) -> Any:
    """The vector's value with `${PROJECT}` and `{"$repeat": [text, n]}` put in."""
    match value:
        case str():
            return value.replace("${PROJECT}", project)
        case list():
            return [fill(item, project) for item in value]
        case {"$repeat": [str() as text, int() as times]}:
            return text * times
        case dict():
            return {key: fill(item, project) for key, item in value.items()}
    return value


def difference(want: Any, got: Any, at: str = "") -> str | None:
    """The first difference, in words, or None."""
    if isinstance(want, dict) and any(key.startswith("$") for key in want):
        return _operators(want, got, at)
    if isinstance(want, dict):
        return _objects(want, got, at)
    if isinstance(want, list):
        return _lists(want, got, at)
    same = want == got and isinstance(want, bool) == isinstance(got, bool)
    return None if same else f"{at}: wanted {want!r}, got {got!r:.300}"


def _operators(want: dict[str, Any], got: Any, at: str) -> str | None:
    for operator, argument in want.items():
        if operator == "$json":
            return difference(argument, json.loads(got), at)
        text = got if isinstance(got, str) else json.dumps(got, ensure_ascii=False)
        if not _OPERATORS[operator](argument, got, text):
            return f"{at}: wanted {operator} {argument!r}, got {text[:200]!r}"
    return None


def _objects(want: dict[str, Any], got: Any, at: str) -> str | None:
    if not isinstance(got, dict):
        return f"{at}: wanted an object, got {got!r:.200}"
    for key, item in want.items():
        found = difference(item, got[key], f"{at}.{key}") if key in got else f"{at}.{key}: missing"
        if found:
            return found
    return None


def _lists(want: list[Any], got: Any, at: str) -> str | None:
    if not isinstance(got, list) or len(want) != len(got):
        return f"{at}: wanted {len(want)} items, got {json.dumps(got, ensure_ascii=False)[:300]}"
    for index, (one, other) in enumerate(zip(want, got, strict=True)):
        if found := difference(one, other, f"{at}[{index}]"):
            return found
    return None
