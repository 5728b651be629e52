"""A script that is taken from the completions is named so that no rule finds anything wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.every import every

from hookwright.analysis.check import check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import DIALECTS
from hookwright.ide.completion.complete import complete
from hookwright.ide.completion.project_facts import FactsOnDisk
from hookwright.model.dialect import Dialect
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.location import Format
from hookwright.readers.folders import project_of
from hookwright.readers.place import location_at
from hookwright.syntax.edit import apply
from hookwright.text import Edit

pytestmark = pytest.mark.sweep

_SCRIPTS = ("guard.sh", "hooks/deep/it's a.sh")
_BEFORE = ("", "sh ", "true && sh ", 'sh \\"', "sh '", "./", "hooks/")


def _places() -> Iterator[tuple[Dialect, str, Scope]]:
    for dialect in DIALECTS:
        # What is written here is JSON, in a project, where the agent reads its hooks.
        for it in dialect.locations:
            if it.format is Format.JSON and not it.scope.is_of_machine and not it.ignored:
                yield dialect, it.path, it.scope
    yield next(it for it in DIALECTS if it.id == "claude-code"), "hooks/hooks.json", Scope.PLUGIN


def _with_command(grammar: Grammar, event: str, *, manifest: bool) -> str:
    """A file of that shape with one command, `<HERE>`; the manifest of a plugin names it."""
    demanded = {"name": "guard", **grammar.demanded} if manifest else grammar.demanded
    hook: dict[str, Any] = {"type": "command", "command": "<HERE>"}
    key = grammar.nesting.event_key
    if key and grammar.nesting.is_flat:
        return json.dumps({**demanded, grammar.hooks_key: [{key: event, "command": "<HERE>"}]})
    if key:
        named = grammar.nesting.with_hook({"name": "a", key: event}, hook)
        return json.dumps({**demanded, grammar.hooks_key: [named]})
    body = [{"command": "<HERE>"} if grammar.nesting.is_flat else grammar.nesting.with_hook({}, hook)]
    return json.dumps({**demanded, **({grammar.hooks_key: {event: body}} if grammar.hooks_key else {event: body})})


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scripts, which nothing changes."""
    folder = tmp_path_factory.mktemp("project")
    for it in _SCRIPTS:
        script = folder / it
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text("#!/bin/sh\nexit 0\n")
        script.chmod(0o755)
    (folder / ".claude-plugin").mkdir()
    (folder / ".claude-plugin" / "plugin.json").write_text('{"name": "p"}')
    return folder


@every("before", _BEFORE)
@every("event", ["PreToolUse", "SessionStart"])
@pytest.mark.parametrize(("dialect", "path", "scope"), list(_places()), ids=lambda it: getattr(it, "id", str(it)))
def test_what_is_taken_leaves_no_finding(
    project: Path, dialect: Dialect, path: str, scope: Scope, event: str, before: str
) -> None:
    if dialect.event(event) is None:
        event = dialect.events[-1].name
    location = location_at(dialect, path, scope)
    grammar = (location.grammar if location is not None else None) or dialect.grammar
    head, tail = _with_command(grammar, event, manifest=location is not None and location.manifest).split("<HERE>")
    closing = {'\\"': '\\"', "'": "'"}.get(before[3:], "")
    text, offset = f"{head}{before}{closing}{tail}", len(head) + len(before)

    def read(text: str) -> HookFile:
        return read_hook_file(str(project / path), text, dialect, scope)

    scripts = [it for it in complete(read(text), offset, FactsOnDisk(str(project))) if it.detail == "executable"]

    assert scripts or scope is Scope.USER or before == "sh '"
    for item in scripts:
        taken = apply(text, [Edit(item.span, item.text), *item.also])
        file = read(taken)
        assert json.loads(taken), taken
        found = check_file(Subject(file, project_of(dialect, file.path), RealDisk(str(project))))
        assert [f"{one.rule.code} {one.finding.message} in {taken}" for one in found] == []
