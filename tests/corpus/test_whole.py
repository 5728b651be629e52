"""Files that people wrote: fixing all of a file leaves sound JSON, and the schema says what the rules say."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.unit.analysis.test_fixing_everything import expect_sound
from tests.unit.schemas.test_schema_and_rules import STRUCTURE, WARNINGS, expect_agreement, schema_at

from hookwright.analysis.check import check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.config.read import read_for, read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import DIALECTS, by_id
from hookwright.model.hook import Scope
from hookwright.readers.choice import readers
from hookwright.syntax.tree import Node, member, plain

FOLDERS = {"claude-code": "claude-code", "claude-plugin": "claude-code", **{it.id: it.id for it in DIALECTS}}

# The agents that have files in the corpus.
WITH_REAL_FILES = {
    *("claude-code", "codex", "copilot-cli", "cursor", "factory-droid", "gemini-cli", "open-plugin", "vscode"),
    "windsurf",
}


def _files(corpus: Path, folder: str) -> Iterator[HookFile]:
    for path in sorted((corpus / folder).glob("*.json")):
        text = path.read_bytes().decode("utf-8")
        yield read_hook_file("/project/.unknown/settings.json", text, by_id(FOLDERS[folder]), Scope.PROJECT)


def test_all_fixes_of_a_file_together(corpus: Path) -> None:
    files = [it for folder in FOLDERS for it in _files(corpus, folder)]
    fixed = [expect_sound(it) for it in files]

    assert len(fixed) > 100
    assert any(it.made for it in fixed)
    for before, after in zip(files, fixed, strict=True):
        if not before.tree.problems:
            json.loads(after.file.tree.text.removeprefix("\ufeff"))
        comments = [before.tree.text[it.start : it.end] for it in before.tree.comments]
        assert [after.file.tree.text[it.start : it.end] for it in after.file.tree.comments] == comments


def test_the_schemas_agree_with_the_rules(corpus: Path, tmp_path: Path) -> None:
    accepted: dict[str, list[bool]] = defaultdict(list)
    for name, file in _at_their_places(corpus, tmp_path):
        agreed = expect_agreement(file, name)
        if agreed is not None:
            accepted[file.dialect.id].append(agreed)
        if agreed is False:
            _expect_findings_there(name, file)

    assert set(accepted) >= WITH_REAL_FILES
    for agent, least in (("claude-code", 250), ("codex", 12), ("copilot-cli", 9), ("cursor", 20), ("gemini-cli", 17)):
        assert accepted[agent].count(True) >= least, agent
    assert accepted["claude-code"].count(False) > 0


def _expect_findings_there(name: str, file: HookFile) -> None:
    """Fails where a piece that the schema refuses has no finding of a rule of structure in it or around it."""
    root = file.tree.root
    assert root is not None
    found = [
        it.span
        for it in check_file(Subject(file, file.project, RealDisk("/nowhere/home")))
        if it.rule.code in STRUCTURE | WARNINGS
    ]
    for refusal in schema_at(file.dialect, file.grammar).iter_errors(plain(root)):
        start, end = _piece(root, refusal.instance_path)
        assert any(it.start < end and start < it.end for it in found), (name, refusal.message)


def _piece(node: Node, route: Sequence[str | int]) -> tuple[int, int]:
    """Where a value is in the text, with its key."""
    start, end = node.span.start, node.span.end
    for key in route:
        named = member(node, key) if isinstance(key, str) else None
        node = named.value if named is not None else node.items[int(key)]
        start, end = named.key.span.start if named is not None else node.span.start, node.span.end
    return start, end


def _at_their_places(corpus: Path, folder: Path) -> Iterator[tuple[str, HookFile]]:
    """The JSON files, each in a project of its own, as the first of its agents reads it."""
    lines = (corpus / "index.jsonl").read_text(encoding="utf-8").splitlines()
    for number, about in enumerate(map(json.loads, lines)):
        if not about.get("path", "").endswith(".json") or about["file"].startswith("payloads/"):
            continue
        path = folder / str(number) / about["path"]
        text = (corpus / about["file"]).read_bytes().decode("utf-8")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        if about["dialect"] == "cursor-plugin":
            _mark(path.parent.parent / ".cursor-plugin" / "plugin.json")
        found = readers(str(path), text, str(folder / str(number)), "/nowhere/home")
        if found:
            yield about["file"], read_for(str(path), text, found)


def _mark(manifest: Path) -> None:
    """Makes the folder a plugin, as it was in its repository."""
    manifest.parent.mkdir(exist_ok=True)
    manifest.write_text('{"name": "mine"}')
