"""Reads fixtures of hookassert (github.com/tomada1114/hookassert) as hook tests, as far as possible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruamel.yaml.comments import CommentedMap, CommentedSeq

from hookwright.testing.yaml import line_of

_SAME = ("fires", "exitCode", "context", "updatedInput", "timedOut")
_RENAMED = {"stdoutContains": "stdout", "stderrContains": "stderr"}
_NOT_RUN = {
    "stub": "hookassert's stubs are not supported: hooks are run for real",
    "dryRun": "hookassert's dry runs are not supported: hooks are run for real",
    "origin": "hookassert's recorded payloads are not supported: put the payload under `payload`",
}


def as_tests(root: CommentedMap) -> CommentedMap:
    """The same cases as a file of hook tests; every part keeps its line."""
    shared = _shared(root)
    tests, cases = CommentedSeq(), root["cases"] if isinstance(root["cases"], CommentedSeq) else CommentedSeq()
    for number, case in enumerate(cases):
        tests.append(_test(case, shared) if isinstance(case, CommentedMap) else case)
        tests._yaml_set_idx_line_col(number, [*cases.lc.item(number)])
    return _mapping(root, [*_hooks(root), ("tests", tests, "cases")])


def _hooks(root: CommentedMap) -> Iterator[tuple[str, Any, str]]:
    if "settings" in root:
        yield "hooks", root["settings"], "settings"


def _shared(root: CommentedMap) -> dict[str, Any]:
    defaults = root.get("defaults")
    return {name: defaults[name] for name in ("env", "cwd") if name in defaults} if isinstance(defaults, dict) else {}


def _test(case: CommentedMap, shared: dict[str, Any]) -> CommentedMap:
    parts: list[tuple[str, Any, str]] = [(name, value, "event") for name, value in shared.items() if name not in case]
    for name, value in case.items():
        if name == "expect" and isinstance(value, CommentedMap):
            parts.append(("expect", _expectation(value), "expect"))
        elif name in _NOT_RUN and value:
            parts.append(("skip", _NOT_RUN[name], name))
        elif name == "input" and "tool" not in case:
            parts.append(("payload", value, name))
        elif name not in _NOT_RUN:
            parts.append((name, value, name))
    return _mapping(case, parts)


def _expectation(expect: CommentedMap) -> CommentedMap:
    parts: list[tuple[str, Any, str]] = [(name, expect[name], name) for name in _SAME if name in expect]
    parts += ((ours, expect[theirs], theirs) for theirs, ours in _RENAMED.items() if theirs in expect)
    parts += _decision(expect.get("decision"))
    known = {*_SAME, *_RENAMED, "decision"}
    return _mapping(expect, [*parts, *((name, it, name) for name, it in expect.items() if name not in known)])


def _decision(word: object) -> Iterator[tuple[str, Any, str]]:
    """Its words for decisions in ours; `unknown` cannot be expected."""
    match word:
        case "pass":
            yield "decision", "none", "decision"
        case "error":
            yield "fails", True, "decision"
        case None | "unknown":
            return
        case _:
            yield "decision", word, "decision"


def _mapping(old: CommentedMap, parts: list[tuple[str, Any, str]]) -> CommentedMap:
    """An object of the parts; each keeps the place of the old key."""
    new = CommentedMap()
    for name, value, named in parts:
        new[name] = value
        line = line_of(old, named)
        new._yaml_set_kv_line_col(name, [line, 0, line, 0])
    return new
