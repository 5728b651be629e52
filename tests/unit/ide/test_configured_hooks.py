"""Every hook of a file has its place, and a reason where it is never run."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.unit.files import command, group, hook_file

from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.ide.configured_hooks import HookInFile, disabled_hooks, hooks_in_file
from hookwright.model.hook import Scope
from hookwright.syntax.edit import apply
from hookwright.workflows.disabled_hooks.edits import disable


def _placed(file: HookFile) -> tuple[HookInFile, ...]:
    return hooks_in_file(file, runnable_hooks(file)[0])


def test_hooks_that_run_have_nothing_against_them() -> None:
    file = hook_file({"PreToolUse": [group(command("one"), command("two"), matcher="Bash")], "PostToolUse": [group()]})

    one, two = _placed(file)

    assert file.tree.text[two.span.start : two.span.end] == json.dumps(command("two"), indent=2).replace(
        "\n", "\n" + " " * 10
    )
    assert (one.group, one.hook.matcher, one.left_out, one.disabled_id) == ("/hooks/PreToolUse/0", "Bash", None, None)
    assert two.hook == runnable_hooks(file)[0][1]


def test_no_hook_runs_of_a_file_that_the_agent_skips() -> None:
    text = json.dumps(
        {"permissions": {"deny": "Bash"}, "hooks": {"Stop": [group(command("one")), group({"type": "x"})]}}
    )
    file = read_hook_file("/p/.claude/settings.json", text, by_id("claude-code"), Scope.PROJECT)

    one, two = _placed(file)

    assert str(one.left_out).startswith("Claude Code skips this whole file, its permissions too: `permissions.deny` ")
    assert "has an unknown `type`" in str(two.left_out)


@pytest.mark.parametrize(
    ("hooks", "reason"),
    [
        ({"PreToolUse": [group({"command": 1, "type": "command"})]}, "`command` must be"),
        ({"PreToolUse": [group({"type": "wish"})]}, "has an unknown `type`"),
        ({"PreToolUse": [group(command("x"), matcher=3)]}, "`matcher` must be"),
        ({"PreToolUse": group(command("x"))}, "must be a list"),
        ({"PreToolUse": [command("x")]}, "is in the wrong place"),
        ({"BeforeAll": [group(command("x"))]}, "`BeforeAll` is not an event of"),
    ],
)
def test_a_hook_that_never_runs_says_why(hooks: Any, reason: str) -> None:
    (placed,) = _placed(hook_file(hooks))

    assert reason in (placed.left_out or "")


def test_what_is_wrong_with_one_hook_is_not_said_of_another() -> None:
    good, bad = _placed(hook_file({"PreToolUse": [group(command("fine"), {"type": "command"}, name="both")]}))

    assert good.left_out is None
    assert "`command`" in (bad.left_out or "")


def test_a_lame_hook_shows_what_is_written() -> None:
    file = hook_file({"Nothing": [group(command("x", timeout=2, name="mine"), matcher="Bash")]}, dialect="claude-code")

    (placed,) = _placed(file)

    hook = placed.hook
    assert (hook.event, hook.type, hook.body, hook.name) == ("Nothing", "command", "x", "mine")
    assert (hook.matcher, hook.timeout) == ("Bash", 2.0)


def test_of_a_broken_file_those_stand_that_run_still() -> None:
    whole = hook_file({"PreToolUse": [group(command("one"), command("two"))]})
    before = runnable_hooks(whole)[0]
    text = whole.tree.text.replace('"two"', '"2"').removesuffix("}")
    broken = read_hook_file(whole.path, text, by_id("ai-agents"), Scope.PROJECT)

    one, two = hooks_in_file(broken, before[:1])

    assert (one.hook.body, one.left_out) == ("one", None)
    assert (two.hook.body, two.left_out) == ("2", "the file is not valid JSON")


def test_a_hook_that_is_off_stays_in_its_group_where_not_all_hooks_are_in_one() -> None:
    on = json.dumps({"hooks": {"PreToolUse": [{"matcher": "a", "hooks": [command("one"), command("two")]}]}})
    file = read_hook_file("/p/.github/hooks/a.json", on, by_id("vscode"), Scope.PROJECT)
    group, hook = file.hooks[0]
    disabled, edits = disable(file, group, hook, ".github/hooks/a.json")
    left = read_hook_file(file.path, apply(on, edits), file.dialect, file.scope)

    [found] = disabled_hooks(left, [disabled])

    assert found.group == "/hooks/PreToolUse/0"
    assert disabled.group == {"matcher": "a"}
