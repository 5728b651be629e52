"""`hookwright/hooks` over the wire: every hook by event, in the order in which they fire, and how it did last."""

from __future__ import annotations

import json
import os.path
from pathlib import Path
from typing import Any

from tests.e2e.editor import BARE, Editor
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, Workspace, hook_text
from tests.shapes import fits

from hookwright.ide.hook_tree import HookTreeJson

_REFUSAL = "echo 'Not now' >&2; exit 2"


async def test_the_hooks_of_every_scope_stand_in_the_order_in_which_they_fire(
    agent: Editor, workspace: Workspace
) -> None:
    local = workspace.hooks(".claude/settings.local.json", "third", matcher="Bash")
    project = workspace.hooks(CLAUDE_CODE, "second")
    user = workspace.home / CLAUDE_CODE
    user.parent.mkdir(parents=True, exist_ok=True)
    user.write_text(hook_text("first", matcher=None))
    workspace.hooks(AI_AGENTS, "other")

    found = await _tree(agent)

    claude, ai_agents = found.dialects
    assert (claude.id, claude.project_dir, claude.enabled) == ("claude-code", str(workspace.project), True)
    (event,) = claude.events
    assert (event.name, event.order) == ("PreToolUse", "parallel")
    assert [(it.hook.command, it.hook.scope, it.matcher, it.uri) for it in event.hooks] == [
        ("first", "user", "*", user.as_uri()),
        ("second", "project", "*", project.as_uri()),
        ("third", "local", "Bash", local.as_uri()),
    ]
    assert {it.timeout_ms for it in event.hooks} == {600_000.0}
    assert all(it.can_fire and it.skipped_because is None and it.last is None for it in event.hooks)
    assert ai_agents.events[0].hooks[0].hook.command == "other"


async def test_ranges_count_as_the_editor_does(agent: Editor, workspace: Workspace) -> None:
    file = workspace.write(AI_AGENTS, '{"hooks": {"PreToolUse": [{"hooks": [{"name": "😀"}, {"command": "a"}]}]}}')

    first, second = _hooks(await _tree(agent))

    text = file.read_text()
    at = text.index('{"command"')
    assert (second.range.start.line, second.range.start.character) == (0, at + 1)
    assert second.range.end.character == text.index("]}]") + 1
    assert second.group == "/hooks/PreToolUse/0"
    assert (first.can_fire, first.hook.name) == (False, "😀")


async def test_the_editors_text_goes_before_the_disks_and_keeps_its_uri(agent: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(AI_AGENTS, "old")
    uri = agent.open(file, hook_text("new"))

    (hook,) = _hooks(await _tree(agent))

    assert (hook.hook.command, hook.uri) == ("new", uri)


async def test_what_never_runs_says_why(agent: Editor, workspace: Workspace) -> None:
    text = hook_text("true").replace('"type": "command",', '"type": "wish",')
    workspace.write(AI_AGENTS, text)

    (hook,) = _hooks(await _tree(agent))

    assert not hook.can_fire
    assert hook.hook.type == "wish"
    assert "has an unknown `type`" in (hook.skipped_because or "")


async def test_a_broken_file_gives_what_can_be_read(agent: Editor, workspace: Workspace) -> None:
    text = hook_text("one", "two")
    uri = agent.open(workspace.write(AI_AGENTS, text))
    await _tree(agent)

    agent.replace(uri, 2, text.replace('"two"\n', '"two more"\n').removesuffix("}\n"))
    found = await _tree(agent)

    kept, other = _hooks(found)
    assert "not valid JSON" in found.dialects[0].problems[0]
    assert (kept.hook.command, kept.skipped_because, kept.can_fire) == ("one", None, False)
    assert (other.hook.command, other.can_fire) == ("two more", False)
    assert "not valid JSON" in (other.skipped_because or "")


async def test_scripts_are_those_that_are_there(agent: Editor, workspace: Workspace) -> None:
    script = workspace.write("guard.sh", "#!/bin/sh\n")
    workspace.hooks(CLAUDE_CODE, '"$CLAUDE_PROJECT_DIR"/guard.sh && ./gone.sh')

    (hook,) = _hooks(await _tree(agent))

    assert hook.scripts == [str(script)]


async def test_last_results_are_of_this_session_and_of_the_journal(agent: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(AI_AGENTS, _REFUSAL)
    fired = await agent.ask("hookwright/fire", {"uri": file.as_uri(), "pointer": "/hooks/PreToolUse/0/hooks/0"})
    (hook,) = _hooks(await _tree(agent))
    assert hook.last is not None
    assert hook.last.dispatch_id == fired["outcome"]["dispatchId"]
    assert (hook.last.status, hook.last.decision) == ("blocked", "deny")
    assert hook.last.words.startswith("deny · ")

    payload = {"tool_name": "FileReader", "tool_input": {}}
    params = {"event": "PreToolUse", "payload": payload, "dialect": "ai-agents"}
    outcome = await agent.ask("hookwright/dispatch", params)
    (hook,) = _hooks(await _tree(agent))

    assert hook.last is not None
    assert hook.last.dispatch_id == outcome["dispatchId"]
    assert hook.last.decision == "deny"


async def test_it_works_in_an_untrusted_workspace_and_for_a_bare_client(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, BARE, trusted=False)
    workspace.hooks(AI_AGENTS, "touch ran")

    (hook,) = _hooks(await _tree(newcomer))

    assert hook.hook.command == "touch ran"
    assert not (workspace.project / "ran").exists()


async def test_one_folder_can_be_asked_about(agent: Editor, workspace: Workspace, tmp_path: Path) -> None:
    workspace.hooks(AI_AGENTS, "here")
    other = tmp_path / "other" / AI_AGENTS
    other.parent.mkdir(parents=True)
    other.write_text(hook_text("there"))

    found = await _tree(agent, {"projectDir": str(tmp_path / "other")})

    assert [it.hook.command for it in _hooks(found)] == ["there"]


async def test_a_folder_may_be_named_from_where_the_server_is(agent: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(AI_AGENTS, "here")

    (hook,) = _hooks(await _tree(agent, {"projectDir": os.path.relpath(workspace.project)}))

    assert hook.uri == file.as_uri()


async def test_a_hook_file_that_is_open_in_no_folder_is_of_its_own_project(
    agent: Editor, workspace: Workspace, tmp_path: Path
) -> None:
    nested = workspace.hooks(f"packages/one/{AI_AGENTS}", "nested")
    assert (await _tree(agent)).dialects == []

    agent.open(nested)
    (dialect,) = (await _tree(agent)).dialects

    assert dialect.project_dir == str(workspace.project / "packages/one")
    assert _of(dialect)[0].hook.command == "nested"


async def test_a_thousand_hooks_are_all_there(agent: Editor, workspace: Workspace) -> None:
    groups = [{"matcher": f"Tool{it}", "hooks": [{"type": "command", "command": f"echo {it}"}]} for it in range(1000)]
    file = workspace.write(AI_AGENTS, json.dumps({"hooks": {"PreToolUse": groups}}, indent=2))
    agent.open(file)

    assert [it.hook.command for it in _hooks(await _tree(agent))] == [f"echo {it}" for it in range(1000)]


async def _tree(editor: Editor, params: dict[str, Any] | None = None) -> Any:
    answer = await editor.ask("hookwright/hooks", params or {})
    return fits(HookTreeJson, answer)


def _hooks(found: Any) -> list[Any]:
    return [it for dialect in found.dialects for it in _of(dialect)]


def _of(dialect: Any) -> list[Any]:
    return [it for event in dialect.events for it in event.hooks]


async def test_a_file_is_listed_for_the_agent_that_hookwright_json_names(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, "true")
    uri = agent.open(workspace.write("hookwright.json", "{}"))
    assert [it.id for it in (await _tree(agent)).dialects] == ["claude-code"]

    agent.replace(uri, 2, json.dumps({"dialects": {CLAUDE_CODE: "ai-agents"}}))
    (found,) = (await _tree(agent)).dialects
    assert found.id == "ai-agents"
    assert found.events[0].hooks[0].hook.command == "true"
