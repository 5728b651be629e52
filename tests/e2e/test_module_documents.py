"""Hook modules in the editor: findings, quick fixes, completion and hover, with nothing run."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types
from tests.e2e.editor import Editor
from tests.e2e.workspace import Workspace

PLACE = ".pi/hooks/guard.py"
TEXT = """\
from hookwright.modules import on
open("ran", "w")

@on("PreTolUse")
def guard(event, ctx):
    return ctx.
"""


async def test_e2_a_module_is_read_and_not_run(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, "visual-studio-code", trusted=False)
    uri = newcomer.open(workspace.write(PLACE, TEXT))
    document = types.TextDocumentIdentifier(uri)
    (broken,) = await newcomer.problems(uri)
    assert (broken.code, broken.range.start.line) == ("HW907", 5)

    here = types.CompletionContext(types.CompletionTriggerKind.TriggerCharacter, ".")
    params = types.CompletionParams(document, types.Position(5, 15), here)
    offered = await newcomer.text_document_completion_async(params)
    assert isinstance(offered, types.CompletionList)
    assert {"cwd", "exec", "ui"} <= {it.label for it in offered.items}

    newcomer.replace(uri, 2, TEXT.replace("ctx.\n", "ctx.cwd\n"))
    await newcomer.until(lambda: newcomer.codes(uri) == ["HW908"], "the unknown event")
    (slip,) = newcomer.published[-1].diagnostics
    actions = await newcomer.text_document_code_action_async(
        types.CodeActionParams(document, slip.range, types.CodeActionContext([slip]))
    )
    assert "Change to `PreToolUse`" in [it.title for it in actions or []]

    hover = await newcomer.text_document_hover_async(types.HoverParams(document, types.Position(5, 16)))
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert "The folder that the agent works in." in hover.contents.value
    assert not (workspace.project / "ran").exists()

    found = await newcomer.ask("hookwright/moduleTypes", {})
    assert (Path(found["path"]) / "hookwright" / "modules" / "__init__.py").is_file()
    assert (Path(found["path"]) / "hookwright" / "py.typed").is_file()
