"""Tool inputs that a matcher's `Tool(pattern)` covers, made from the pattern where the sample's own is another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hookwright.matching.permission_rule import Call
from hookwright.matching.tool_pattern import covers_call, parse_tool_pattern
from hookwright.model.dialect import Dialect

_FILLS = ("example", "example.txt", "")


def fitting_input(dialect: Dialect, matcher: str, tool_input: Mapping[str, Any]) -> Mapping[str, Any]:
    """The input with another main argument where the pattern wants that and one is found; else the input as it is."""
    rule = parse_tool_pattern(matcher)
    if isinstance(rule, str) or rule.pattern is None:
        return tool_input

    def covered(changed: Mapping[str, Any]) -> bool:
        call = Call(
            tool=rule.tool,
            input=changed,
            command_keys=dialect.command_keys,
            path_keys=dialect.path_keys,
            cwd="/",
            project="/",
            home="/",
        )
        return covers_call(rule, call).matched

    keys = (*dialect.command_keys, "url", "pattern", *dialect.path_keys)
    key = next((it for it in keys if isinstance(tool_input.get(it), str)), keys[0])
    tried = (tool_input, *({**tool_input, key: it} for it in _arguments(rule.pattern)))
    return next((it for it in tried if covered(it)), tool_input)


def _arguments(pattern: str) -> Iterator[str]:
    prefix = pattern.removesuffix(":*")
    if prefix != pattern:
        yield prefix
    for fill in _FILLS:
        yield pattern.replace("**", "*").replace("*", fill)
