"""Every rule is whole: its file, its code, its spec, its page, and its fix if it says that it has one."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from tests.every import every
from tests.markers import Section, parse

from hookwright.analysis import rules
from hookwright.analysis.rule import Rule
from hookwright.analysis.rule_docs import EVERY_RULE, pages
from hookwright.analysis.rules import RULES

ROOT = Path(__file__).parents[2]
SPEC = ROOT / "tests" / "spec" / "rules"
DOCS = ROOT / "docs" / "rules"
SECTIONS = ("What it does", "Why", "Example", "Fix")

each_rule = every("rule", [pytest.param(rule, id=rule.name) for rule in RULES])
each_page = every("rule", [pytest.param(rule, id=rule.name) for rule in EVERY_RULE])


def test_every_file_is_a_rule_and_every_rule_a_file() -> None:
    files = {path.stem for path in Path(str(rules.__file__)).parent.glob("*.py")} - {"__init__"}
    assert files == {rule.name.replace("-", "_") for rule in RULES}


def test_codes_are_unique_and_in_order() -> None:
    assert all(one.code < other.code for one, other in pairwise(EVERY_RULE))


def test_every_spec_and_page_belongs_to_a_rule() -> None:
    assert {path.stem for path in SPEC.glob("*.md")} == {rule.name for rule in RULES}
    assert {path.stem for path in DOCS.glob("*.md")} == {rule.name for rule in EVERY_RULE} | {"README"}


@every("name", sorted(pages()))
def test_pages_are_current(name: str) -> None:
    written = (DOCS / name).read_text(encoding="utf-8")
    assert written == pages()[name], "python -m hookwright.analysis.rule_docs docs/rules"


@each_page
def test_docstring_has_its_sections(rule: Rule) -> None:
    headings = [line.removeprefix("## ") for line in rule.doc.splitlines() if line.startswith("## ")]
    assert headings == list(SECTIONS)
    assert rule.doc.splitlines()[0].endswith(".")


@each_rule
def test_spec_shows_the_finding_and_a_case_that_only_looks_like_one(rule: Rule) -> None:
    sections = spec(rule)
    found = [section for section in sections if is_marked(rule, section)]
    assert found
    assert len(found) < len(sections)


@each_rule
def test_spec_shows_a_fix_where_the_rule_has_one(rule: Rule) -> None:
    shown = any(block.name == "fix" for section in spec(rule) if is_marked(rule, section) for block in section.blocks)
    assert shown == rule.has_fix


def spec(rule: Rule) -> tuple[Section, ...]:
    return parse((SPEC / f"{rule.name}.md").read_text(encoding="utf-8"))


def is_marked(rule: Rule, section: Section) -> bool:
    return any(f"[{rule.name}] " in line for block in section.inputs for line in block.body)
