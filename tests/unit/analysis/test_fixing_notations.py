"""What is fixed in JSON is fixed in TOML and front matter, too, or left alone: the rules' own examples, rewritten."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.markers import parse

from hookwright.analysis.check import Diagnostic, check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.proof import Prover
from hookwright.analysis.rule import Rule, Subject, find_nothing
from hookwright.analysis.rules import RULES
from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.location import Format, Location
from hookwright.readers.case import Ground
from hookwright.readers.choice import place_of
from hookwright.syntax.edit import apply
from hookwright.syntax.tree import JSON
from hookwright.syntax.writing import toml_lines, yaml_lines

pytestmark = pytest.mark.sweep

ROOT = Path(__file__).parents[3]
SPECS = sorted((ROOT / "tests" / "spec" / "rules").glob("*.md"))
_DISK = RealDisk("/home/nobody")
# These put several entries in the place of one, which is done in JSON alone.
_WITHHELD = {"group-not-flat", "alternation-not-supported"}
# What TOML and YAML have none of, or what is not read there.
_JSON_ALONE = {
    "comment-not-allowed",
    "duplicate-key",
    "hooks-not-loaded",
    "syntax-error",
    "trailing-comma",
    "wrong-root",
}
# Fixes of scripts, or such as need the home folder or a linter.
_ELSEWHERE = {"path-not-portable", "script-crlf", "script-not-executable", "script-without-shebang", "shell-lint"}
_ELSEWHERE |= {"script-not-found", "script-outside-project"}


@cache
def _with_places(dialect: Dialect) -> Dialect:
    toml = Location(Scope.PROJECT, ".made/config.toml", format=Format.TOML)
    front_matter = Location(Scope.PROJECT, ".made/agents/**/*.md", format=Format.FRONT_MATTER)
    return replace(dialect, locations=(toml, front_matter))


def _written(data: dict[str, JSON], suffix: str) -> str:
    if suffix == ".toml":
        return "\n".join(toml_lines(data)) + "\n"
    return "\n".join(("---", *yaml_lines(data), "---", "# Body", ""))


def _files(path: Path, suffix: str) -> Iterator[HookFile]:
    for section in parse(path.read_text(encoding="utf-8")):
        for block in section.inputs:
            found = place_of(f"/project/{block.path}", home="/home/nobody")
            try:
                data = json.loads(block.text)
            except ValueError:
                continue
            if found is None or not isinstance(data, dict) or not found[0].grammar.hooks_key:
                continue
            name = "config.toml" if suffix == ".toml" else "agents/x.md"
            file = read_hook_file(
                f"/project/.made/{name}", _written(data, suffix), _with_places(found[0]), Scope.PROJECT
            )
            # TOML has no null, so that some of the examples cannot be written.
            if not file.tree.problems:
                yield replace(file, ground=Ground.NAMED)


def _judge(file: HookFile, name: str) -> tuple[Diagnostic, ...]:
    def fail(rule: Rule, error: Exception) -> None:
        raise AssertionError(f"{rule.name} failed") from error

    rules = [it for it in RULES if it.name == name]
    return check_file(Subject(file, "/project", _DISK), rules=rules, on_defect=fail)


def _said(found: tuple[Diagnostic, ...]) -> Counter[str]:
    return Counter(it.finding.message for it in found)


@pytest.mark.parametrize("suffix", [".toml", ".md"])
@pytest.mark.parametrize("path", SPECS, ids=lambda it: it.stem)
def test_every_fix_removes_its_finding_and_leaves_the_body(path: Path, suffix: str) -> None:
    # Rules that look at scripts alone have fixes for these alone.
    fixable = any(it.name == path.stem and it.has_fix and it.check is not find_nothing for it in RULES)
    fixed = False
    for file in _files(path, suffix):
        found = _judge(file, path.stem)
        for it in found:
            for made in Prover().alone([it]):
                if made.fix.script is not None:
                    continue
                fixed = True
                text = apply(file.tree.text, made.edits)
                after = replace(read_hook_file(file.path, text, file.dialect, file.scope), ground=Ground.NAMED)
                assert after.tree.problems == ()
                said = it.finding.message
                assert _said(_judge(after, path.stem))[said] < _said(found)[said], text
                assert suffix == ".toml" or text.endswith("---\n# Body\n")
    assert fixed == (fixable and path.stem not in _WITHHELD | _JSON_ALONE | _ELSEWHERE)
