"""Example names and tool inputs that a matcher matches."""

from __future__ import annotations

import os.path
from collections.abc import Iterator, Mapping
from typing import Any

from hookwright.matching.globs import path_matches
from hookwright.matching.matcher import Form, Matcher, alternatives, match, parse_matcher
from hookwright.matching.permission_rule import Call
from hookwright.matching.tool_pattern import covers_call, parse_tool_pattern
from hookwright.model.dialect import Dialect
from hookwright.model.event import MatchSubject
from hookwright.model.language import Criterion
from hookwright.paths import relative
from hookwright.patterns import late_pattern

_SERVED = ("server__tool",)
_NAME_FILLS = ("tool", "example", "a", "1", "")
_REPEATED = late_pattern(r"(?:\.|\\[wSDs]|\[\^?[^\]]*\])(?:[*+]\??|\{\d*,?\d*\})")
_SINGLE = late_pattern(r"(?<!\\)(?:\.|\\[wSDs])")
_DIGIT = late_pattern(r"\\d(?:[*+]\??)?")
_GROUP = late_pattern(r"\((?:\?:|\?<\w+>)?([^()|]*)(?:\|[^()]*)?\)")
_ESCAPED = late_pattern(r"\\(\W)")
_OPTIONAL = late_pattern(r"(\w)\?")
_PLAIN = late_pattern(r"[^\\^$()\[\]{}*+?|]+")
_CRITERION_FILLS = ("example", "a", "")
_BRACES = late_pattern(r"\{([^{},]*)[^{}]*\}")
_CLASS = late_pattern(r"\[[!^]?\]?([^\]])[^\]]*\]")
_BLANK = late_pattern(r"\\s[*+]?")
_ARGUMENT_FILLS = ("example", "example.txt", "")


def matching_names(matcher: Matcher) -> tuple[str, ...]:
    """Names derived from the matcher that it really matches; empty if none was found."""
    names = [it.text for it in alternatives(matcher)]
    found = names or [name for branch in _branches(matcher) for name in _derived(branch)]
    fits = [it for it in dict.fromkeys(found) if it and match(matcher, it).matched]
    return tuple(fits) if names else tuple(fits[:1])


def _branches(matcher: Matcher) -> Iterator[str]:
    """The top-level alternatives of a pattern; groups are cut to their first alternative."""
    if matcher.form is not Form.PATTERN or matcher.text is None:
        return
    text = matcher.text
    for _ in range(4):
        text, changed = _GROUP.subn(r"\1", text)
        if not changed:
            break
    yield from text.split("|")[:8]


def _derived(branch: str) -> Iterator[str]:
    bare = branch.strip().removeprefix("^").removesuffix("$").replace(r"\b", "")
    # A server's tool has a name of two parts, so that looks more real than any other.
    served = bare.startswith("mcp__") and bare.count("__") == 1
    texts = (_DIGIT.sub("1", _SINGLE.sub("a", _REPEATED.sub(fill, bare))) for fill in (*_SERVED[:served], *_NAME_FILLS))
    for text in (bare, *texts):
        name = _ESCAPED.sub(r"\1", _OPTIONAL.sub(r"\1", text))
        if _PLAIN.fullmatch(name):
            yield name


def tools_text(dialect: Dialect, matcher: Mapping[str, Any]) -> str:
    """What a structured matcher says about the tool's name; empty if nothing."""
    text = matcher.get(dialect.matchers.tool_key or "")
    return text if isinstance(text, str) else ""


def speaks_of(dialect: Dialect, matcher: Mapping[str, Any], tool_input: Mapping[str, Any]) -> int:
    """How many of the matcher's criteria apply to something in the input."""
    return sum(_key(dialect, it.subject, tool_input) is not None for _, it in _present(dialect, matcher))


def input_for_criteria(
    dialect: Dialect, matcher: Mapping[str, Any], tool_input: Mapping[str, Any], folder: str
) -> Mapping[str, Any]:
    """The input with a path or command that meets the criteria, if one is found; paths are in `folder`."""
    found = dict(tool_input)
    for name, criterion in _present(dialect, matcher):
        key = _key(dialect, criterion.subject, found)
        if key is None:
            continue
        if criterion.subject is MatchSubject.PATH:
            found[key] = _path(matcher[name], found[key], folder)
        else:
            found[key] = _command(parse_matcher(criterion.language, matcher[name]), found[key])
    return found


def _present(dialect: Dialect, matcher: Mapping[str, Any]) -> Iterator[tuple[str, Criterion]]:
    for name, criterion in dialect.matchers.criteria.items():
        if criterion.subject in (MatchSubject.PATH, MatchSubject.COMMAND) and isinstance(matcher.get(name), str):
            yield name, criterion


def _key(dialect: Dialect, subject: MatchSubject, tool_input: Mapping[str, Any]) -> str | None:
    return next((it for it in dialect.calls.keys_of(subject) if isinstance(tool_input.get(it), str)), None)


def _path(glob: str, path: str, folder: str) -> str:
    if not glob or path_matches(glob, path) or path_matches(glob, relative(path, folder)):
        return path
    simple = _CLASS.sub(r"\1", _BRACES.sub(r"\1", glob)).replace("**/", "").replace("**", "*").replace("?", "a")
    # The text before a star is the intended name, as in `.env*`; a name that begins with a star needs a filler.
    fills = _CRITERION_FILLS if "/*" in f"/{simple}" else reversed(_CRITERION_FILLS)
    made = (simple.replace("*", it) for it in fills)
    found = next((it for it in made if not it.endswith("/") and path_matches(glob, it)), None)
    return path if found is None else os.path.join(folder, found)


def _command(matcher: Matcher, command: str) -> str:
    if match(matcher, command).matched:
        return command
    text = _BLANK.sub(" ", matcher.text or "")
    tried = (*matching_names(parse_matcher(matcher.language, text)), *matching_names(matcher))
    return next((it for it in tried if match(matcher, it).matched), command)


def input_for_pattern(dialect: Dialect, matcher: str, tool_input: Mapping[str, Any]) -> Mapping[str, Any]:
    """The input with a main argument that matches the pattern, if one is found; else unchanged."""
    rule = parse_tool_pattern(matcher)
    if isinstance(rule, str) or rule.pattern is None:
        return tool_input

    def covered(changed: Mapping[str, Any]) -> bool:
        call = Call(
            tool=rule.tool,
            input=changed,
            keys=dialect.calls,
            cwd="/",
            project="/",
            home="/",
        )
        return covers_call(rule, call).matched

    keys = (*dialect.calls.arguments, *dialect.calls.paths)
    key = next((it for it in keys if isinstance(tool_input.get(it), str)), keys[0])
    tried = (tool_input, *({**tool_input, key: it} for it in _arguments(rule.pattern)))
    return next((it for it in tried if covered(it)), tool_input)


def _arguments(pattern: str) -> Iterator[str]:
    prefix = pattern.removesuffix(":*")
    if prefix != pattern:
        yield prefix
    for fill in _ARGUMENT_FILLS:
        yield pattern.replace("**", "*").replace("*", fill)
