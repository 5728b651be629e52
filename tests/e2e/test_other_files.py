"""What is found in one file follows what stands in the others that apply with it, open or not."""

from __future__ import annotations

from tests.e2e.editor import BARE, Editor, codes
from tests.e2e.workspace import AI_AGENTS, Workspace, hook_text

LOCAL = ".ai_agents/settings.local.json"


async def test_an_edit_of_one_open_file_is_heeded_in_the_other(agent: Editor, workspace: Workspace) -> None:
    first = agent.open(workspace.hooks(AI_AGENTS, "true"))
    second = agent.open(workspace.hooks(LOCAL, "date"))
    assert codes(await agent.problems(second)) == []

    agent.replace(second, 2, hook_text("true"))

    await agent.until(lambda: agent.codes(first) == ["HW701"], "HW701 in the other file")
    assert codes(await agent.problems(second, 2)) == ["HW701"]
    (found,) = agent.diagnostics[first]
    (related,) = found.related_information or ()
    assert related.location.uri == second

    agent.replace(second, 3, hook_text("date"))
    await agent.until(lambda: agent.codes(first) == [], "no HW701")


async def test_a_file_that_nobody_has_open_is_heeded_as_it_changes(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, BARE)
    uri = newcomer.open(workspace.hooks(AI_AGENTS, "true"))
    assert codes(await newcomer.problems(uri)) == []

    local = workspace.hooks(LOCAL, "true")
    await newcomer.until(lambda: newcomer.codes(uri) == ["HW701"], "HW701")
    local.unlink()
    await newcomer.until(lambda: newcomer.codes(uri) == [], "no HW701")
