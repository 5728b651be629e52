"""How much a finding matters whose facts about the agent are not certain."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic, check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.settings.file import NO_SETTINGS
from hookwright.analysis.suppression import judge
from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.model.evidence import SPECIFIED, Basis, Evidence, parts
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity

DOCUMENTED = Evidence(Basis.DOCUMENTED, "3.1")
BROKEN = """{"hooks": {
  "Nonsense": [],
  "PreToolUse": [{"hooks": [{"type": "command", "command": "echo 'open", "nonsense": 1}]}]
}}"""


def _subject(text: str, evidence: Evidence, *, event: Evidence | None = None, key: Evidence | None = None) -> Subject:
    """A file of a dialect of which all, the event `PreToolUse` or the key `timeout` is known in a way."""
    known = by_id("claude-code")
    events = tuple(replace(it, evidence=event if it.name == "PreToolUse" else None) for it in known.events)
    command, *others = known.grammar.types
    fields = tuple(replace(it, evidence=key if it.name == "timeout" else it.evidence) for it in command.fields)
    grammar = replace(known.grammar, types=(replace(command, fields=fields), *others))
    dialect = replace(known, evidence=evidence, events=events, grammar=grammar)
    file = read_hook_file("/project/settings.json", text, dialect, Scope.PROJECT)
    return Subject(file, "/project", RealDisk("/home/nobody"))


def _found(subject: Subject) -> dict[str, Diagnostic]:
    return {it.rule.name: it for it in check_file(subject)}


@pytest.mark.parametrize("basis", Basis)
def test_what_stands_on_the_table_matters_one_step_less_where_the_table_is_not_certain(basis: Basis) -> None:
    found = _found(_subject(BROKEN, Evidence(basis, "3.1")))

    certain = basis in (Basis.SPECIFIED, Basis.MEASURED)
    assert found["unknown-event"].severity is (Severity.ERROR if certain else Severity.WARNING)
    assert found["unknown-key"].severity is (Severity.WARNING if certain else Severity.INFORMATION)
    assert found["shell-syntax"].severity is Severity.ERROR, "a shell is the same for every agent"


def test_a_finding_says_where_its_fact_is_from() -> None:
    of_docs = _found(_subject(BROKEN, DOCUMENTED))
    of_source = _found(_subject(BROKEN, Evidence(Basis.SOURCE)))

    assert of_docs["unknown-key"].finding.message.endswith("remove it (according to the documentation of 3.1)")
    assert of_source["unknown-key"].finding.message.endswith("remove it (according to the source)")
    assert "according" not in of_docs["shell-syntax"].finding.message


def test_an_event_and_a_key_may_be_known_otherwise_than_the_rest() -> None:
    text = """{"hooks": {"PreToolUse": [
      {"hooks": [{"type": "command", "command": "echo '{\\"none\\": 1}'", "timeout": -1, "nonsense": 1}]}]}}"""
    rules = ("output-not-understood", "timeout-range", "unknown-key")

    def levels(subject: Subject) -> tuple[Severity, ...]:
        return tuple(_found(subject)[it].severity for it in rules)

    certain = levels(_subject(text, SPECIFIED))
    less = tuple(it.lowered for it in certain)
    assert certain == (Severity.WARNING, Severity.ERROR, Severity.WARNING)
    assert levels(_subject(text, SPECIFIED, event=DOCUMENTED)) == (less[0], *certain[1:])
    assert levels(_subject(text, SPECIFIED, key=DOCUMENTED)) == (certain[0], less[1], certain[2])
    assert levels(_subject(text, DOCUMENTED, event=SPECIFIED)) == (certain[0], *less[1:])


def test_each_step_down_is_one_and_a_hint_stays_a_hint() -> None:
    assert [it.lowered for it in Severity] == [*list(Severity)[1:], Severity.HINT]


def test_the_user_has_the_last_word() -> None:
    settings = replace(NO_SETTINGS, levels={"HW201": Severity.ERROR})
    judged = judge(_subject(BROKEN, DOCUMENTED), settings)

    assert next(it for it in judged.diagnostics if it.rule.name == "unknown-event").severity is Severity.ERROR


def test_versions_are_compared_number_by_number() -> None:
    assert parts("2.1.99") < parts("2.1.100") < parts("2.2") < parts("10")
    assert parts("2.1") == parts("2.1.0")
