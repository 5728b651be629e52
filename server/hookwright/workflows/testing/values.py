"""Reads the values in a file of hook tests, each as the kind that its key wants."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ruamel.yaml.comments import CommentedMap, CommentedSeq

from hookwright.workflows.testing.case import DECISIONS, How, Text
from hookwright.workflows.testing.keys import KINDS_OF_CHANGE, TEXT


class Fault(Exception):
    """A value that a test cannot have; its text goes on from the name of the key."""


def read_value(kind: str, value: Any) -> Any:  # noqa: ANN401  whatever YAML says
    """The value as its kind; raises Fault."""
    return _READERS[kind](value)


def _string(value: Any) -> str:  # noqa: ANN401
    if not isinstance(value, str) or not value:
        raise Fault("must be a string; put it in quotes if YAML reads it as something else")
    return str(value)


def _strings(value: Any) -> tuple[str, ...]:  # noqa: ANN401
    return tuple(_string(it) for it in ([value] if isinstance(value, str) else _list(value)))


def _list(value: Any) -> CommentedSeq:  # noqa: ANN401
    if not isinstance(value, CommentedSeq):
        raise Fault("must be a list")
    return value


def _object(value: Any) -> CommentedMap:  # noqa: ANN401
    if not isinstance(value, CommentedMap):
        raise Fault("must be an object")
    return value


def _boolean(value: Any) -> bool:  # noqa: ANN401
    if not isinstance(value, bool):
        raise Fault("must be `true` or `false`")
    return value


def _integer(value: Any) -> int:  # noqa: ANN401
    if not isinstance(value, int) or isinstance(value, bool):
        raise Fault("must be a whole number")
    return int(value)


def _count(value: Any) -> int | bool:  # noqa: ANN401
    return value if isinstance(value, bool) else _integer(value)


def _decision(value: Any) -> str | None:  # noqa: ANN401
    word = "none" if value is None else value
    if word not in DECISIONS:
        raise Fault(f"must be one of {', '.join(f'`{it}`' for it in DECISIONS)}")
    return None if word == "none" else str(word)


def _variables(value: Any) -> dict[str, str]:  # noqa: ANN401
    return {_string(name): str(it) for name, it in _object(value).items()}


def _changes(value: Any) -> dict[str, str]:  # noqa: ANN401
    found = dict(_object(value))
    if any(it not in KINDS_OF_CHANGE for it in found.values()):
        raise Fault(f"maps each path to one of {', '.join(f'`{it}`' for it in KINDS_OF_CHANGE)}")
    return {str(path): str(it) for path, it in found.items()}


def _text(value: Any) -> Text:  # noqa: ANN401
    if value is None or isinstance(value, str):
        return Text(How.CONTAINS, None if value is None else str(value))
    ways = [it.value for it in How]
    if not isinstance(value, CommentedMap) or len(value) != 1 or next(iter(value)) not in ways:
        raise Fault(f"must be a string to look for, or an object with one of {', '.join(map(repr, ways))}")
    ((way, wanted),) = value.items()
    if way == How.MATCHES:
        try:
            re.compile(_string(wanted))
        except re.error as error:
            raise Fault(f"has an invalid pattern: {error}") from error
    return Text(How(way), str(wanted))


def plain(value: Any) -> Any:  # noqa: ANN401
    """The JSON value of what YAML says; raises where it has none."""
    if isinstance(value, Mapping):
        return {str(key): plain(it) for key, it in value.items()}
    if isinstance(value, list | tuple):
        return [plain(it) for it in value]
    if value is None or isinstance(value, bool):
        return value
    for kind in (int, float, str):
        if isinstance(value, kind):
            return kind(value)
    raise Fault(f"holds `{value}`, which JSON cannot represent; put it in quotes")


_READERS: dict[str, Callable[[Any], Any]] = {
    "string": _string,
    "strings": _strings,
    "list": _list,
    "boolean": _boolean,
    "integer": _integer,
    "count": _count,
    "decision": _decision,
    "json": plain,
    "object": _object,
    "json object": lambda value: plain(_object(value)),
    "strings by name": _variables,
    "changes": _changes,
    TEXT: _text,
}
