"""Firing a handler of a hook module from its lens, and what is shown of a module that cannot be loaded."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.editor import Editor
from tests.e2e.workspace import Workspace

PLACE = ".pi/hooks/guard.py"
GUARD = """\
from pathlib import Path
from hookwright.modules import on

Path("loaded").touch()

@on("PreToolUse")
def guard(event, ctx):
    return {"decision": "block", "reason": f"no {event.tool_name} here"}

@on("Stop")
def breaks(event, ctx):
    raise KeyError("what")
"""
AT = {"pointer": "/handlers/PreToolUse/0"}


async def test_f3_a_handler_is_fired_by_its_lens_once_the_user_agrees(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, "visual-studio-code", options={"client": {"ui": True}})
    uri = newcomer.open(workspace.write(PLACE, GUARD))
    lenses = await newcomer.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri)))
    commands = [it.command for it in lenses or () if it.command is not None]
    assert [(it.title, [*(it.arguments or ())]) for it in commands] == [
        ("▶ Fire", [{"uri": uri, "pointer": "/handlers/PreToolUse/0"}]),
        ("▶ Fire", [{"uri": uri, "pointer": "/handlers/Stop/0"}]),
    ]

    plan = await newcomer.ask("hookwright/plan", {"uri": uri, **AT})
    assert [it["hook"]["type"] for it in plan["steps"]] == ["module"]
    newcomer.agrees = False
    with pytest.raises(JsonRpcException) as refused:
        await newcomer.ask("hookwright/fire", {"uri": uri, **AT})
    assert refused.value.code == -32011
    assert not (workspace.project / "loaded").exists()

    newcomer.agrees = True
    fired = await newcomer.ask("hookwright/fire", {"uri": uri, "pointer": "/handlers/PreToolUse/0", "sample": "Bash"})
    assert fired["outcome"]["decision"] == "deny"
    assert fired["outcome"]["reason"] == "no Bash here"
    assert str(workspace.project / PLACE) in newcomer.questions[-1]
    asked = len(newcomer.questions)
    samples = await newcomer.ask("hookwright/samples", {"uri": uri, **AT})
    assert "Bash" in {it["name"] for it in samples}

    broken = await newcomer.ask("hookwright/fire", {"uri": uri, "pointer": "/handlers/Stop/0"})
    (run,) = broken["outcome"]["runs"]
    assert (run["status"], len(newcomer.questions)) == ("failed", asked)
    assert "KeyError" in run["stderr"]

    with pytest.raises(JsonRpcException, match="cannot be fired on a copy"):
        await newcomer.ask("hookwright/fire", {"uri": uri, **AT, "scratch": True})
    newcomer.replace(uri, 2, GUARD + "\n")
    with pytest.raises(JsonRpcException, match="not saved"):
        await newcomer.ask("hookwright/fire", {"uri": uri, **AT})

    text = GUARD.replace("Path(", "Paths(", 1).replace("import Path", "import Paths")
    workspace.write(PLACE, text)
    newcomer.replace(uri, 3, text)
    with pytest.raises(JsonRpcException, match="cannot be loaded"):
        await newcomer.ask("hookwright/fire", {"uri": uri, **AT})
    await newcomer.until(lambda: newcomer.codes(uri) == ["HW907"], "the module that cannot be loaded")
    (found,) = newcomer.published[-1].diagnostics
    assert found.range.start.line == 0
    assert "Paths" in found.message


async def test_what_an_agent_s_dispatch_finds_wrong_is_shown_too(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, "visual-studio-code")
    uri = newcomer.open(workspace.write(PLACE, "import os\nraise SystemError('not today')\n"))
    assert await newcomer.problems(uri) == []
    outcome = await newcomer.ask("hookwright/dispatch", {"event": "Stop", "dialect": "claude-code", "payload": {}})
    assert any("not today" in it["text"] for it in outcome["messages"])
    await newcomer.until(lambda: newcomer.codes(uri) == ["HW907"], "the module that cannot be loaded")
    assert newcomer.published[-1].diagnostics[0].range.start.line == 1


async def test_nothing_of_a_module_is_loaded_in_an_untrusted_workspace(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, "visual-studio-code", trusted=False, options={"client": {"ui": True}})
    uri = newcomer.open(workspace.write(PLACE, GUARD))
    with pytest.raises(JsonRpcException) as refused:
        await newcomer.ask("hookwright/fire", {"uri": uri, **AT})
    assert refused.value.code == -32010
    assert not (workspace.project / "loaded").exists()
