"""How findings and mutants are counted, by which what is printed of rules and peers stands or falls."""

from __future__ import annotations

import json
import random
from pathlib import Path

from benchmarks.rules.counting import Count, by_the_way, count, false_alarms
from benchmarks.rules.mutants import KINDS, Mutant, mutants
from benchmarks.rules.mutating import trials
from benchmarks.rules.programs import Found
from benchmarks.rules.samples import Sample, read
from tests.defects import Defect

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.model.reaction import Severity

TEXT = '{\n  "hooks": {\n    "PreToolUze": [],\n    "Stop": [1]\n  }\n}\n'
EVENT = Defect(TEXT.index('"PreToolUze"'), TEXT.index(": []"), "unknown-event", Severity.ERROR, "a typo")
NUMBER = Defect(TEXT.index("1]"), TEXT.index("]\n  }"), "wrong-type", Severity.ERROR, "a number")

# A script, a variable of the dialect, a list of one.
NEED_MORE = {
    "a script misspelled",
    "a variable misspelled",
    "a variable unquoted",
    "an object for its list",
    "a hook for its group",
}


def sample(*planted: Defect) -> Sample:
    return Sample("one", Path("/project/.claude/settings.json"), "claude-code", TEXT, planted)


def found(start: int, end: int, code: str = "X1", *, placeless: bool = False, syntax: bool = False) -> Found:
    return Found(start, end, code, Severity.ERROR, "wrong", placeless, syntax)


def test_a_finding_on_the_line_is_found_and_one_in_the_token_is_on_it() -> None:
    on_line, on_token = found(EVENT.start - 2, EVENT.end), found(EVENT.start + 1, EVENT.end - 1)
    assert count(sample(EVENT), [on_line]) == Count(1, 1, 0)
    assert count(sample(EVENT), [on_token]) == Count(1, 1, 1)
    assert count(sample(EVENT), [found(0, 1)]) == Count(1, 0, 0)


def test_a_finding_without_a_place_is_about_one_defect_and_never_on_the_token() -> None:
    placeless = found(0, 0, placeless=True)
    assert count(sample(EVENT, NUMBER), [placeless]) == Count(2, 1, 0)
    assert count(sample(EVENT, NUMBER), [placeless, placeless, placeless]) == Count(2, 2, 0)


def test_a_file_that_cannot_be_parsed_is_about_no_other_defect() -> None:
    assert count(sample(EVENT), [found(0, 0, placeless=True, syntax=True)]).found == 0


def test_what_is_said_of_controls_by_the_way_is_not_counted() -> None:
    remark = Found(0, 0, "X2", Severity.INFORMATION, "no matcher", placeless=True)
    assert count(sample(EVENT), [remark], by_the_way([remark])).found == 0
    assert count(sample(EVENT), [remark]).found == 1


def test_only_what_is_said_of_hooks_is_a_false_alarm() -> None:
    inside, outside = found(EVENT.start, EVENT.end), found(0, 1)
    assert false_alarms(sample(), [inside, outside]) == 1


def test_mutants_are_the_same_for_the_same_seed_and_none_reads_as_before(tmp_path: Path) -> None:
    settings = {
        "hooks": {"PreToolUse": [{"matcher": "Edit|Write", "hooks": [hook("echo 'x'"), hook("if a; then b; fi")]}]}
    }
    one = Sample("one", tmp_path / ".claude" / "settings.json", "claude-code", json.dumps(settings, indent=2))
    made = all_mutants(one, tmp_path, 1)
    assert made == all_mutants(one, tmp_path, 1)
    assert {it.kind for it in made} >= set(KINDS) - NEED_MORE
    assert all(it.text != one.text and it.text[it.start : it.end] == it.after for it in made)


def test_the_own_files_are_mutated_where_no_corpus_is(tmp_path: Path, home: Path) -> None:
    made = trials(None, tmp_path, home, seed=1, each=1)
    assert len(made) > 20
    assert all(it.mutated.path.read_text(encoding="utf-8") == it.mutant.text for it in made)


def hook(command: str) -> dict[str, object]:
    return {"type": "command", "command": command, "timeout": 5}


def all_mutants(one: Sample, project: Path, seed: int) -> list[Mutant]:
    file = read(one, project)
    assert file is not None
    return list(mutants(Subject(file, str(project), RealDisk(str(project))), 3, random.Random(seed)))
