"""`hookwright seen` after sessions of the real Codex and Copilot CLI, as far as these record anything of hooks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.hosts.install import CODEX, COPILOT_CLI
from tests.hosts.journey import KEY, needs
from tests.hosts.model import Turn
from tests.hosts.planted import Machine, Planted, by_command, counted, grouped, said

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


def _codex_environment(home: Path, _: str) -> Mapping[str, str]:
    return {"CODEX_HOME": str(home / "codex"), "MODEL_KEY": KEY}


def _codex_command(planted: Planted, url: str) -> Sequence[str]:
    del planted
    program = CODEX.folder / "node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex"
    model = f'model_providers.test.base_url="{url}/v1"'
    words = ("exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "-c", model, "Please do it.")
    return (str(program), *words)


def _codex_files(machine: Machine) -> None:
    settings = [
        'model = "test"\nmodel_provider = "test"\ncheck_for_update_on_startup = false\napproval_policy = "never"',
        'sandbox_mode = "danger-full-access"\n[analytics]\nenabled = false\n[feedback]\nenabled = false',
        '[model_providers.test]\nname = "test"\nwire_api = "responses"\nenv_key = "MODEL_KEY"\nbase_url = ""',
    ]
    for planted in CODEX_SESSIONS:
        project = machine.project(planted.name)
        settings.append(f'[projects."{project}"]\ntrust_level = "trusted"')
        (project / ".codex").mkdir()
        (project / ".codex" / "hooks.json").write_text(json.dumps(grouped(planted.hooks, {}), indent=2))
    (machine.home / "codex").mkdir()
    (machine.home / "codex" / "config.toml").write_text("\n".join(settings))


def _copilot_environment(home: Path, url: str) -> Mapping[str, str]:
    return {
        "COPILOT_PROVIDER_BASE_URL": f"{url}/v1",
        "COPILOT_PROVIDER_TYPE": "openai",
        "COPILOT_PROVIDER_API_KEY": KEY,
        "COPILOT_MODEL": "test",
        "COPILOT_OFFLINE": "true",
        "COPILOT_HOME": str(home / "copilot"),
        "COPILOT_AUTO_UPDATE": "false",
    }


def _copilot_command(_: Planted, __: str) -> Sequence[str]:
    program = COPILOT_CLI.folder / "node_modules/@github/copilot-linux-x64/copilot"
    return (str(program), "-p", "Please do it.", "--no-auto-update", "--no-color", "--allow-all")


def _copilot_files(machine: Machine) -> None:
    projects = []
    for planted in COPILOT_SESSIONS:
        project = machine.project(planted.name)
        projects.append(str(project))
        (project / ".github" / "hooks").mkdir(parents=True)
        hooks = {
            event: [it if isinstance(it, dict) else {"type": "command", "bash": it} for it in them]
            for event, them in planted.hooks.items()
        }
        file = project / ".github" / "hooks" / "hooks.json"
        file.write_text(json.dumps({"version": 1, "hooks": hooks}, indent=2))
    (machine.home / "copilot").mkdir()
    (machine.home / "copilot" / "config.json").write_text(json.dumps({"trusted_folders": projects, "banner": "never"}))


def _each_in_its_own(sessions: Iterable[Planted]) -> list[Planted]:
    """The sessions in projects of their names: these agents read no hooks but those of files."""
    return [replace(it, project=it.name) for it in sessions]


@pytest.fixture(scope="module")
def codex(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    machine = Machine(tmp_path_factory.mktemp("codex"), "codex", _codex_environment)
    _codex_files(machine)
    machine.run_all(_each_in_its_own(CODEX_SESSIONS), _codex_command)
    return machine


@pytest.fixture(scope="module")
def copilot(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    machine = Machine(tmp_path_factory.mktemp("copilot"), "copilot-cli", _copilot_environment)
    _copilot_files(machine)
    machine.run_all(_each_in_its_own(COPILOT_SESSIONS), _copilot_command)
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
