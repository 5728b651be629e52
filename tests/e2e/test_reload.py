"""Hook files change while the server runs: what a dispatch goes by, from the first keystroke to the last save."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, PATIENCE, Workspace, eventually, hook_text

_CLAWDCODE = ".clawdcode/settings.json"
_ASK = {"event": "PreToolUse", "payload": {"tool_name": "Write", "tool_input": {"content": "x"}}}


def _printed(outcome: dict[str, Any]) -> list[str]:
    return [it["stdout"] for it in outcome["runs"]]


def _serial(*commands: str) -> str:
    hooks = [{"type": "command", "command": it} for it in commands]
    return json.dumps({"hooks": {"PreToolUse": [{"hooks": hooks}]}})


async def test_a_dispatch_after_a_save_sees_the_new_file(agent: Editor, workspace: Workspace) -> None:
    words = ["one", "two", "six", "ten"]
    seen = []
    for word in words:
        # The same size each time, and as fast as the clock of the file system may not tell.
        workspace.hooks(CLAUDE_CODE, f"echo {word}")
        seen += _printed(await agent.ask("hookwright/dispatch", _ASK))

    assert seen == [f"{it}\n" for it in words]


async def test_a_dispatch_in_flight_keeps_the_files_it_began_with(agent: Editor, workspace: Workspace) -> None:
    began, gate = workspace.project / "began", workspace.project / "gate"
    wait = f"touch '{began}'; while [ ! -e '{gate}' ]; do sleep 0.02; done; echo first"
    file = workspace.write(_CLAWDCODE, _serial(wait, "echo old"))
    _, answer = agent.begin_to_ask("hookwright/dispatch", {**_ASK, "dialect": "clawdcode"})
    await eventually(began.exists, "a start of the first hook", PATIENCE)

    file.write_text(_serial("echo new"))
    meanwhile = await agent.ask("hookwright/dispatch", {**_ASK, "dialect": "clawdcode"})
    gate.touch()

    assert _printed(meanwhile) == ["new\n"]
    assert _printed(await answer) == ["first\n", "old\n"]


async def test_hooks_that_an_edit_leaves_alone_are_run_while_the_text_is_broken(
    agent: Editor, workspace: Workspace
) -> None:
    whole = hook_text("echo guard", "echo other", matcher="Write")
    file = workspace.write(CLAUDE_CODE, whole)
    uri = agent.open(file)
    assert _printed(await agent.ask("hookwright/dispatch", _ASK)) == ["guard\n", "other\n"]

    half_typed = whole.replace('"echo other"', '"echo oth')
    agent.replace(uri, 2, half_typed)
    broken = await agent.ask("hookwright/dispatch", _ASK)

    assert _printed(broken) == ["guard\n"]
    (said,) = (it["text"] for it in broken["messages"] if it["level"] == "warning")
    assert said.startswith(f"{file}:{_line(half_typed, 'echo oth')}:")
    assert "only its unchanged hooks still run (1), and the others do not (1)" in said

    agent.replace(uri, 3, whole.replace('"echo other"', '"echo others"'))
    assert _printed(await agent.ask("hookwright/dispatch", _ASK)) == ["guard\n", "others\n"]


def _line(text: str, words: str) -> int:
    return text[: text.index(words)].count("\n") + 1


async def test_a_user_file_that_breaks_is_told_and_the_projects_go_on(agent: Editor, workspace: Workspace) -> None:
    mine: Path = workspace.home / CLAUDE_CODE
    mine.parent.mkdir()
    mine.write_text(hook_text("echo mine"))
    workspace.hooks(CLAUDE_CODE, "echo ours")
    await agent.ask("hookwright/dispatch", _ASK)

    mine.write_text(hook_text("echo mine") + "}")
    kept = await agent.ask("hookwright/dispatch", _ASK)
    mine.write_text("{")
    removed = await agent.ask("hookwright/dispatch", _ASK)

    assert _printed(kept) == ["mine\n", "ours\n"]
    assert _printed(removed) == ["ours\n"]
    assert all(str(mine) in it["messages"][0]["text"] for it in (kept, removed))
