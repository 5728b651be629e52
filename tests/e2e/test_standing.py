"""What firing found, as diagnostics over the wire: on the hook's line, until the hook or its script changes."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from tests.e2e.editor import Editor
from tests.e2e.workspace import AI_AGENTS, Workspace, hook_text

# Reading the file does not find it.
_WRONG = """echo '{_decison_: _deny_, _decision_: _perhaps_}' | tr _ '"'"""
_SCRIPT = '#!/bin/sh\necho checking\necho \'{"decision": "deny"}\'\n'


async def test_what_firing_found_stands_on_the_hook_until_it_changes(editor: Editor, workspace: Workspace) -> None:
    uri = editor.open(workspace.hooks(AI_AGENTS, "true", _WRONG))
    assert await editor.problems(uri) == []

    await _fire(editor, uri)

    found = await _shown(editor, uri, "HW802", "HW803")
    assert {it.range.start.line for it in found} == {10}
    assert {it.severity for it in found} == {types.DiagnosticSeverity.Warning}
    moved = hook_text("true", _WRONG).replace('"hooks": {', '"hooks": {\n', 1)
    editor.replace(uri, 2, moved)
    assert {it.range.start.line for it in await editor.problems(uri, 2)} == {11}
    editor.replace(uri, 3, hook_text("echo first", "true", _WRONG))
    assert {it.range.start.line for it in await editor.problems(uri, 3)} == {14}
    editor.replace(uri, 4, hook_text("true", _WRONG.replace("decison", "decision")))
    assert "HW802" not in {it.code for it in await editor.problems(uri, 4)}
    assert "HW803" not in {it.code for it in await editor.problems(uri, 4)}


async def test_it_goes_when_the_script_changes(agent: Editor, workspace: Workspace) -> None:
    script = workspace.write("check.sh", _SCRIPT)
    script.chmod(0o755)
    uri = agent.open(workspace.hooks(AI_AGENTS, "./check.sh"))

    await _fire(agent, uri)
    await _shown(agent, uri, "HW801")
    script.write_text("#!/bin/sh\nexit 0\n")

    await agent.until(lambda: not agent.codes(uri), "diagnostics without what is mended")


async def test_it_goes_when_the_hook_is_fired_again_and_does_well(agent: Editor, workspace: Workspace) -> None:
    command = f"""if grep -q FileWriter; then {_WRONG}; fi"""
    uri = agent.open(workspace.hooks(AI_AGENTS, command))
    await _fire(agent, uri, payload={"tool_name": "FileWriter", "tool_input": {}})
    await _shown(agent, uri, "HW802", "HW803")

    await _fire(agent, uri, payload={"tool_name": "FileReader", "tool_input": {}})

    await agent.until(lambda: not agent.codes(uri), "diagnostics without what is mended")


async def test_settings_switch_it_off_or_make_it_an_error(agent: Editor, workspace: Workspace) -> None:
    workspace.write("hookwright.json", '{"rules": {"HW802": "off", "output-wrong-value": "error"}}')
    uri = agent.open(workspace.hooks(AI_AGENTS, _WRONG))

    await _fire(agent, uri)

    (found,) = await _shown(agent, uri, "HW803")
    assert found.severity == types.DiagnosticSeverity.Error


async def test_a_slow_hook_says_so(agent: Editor, workspace: Workspace) -> None:
    text = hook_text("sleep 0.3").replace('"command": "sleep', '"timeout": 0.5, "command": "sleep')
    uri = agent.open(workspace.write(AI_AGENTS, text))
    before = [it.code for it in await agent.problems(uri)]

    await _fire(agent, uri)

    found = await _shown(agent, uri, *map(str, before), "HW804")
    (slow,) = (it for it in found if it.code == "HW804")
    assert slow.severity == types.DiagnosticSeverity.Information
    assert slow.message.startswith("this took")


async def _fire(editor: Editor, uri: str, **how: Any) -> Any:
    return await editor.ask("hookwright/fire", {"uri": uri, "pointer": "/hooks/PreToolUse", **how})


async def _shown(editor: Editor, uri: str, *codes: str) -> list[types.Diagnostic]:
    await editor.until(lambda: editor.codes(uri) == sorted(codes), f"diagnostics {codes}")
    return list(editor.diagnostics[uri])
