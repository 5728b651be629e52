"""The schemas and the rules say the same: of the specs, the vectors, and files with one thing changed."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import jsonschema_rs
import pytest
from msgspec.structs import replace
from tests.conformance.vectors import vectors
from tests.markers import parse
from tests.unit.schemas.changes import changes, whole

from hookwright.analysis.check import check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id, written
from hookwright.model.dialect import Dialect
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.readers.case import Ground
from hookwright.readers.choice import place_of
from hookwright.schemas.json_schema import schema_of
from hookwright.syntax.tree import Notation, ProblemKind, plain

pytestmark = pytest.mark.sweep

ROOT = Path(__file__).parents[3]
SPECS = sorted((ROOT / "tests" / "spec").rglob("*.md"))

# The rules of structure: a file in which one of them sees an error is refused.
STRUCTURE = frozenset(
    {
        *("HW003", "HW102", "HW103", "HW104", "HW105", "HW106", "HW107", "HW109"),
        *("HW201", "HW202", "HW310", "HW401", "HW402", "HW404", "HW406"),
    }
)
# What a schema has no softer word for: keys and events that are not read, and matchers of any kind that are ignored.
WARNINGS = frozenset({"HW101", "HW201", "HW203", "HW302"})
# A condition that cannot hold on the event is told as that, whatever it says.
IN_VAIN = frozenset({"HW409"})

SCHEMAS = {it.id: jsonschema_rs.Draft202012Validator(schema_of(it)) for it in written()}
each_dialect = pytest.mark.parametrize("dialect", [pytest.param(it, id=it.id) for it in written()])


@cache
def schema_at(dialect: Dialect, grammar: Grammar) -> jsonschema_rs.Draft202012Validator:
    """The schema of the dialect's files at a place with a grammar of its own."""
    if grammar is dialect.grammar:
        return SCHEMAS[dialect.id]
    return jsonschema_rs.Draft202012Validator(schema_of(replace(dialect, grammar=grammar)))


def expect_agreement(file: HookFile, name: str) -> bool | None:
    """Fails where the schema passes over an error of structure, or refuses what neither rules nor engine object to.

    Returns whether the schema accepts the file; None where it is not the schema's to judge: broken text, the manifest
    of a plugin (where `hooks` can be a path), front matter, and a file that its agent does not read.
    """
    root = file.tree.root
    if (
        root is None
        or file.manifest
        or file.tree.notation is Notation.YAML
        or any(it.kind is ProblemKind.SYNTAX for it in file.tree.problems)
    ):
        return None
    found = check_file(Subject(file, "/project", RealDisk("/home/somebody")))
    if any(it.rule.code == "HW703" for it in found):
        return None
    # What is a hint only since a fact is not certain is refused anyway.
    doubted = [it.rule.code for it in found if "(according to " in it.finding.message]
    levels = {it.rule.code: it.severity for it in found}
    levels |= {it.rule.code: it.finding.severity or it.rule.severity for it in found if it.rule.code in doubted}
    errors = {code for code, level in levels.items() if level is Severity.ERROR} & STRUCTURE
    refused = [it.message for it in schema_at(file.dialect, file.grammar).iter_errors(plain(root))]
    if errors:
        assert refused, f"{name}: the schema misses {errors}"
    elif refused:
        told = {code for code, level in levels.items() if level in (Severity.ERROR, Severity.WARNING)}
        # So is what is one since the key's place in the table is not, and a value that is as good as none.
        told |= {it.rule.code for it in found if it.rule.code in STRUCTURE}
        assert told & (WARNINGS | IN_VAIN | STRUCTURE), f"{name}: only the schema objects: {refused}"
    return not refused


def read(dialect: Dialect, value: object) -> HookFile:
    """The hook file of that dialect, as one that somebody has said is one."""
    file = read_hook_file("/project/settings.json", json.dumps(value), dialect, Scope.PROJECT)
    return replace(file, ground=Ground.NAMED)


@pytest.mark.parametrize("path", SPECS, ids=lambda it: f"{it.parent.name}/{it.stem}")
def test_specs(path: Path) -> None:
    for section in parse(path.read_text(encoding="utf-8")):
        for block in section.inputs:
            place = f"/project/{(block.path or '').removeprefix('~/')}"
            found = place_of(place)
            if found is not None and found[0].executables is None and block.cursor is None:
                expect_agreement(read_hook_file(place, block.text, *found), section.title)


def test_examples_of_the_documents_are_valid() -> None:
    for path in (it for it in SPECS if it.parent.name == "documents"):
        for section in parse(path.read_text(encoding="utf-8")):
            text = section.inputs[0].text
            tree = read_hook_file("x", text, by_id(path.stem), Scope.PROJECT).tree
            assert tree.root is not None
            assert not [it.message for it in SCHEMAS[path.stem].iter_errors(plain(tree.root))], section.title


def test_examples_of_ours_are_valid() -> None:
    checked = set()
    for path in (ROOT / "examples").rglob("*.json"):
        found = place_of(str(path))
        if found is not None:
            root = read_hook_file(str(path), path.read_text(encoding="utf-8"), *found).tree.root
            assert root is not None
            assert not [it.message for it in SCHEMAS[found[0].id].iter_errors(plain(root))], path
            checked.add(found[0].id)
    assert {"agent-spec", "ai-agents", "clawdcode", "open-plugin"} <= checked


def test_vectors_of_the_editor() -> None:
    found = [it for it in vectors("editor") if it["kind"] == "diagnostics"]
    assert found
    for it in found:
        file = read_hook_file(f"/project/{it['path']}", it["text"], by_id(it["dialect"]), Scope.PROJECT)
        expect_agreement(file, it["id"])


def test_vectors_of_the_engine() -> None:
    checked = 0
    for vector in vectors("dispatch"):
        for name, content in vector["files"].items():
            place = f"/project/{name.partition(':')[2]}"
            found = place_of(place)
            if found is not None and found[0].id == vector["dialect"]:
                text = content if isinstance(content, str) else json.dumps(content)
                expect_agreement(read_hook_file(place, text, *found), vector["id"])
                checked += 1
    assert checked


@each_dialect
def test_files_with_one_thing_changed(dialect: Dialect) -> None:
    row = dialect.events[0]
    for kind in dialect.grammar.types:
        if row.types is not None and kind.name not in row.types:
            continue
        file = whole(dialect, row, kind)
        assert SCHEMAS[dialect.id].is_valid(file), file
        for changed in changes(file):
            expect_agreement(read(dialect, changed), json.dumps(changed))
