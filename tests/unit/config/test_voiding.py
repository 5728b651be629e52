from __future__ import annotations

import json
from typing import Any

import pytest

from hookwright.config.knobs import knobs_of, switched_off
from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.model.hook import Scope

CLAUDE = by_id("claude-code")
HOOK = {"type": "command", "command": "true"}
GROUP = {"hooks": [HOOK]}


def _read(value: Any, scope: Scope = Scope.PROJECT) -> HookFile:
    text = value if isinstance(value, str) else json.dumps(value)
    return read_hook_file("/p/.claude/settings.json", text, CLAUDE, scope)


def _with(entry: Any, event: str = "PreToolUse") -> dict[str, Any]:
    return {"hooks": {event: [entry, GROUP]}}


# What Claude Code 2.1.330 was seen to skip a whole file for.
ENTRIES: list[Any] = [
    {"hooks": [{"type": "shell", "command": "true"}]},
    {"hooks": [{"type": "Command", "command": "true"}]},
    {"hooks": [{"command": "true"}]},
    {"hooks": [{"type": "command"}]},
    {"hooks": [{"type": "command", "command": 5}]},
    *({"hooks": [{**HOOK, "timeout": it}]} for it in ("10", 0, -1, None, True)),
    {"hooks": [{**HOOK, "async": "yes"}]},
    {"hooks": [{**HOOK, "asyncRewake": "yes"}]},
    {"hooks": [{**HOOK, "once": None}]},
    {"hooks": [{**HOOK, "if": 5}]},
    {"hooks": [{**HOOK, "args": "x"}]},
    {"hooks": [{**HOOK, "args": [5]}]},
    {"hooks": [{**HOOK, "shell": "zsh"}]},
    {"hooks": [{**HOOK, "onFailure": "x"}]},
    {"hooks": [{**HOOK, "statusMessage": 5}]},
    {"hooks": [{"type": "prompt"}]},
    {"hooks": [{"type": "prompt", "prompt": "x", "model": 5}]},
    {"hooks": [{"type": "http"}]},
    {"hooks": [{"type": "http", "url": "not a url"}]},
    {"hooks": [{"type": "http", "url": "http://x/", "headers": {"a": 5}}]},
    {"hooks": [{"type": "http", "url": "http://x/", "allowedEnvVars": [5]}]},
    {"hooks": [{"type": "mcp_tool", "server": "x"}]},
    {"hooks": [HOOK, {"type": "command"}]},
    {"hooks": ["true"]},
    {"hooks": [None]},
    {"hooks": HOOK},
    {"hooks": None},
    {"matcher": "Bash"},
    {"matcher": 5, "hooks": [HOOK]},
    {"matcher": None, "hooks": [HOOK]},
    HOOK,
    "true",
    None,
]


@pytest.mark.parametrize("entry", ENTRIES, ids=json.dumps)
def test_a_malformed_entry_voids_the_file_only_under_an_event_that_guards(entry: Any) -> None:
    assert _read(_with(entry)).void is not None
    assert _read(_with(entry, "PermissionRequest")).void is not None
    assert _read(_with(entry, "PostToolUse")).void is None


@pytest.mark.parametrize(
    "value",
    [
        _with({"hooks": []}),
        _with({"foo": 1, "hooks": [{**HOOK, "foo": 1}]}),
        _with({"hooks": [{**HOOK, "timeout": 0.5}]}),
        _with({"hooks": [{**HOOK, "command": ""}]}),
        _with({"hooks": [{"type": "http", "url": "ftp://x/"}]}),
        _with({"matcher": "(", "hooks": [HOOK]}),
        {"hooks": {"PreToolUse": None}},
        {"hooks": {"PreToolUse": []}},
        {"hooks": {"PostToolUse": HOOK}},
        {"hooks": {"PreToolUs": [GROUP]}},
        {"hooks": {"hooks": {"Stop": [GROUP]}}},
        {"hooks": {"Nope": 5}},
        {"hooks": "x"},
        {"hooks": []},
        {"hooks": ["x"]},
        {"hooks": None},
        {"PreToolUse": []},
        {"PostToolUse": [GROUP]},
        {"fooBar": 1},
        {"permissions": {"allow": ["Bash("]}, "env": {"A": 5}},
        {"disableBundledSkills": None},
        {"permissions": {"defaultMode": "manual"}},
        {"env": {"x": {"PreToolUse": [GROUP]}}},
        '\ufeff{"hooks": {}}',
    ],
    ids=str,
)
def test_what_leaves_a_file_in_effect(value: Any) -> None:
    assert _read(value).void is None


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ({"hooks": {"PreToolUse": GROUP}}, "`PreToolUse` must be a list, not an object"),
        ({"hooks": [{"event": "PreToolUse"}]}, "`hooks` must be an object of events, not a list"),
        ({"hooks": {"matcher": "Bash", **GROUP}}, "`hooks` must be an object of events, not one matcher group"),
        ({"PreToolUse": [GROUP]}, "`PreToolUse` is outside `hooks`"),
        ({"mine": {"PreToolUse": [GROUP]}}, "`mine` holds hooks, which belong under `hooks`"),
        ({"hooks": {"hooks": {"PreToolUse": [GROUP]}}}, "`hooks` is not an event, and holds hooks"),
        ({"hooks": {"PreToolUs": GROUP}}, "`PreToolUs` is not an event, and holds hooks"),
        ({"hooks": {"PostToolUse": [{"PreToolUse": [GROUP]}]}}, "an event is inside of a matcher group"),
        ({"permissions": {"deny": "Bash"}}, "`permissions.deny` must be an array, not a string"),
        ({"permissions": {"defaultMode": "x"}}, "`permissions.defaultMode` must be one of "),
        ({"cleanupPeriodDays": "x"}, "`cleanupPeriodDays` must be a number, not a string"),
        ({"cleanupPeriodDays": 0}, "`cleanupPeriodDays` must be above 0"),
        ({"cleanupPeriodDays": -1}, "`cleanupPeriodDays` must be above 0"),
        ({"statusLine": {"type": "command"}}, "`statusLine` needs `command`"),
        ({"disableAllHooks": "true"}, "`disableAllHooks` must be a boolean, not a string"),
        ({"disableAllHooks": None}, "`disableAllHooks` must be a boolean, not null"),
        ({"tui": "x"}, "`tui` must be one of `default`, `fullscreen`"),
        ("[]", "the file is not a JSON object"),
        ("{} // note", "a comment is not valid JSON"),
        ('{"hooks": {},}', "a comma after the last entry is not valid JSON"),
        ('{"hooks": {}', "it is not valid JSON"),
    ],
)
def test_what_voids_a_file_whatever_is_under_the_events(value: Any, why: str) -> None:
    said = _read(value).void

    assert said is not None
    assert said.startswith(f"Claude Code skips this whole file, its permissions too: {why}")


def test_what_becomes_of_it_depends_on_whose_file_it_is() -> None:
    assert str(_read(_with(None), Scope.PLUGIN).void).startswith("Claude Code refuses this whole plugin: ")
    assert str(_read(_with(None), Scope.MANAGED).void).startswith("Claude Code does not start with this file: ")
    for scope in (Scope.PLUGIN, Scope.MANAGED):
        assert _read({"cleanupPeriodDays": "x"}, scope).void is None


def test_a_skipped_file_switches_nothing_off() -> None:
    for broken, off in (({"cleanupPeriodDays": "x"}, False), ({}, True)):
        files = (_read({"disableAllHooks": True, **broken}),)
        assert (switched_off(CLAUDE, files, knobs_of(CLAUDE, files, {})) is not None) is off
