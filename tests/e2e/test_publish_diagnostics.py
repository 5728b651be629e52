"""`textDocument/publishDiagnostics` over the wire (F2): each version gets its own, never an older one after a newer."""

from __future__ import annotations

import json
from itertools import pairwise

from lsprotocol import types
from tests.e2e.actions import actions_at, applied
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import Editor, codes
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, DIALECTS, Workspace, hook_text, large_text

_BROKEN = hook_text("true", event="PreTolUse")


async def test_a_finding_with_its_place_version_and_origin(editor: Editor, workspace: Workspace) -> None:
    for path in DIALECTS.values():
        uri = editor.open(workspace.write(path, _BROKEN), version=7)

        (found,) = await editor.problems(uri, 7)

        assert found.code == "HW201"
        assert found.severity is types.DiagnosticSeverity.Error
        assert found.source == "hookwright"
        assert "`PreToolUse`" in found.message
        assert found.range == types.Range(types.Position(2, 4), types.Position(2, 15))


async def test_a_burst_of_changes_ends_with_what_the_last_one_says(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.write(AI_AGENTS, _BROKEN))
    await agent.problems(uri)

    with agent.in_one_write():
        for version in range(2, 102):
            agent.replace(uri, version, _BROKEN if version % 2 else hook_text(f"echo {version}", event="PostTolUse"))
        agent.replace(uri, 102, hook_text("true", matcher="("))
    last = await agent.problems(uri, 102)
    # Whatever was still under way would have come before the answer to this.
    await agent.ask("hookwright/samples", {"dialect": "ai-agents", "event": "PreToolUse"})

    assert codes(last) == ["HW301"]
    versions = [it.version or 0 for it in agent.publications(uri)]
    assert [(one, next_) for one, next_ in pairwise(versions) if one > next_] == []
    assert versions[-1] == 102
    assert len(versions) < 50, "every version was judged, although a newer one was there"


async def test_two_documents_are_told_apart(agent: Editor, workspace: Workspace) -> None:
    good = agent.open(workspace.hooks(CLAUDE_CODE, "true"))
    bad = agent.open(workspace.write(AI_AGENTS, _BROKEN))

    assert codes(await agent.problems(bad)) == ["HW201"]
    assert await agent.problems(good) == []


async def test_a_file_without_hooks_is_left_alone(agent: Editor, workspace: Workspace) -> None:
    other = agent.open(workspace.write("package.json", '{"name": "weather", }\n'))
    mine = agent.open(workspace.write(AI_AGENTS, _BROKEN))

    await agent.problems(mine)

    assert [it.diagnostics for it in agent.publications(other) if it.diagnostics] == []


async def test_completion_is_answered_while_a_large_file_is_judged(agent: Editor, workspace: Workspace) -> None:
    small = agent.open(workspace.hooks(CLAUDE_CODE, "true"))
    await agent.problems(small)
    large = agent.open(workspace.write(AI_AGENTS, large_text("PreTolUse")))

    params = types.CompletionParams(types.TextDocumentIdentifier(small), types.Position(0, 1))
    for _ in range(3):
        await agent.text_document_completion_async(params)
    before = agent.publications(large)

    assert before == []
    assert "HW201" in codes(await agent.problems(large))


async def test_only_the_newest_text_of_a_large_file_is_published(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.write(AI_AGENTS, large_text("PreTolUse")))
    for version in range(2, 5):
        await agent.hover(uri, types.Position(0, 0))
        agent.replace(uri, version, large_text("PreToolUse" if version < 4 else "PostTolUse"))

    assert "HW201" in codes(await agent.problems(uri, 4))
    assert [it.version for it in agent.publications(uri)] == [4]


async def test_requests_are_answered_while_a_file_of_many_findings_is_judged(
    agent: Editor, workspace: Workspace
) -> None:
    text = "[[hooks.PreToolUse]]\nmatcher = 'a'\n" * 1000
    uri = agent.open(workspace.write(".codex/config.toml", text))

    answers = 0
    while not agent.publications(uri):
        await agent.ask("hookwright/samples", {"dialect": "codex", "event": "PreToolUse"})
        answers += 1

    # One is answered before judging begins, however long that takes.
    assert answers > 1
    (problem,) = await agent.problems(uri)
    assert len(problem.related_information or ()) == 999


async def test_what_the_client_says_itself_of_json_is_not_repeated(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, PROFILES[0], options={"client": {"checksJson": True}})
    text = hook_text("true", event="PreTolUse").rstrip().removesuffix("}")
    uri = newcomer.open(workspace.write(CLAUDE_CODE, text))

    assert codes(await newcomer.problems(uri)) == ["HW201"]
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    (fix, *_) = await actions_at(newcomer, uri, start, [], types.CodeActionKind.QuickFix)
    assert json.loads(applied(text, uri, fix))["hooks"]
    toml = newcomer.open(workspace.write(".codex/config.toml", "[hooks\n"))
    assert codes(await newcomer.problems(toml)) == ["HW001"]


async def test_it_is_said_where_the_client_does_not(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.write(CLAUDE_CODE, hook_text("true").rstrip().removesuffix("}")))

    assert codes(await agent.problems(uri)) == ["HW001"]
