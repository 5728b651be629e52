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


def _below(keys: int, value: Any) -> dict[str, Any]:
    """The value below so many keys that are not Claude Code's."""
    for number in range(keys):
        value = {f"mine{number}": value}
    assert isinstance(value, dict)
    return value


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
    *({"hooks": [{"type": "http", "url": it}]} for it in ("http://h:99999/x", "http://[::1/x", "http://a b/x")),
    {"hooks": [{**HOOK, "rewakeSummary": ""}]},
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
        {"hooks": {"matcher": "Bash", "hooks": []}},
        {"hooks": {"PostToolUse": [{"hooks": [{**HOOK, "mine": {"PreToolUse": [GROUP]}}]}]}},
        {"mine": {"env": {"PreToolUse": [GROUP]}}},
        {"notes": {"PreToolUse": "exit code 2 refuses"}},
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
        _below(5, {"PreToolUse": [GROUP]}),
        {"attribution": True},
        {"attribution": {"unknown": 5}},
        {"enabledPlugins": {"x@y": ["1.0"], "z@y": False}},
        {"enabledMcpjsonServers": "server"},
        {"permissions": {"allow": [5], "unknown": 5}},
        {"modelPicker": 5, "extraKnownMarketplaces": {"m": 5}, "effortLevel": 5, "theme": 5},
        {"statusLine": {"type": "command", "command": "x", "refreshInterval": "x"}},
        {"strictKnownMarketplaces": None},
        {"cleanupPeriodDays": 5.0},
        '{"cleanupPeriodDays": "x", "cleanupPeriodDays": 5}',
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
        (_below(4, {"PreToolUse": [GROUP]}), "`mine3` holds hooks, which belong under `hooks`"),
        ({"hooks": {"hooks": {"PreToolUse": [GROUP]}}}, "`hooks` is not an event, and holds hooks"),
        ({"hooks": {"PreToolUs": GROUP}}, "`PreToolUs` is not an event, and holds hooks"),
        ({"hooks": {"PostToolUse": [{"PreToolUse": [GROUP]}]}}, "an event is inside of a matcher group"),
        ({"permissions": {"deny": "Bash"}}, "`permissions.deny` must be an array, not a string"),
        ({"permissions": {"defaultMode": "x"}}, "`permissions.defaultMode` must be one of "),
        ({"cleanupPeriodDays": "x"}, "`cleanupPeriodDays` must be an integer, not a string"),
        ({"cleanupPeriodDays": 0}, "`cleanupPeriodDays` must be above 0"),
        ({"cleanupPeriodDays": -1}, "`cleanupPeriodDays` must be above 0"),
        ({"statusLine": {"type": "command"}}, "`statusLine` needs `command`"),
        ({"disableAllHooks": "true"}, "`disableAllHooks` must be a boolean, not a string"),
        ({"disableAllHooks": None}, "`disableAllHooks` must be a boolean, not null"),
        ({"cleanupPeriodDays": 1.5}, "`cleanupPeriodDays` must be a whole number"),
        ({"feedbackSurveyRate": 5}, "`feedbackSurveyRate` must be at most 1"),
        ({"desktopSessionCleanupPeriodDays": -1}, "`desktopSessionCleanupPeriodDays` must be at least 0"),
        ({"attribution": 5}, "`attribution` must be a boolean or an object, not a number"),
        ({"attribution": {"commit": 5}}, "`attribution.commit` must be a string, not a number"),
        ({"enabledPlugins": {"x@y.z": "yes"}}, "`enabledPlugins.x@y.z` must be a boolean or an array, not a string"),
        ({"enabledPlugins": {"x@y": [5]}}, "`enabledPlugins.x@y[0]` must be a string, not a number"),
        ({"fallbackModel": ["a", None]}, "`fallbackModel[1]` must be a string, not null"),
        ({"sandbox": {"network": {"allowedDomains": "x"}}}, "`sandbox.network.allowedDomains` must be an array, not a"),
        ({"quietHours": {"start": "24:00"}}, '`quietHours.start` must be a time of day such as "22:00"'),
        ({"skillOverrides": {"mine": "maybe"}}, "`skillOverrides.mine` must be one of `on`, "),
        ({"sshConfigs": [{"id": "i", "name": "n"}]}, "`sshConfigs[0]` needs `sshHost`"),
        ({"enabledMcpjsonServers": " "}, "`enabledMcpjsonServers` must not be blank"),
        ({"strictKnownMarketplaces": [{"source": "x"}]}, "`strictKnownMarketplaces[0].source` must be one of `url`, "),
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
    assert str(_in_plugin("more.json", _with(None)).void).startswith("Claude Code refuses this whole plugin: ")
    assert str(_read(_with(None), Scope.MANAGED).void).startswith("Claude Code does not start with this file: ")
    assert _read({"cleanupPeriodDays": "x"}, Scope.MANAGED).void is None
    assert _in_plugin("more.json", {"cleanupPeriodDays": "x", "hooks": {}}).void is None


def _in_plugin(path: str, value: Any) -> HookFile:
    text = value if isinstance(value, str) else json.dumps(value)
    return read_hook_file(f"/p/{path}", text, CLAUDE, Scope.PLUGIN)


@pytest.mark.parametrize(
    ("manifest", "why"),
    [
        ({}, "the file needs `name`"),
        ({"name": " "}, "`name` must be a name without spaces, `@`, `:` and slashes"),
        *(({"name": it}, "`name` must be a name") for it in ("", "A B", "a@b", "a:b", "a/b", "a\\b", "a\tb")),
        ({"name": None}, "`name` must be a string, not null"),
        ({"name": "p", "version": 5}, "`version` must be a string, not a number"),
        ({"name": "p", "hooks": 5}, "`hooks` must be a string, an array or an object, not a number"),
        ({"name": "p", "hooks": None}, "`hooks` must be a string, an array or an object, not null"),
        ({"name": "p", "hooks": "./hooks"}, "`hooks` must be a path that begins with `./` and ends with `.json`"),
        ({"name": "p", "hooks": ["hooks.json"]}, "a path has to begin with `./` and to end with `.json`"),
        ({"name": "p", "hooks": [5]}, "an entry of `hooks` must be an object or a path, not a number"),
        ({"name": "p", "hooks": {"PreToolUse": 5}}, "`PreToolUse` must be a list, not a number"),
        ({"name": "p", "commands": "commands"}, "`commands` must be a path that begins with `./`"),
        ({"name": "p", "agents": ["./a.txt"]}, "`agents[0]` must be a path that begins with `./` and ends with `.md`"),
        ({"name": "p", "dependencies": {}}, "`dependencies` must be an array, not an object"),
        ({"name": "p", "mcpServers": 5}, "`mcpServers` must be a string, an array or an object, not a number"),
        ({"name": "p", "userConfig": {"k": {"type": "x", "title": "t", "description": "d"}}}, "`userConfig.k.type` "),
        ("", "it is empty"),
        ("[]", "the file is not a JSON object"),
        ('{"name": "p",}', "a comma after the last entry is not valid JSON"),
    ],
)
def test_for_what_a_plugin_is_refused(manifest: Any, why: str) -> None:
    said = _in_plugin(".claude-plugin/plugin.json", manifest)

    assert str(said.void).startswith(f"Claude Code refuses this whole plugin: {why}")
    assert not any(it.alone for it in said.voided)


@pytest.mark.parametrize(
    "manifest",
    [
        {"name": "p.q"},
        {"name": "é", "version": "x", "description": 5, "author": 5, "keywords": 5, "unknown": 5},
        {"name": "p", "hooks": {"Stop": 5, "Nope": 5}},
        {"name": "p", "hooks": ["./a.json", {}], "commands": {"c": {"content": "x"}}, "skills": "."},
        {"name": "p", "agents": "./a.md", "mcpServers": {"s": {"command": "x"}}, "channels": [], "settings": {}},
        '\ufeff{"name": "p"}',
    ],
    ids=str,
)
def test_for_what_a_plugin_is_not_refused(manifest: Any) -> None:
    assert _in_plugin(".claude-plugin/plugin.json", manifest).void is None


@pytest.mark.parametrize(
    ("hooks", "alone"),
    [
        ('\ufeff{"hooks": {}}', True),
        ({"description": 5, "hooks": {}}, True),
        ("[]", True),
        ({"hooks": []}, False),
        ({"hooks": {"PermissionRequest": [5]}}, False),
    ],
    ids=str,
)
def test_a_hook_file_of_a_plugin_is_skipped_alone_unless_a_guard_may_be_gone(hooks: Any, alone: bool) -> None:
    assert [it.alone for it in _in_plugin("hooks/hooks.json", hooks).voided] == [alone]


def test_a_skipped_file_switches_nothing_off() -> None:
    for broken, off in (({"cleanupPeriodDays": "x"}, False), ({}, True)):
        files = (_read({"disableAllHooks": True, **broken}),)
        assert (switched_off(CLAUDE, files, knobs_of(CLAUDE, files, {})) is not None) is off
