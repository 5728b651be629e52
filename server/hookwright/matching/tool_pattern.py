"""What `Tool(pattern)` means as a matcher: a tool's exact name, and a prefix or a glob over its main argument."""

from __future__ import annotations

import os
import re

from hookwright.matching.globs import path_matches
from hookwright.matching.permission_rule import Call, PermissionRule, coverage, covers_single, first_text
from hookwright.matching.verdict import Verdict, no, quoted, yes
from hookwright.paths import relative, slashed
from hookwright.patterns import late_pattern

_CALL = late_pattern(r"([\w.-]+)\((.*)\)", re.DOTALL)
_EVERY = ("", "*", "**", ":*")
_PREFIX = ":*"


def parse_tool_pattern(text: str) -> PermissionRule | str:
    """The tool and its pattern (none for a plain name, or one that covers every call), or why it is neither (B3)."""
    if len(tool_alternatives(text)) > 1:
        return "names cannot be joined with `|` here; write one entry for each"
    found = _CALL.fullmatch(text)
    if found:
        return PermissionRule(found[1], None if found[2].strip() in _EVERY else found[2])
    if "(" in text or ")" in text:
        return "this is neither a tool's name nor `Tool(pattern)`"
    return PermissionRule(text, None)


def tool_alternatives(text: str) -> tuple[tuple[int, int], ...]:
    """The ranges between the `|` that stand outside of parentheses; only one if there is none."""
    found: list[tuple[int, int]] = []
    start, depth = 0, 0
    for index, char in enumerate(text):
        depth += (char == "(") - (char == ")" and depth > 0)
        if char == "|" and depth == 0:
            found.append((start, index))
            start = index + 1
    return (*found, (start, len(text)))


def covers_call(rule: PermissionRule, call: Call) -> Verdict:
    """Whether the pattern covers the main argument of a call of its tool: command, URL, pattern or path (B3).

    `git:*` covers `git` and whatever follows it behind a blank, or behind a `/` where the argument is a path.
    """
    pattern = rule.pattern
    if pattern is None:
        return yes(f"{quoted(rule.tool)} covers every call of that tool")
    shown = quoted(f"{rule.tool}({pattern})")
    argument = first_text(call.input, call.keys.arguments)
    if argument is not None:
        return coverage(shown, argument, held=covers_single(pattern, argument))
    path = first_text(call.input, call.keys.paths)
    if path is None:
        return no(f"{shown} has a pattern, but this call has nothing to compare it with")
    return coverage(shown, path, held=_covers_path(pattern, path, call))


def _covers_path(pattern: str, path: str, call: Call) -> bool:
    """Held against the path as given, as it is from the project, and, for a pattern without a slash, its last part."""
    path = os.path.normpath(path.replace("\\", "/"))
    full = os.path.normpath(os.path.join(call.cwd, path))
    ways = {slashed(path), slashed(full), relative(full, call.project)}
    if "/" not in pattern:
        ways.add(os.path.basename(full))
    prefix = pattern.removesuffix(_PREFIX).rstrip("/")
    if pattern.endswith(_PREFIX):
        return any(it == prefix or it.startswith(f"{prefix}/") for it in ways)
    return any(path_matches(pattern, it) for it in ways)
