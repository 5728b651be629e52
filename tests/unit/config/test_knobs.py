"""What the keys beside the events are set to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hookwright.config.knobs import Knobs, knobs_of, switched_off
from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.model.hook import Scope

DIALECT = by_id("clawdcode")
DEFAULTS = {
    "enabled": True,
    "defaultTimeout": 60,
    "timeoutBehavior": "ignore",
    "failureBehavior": "ignore",
    "maxConcurrentHooks": 10,
}


def _file(name: str, hooks: dict[str, Any] | str) -> HookFile:
    text = hooks if isinstance(hooks, str) else json.dumps({"hooks": hooks})
    return read_hook_file(f"/{name}", text, DIALECT, Scope.PROJECT)


def _knobs(*files: dict[str, Any] | str, **environ: str) -> Knobs:
    return knobs_of(DIALECT, [_file(str(place), it) for place, it in enumerate(files)], environ)


def test_a2_nobody_sets_them() -> None:
    assert _knobs() == Knobs(DEFAULTS, {}, ())


def test_a2_the_last_file_that_sets_one_has_it() -> None:
    found = _knobs({"enabled": False, "defaultTimeout": 5}, {"defaultTimeout": 7.5}, {"PreToolUse": []})
    assert found.values == {**DEFAULTS, "enabled": False, "defaultTimeout": 7.5}
    assert found.said == {"enabled": "/0:1", "defaultTimeout": "/1:1"}
    assert found.problems == ()


@pytest.mark.parametrize(
    ("knob", "value", "fault"),
    [
        ("enabled", "yes", "must be a boolean"),
        ("enabled", None, "must be a boolean"),
        ("defaultTimeout", 0, "must be a number of seconds above 0"),
        ("defaultTimeout", -1, "must be a number of seconds above 0"),
        ("defaultTimeout", "5", "must be a number"),
        ("timeoutBehavior", "block", "must be one of `ignore`, `deny`, `ask`"),
        ("maxConcurrentHooks", 0, "must be at least 1"),
        ("maxConcurrentHooks", 1.5, "must be an integer"),
    ],
)
def test_a2_a_bad_value_is_passed_over_and_told(knob: str, value: object, fault: str) -> None:
    good = {"enabled": False, "defaultTimeout": 9, "timeoutBehavior": "deny", "maxConcurrentHooks": 3}
    found = _knobs(good, {knob: value})
    assert found.values == {**DEFAULTS, **good}
    assert found.problems == (f"/1:1: `{knob}` {fault}, so it is ignored",)


def test_a2_nothing_is_taken_from_a_broken_file() -> None:
    assert _knobs('{"hooks": {"enabled": false, "PreToolUse": [').values == DEFAULTS


@pytest.mark.parametrize(
    ("variable", "text", "knob", "value"),
    [
        ("HOOKWRIGHT_ENABLED", "false", "enabled", False),
        ("HOOKWRIGHT_ENABLED", "0", "enabled", False),
        ("HOOKWRIGHT_ENABLED", " TRUE ", "enabled", True),
        ("HOOKWRIGHT_DEFAULT_TIMEOUT", "1.5", "defaultTimeout", 1.5),
        ("HOOKWRIGHT_TIMEOUT_BEHAVIOR", "deny", "timeoutBehavior", "deny"),
        ("HOOKWRIGHT_FAILURE_BEHAVIOR", "ask", "failureBehavior", "ask"),
        ("HOOKWRIGHT_MAX_CONCURRENT_HOOKS", "1", "maxConcurrentHooks", 1),
    ],
)
def test_a19_the_environment_goes_before_every_file(variable: str, text: str, knob: str, value: object) -> None:
    other: dict[str, Any] = {"enabled": not value} if knob == "enabled" else {knob: DEFAULTS[knob]}
    found = _knobs(other, **{variable: text})
    assert found.values[knob] == value
    assert found.said[knob] == f"{variable}={text.strip()}"


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("HOOKWRIGHT_ENABLED", "maybe"),
        ("HOOKWRIGHT_DEFAULT_TIMEOUT", "soon"),
        ("HOOKWRIGHT_DEFAULT_TIMEOUT", "nan"),
        ("HOOKWRIGHT_DEFAULT_TIMEOUT", "inf"),
        ("HOOKWRIGHT_DEFAULT_TIMEOUT", "-1"),
        ("HOOKWRIGHT_TIMEOUT_BEHAVIOR", "DENY!"),
        ("HOOKWRIGHT_MAX_CONCURRENT_HOOKS", "0"),
        ("HOOKWRIGHT_MAX_CONCURRENT_HOOKS", "2.5"),
    ],
)
def test_a19_a_bad_value_is_a_warning_and_the_configured_one_stays(variable: str, text: str) -> None:
    good = {"enabled": False, "defaultTimeout": 9, "timeoutBehavior": "deny", "maxConcurrentHooks": 3}
    found = _knobs(good, **{variable: text})
    assert found.values == {**DEFAULTS, **good}
    assert [it for it in found.problems if it.startswith(f"{variable}={text}: ")] == list(found.problems) != []


def test_a19_an_empty_variable_says_nothing() -> None:
    assert _knobs({}, HOOKWRIGHT_ENABLED="") == Knobs(DEFAULTS, {}, ())


def test_a2_who_switched_off_is_named() -> None:
    file = _file("x", {"enabled": False})
    off = switched_off(DIALECT, [file], knobs_of(DIALECT, [file], {}))
    assert off is not None
    assert off.startswith("/x:1: `enabled`")
    assert switched_off(DIALECT, [file], knobs_of(DIALECT, [file], {"HOOKWRIGHT_ENABLED": "true"})) is None


def test_a_dialect_without_knobs_has_none() -> None:
    other = by_id("ai-agents")
    file = read_hook_file("/x", '{"hooks": {"enabled": false}}', other, Scope.PROJECT)
    assert knobs_of(other, [file], {"HOOKWRIGHT_ENABLED": "false"}) == Knobs({}, {}, ())


@pytest.mark.parametrize(("value", "is_off"), [("true", True), (1, True), (True, True), ("", False), (0, False)])
def test_a_switch_of_qwen_code_is_on_as_a_condition_would_be(value: object, *, is_off: bool) -> None:
    table = by_id("qwen-code")
    file = read_hook_file("/p/.qwen/settings.json", json.dumps({"disableAllHooks": value}), table, Scope.PROJECT)
    assert (switched_off(table, [file], knobs_of(table, [file], {})) is not None) is is_off


def _off(*files: tuple[Scope, str]) -> bool:
    """Whether settings files of Claude Code switch its hooks off."""
    claude = by_id("claude-code")
    read = [
        read_hook_file(f"/{place}/.claude/settings.json", it, claude, scope) for place, (scope, it) in enumerate(files)
    ]
    return switched_off(claude, read, knobs_of(claude, read, {})) is not None


def test_who_may_switch_hooks_off() -> None:
    off, on = '{"disableAllHooks": true}', '{"disableAllHooks": false}'
    assert _off((Scope.PROJECT, off))
    assert not _off((Scope.PROJECT, off), (Scope.LOCAL, on))
    assert not _off((Scope.PLUGIN, off)), "a plugin has no say"
    skipped = '{"disableAllHooks": true, "permissions": {"deny": "Bash"}}'
    assert not _off((Scope.PROJECT, skipped)), "nor has a file that is skipped"
    assert _off((Scope.PROJECT, off), (Scope.LOCAL, on[:-1])), "what is broken switches nothing on"
    assert _off((Scope.PROJECT, off[:-1])), "but off"
