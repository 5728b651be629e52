"""What is remembered of a file that is edited is what judging all of it finds."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.markers import parse
from tests.unit.analysis.conftest import subject_of

from hookwright.analysis.check import Diagnostic, check_file, checked
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.remembered import Remembered
from hookwright.analysis.rule import Finding, Reach, Rule, Subject
from hookwright.analysis.rules import RULES
from hookwright.config.read import read_hook_file
from hookwright.config.reread import reread
from hookwright.dialects import DIALECTS, by_id
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.syntax.mend import Change
from hookwright.text import Edit, Span

SPECS = sorted((Path(__file__).parents[2] / "spec" / "rules").glob("*.md"))
TEXTS = tuple(
    block.text
    for path in SPECS
    for section in parse(path.read_text(encoding="utf-8"))
    for block in section.inputs
    if block.text.lstrip().startswith("{")
)
MATCHER_RULES = tuple(it for it in RULES if it.reach is Reach.MATCHER)
PIECES = st.sampled_from([*'{}[]:,"\n x1', '"timeout": 3,', "Bash", '{"hooks": []},', "PreToolUse", "async"])


class AnyDisk(RealDisk):
    """A disk on which the answer to every question hangs on the path, so that all rules have something to find."""

    def is_file(self, path: str) -> bool:
        return _byte("file", path) < 170

    def is_executable(self, path: str) -> bool:
        return _byte("executable", path) < 128

    def first_line(self, path: str) -> str | None:
        return (None, "#!/bin/sh", "#!/bin/sh\r", "echo")[_byte("line", path) % 4]

    def text(self, path: str) -> str | None:
        return (None, "", '{"name": "p", "mcpServers": {"db": {}}}', "*.sh")[_byte("text", path) % 4]

    def is_open_to_all(self, path: str) -> bool:
        return _byte("open", path) < 80


def _byte(what: str, path: str) -> int:
    return sha256(f"{what} {path}".encode()).digest()[0]


def _subject(text: str, dialect: Dialect) -> Subject:
    file = read_hook_file(f"/project/{dialect.locations[0].path}", text, dialect, Scope.PROJECT)
    return Subject(file, "/project", AnyDisk("/home/me"))


def _told(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> list[tuple[str, Finding, Span, Severity]]:
    """Diagnostics without their fixes, which are not remembered."""
    return [(it.rule.code, replace(it.finding, fixes=()), it.span, it.severity) for it in diagnostics]


def _edited(subject: Subject, edit: Edit) -> Subject:
    file, by = subject.file, len(edit.text) - (edit.span.end - edit.span.start)
    lines = file.tree.lines.edited(edit)
    after = reread(file, Change(edit.span.start, edit.span.end, by), lines)
    return replace(subject, file=after or read_hook_file(file.path, lines.text, file.dialect, file.scope))


@pytest.mark.parametrize("path", SPECS, ids=lambda it: it.stem)
def test_rules_that_reach_a_group_find_the_same_in_it_alone(path: Path) -> None:
    for section in parse(path.read_text(encoding="utf-8")):
        for text in (block.text for block in section.inputs):
            for dialect in DIALECTS:
                _expect_parts_to_be_the_whole(_subject(text, dialect))


def _expect_parts_to_be_the_whole(subject: Subject) -> None:
    file = subject.file
    routes = {group.route for group in file.groups()}
    for rule in (it for it in RULES if it.reach is not Reach.FILE):
        whole = _told(checked(subject, rule))
        assert not any(finding.place.span for _, finding, _, _ in whole), f"{rule.name} does not name routes"
        parts = [
            it
            for it in _told(checked(replace(subject, file=file.without_groups()), rule))
            if not any(it[1].place.route[: len(route)] == route for route in routes)
        ]
        for event in file.events:
            for group in event.groups:
                found = _told(checked(replace(subject, file=file.alone(event, group)), rule))
                parts += [it for it in found if it[1].place.route[: len(group.route)] == group.route]
        assert sorted(whole, key=repr) == sorted(parts, key=repr), f"{rule.name} has another reach"


@pytest.mark.parametrize("path", SPECS, ids=lambda it: it.stem)
def test_rules_that_reach_a_matcher_find_the_same_whatever_else_the_group_has(path: Path) -> None:
    for section in parse(path.read_text(encoding="utf-8")):
        for text in (block.text for block in section.inputs):
            for dialect in DIALECTS:
                for edit in _edits_beside_matchers(_subject(text, dialect)):
                    subject, remembered = _subject(text, dialect), Remembered()
                    before = _told(remembered.check(subject, rules=MATCHER_RULES))
                    assert all(_is_in_matcher(subject, span) for _, _, span, _ in before), "a rule has another reach"
                    subject = _edited(subject, edit)
                    found = remembered.check(subject, rules=MATCHER_RULES)
                    assert _told(found) == _told(check_file(subject, rules=MATCHER_RULES))


def _edits_beside_matchers(subject: Subject) -> list[Edit]:
    """Other values for all that groups have beside their matchers, and what may come before and between."""
    found = []
    for group in subject.file.groups():
        for member in group.node.members if group.matcher is not None else ():
            if member.value is not group.matcher:
                found += [Edit(member.value.span, new) for new in ("[]", '"longer than it was"')]
                found.append(Edit(Span(member.key.start, member.key.start), '\n  "async": true, '))
    return found


def _is_in_matcher(subject: Subject, span: Span) -> bool:
    nodes = (group.matcher for group in subject.file.groups() if group.matcher is not None)
    return any(it.start <= span.start and span.end <= it.end for it in nodes)


@given(st.data())
def test_edit_by_edit_it_finds_what_judging_the_whole_file_finds(data: st.DataObject) -> None:
    subject = _subject(data.draw(st.sampled_from(TEXTS)), data.draw(st.sampled_from(DIALECTS)))
    remembered = Remembered()
    remembered.check(subject, rules=RULES)
    for _ in range(data.draw(st.integers(1, 5))):
        size = len(subject.file.tree.text)
        start = data.draw(st.integers(0, size))
        end = min(size, start + data.draw(st.sampled_from([0, 0, 1, 7, 40])))
        subject = _edited(subject, Edit(Span(start, end), data.draw(PIECES)))
        assert _told(remembered.check(subject, rules=RULES)) == _told(check_file(subject))


GROUPS = 12
TEXT = json.dumps(
    {
        "hooks": {
            "PreToolUse": [
                {"matcher": "Bash", "hooks": [{"type": "comand", "command": f"a{it}"}]} for it in range(GROUPS)
            ]
        }
    }
)


def _counting(seen: list[int]) -> Rule:
    def check(subject: Subject) -> list[Finding]:
        seen.append(sum(1 for _ in subject.file.groups()))
        return []

    return replace(next(it for it in RULES if it.reach is Reach.GROUP), check=check)


def test_only_the_group_that_has_changed_is_judged() -> None:
    seen: list[int] = []
    rules = (_counting(seen),)
    subject, remembered = subject_of(TEXT, "claude-code"), Remembered()
    remembered.check(subject, rules=rules)
    assert seen == [GROUPS]

    subject = _edited(subject, Edit(Span(TEXT.index("a3"), TEXT.index("a3")), "x"))
    remembered.check(subject, rules=rules)
    assert seen == [GROUPS, 1]

    remembered.check(subject, rules=rules)
    assert seen == [GROUPS, 1]


def test_groups_are_known_again_when_the_whole_file_was_read_again() -> None:
    seen: list[int] = []
    subject, remembered = subject_of(TEXT, "claude-code"), Remembered()
    remembered.check(subject, rules=RULES)
    text = TEXT.replace('{"hooks"', '{"model": "x", "hooks"').replace("a5", "b5").replace("a0", "a1")
    again = subject_of(text, "claude-code")

    assert _told(remembered.check(again, rules=RULES)) == _told(check_file(again))

    rules = (*RULES, _counting(seen))
    remembered.check(again, rules=rules)
    remembered.check(subject_of(text.replace("a7", "b7"), "claude-code"), rules=rules)
    assert seen == [GROUPS, 1, 0], "the new group, and what is around the groups"


def test_another_dialect_or_project_is_another_file() -> None:
    remembered = Remembered()
    for dialect in ("claude-code", "ai-agents"):
        for project in ("/project", "/other"):
            subject = replace(subject_of(TEXT, dialect), project=project)
            assert subject.file.dialect is by_id(dialect)
            assert _told(remembered.check(subject, rules=RULES)) == _told(check_file(subject))
