"""Files that people wrote: fixing all of a file leaves sound JSON, and the schema says what the rules say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tests.unit.analysis.test_fixing_everything import expect_sound
from tests.unit.workflows.test_schema_and_rules import SCHEMAS, expect_agreement

from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import DIALECTS, by_id
from hookwright.model.hook import Scope
from hookwright.syntax.tree import plain

FOLDERS = {"claude-code": "claude-code", "claude-plugin": "claude-code", **{it.id: it.id for it in DIALECTS}}


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


def test_the_schema_agrees_with_the_rules(corpus: Path) -> None:
    refused = 0
    files = list(_files(corpus, "claude-code"))
    for number, file in enumerate(files):
        expect_agreement(file, str(number))
        refused += file.tree.root is not None and not SCHEMAS["claude-code"].is_valid(plain(file.tree.root))
    assert 0 < refused < len(files) / 10
