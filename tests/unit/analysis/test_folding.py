"""Findings with one cause are said once, and are fixed and ignored one by one anyway."""

from __future__ import annotations

import json
from pathlib import Path

from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.fixing import fix_file
from hookwright.analysis.folding import folded, lines_told
from hookwright.analysis.reports.checked import Checked
from hookwright.analysis.reports.github import annotation_lines
from hookwright.analysis.reports.json import to_json
from hookwright.analysis.reports.sarif import log
from hookwright.analysis.reports.text import text_lines
from hookwright.analysis.rule import Subject
from hookwright.analysis.rules import RULES
from hookwright.analysis.settings.file import read_settings
from hookwright.analysis.suppression import judge
from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.ide.actions.code_actions import code_actions
from hookwright.model.hook import Scope
from hookwright.readers.case import Ground
from hookwright.text import Span

CLAUDE = "claude-code"


def commands(*texts: str) -> str:
    hooks = ",\n".join(f'{{"type": "command", "command": "{it}"}}' for it in texts)
    return f'{{"hooks": {{"Stop": [{{"hooks": [\n{hooks}\n]}}]}}}}'


QUOTE = 'Change to `"$CLAUDE_PROJECT_DIR"`'
QUOTE_ALL = f"{QUOTE}, and so on in all 3 places"
UNQUOTED = commands("cat $CLAUDE_PROJECT_DIR/a", "cat b", "cat $CLAUDE_PROJECT_DIR/c ${CLAUDE_PROJECT_DIR}/d")


def judged(text: str, code: str = "", settings: str = "{}") -> tuple[Subject, tuple[Diagnostic, ...]]:
    file = read_hook_file("/project/.claude/settings.json", text, by_id(CLAUDE), Scope.PROJECT)
    subject = Subject(replace(file, ground=Ground.PLACE), "/project", RealDisk("/home/nobody", "/nowhere"))
    rules = [it for it in RULES if code in ("", it.code)]
    found = judge(subject, read_settings(settings, "/project").settings, rules=rules).diagnostics
    return subject, found


def said(text: str, code: str = "", settings: str = "{}") -> list[tuple[str, str, list[str]]]:
    """Of each finding that is shown, its code, message and the titles of its fixes."""
    subject, found = judged(text, code, settings)
    shown = folded(found, subject.file.tree)
    return [(it.rule.code, it.finding.message, [fix.title for fix in it.finding.fixes]) for it in shown]


def test_one_cause_is_said_once_with_a_count_and_the_other_places() -> None:
    ((code, message, titles),) = said(UNQUOTED, "HW507")
    assert code == "HW507"
    assert message.startswith("`$CLAUDE_PROJECT_DIR` is not quoted")
    assert message.endswith(" (and 2 more like this)")
    assert titles == [QUOTE, QUOTE_ALL]


def test_the_same_words_are_counted_by_their_places() -> None:
    ((_, message, _),) = said(commands("nonesuch a", "nonesuch b"), "HW510")
    assert message.endswith(" (and in 1 more place)")
    ((_, message, _),) = said(commands("nonesuch a"), "HW510")
    assert "more" not in message


def test_other_programs_are_other_causes() -> None:
    assert len(said(commands("nonesuch", "nonother", "nonesuch"), "HW510")) == 2


def test_every_fault_of_the_syntax_is_said_at_its_place() -> None:
    text = '{"hooks": {"Stop": [{"hooks": []} {"hooks": []} {"hooks": []}]}}'
    assert [it for it, *_ in said(text, "HW001")] == ["HW001", "HW001"]


def test_what_is_ignored_at_one_place_is_said_of_the_others() -> None:
    entry = '{"rule": "HW507", "pointer": "/hooks/Stop/0/hooks/0/**"}'
    ((_, message, _),) = said(UNQUOTED, "HW507", f'{{"ignore": [{entry}]}}')
    assert message.endswith(" (and 1 more like this)")


def test_the_fixes_of_all_places_are_made() -> None:
    subject, _ = judged(UNQUOTED)
    fixed = fix_file(subject.file, lambda file: judged(file.tree.text, "HW507")[1])
    assert fixed.diagnostics == ()
    assert len(fixed.made) == 3


def test_reports_name_the_other_places() -> None:
    subject, found = judged(UNQUOTED, "HW507")
    tree = subject.file.tree
    shown = folded(found, tree)
    checked = Checked("a.json", tree, CLAUDE, shown)

    (one,) = to_json(shown, tree)
    assert [it["range"]["start"]["line"] for it in one["related"]] == [3, 3]
    assert one["related"][0]["pointer"] == "/hooks/Stop/0/hooks/2/command"
    (result,) = log([checked], "/project", "1")["runs"][0]["results"]
    assert len(result["relatedLocations"]) == 2
    assert len(result["fixes"][1]["artifactChanges"][0]["replacements"]) == 3
    (line,) = annotation_lines([checked], "/project")
    assert line.endswith("; see line 4")
    assert lines_told(shown[0], tree).endswith("; see line 4")
    text = "\n".join(text_lines(shown, tree, "a.json"))
    assert text.count("-->") == 1, "only the first place is shown with its line"
    assert "(line 4)" in text


def test_an_editor_offers_the_fix_at_each_place_and_for_all() -> None:
    subject, found = judged(UNQUOTED, "HW507")
    second = UNQUOTED.index("$CLAUDE_PROJECT_DIR/c")
    actions = code_actions(subject.file, found, Span(second, second), only=["quickfix"])
    assert [it.title for it in actions] == [QUOTE, QUOTE_ALL]
    assert [len(it.edits) for it in actions] == [1, 3]
    assert {it.diagnostic and it.diagnostic.finding.message[-22:] for it in actions} == {"(and 2 more like this)"}


def test_commas_because_of_which_a_file_is_skipped_are_one_finding_with_the_effect() -> None:
    text = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"},]},]}}'
    ((code, message, titles),) = said(text)
    assert (code, titles) == ("HW005", ["Remove the comma", "Remove the comma in all 2 places"])
    assert message.endswith("; Claude Code skips this whole file, its permissions too (and in 1 more place)")
    ((code, message, titles),) = said(text, settings='{"rules": {"HW006": "off"}}')
    assert (code, titles) == ("HW005", ["Remove the comma", "Remove the comma in all 2 places"])
    assert "skips" not in message


def test_hooks_outside_of_groups_are_one_finding_with_the_effect_on_the_file() -> None:
    hook = '{"type": "command", "command": "true"}'
    ((code, message, _),) = said(f'{{"hooks": {{"PreToolUse": [{hook}], "Stop": [{hook}]}}}}')
    assert code == "HW104"
    assert message.endswith("; Claude Code skips this whole file, its permissions too (and in 1 more place)")


def test_a_file_that_is_commented_out_is_one_finding() -> None:
    ((code, message, titles),) = said('// {\n//   "hooks": {}\n// }\n')
    assert code == "HW003"
    assert message.startswith("all of this file is commented out")
    assert titles == ["Remove the comment in all 3 places"]
    inside = "{\n" + "\n".join(f'  // "line": {it}' for it in range(30)) + "\n}\n"
    assert [it for it, *_ in said(inside)] == ["HW004"]


def wrong_groups(count: int) -> str:
    hooks = ", ".join(f'{{"matcher": "Bash", "type": "command", "command": "echo {it}"}}' for it in range(count))
    return f'{{"hooks": {{"PostToolUse": [{hooks}]}}}}'


def test_a_fix_that_activates_many_hooks_says_so_and_is_not_safe() -> None:
    subject, found = judged(wrong_groups(4), "HW104")
    assert {(fix.title, fix.safe) for it in found for fix in it.finding.fixes} == {
        ("Wrap in `hooks` (activates 1 hook that never ran)", False)
    }
    ((_, message, titles),) = said(wrong_groups(4), "HW104")
    assert message.endswith("(and in 3 more places)")
    assert titles[1] == "Wrap in `hooks` in all 4 places (activates 4 hooks that never ran)"
    assert fix_file(subject.file, lambda file: judged(file.tree.text, "HW104")[1]).made == ()
    assert len(fix_file(subject.file, lambda file: judged(file.tree.text, "HW104")[1], unsafe=True).made) == 4


def test_a_few_hooks_are_activated_as_before() -> None:
    _, found = judged(wrong_groups(3), "HW104")
    assert {(fix.title, fix.safe) for it in found for fix in it.finding.fixes} == {("Wrap in `hooks`", True)}


def test_every_fix_that_activates_many_hooks_counts_them() -> None:
    hooks = [{"type": "command", "command": f"echo {it}"} for it in range(2)]
    entries, misspelt = [{"hooks": hooks}, {"hooks": hooks}], [{"matcher": "Bsh", "hooks": hooks}]
    for code, content, count in [
        ("HW202", {"hooks": {"preToolUse": entries}}, 4),
        ("HW201", {"hooks": {"PreTolUse": entries}}, 4),
        ("HW203", {"hooks": {"BeforeTool": entries}}, 4),
        ("HW106", {"PreToolUse": entries}, 4),
        ("HW107", {"hooks": {"Stop": {"hooks": [*hooks, *hooks]}}}, 4),
        ("HW303", {"hooks": {"PreToolUse": misspelt, "PostToolUse": misspelt}}, 2),
    ]:
        _, found = judged(json.dumps(content), code)
        assert found, code
        for it in found:
            assert [fix.safe for fix in it.finding.fixes] == [False], code
            assert it.finding.fixes[0].title.endswith(f"(activates {count} hooks that never ran)"), code


def test_a_matcher_that_matches_something_else_too_activates_nothing() -> None:
    hooks = [{"type": "command", "command": f"echo {it}"} for it in range(5)]
    content = {"hooks": {"PreToolUse": [{"matcher": "Edit|Wrte", "hooks": hooks}]}}
    _, (found,) = judged(json.dumps(content), "HW303")
    assert [(it.title, it.safe) for it in found.finding.fixes] == [("Change to `Write`", True)]


def test_what_is_said_of_the_key_of_a_skipped_value_is_part_of_it() -> None:
    hook = {"type": "command", "command": "true", "timeout": "10"}
    found = said(json.dumps({"hooks": {"PreToolUse": [{"hooks": [hook]}]}}))
    ((code, message, titles),) = found
    assert (code, titles) == ("HW103", ["Change to `10`"])
    assert message.count("skips this whole file") == 1


def test_events_without_hooks_are_one_finding() -> None:
    ((_, message, _),) = said(json.dumps({"hooks": {"Stop": [], "PreCompact": [], "SessionEnd": []}}), "HW108")
    assert message.endswith(" (and 2 more like this)")


def test_an_object_in_the_place_of_a_list_is_one_finding_with_the_effect_on_the_file() -> None:
    text = '{"hooks": {"PreToolUse": {"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}}}'
    ((code, message, _),) = said(text)
    assert code == "HW107"
    assert "Claude Code skips this whole file" in message


def test_scripts_that_are_not_executable_are_one_finding(tmp_path: Path) -> None:
    names = [tmp_path / it for it in ("a.sh", "b.sh")]
    for it in names:
        it.write_text("#!/bin/sh\n")
    ((_, message, _),) = said(commands(*map(str, names)), "HW502")
    assert message.endswith(" (and 1 more like this)")
