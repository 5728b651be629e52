"""`hookwright.json` over the wire: as it is typed, what is said of the other documents follows."""

from __future__ import annotations

from tests.e2e.editor import Editor, codes
from tests.e2e.workspace import AI_AGENTS, Workspace, hook_text


async def test_other_documents_follow_the_settings_as_they_are_typed(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.write(AI_AGENTS, hook_text("true", event="pretooluse")))
    assert codes(await agent.problems(uri)) == ["HW202"]

    settings = agent.open(workspace.write("hookwright.json", '{"rules": {"event-cas": "off"}}'))
    assert codes(await agent.problems(settings)) == ["HW901"]
    assert agent.codes(uri) == ["HW202"]

    agent.replace(settings, 2, '{"rules": {"event-case": "off"}}')
    assert codes(await agent.problems(settings, 2)) == []
    await agent.until(lambda: not agent.codes(uri), "no HW202 any more")
