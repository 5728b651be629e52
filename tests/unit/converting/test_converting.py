"""Converted files are right files of the other dialect, fire on the same tools, and every loss is named."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic, check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.cli import hookwright
from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.converting.convert import ConvertedFile, check_on, convert
from hookwright.converting.writing import place_at, place_for
from hookwright.dialects import by_id, written
from hookwright.errors import UsageError
from hookwright.first_hook import starter_hooks, starter_path
from hookwright.model.dialect import Dialect
from hookwright.model.event import NOTHING
from hookwright.model.field import Field, JsonType
from hookwright.model.hook import Scope
from hookwright.model.location import Format, Location
from hookwright.model.reaction import Severity

EXAMPLES = Path(__file__).parents[3] / "examples"
FILES = {
    "clawdcode": ".clawdcode/settings.json",
    "agent-spec": ".agent/settings.json",
    "ai-agents": ".ai_agents/settings.json",
    "open-plugin": "hooks/hooks.json",
}


def converted(hooks: dict[str, Any], old: str, new: str) -> ConvertedFile:
    text = json.dumps({"hooks": hooks})
    return convert(read_hook_file("/p/settings.json", text, by_id(old), Scope.PROJECT), by_id(new))


def hooks_of(found: ConvertedFile) -> Any:
    return json.loads(found.text)["hooks"]


def losses(found: ConvertedFile) -> list[str]:
    return [it.message for it in found.losses]


def group(command: str, matcher: object = None, **more: object) -> dict[str, Any]:
    hook = {"type": "command", "command": command, **more}
    return {"hooks": [hook]} if matcher is None else {"matcher": matcher, "hooks": [hook]}


def _is_told(error: Diagnostic, told: list[str]) -> bool:
    """Whether it is about what the conversion says it cannot convert: a variable, or how a script refuses."""
    lost = {"HW506": "{} is not set in ", "HW512": "the hook refuses with {}, which does not refuse in "}
    words = lost.get(error.rule.code, "")
    named = [words.format(it) for it in re.findall(r"`[^`]+`", error.finding.message)] if words else []
    return any(it.startswith(tuple(named)) for it in told)


@pytest.mark.parametrize("new", written(), ids=lambda it: it.id)
@pytest.mark.parametrize("old", FILES)
def test_what_comes_out_is_a_right_file_of_the_other_dialect(old: str, new: Dialect) -> None:
    path = EXAMPLES / old / FILES[old]
    before = read_hook_file(str(path), path.read_text(), by_id(old), Scope.PROJECT)

    found = convert(before, new)

    after = read_hook_file(str(path), found.text, new, Scope.PROJECT)
    errors = [it for it in check_file(Subject(after, "/p", RealDisk("/h"))) if it.severity is Severity.ERROR]
    assert [(it.rule.code, it.finding.message) for it in errors if not _is_told(it, losses(found))] == []
    left_out = {it.pointer for it in found.losses if "left out: " in it.message}
    assert len(runnable_hooks(after)[0]) >= len(runnable_hooks(before)[0]) - len(left_out)


def test_times_are_in_the_other_unit() -> None:
    slower = converted({"PreToolUse": [group("true", timeout=5)]}, "claude-code", "agent-spec")
    faster = converted(
        {"PreToolUse": [{"type": "command", "command": "a", "timeout": 1500}]}, "agent-spec", "clawdcode"
    )

    assert hooks_of(slower)["PreToolUse"][0]["timeout"] == 5000
    assert hooks_of(faster)["PreToolUse"][0]["hooks"][0]["timeout"] == 1.5


def test_tools_of_another_name_are_renamed() -> None:
    found = converted({"PreToolUse": [group("true", "run_shell_command|write_file")]}, "open-plugin", "claude-code")

    assert hooks_of(found)["PreToolUse"][0]["matcher"] == "Bash|Write"


def test_alternatives_become_entries_where_there_are_no_lists() -> None:
    found = converted({"PreToolUse": [group("true", "Edit|Write")]}, "claude-code", "agent-spec")

    assert [it["matcher"] for it in hooks_of(found)["PreToolUse"]] == ["Edit", "Write"]


def test_a_searched_expression_stays_one_where_all_has_to_match() -> None:
    found = converted({"PreToolUse": [group("true", "Ed.t")]}, "claude-code", "ai-agents")

    assert hooks_of(found)["PreToolUse"][0]["matcher"] == ".*(?:Ed.t).*"


def test_a_permission_rule_goes_where_the_other_dialect_has_those() -> None:
    hooks = {"PreToolUse": [{"type": "command", "command": "true", "matcher": "Bash(git push:*)"}]}

    found = converted(hooks, "agent-spec", "claude-code")

    (entry,) = hooks_of(found)["PreToolUse"]
    assert (entry["matcher"], entry["hooks"][0]["if"]) == ("Bash", "Bash(git push:*)")


def test_the_folder_that_a_variable_names_has_another_name() -> None:
    hooks = {"PreToolUse": [group('"${CLAUDE_PROJECT_DIR}"/a.sh "$CLAUDE_PROJECT_DIR" "$CLAUDE_PROJECT_DIRECTORY"')]}

    renamed = converted(hooks, "claude-code", "clawdcode")
    unknown = converted(hooks, "claude-code", "ai-agents")

    command = hooks_of(renamed)["PreToolUse"][0]["hooks"][0]["command"]
    assert command == '"${PROJECT_DIR}"/a.sh "$PROJECT_DIR" "$CLAUDE_PROJECT_DIRECTORY"'
    assert hooks_of(unknown)["PreToolUse"][0]["hooks"][0]["command"] == (
        '"$(git rev-parse --show-toplevel)"/a.sh "$(git rev-parse --show-toplevel)" "$CLAUDE_PROJECT_DIRECTORY"'
    )
    assert losses(unknown)[0].startswith("AI agents does not set `$CLAUDE_PROJECT_DIR`; `$(git rev-parse")


@pytest.mark.parametrize(
    ("hooks", "old", "new", "told"),
    [
        ({"Elicitation": [group("true")]}, "claude-code", "ai-agents", "has no event like `Elicitation`"),
        ({"Stop": [{"hooks": [{"type": "http", "url": "https://a"}]}]}, "claude-code", "clawdcode", "no `http` hooks"),
        (
            {"PreToolUse": [group("true", {"tools": "Edit", "paths": "*.py"})]},
            "clawdcode",
            "claude-code",
            "`paths` is lost",
        ),
        ({"PreToolUse": [group("true", once=True)]}, "claude-code", "ai-agents", "the key `once` is lost"),
        ({"AfterFileEdit": [group("true", "py$")]}, "open-plugin", "claude-code", "so the hook runs every time"),
        ({"defaultTimeout": 3, "Stop": [group("true")]}, "clawdcode", "claude-code", "`defaultTimeout` is lost"),
        ({"PreToolUse": [group("exit 2")]}, "clawdcode", "agent-spec", "gets `continueOnFailure: false`, so that it"),
        ({"PreToolUse": [group("jq $FILE_PATH")]}, "clawdcode", "claude-code", "`$FILE_PATH` is not set in Claude"),
        (
            {"PreToolUse": [group("lint $CLAUDE_FILE_PATHS")]},
            "claude-code",
            "codex",
            "`$CLAUDE_FILE_PATHS` is empty in",
        ),
    ],
)
def test_every_loss_is_named(hooks: dict[str, Any], old: str, new: str, told: str) -> None:
    assert any(told in it for it in losses(converted(hooks, old, new)))


def test_an_event_about_one_kind_of_tool_gets_a_matcher_for_these() -> None:
    found = converted({"AfterFileEdit": [group("true", "py$")]}, "open-plugin", "claude-code")

    assert [it["matcher"] for it in hooks_of(found)["PostToolUse"]] == ["Write|Edit"]
    assert "so the hook runs every time" in " ".join(losses(found))


def by_role(*names: str) -> Dialect:
    """A dialect that has an event for each kind of tool, and none for all."""
    old = by_id("claude-code")
    row = old.event("PreToolUse")
    assert row is not None
    rows = tuple(replace(row, name=it, subject=NOTHING) for it in names)
    return replace(old, id="by-role", title="By role", events=rows)


@pytest.mark.parametrize(
    ("matcher", "events", "told"),
    [
        ("Bash", ["pre_run_command"], ""),
        ("Write|Edit|Bash", ["pre_write_code", "pre_run_command"], ""),
        ("mcp__a__b", ["pre_mcp_tool_use"], ""),
        ("Bash|WebFetch", ["pre_run_command"], "`WebFetch`: By role has no event for it"),
        (None, ["pre_write_code", "pre_run_command", "pre_mcp_tool_use"], "there is no event for every tool"),
    ],
)
def test_a_hook_goes_to_the_events_that_its_matcher_is_about(matcher: str | None, events: list[str], told: str) -> None:
    new = by_role("pre_write_code", "pre_run_command", "pre_mcp_tool_use")
    text = json.dumps({"hooks": {"PreToolUse": [group("true", matcher)]}})
    found = convert(read_hook_file("/p/settings.json", text, by_id("claude-code"), Scope.PROJECT), new)

    assert sorted(hooks_of(found)) == sorted(events)
    assert all("matcher" not in it for entries in hooks_of(found).values() for it in entries)
    assert told in " ".join(losses(found))


def test_the_file_has_the_shape_and_the_keys_of_its_place() -> None:
    old = by_id("claude-code")
    version = Field(name="version", kind=JsonType.INTEGER, doc="Its version", required=True, default=1)
    grammar = replace(old.grammar, hooks_key="", root=(version,))
    places = (
        Location(Scope.PROJECT, ".made/config.toml", format=Format.TOML),
        Location(Scope.PROJECT, ".made/hooks/*.json", grammar=grammar),
    )
    text = json.dumps({"hooks": {"Stop": [group("true")]}})
    new = replace(old, id="made-up", locations=places)
    found = convert(read_hook_file("/p/settings.json", text, old, Scope.PROJECT), new)

    assert found.path == ".made/hooks/hooks.json"
    assert json.loads(found.text) == {"version": 1, "Stop": [group("true")]}


def test_toml_and_front_matter_are_read() -> None:
    markdown = "---\nhooks:\n  Stop:\n    - hooks:\n        - {type: command, command: 'true'}\n---\n"
    file = read_hook_file("/p/.claude/agents/a.md", markdown, by_id("claude-code"), Scope.PROJECT)
    found = convert(file, by_id("clawdcode"))

    assert hooks_of(found) == {"SubagentStop": [group("true")]}
    assert "these are the hooks of the agent `a`" in losses(found)[0]


def test_arguments_become_words_of_the_command() -> None:
    words = ["a b", "${CLAUDE_PROJECT_DIR}/x", "it's", 'say "$5"', "$HOME"]
    found = converted({"Stop": [group("echo", args=words)]}, "claude-code", "clawdcode")

    command = hooks_of(found)["Stop"][0]["hooks"][0]["command"]
    assert command == """echo 'a b' "${PROJECT_DIR}/x" 'it'"'"'s' 'say "$5"' '$HOME'"""
    assert "`args` becomes a part of the command, which a shell reads there" in losses(found)


def test_entries_that_lists_were_split_into_are_joined_again() -> None:
    there = converted({"PreToolUse": [group("true", "Edit|Write", timeout=5)]}, "claude-code", "agent-spec")
    back = convert(read_hook_file("/p/a.json", there.text, by_id("agent-spec"), Scope.PROJECT), by_id("claude-code"))

    assert hooks_of(back) == {"PreToolUse": [group("true", "Edit|Write", timeout=5)]}


def test_what_check_says_of_the_new_file_is_listed() -> None:
    text = json.dumps({"hooks": {"Stop": [group("/no/such/script.sh")]}})
    file = read_hook_file("/p/settings.json", text, by_id("claude-code"), Scope.PROJECT)
    found = convert(file, by_id("clawdcode"), check_on(RealDisk("/h")))

    assert [it for it in losses(found) if "`check` says of the new file at /hooks/Stop/0/hooks/0" in it]


def meant(dialect: Dialect, matcher: object) -> object:
    """A matcher, with the name of the tool for one that the agent takes for it as well."""
    tool = dialect.tool(matcher) if isinstance(matcher, str) else None
    return matcher if tool is None else tool.answers_for or tool.name


@pytest.mark.parametrize("old", written(), ids=lambda it: it.id)
def test_a_first_hook_comes_back_the_same(old: Dialect) -> None:
    text = starter_hooks(old, group("true", "Bash"))
    file = read_hook_file(f"/p/{starter_path(old)}", text, old, Scope.PROJECT)
    hooks = runnable_hooks(file)[0]
    assert hooks
    for new in written():
        there = convert(file, new)
        if any(it.pointer and "closest event" not in it.message for it in there.losses):
            continue
        place = place_for(new, Scope.PROJECT)
        back = convert(read_hook_file(f"/p/{there.path}", there.text, new, place.scope), old)
        scope = place_for(old, place.scope).scope
        again = runnable_hooks(read_hook_file(f"/p/{back.path}", back.text, old, scope))[0]
        assert [(it.event, meant(old, it.matcher), it.body) for it in again] == [
            (it.event, meant(old, it.matcher), it.body) for it in hooks
        ]


def test_what_is_broken_is_left_out_and_told() -> None:
    found = converted({"PreToolUse": [group("true"), {"hooks": [{"type": "command"}]}]}, "claude-code", "ai-agents")

    assert len(hooks_of(found)["PreToolUse"]) == 1
    assert any("command" in it for it in losses(found))


def test_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text(json.dumps({"hooks": {"PreToolUse": [group("true", once=True)]}}))
    words = ["convert", str(tmp_path / "old.json"), "--dialect", "claude-code", "--to", "ai-agents"]

    printed = CliRunner().invoke(hookwright, words)
    written = CliRunner().invoke(hookwright, [*words, "--out", str(tmp_path / "new.json")])
    again = CliRunner().invoke(hookwright, [*words, "--out", str(tmp_path / "new.json")])

    assert printed.exit_code == written.exit_code == 0
    assert json.loads(printed.stdout) == json.loads((tmp_path / "new.json").read_text())
    assert "/hooks/PreToolUse/0/hooks/0: the key `once` is lost" in printed.stderr
    assert isinstance(again.exception, UsageError)


def test_codex_gets_toml_where_the_name_says_so_and_it_comes_back_the_same(tmp_path: Path) -> None:
    hooks = {
        "PreToolUse": [group('echo "no" >&2; exit 2', "^Bash$", timeout=5), group("it's", "^apply_patch$")],
        "Stop": [group("true")],
    }
    old, new = tmp_path / "hooks.json", tmp_path / ".codex" / "config.toml"
    old.write_text(json.dumps({"hooks": hooks}))
    new.parent.mkdir()
    there = ["convert", str(old), "--dialect", "codex", "--to", "codex", "--out", str(new)]
    back = ["convert", str(new), "--to", "codex"]

    assert CliRunner().invoke(hookwright, there).exit_code == 0
    assert tomllib.loads(new.read_text()) == {"hooks": hooks}
    assert "[[hooks.PreToolUse.hooks]]\n" in new.read_text()
    assert json.loads(CliRunner().invoke(hookwright, back).stdout) == {"hooks": hooks}
    printed = CliRunner().invoke(hookwright, [*there[:-2], "--as", "toml"])
    assert printed.stdout == new.read_text()
    wrong = CliRunner().invoke(hookwright, [*there[:-2], "--as", "markdown"])
    assert str(wrong.exception).startswith("Codex reads no hooks from Markdown")


def test_an_agent_gets_its_hooks_in_the_head_of_its_file() -> None:
    claude = by_id("claude-code")
    hooks = {"SubagentStop": [group("true")], "Stop": [group("false")], "PreToolUse": [group("a: b", "Bash")]}
    file = read_hook_file("/p/.claude/settings.json", json.dumps({"hooks": hooks}), claude, Scope.PROJECT)
    found = convert(file, claude, place=place_at(claude, ".claude/agents/guard.md", Scope.PROJECT))

    assert found.text.startswith(
        "---\nname: guard\ndescription: Runs the hooks of guard\nhooks:\n  Stop:\n    - hooks:\n"
    )
    assert "the hooks on `Stop` are left out: in a file about an agent, Claude Code reads `Stop` as" in losses(found)[1]
    assert "the new file is about an agent, and its hooks hold while that is in use" in losses(found)[0]
    again = read_hook_file("/p/.claude/agents/guard.md", found.text, claude, Scope.PROJECT)
    assert hooks_of(convert(again, claude)) == {it: hooks[it] for it in ("SubagentStop", "PreToolUse")}
    same = convert(again, claude, place=place_at(claude, "/p/.claude/agents/guard.md", Scope.PROJECT))
    assert (same.text, same.losses) == (found.text, ())
    skill = place_at(claude, ".claude/skills/lint/SKILL.md", Scope.PROJECT)
    assert "name: lint\n" in convert(again, claude, place=skill).text
