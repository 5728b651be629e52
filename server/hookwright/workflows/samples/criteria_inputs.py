"""Tool inputs that get past a structured matcher, made from its criteria where the sample's own do not."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hookwright.matching.globs import path_matches
from hookwright.matching.matcher import Matcher, match, parse_matcher
from hookwright.model.dialect import Criterion, Dialect
from hookwright.model.event import Subject
from hookwright.workflows.samples.subjects import invented_subjects

_FILLS = ("example", "a", "")
_BRACES = re.compile(r"\{([^{},]*)[^{}]*\}")
_CLASS = re.compile(r"\[[!^]?\]?([^\]])[^\]]*\]")
_BLANK = re.compile(r"\\s[*+]?")


def tools_text(dialect: Dialect, matcher: Mapping[str, Any]) -> str:
    """What a structured matcher says of the tool's name; empty where that is nothing."""
    texts = (matcher.get(name) for name, it in dialect.matchers.criteria.items() if it.subject is Subject.TOOL)
    return next((it for it in texts if isinstance(it, str)), "")


def speaks_of(dialect: Dialect, matcher: Mapping[str, Any], tool_input: Mapping[str, Any]) -> int:
    """How many of the matcher's criteria have something in the input to be held against."""
    return sum(_key(dialect, it.subject, tool_input) is not None for _, it in _present(dialect, matcher))


def held_input(
    dialect: Dialect, matcher: Mapping[str, Any], tool_input: Mapping[str, Any], folder: str
) -> Mapping[str, Any]:
    """The input with another path or command where the criteria want that and one is found; paths lie in `folder`."""
    found = dict(tool_input)
    for name, criterion in _present(dialect, matcher):
        key = _key(dialect, criterion.subject, found)
        if key is None:
            continue
        if criterion.subject is Subject.PATH:
            found[key] = _path(matcher[name], found[key], folder)
        else:
            found[key] = _command(parse_matcher(criterion.language, matcher[name]), found[key])
    return found


def _present(dialect: Dialect, matcher: Mapping[str, Any]) -> Iterator[tuple[str, Criterion]]:
    for name, criterion in dialect.matchers.criteria.items():
        if criterion.subject in (Subject.PATH, Subject.COMMAND) and isinstance(matcher.get(name), str):
            yield name, criterion


def _key(dialect: Dialect, subject: Subject, tool_input: Mapping[str, Any]) -> str | None:
    keys = dialect.path_keys if subject is Subject.PATH else dialect.command_keys
    return next((it for it in keys if isinstance(tool_input.get(it), str)), None)


def _path(glob: str, path: str, folder: str) -> str:
    if not glob or path_matches(glob, path) or path_matches(glob, os.path.relpath(path, folder)):
        return path
    simple = _CLASS.sub(r"\1", _BRACES.sub(r"\1", glob)).replace("**/", "").replace("**", "*").replace("?", "a")
    # What stands before a star is the name that is meant, as in `.env*`; a name that begins with one needs another.
    fills = _FILLS if "/*" in f"/{simple}" else reversed(_FILLS)
    made = (simple.replace("*", it) for it in fills)
    found = next((it for it in made if not it.endswith("/") and path_matches(glob, it)), None)
    return path if found is None else os.path.join(folder, found)


def _command(matcher: Matcher, command: str) -> str:
    if match(matcher, command).matched:
        return command
    text = _BLANK.sub(" ", matcher.text or "")
    tried = (*invented_subjects(parse_matcher(matcher.language, text)), *invented_subjects(matcher))
    return next((it for it in tried if match(matcher, it).matched), command)
