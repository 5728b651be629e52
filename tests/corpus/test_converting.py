"""Real files become files of every other agent in which check finds nothing new, and come back the same."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from hookwright.analysis.disk import RealDisk
from hookwright.config.read import read_for, read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.converting.convert import ConvertedFile, check_on, convert
from hookwright.converting.writing import place_for
from hookwright.dialects import DIALECTS
from hookwright.matching.matcher import alternatives, parse_matcher
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import events_for, role_of_event
from hookwright.model.hook import Hook, Scope
from hookwright.model.reaction import Severity
from hookwright.readers.case import Ground
from hookwright.readers.choice import readers

_PROJECT = "/nowhere/project"
_JUDGE = check_on(RealDisk("/nowhere/home"))


def _convertible(corpus: Path) -> Iterator[tuple[str, HookFile]]:
    """The files with hooks that run, each at its place, as the first of its agents reads it."""
    for line in (corpus / "index.jsonl").read_text(encoding="utf-8").splitlines():
        about = json.loads(line)
        if "path" not in about or about["file"].startswith("payloads/"):
            continue
        path, text = f"{_PROJECT}/{about['path']}", (corpus / about["file"]).read_bytes().decode("utf-8")
        found = readers(path, text, None, "/nowhere/home")
        if found:
            file = read_for(path, text, found)
            if runnable_hooks(replace(file, void_by=lambda _: ()))[0]:
                yield about["file"], file


@pytest.mark.timeout(600)
def test_whatever_is_found_in_a_converted_file_was_listed(corpus: Path) -> None:
    files = list(_convertible(corpus))
    assert len(files) > 200
    new_errors: list[tuple[str, str, str]] = []
    for name, file in files:
        had = Counter(it.rule.code for it in _JUDGE(file))
        for new in DIALECTS:
            if new is file.dialect:
                continue
            found = convert(file, new, _JUDGE)
            scope = place_for(new, file.scope).scope
            after = replace(read_hook_file(_place(file, found), found.text, new, scope), ground=Ground.NAMED)
            listed = " ".join(it.message for it in found.losses)
            said = list(_JUDGE(after))
            assert [it.finding.message for it in said if it.finding.message not in listed] == [], (name, new.id)
            errors = (it.rule.code for it in said if it.severity is Severity.ERROR)
            # Of a file that no agent reads, nothing else is said.
            new_errors += [(name, new.id, it) for it in errors if it not in had and "HW703" not in had]
    assert new_errors == []


@pytest.mark.timeout(600)
def test_what_the_other_agent_can_express_comes_back_the_same(corpus: Path) -> None:
    compared = 0
    for name, file in _convertible(corpus):
        for new in DIALECTS:
            found = convert(file, new)
            if new is file.dialect or any(it.pointer and "closest event" not in it.message for it in found.losses):
                continue
            there = read_hook_file(_place(file, found), found.text, new, place_for(new, file.scope).scope)
            back = _read(convert(there, file.dialect), file.dialect, place_for(file.dialect, there.scope).scope)
            assert _hooks(back) == _hooks(file), (name, new.id)
            compared += 1
    assert compared > 100


def _read(found: ConvertedFile, dialect: Dialect, scope: Scope) -> HookFile:
    return read_hook_file(f"{_PROJECT}/{found.path}", found.text, dialect, scope)


def _place(file: HookFile, found: ConvertedFile) -> str:
    return f"{file.project}/{found.path}"


def _hooks(file: HookFile) -> list[tuple[object, ...]]:
    """What the hooks of a file do, in whatever order and however they are grouped; copies run once."""
    hooks = runnable_hooks(replace(file, void_by=lambda _: ()))[0]
    found = {
        (_event(file.dialect, it.event), tool, *_deed(file.dialect, it))
        for it in hooks
        for tool in _matched(file.dialect, it)
    }
    return sorted(found, key=str)


def _event(dialect: Dialect, name: str) -> str:
    """One name for an event of which an agent has two spellings."""
    if role_of_event(name) is not None:
        return name
    return min(it for it in events_for(name, [it.name for it in dialect.events]) if role_of_event(it) is None)


def _matched(dialect: Dialect, hook: Hook) -> list[object]:
    if not isinstance(hook.matcher, str):
        return [json.dumps(hook.matcher, sort_keys=True)]
    parsed = parse_matcher(dialect.matchers.for_event(hook.event), hook.matcher)
    names = [it.text for it in alternatives(parsed)]
    own = [_tool(it, dialect) for it in names]
    return list(own) or ["null" if hook.matcher in ("", "*", ".*") else hook.matcher]


def _tool(name: str, dialect: Dialect) -> str:
    tool = dialect.tool(name)
    if tool is None:
        return dialect.tool_equivalents.get(name, name)
    return tool.answers_for or (tool.replaced_by if tool.renamed and tool.replaced_by else name)


def _deed(dialect: Dialect, hook: Hook) -> tuple[object, ...]:
    kind, beside = dialect.type_of(hook), ("type", "timeout", "matcher", "name")
    known = [it.name for it in kind.fields if it.measure is None and it.name not in beside] if kind is not None else []
    # One command may have several keys, each for a shell; the text is compared.
    values = {key: it for key, it in hook.values.items() if key in known and it != hook.body}
    # A variable that one agent keeps whole by itself gets quotes elsewhere.
    return hook.type, hook.body.replace('"', ""), hook.timeout, json.dumps(values, sort_keys=True)
