"""`hookwright seen` after sessions of the real Codex and Copilot CLI, as far as these record anything of hooks."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

import pytest
from tests.hosts.install import CODEX, COPILOT_CLI
from tests.hosts.journey import needs
from tests.hosts.model import Turn
from tests.hosts.planted import Machine, Planted, by_command, counted, grouped, said
from tests.hosts.starting import (
    codex_command,
    codex_environment,
    codex_settings,
    copilot_command,
    copilot_environment,
    copilot_settings,
)

# All sessions of an agent belong to its first test.
pytestmark = pytest.mark.timeout(900)

_DONE = Turn("Done.")
_SHELL = [Turn("", [("exec_command", {"cmd": "echo ran"})]), _DONE]
_BASH = [Turn("", [("bash", {"command": "echo ran", "description": "Try it"})]), _DONE]
_TOOL, _NO_TOOL = ("PreToolUse", None), ("Stop", None)
_DENY = """echo '{"permissionDecision":"deny","permissionDecisionReason":"not so"}'"""
_ONCE = "test -e s && exit 0; touch s; echo go on >&2; exit 2"

CODEX_SESSIONS = (
    Planted("refused", {"PreToolUse": ["echo no >&2; exit 2"]}, _SHELL, unnamed={_TOOL: said(refused=1)}),
    Planted("one-of-two", {"PreToolUse": ["exit 1", "echo no >&2; exit 2"]}, _SHELL, unnamed={_TOOL: said(refused=1)}),
    Planted("failed", {"PreToolUse": ["echo broken >&2; exit 1"]}, _SHELL),
    Planted("missing", {"PreToolUse": ["no-such-program"]}, _SHELL),
    Planted("silent", {"PreToolUse": ["true"], "Stop": ["true"]}, _SHELL),
    Planted("stop", {"Stop": [_ONCE]}, [*_SHELL, _DONE], unnamed={_NO_TOOL: said(refused=1)}),
    Planted("prompt", {"UserPromptSubmit": ["echo no >&2; exit 2"]}, [_DONE]),
)
_CALL = ("preToolUse", "bash")
COPILOT_SESSIONS = (
    Planted("refused", {"preToolUse": ["echo no >&2; exit 2"]}, _BASH, unnamed={_CALL: said(refused=1)}),
    Planted("denied", {"preToolUse": [_DENY]}, _BASH, unnamed={_CALL: said(refused=1)}),
    Planted("failed", {"preToolUse": ["echo broken >&2; exit 1"]}, _BASH, unnamed={_CALL: said(failed=1)}),
    Planted("missing", {"preToolUse": ["no-such-program"]}, _BASH, unnamed={_CALL: said(failed=1)}),
    Planted("silent", {"preToolUse": ["true"]}, _BASH, unnamed={_CALL: said(ok=1)}),
    Planted(
        "time-out",
        {"preToolUse": [{"type": "command", "bash": "sleep 30", "timeoutSec": 1}]},
        _BASH,
        {"sleep 30": said(timed_out=1)},
    ),
    Planted("stop", {"agentStop": [_ONCE]}, [*_BASH, _DONE], unnamed={("agentStop", None): said(failed=1)}),
    Planted("none", {}, _BASH),
)


def _codex_files(machine: Machine) -> None:
    for planted in CODEX_SESSIONS:
        project = machine.project(planted.name)
        (project / ".codex").mkdir()
        (project / ".codex" / "hooks.json").write_text(json.dumps(grouped(planted.hooks, {}), indent=2))
    codex_settings(machine.home, [machine.project(it.name) for it in CODEX_SESSIONS])


def _copilot_files(machine: Machine) -> None:
    for planted in COPILOT_SESSIONS:
        project = machine.project(planted.name)
        (project / ".github" / "hooks").mkdir(parents=True)
        hooks = {
            event: [it if isinstance(it, dict) else {"type": "command", "bash": it} for it in them]
            for event, them in planted.hooks.items()
        }
        file = project / ".github" / "hooks" / "hooks.json"
        file.write_text(json.dumps({"version": 1, "hooks": hooks}, indent=2))
    copilot_settings(machine.home, [machine.project(it.name) for it in COPILOT_SESSIONS])


def _each_in_its_own(sessions: Iterable[Planted]) -> list[Planted]:
    """The sessions in projects of their names: these agents read no hooks but those of files."""
    return [replace(it, project=it.name) for it in sessions]


@pytest.fixture(scope="module")
def codex(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    machine = Machine(tmp_path_factory.mktemp("codex"), "codex", codex_environment)
    _codex_files(machine)
    machine.run_all(_each_in_its_own(CODEX_SESSIONS), lambda _, url: codex_command(url))
    return machine


@pytest.fixture(scope="module")
def copilot(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    machine = Machine(tmp_path_factory.mktemp("copilot"), "copilot-cli", copilot_environment)
    _copilot_files(machine)
    machine.run_all(_each_in_its_own(COPILOT_SESSIONS), lambda *_: copilot_command())
    return machine


def _is_counted(machine: Machine, planted: Planted) -> None:
    agent = machine.seen(planted.name)
    assert {command: counts for (_, command), counts in by_command(agent).items()} == planted.expected
    assert {(it["event"], it["target"]): counted(it) for it in agent["events"]} == planted.unnamed
    assert agent["earlier"] == []
    files = {it["source"] for event in agent["events"] for it in event["candidates"]}
    assert all(it.startswith(str(machine.project(planted.name))) for it in files)
    assert bool(files) == bool(planted.unnamed)


@needs(CODEX)
@pytest.mark.parametrize("planted", CODEX_SESSIONS, ids=lambda it: it.name)
def test_codex(codex: Machine, planted: Planted) -> None:
    _is_counted(codex, planted)


@needs(COPILOT_CLI)
@pytest.mark.parametrize("planted", COPILOT_SESSIONS, ids=lambda it: it.name)
def test_copilot(copilot: Machine, planted: Planted) -> None:
    _is_counted(copilot, planted)
