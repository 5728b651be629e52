"""From hook files to the scripts that they run, and back: links, definitions, references, renaming, symbols, folds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import default_converter
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace

_CONVERTER = default_converter()  # type: ignore[no-untyped-call]
_LOCAL = ".claude/settings.local.json"
_MATCHERS = ("Edit|Write", "Write", "W.*")
_COMMAND = 'echo "é" && bash "$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh'


def scripted(workspace: Workspace) -> tuple[Path, Path]:
    """A hook file, and the script that its command names in line 7."""
    return workspace.hooks(CLAUDE_CODE, _COMMAND, matcher="Edit|Write"), workspace.write(
        ".claude/hooks/guard.sh", "#\n"
    )


def at(uri: str, line: int, character: int) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}


def inside(file: Path, text: str, within: int = 1) -> dict[str, Any]:
    """The place in the file, as the server counts, `within` characters into the text."""
    for number, line in enumerate(file.read_text().splitlines()):
        if text in line:
            before = line[: line.index(text) + within]
            return at(file.as_uri(), number, len(before.encode("utf-16-le")) // 2)
    raise AssertionError(f"{text} is not in {file}")


def piece(file: Path, extent: dict[str, Any]) -> str:
    """The text of a range on one line."""
    units: bytes = file.read_text().splitlines()[extent["start"]["line"]].encode("utf-16-le")
    start, end = (int(extent[it]["character"]) * 2 for it in ("start", "end"))
    return units[start:end].decode("utf-16-le")


async def ask(editor: Editor, method: str, params: dict[str, Any]) -> Any:
    """The answer as the JSON that was sent."""
    typed = _CONVERTER.structure(params, types.METHOD_TO_TYPES[method][2])
    return _CONVERTER.unstructure(await editor.ask(method, typed))


async def test_links_lead_to_the_scripts_that_are_there(editor: Editor, workspace: Workspace) -> None:
    file, script = scripted(workspace)
    uri = editor.open(file)

    (link,) = await ask(editor, "textDocument/documentLink", {"textDocument": {"uri": uri}})

    assert link["target"] == script.as_uri()
    assert piece(file, link["range"]).endswith(".claude/hooks/guard.sh")


async def test_a_script_that_is_not_there_is_no_link(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(CLAUDE_CODE, "bash gone.sh"))

    assert not await ask(agent, "textDocument/documentLink", {"textDocument": {"uri": uri}})


async def test_the_definition_of_a_script(editor: Editor, workspace: Workspace) -> None:
    file, script = scripted(workspace)
    editor.open(file)

    found = await ask(editor, "textDocument/definition", inside(file, "guard.sh"))

    target = found[0]["targetUri"] if isinstance(found, list) else found["uri"]
    assert target == script.as_uri()
    assert await ask(editor, "textDocument/definition", inside(file, "PreToolUse")) is None


async def test_references_are_those_of_every_file(agent: Editor, workspace: Workspace) -> None:
    file, _ = scripted(workspace)
    local = workspace.hooks(_LOCAL, "sh .claude/hooks/guard.sh", event="Stop", matcher=None)
    agent.open(file)

    found = await ask(
        agent, "textDocument/references", {**inside(file, "guard.sh"), "context": {"includeDeclaration": True}}
    )

    assert [it["uri"] for it in found] == [file.as_uri(), local.as_uri()]
    assert piece(local, found[1]["range"]) == ".claude/hooks/guard.sh"


async def test_renaming_a_script_takes_its_file_and_every_hook_along(agent: Editor, workspace: Workspace) -> None:
    file, script = scripted(workspace)
    local = workspace.hooks(_LOCAL, "sh .claude/hooks/guard.sh", event="Stop", matcher=None)
    agent.open(file)

    prepared = await ask(agent, "textDocument/prepareRename", inside(file, "guard.sh"))
    edit = await ask(agent, "textDocument/rename", {**inside(file, "guard.sh"), "newName": "gate.sh"})

    assert (prepared["placeholder"], piece(file, prepared["range"])) == ("guard.sh", "guard.sh")
    *texts, moved = edit["documentChanges"]
    assert {it["textDocument"]["uri"]: [one["newText"] for one in it["edits"]] for it in texts} == {
        file.as_uri(): ["gate.sh"],
        local.as_uri(): ["gate.sh"],
    }
    assert (moved["kind"], moved["oldUri"]) == ("rename", script.as_uri())
    assert moved["newUri"] == script.with_name("gate.sh").as_uri()


@pytest.mark.parametrize("name", ["", "a b.sh", "../gate.sh", "$(touch ran).sh"])
async def test_a_name_that_no_script_may_have_is_refused(agent: Editor, workspace: Workspace, name: str) -> None:
    file, _ = scripted(workspace)
    agent.open(file)

    with pytest.raises(JsonRpcException, match="is not a valid name for a script"):
        await ask(agent, "textDocument/rename", {**inside(file, "guard.sh"), "newName": name})


async def test_hooks_follow_a_script_that_is_moved_in_the_editor(agent: Editor, workspace: Workspace) -> None:
    file, script = scripted(workspace)
    agent.open(file)
    moved = workspace.project / ".claude" / "gates" / "new.sh"

    edit = await ask(
        agent, "workspace/willRenameFiles", {"files": [{"oldUri": script.as_uri(), "newUri": moved.as_uri()}]}
    )

    ((uri, (change,)),) = edit["changes"].items()
    assert (uri, change["newText"]) == (file.as_uri(), "gates/new.sh")
    assert piece(file, change["range"]) == "hooks/guard.sh"


async def test_a_name_in_matchers_is_renamed_in_the_whole_file(agent: Editor, workspace: Workspace) -> None:
    groups = [
        {"matcher": it, "hooks": [{"type": "command", "command": "true"}]} for it in ("Edit|Write", "Write", "W.*")
    ]
    file = workspace.write(CLAUDE_CODE, json.dumps({"hooks": {"PreToolUse": groups}}, indent=2))
    agent.open(file)

    edit = await ask(agent, "textDocument/rename", {**inside(file, "Write"), "newName": "NotebookEdit"})

    (changes,) = edit["changes"].values()
    assert [piece(file, it["range"]) for it in changes] == ["Write", "Write"]


async def test_an_event_becomes_another_one(agent: Editor, workspace: Workspace) -> None:
    file, _ = scripted(workspace)
    agent.open(file)
    place = inside(file, "PreToolUse")

    prepared = await ask(agent, "textDocument/prepareRename", place)
    edit = await ask(agent, "textDocument/rename", {**place, "newName": "PostToolUse"})

    assert piece(file, prepared["range"]) == prepared["placeholder"] == "PreToolUse"
    ((change,),) = edit["changes"].values()
    assert (piece(file, change["range"]), change["newText"]) == ("PreToolUse", "PostToolUse")
    with pytest.raises(JsonRpcException, match="did you mean `PostToolUse`"):
        await ask(agent, "textDocument/rename", {**place, "newName": "PostTolUse"})


async def test_the_outline(editor: Editor, workspace: Workspace) -> None:
    file, _ = scripted(workspace)
    uri = editor.open(file)

    (event,) = await ask(editor, "textDocument/documentSymbol", {"textDocument": {"uri": uri}})

    assert (event["name"], event["detail"], event["kind"]) == ("PreToolUse", "1 hook", types.SymbolKind.Event)
    ((group,),) = (event["children"],)
    assert (group["name"], [it["name"] for it in group["children"]]) == ("Edit|Write", [_COMMAND])


async def test_symbols_of_the_workspace(agent: Editor, workspace: Workspace) -> None:
    scripted(workspace)
    workspace.hooks(_LOCAL, "true", event="Stop", matcher=None)

    every = await ask(agent, "workspace/symbol", {"query": ""})
    some = await ask(agent, "workspace/symbol", {"query": "guard"})

    assert {"PreToolUse", "Stop"} <= {it["name"] for it in every}
    assert [it["name"] for it in some] == [_COMMAND]


async def test_folds_and_selections(editor: Editor, workspace: Workspace) -> None:
    file, _ = scripted(workspace)
    uri = editor.open(file)

    folds = await ask(editor, "textDocument/foldingRange", {"textDocument": {"uri": uri}})
    place = inside(file, "guard.sh")
    (chain,) = await ask(
        editor, "textDocument/selectionRange", {"textDocument": place["textDocument"], "positions": [place["position"]]}
    )

    lines = len(file.read_text().splitlines())
    assert (folds[0]["startLine"], folds[0]["endLine"]) == (0, lines - 2)
    assert piece(file, chain["range"]).endswith("/.claude/hooks/guard.sh")
    assert piece(file, chain["parent"]["range"]).startswith("echo ")
