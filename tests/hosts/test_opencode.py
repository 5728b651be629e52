"""OpenCode, with the plugin, obeys a project's hooks."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.hosts.install import OPENCODE
from tests.hosts.journey import KEY, ROOT, Journey, Start, needs, travel
from tests.hosts.model import Script, Turn
from tests.hosts.project import FAILED, GO_ON, PROMPTED, RAN, REFUSED, STARTED, Project

_PLUGIN = ROOT / "build" / "opencode" / "hookwright.js"

pytestmark = [
    needs(OPENCODE),
    pytest.mark.skipif(not _PLUGIN.exists(), reason="there is no plugin: `make opencode-plugin` builds it"),
]

_PROGRAM = OPENCODE.folder / "node_modules" / "opencode-linux-x64-baseline" / "bin" / "opencode"
_SERVER = (sys.executable, "-m", "hookwright", "serve")
_DRIVER = Path(__file__).with_name("opencode_session.py")


def bash(command: str) -> Turn:
    return Turn("Let me see.", [("bash", {"command": command, "description": "Try it"})])


def write(project: Path, name: str) -> Turn:
    return Turn("I write it.", [("write", {"filePath": str(project / name), "content": "hello\n"})])


def configured(url: str, options: dict[str, Any]) -> dict[str, Any]:
    """A model that is the scripted one, the plugin, and a command that OpenCode asks about."""
    limit = {"context": 100_000, "output": 4_000}
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "options": {"baseURL": f"{url}/v1", "apiKey": KEY},
        "models": {"scripted": {"tool_call": True, "limit": limit}},
    }
    return {
        "plugin": [["./hookwright.js", {"dialect": "clawdcode", **options}]],
        "provider": {"scripted": provider},
        "model": "scripted/scripted",
        "small_model": "scripted/scripted",
        "autoupdate": False,
        "share": "disabled",
        "snapshot": False,
        "permission": {"bash": {"*": "allow", "touch asked*": "ask"}},
    }


def start(
    home: Path, project: Project, url: str, *, idle: int, trusted: bool = True, server: Sequence[str] = _SERVER
) -> Start:
    """OpenCode would fetch a package for plugins, and wait long until it gives up."""
    options = {
        "trustedFolders": [str(project.root)] if trusted else ["~/src"],
        "command": server,
    }
    folder = home / ".config" / "opencode"
    folder.mkdir(parents=True)
    shutil.copy(_PLUGIN, folder)
    (folder / "opencode.json").write_text(json.dumps(configured(url, options)))
    environ = {
        "OPENCODE_DISABLE_AUTOUPDATE": "1",
        "OPENCODE_DISABLE_MODELS_FETCH": "1",
        "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
        "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
        "npm_config_fetch_retries": "0",
    }
    prompts = ("Please do it.", "This one is secret.")
    return [sys.executable, str(_DRIVER), str(_PROGRAM), str(idle), *prompts], environ


@pytest.fixture(scope="module")
def journey(tmp_path_factory: pytest.TempPathFactory) -> Journey:
    """A prompt; calls that are refused, changed, asked about, and that fail; a stop, another one; a refused prompt."""
    root = tmp_path_factory.mktemp("opencode")
    turns = [
        bash("touch forbidden.txt"),
        write(root / "project", "wrong.txt"),
        bash("touch asked.txt"),
        bash("exit 3"),
        Turn("I read it.", [("read", {"filePath": str(root / "project" / "nowhere.txt")})]),
        Turn("Done."),
        Turn("Really done."),
    ]
    return travel(root, Script(turns), partial(start, idle=2))


def test_a_refused_tool_does_not_run_and_the_model_reads_why(journey: Journey) -> None:
    assert not journey.project.has("forbidden.txt")
    assert REFUSED in journey.script.read(1)


def test_hooks_see_the_tools_by_the_names_that_they_know(journey: Journey) -> None:
    written = journey.project.seen("PreToolUse")[1]
    assert written["tool_name"] == "Write"
    assert set(written["tool_input"]) == {"file_path", "content"}


def test_a_tool_runs_with_the_input_that_a_hook_has_changed(journey: Journey) -> None:
    assert journey.project.has("right.txt")
    assert not journey.project.has("wrong.txt")


def test_a_hook_answers_what_opencode_asks(journey: Journey) -> None:
    asked = journey.project.seen("PermissionRequest")
    assert [it["tool_input"]["command"] for it in asked] == ["touch asked.txt"]
    assert journey.project.has("asked.txt")


def test_context_reaches_the_model_with_the_prompt(journey: Journey) -> None:
    first = journey.script.read(0)
    assert PROMPTED in first
    assert STARTED in first


def test_context_reaches_the_model_after_a_tool(journey: Journey) -> None:
    assert RAN not in journey.script.read(1)
    assert RAN in journey.script.read(2)
    assert FAILED in journey.script.read(4)


def test_hooks_see_tools_that_fail(journey: Journey) -> None:
    failures = journey.project.seen("PostToolUseFailure")
    assert [it["tool_name"] for it in failures] == ["Bash", "Read"]


def test_hooks_see_that_the_context_is_compacted(journey: Journey) -> None:
    assert len(journey.project.seen("Compaction")) == 1


def test_the_agent_goes_on_where_a_hook_says_so(journey: Journey) -> None:
    assert GO_ON in journey.script.read(6)
    assert [it["stop_hook_active"] for it in journey.project.seen("Stop")] == [False, True]


def test_a_refused_prompt_does_not_reach_the_model(journey: Journey) -> None:
    assert len(journey.script.requests) == 7
    assert [it[:4] for it in journey.stdout.splitlines()] == ["200 ", "500 "]


def test_the_session_begins_and_ends_once(journey: Journey) -> None:
    events = [it["event"] for it in journey.project.seen()]
    assert [events[0], events[-1]] == ["SessionStart", "SessionEnd"]
    assert [events.count(it) for it in ("SessionStart", "SessionEnd")] == [1, 1]


def test_the_hooks_of_a_project_need_trust(tmp_path: Path) -> None:
    untrusted = travel(tmp_path, Script([bash("touch forbidden.txt")]), partial(start, idle=1, trusted=False))

    assert untrusted.project.has("forbidden.txt")
    assert untrusted.project.seen() == []
    assert not untrusted.project.has("module.txt")


def test_hook_modules_are_loaded(journey: Journey) -> None:
    assert journey.project.has("module.txt")


def test_nothing_passes_where_hookwright_fails(tmp_path: Path) -> None:
    failing = travel(tmp_path, Script([bash("touch forbidden.txt")]), partial(start, idle=0, server=("/bin/false",)))

    assert failing.script.requests == []
    assert [it[:4] for it in failing.stdout.splitlines()] == ["500 ", "500 "]
