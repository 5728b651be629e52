"""`/pop`, a module of the examples, in a real session of an agent that embeds the engine."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.agent import Agent, Refusal
from tests.e2e.workspace import Workspace

_POP = Path(__file__).parents[2] / "examples" / "modules" / "pop.py"
_SAID = ("one question", "one answer", "another question", "another answer", "last question", "last answer")
_SAME_NAME = """
from hookwright.modules import command

command("pop", "Takes the newest entry of the stash", lambda ctx: f"git stash pop {ctx.args_raw}")
"""


@pytest.fixture
async def session(embedder: Agent, workspace: Workspace) -> str:
    """A session of three turns in a project with `/pop`, and with a module that has another command of that name."""
    folder = workspace.project / ".pi" / "hooks"
    folder.mkdir(parents=True)
    shutil.copy(_POP, folder)
    (folder / "stash.py").write_text(_SAME_NAME)
    await embedder.begin(workspace.project, capabilities={"ui": True})
    file = str(workspace.project / "session.jsonl")
    opened = await embedder.ask("session/open", {"sessionId": workspace.project.parent.name, "sessionFile": file})
    for number, text in enumerate(_SAID):
        message = {"role": ("user", "assistant")[number % 2], "content": text}
        await embedder.ask(
            "session/append", {"sessionId": opened["sessionId"], "entry": {"type": "message", "message": message}}
        )
    return str(opened["sessionId"])


async def test_pop_to_the_first_of_three_turns(embedder: Agent, workspace: Workspace, session: str) -> None:
    """(E3) (E4) (E5) (E7) (E8): the summary is read, every entry is kept, and a reload shows the same."""
    about = {"sessionId": session}
    asked: list[Any] = []

    def choose(params: Any) -> dict[str, Any]:
        asked.append(params["options"])
        return {"result": params["options"][0]}

    embedder.answers["ui/select"] = choose

    done = await embedder.ask("commands/invoke", {**about, "name": "pop", "args": ""})

    assert done == {"status": "Popped stack"}
    assert asked == [["1. one question", "2. another question", "3. last question"]]
    summary = "\n".join(f"{('user', 'assistant')[number % 2]}: {text}" for number, text in enumerate(_SAID))
    [read] = (await embedder.ask("session/messages", about))["messages"]
    assert (read["role"], read["content"]) == ("user", f"[Subtask completed]\n\n{summary}")

    entries = (await embedder.ask("session/entries", about))["entries"]
    assert [it["message"]["content"] for it in entries[:6]] == list(_SAID)
    assert (entries[6]["type"], entries[6]["backToIndex"], len(entries)) == ("stack_pop", 0, 7)

    await embedder.ask("session/close", about)
    file = workspace.project / "session.jsonl"
    assert [json.loads(it) for it in file.read_text().splitlines()] == entries
    again = await embedder.ask("session/open", {"sessionId": "again", "sessionFile": str(file)})
    assert again["resumed"]
    assert (await embedder.ask("session/messages", {"sessionId": "again"}))["messages"] == [read]
    await embedder.ask("session/close", {"sessionId": "again"})


async def test_commands_are_listed_and_invoked_by_name(embedder: Agent, workspace: Workspace, session: str) -> None:
    """(E1) (E9): the later of two with one name has a prefix; an unknown one is an error with the nearest."""
    about = {"sessionId": session}
    folder = workspace.project / ".pi" / "hooks"

    assert await embedder.ask("commands/list", about) == [
        {
            "name": "pop",
            "description": "Go back to an earlier turn, with a summary of what came after it",
            "source": str(folder / "pop.py"),
        },
        {
            "name": "stash:pop",
            "description": "Takes the newest entry of the stash",
            "source": str(folder / "stash.py"),
        },
    ]
    invoked = await embedder.ask("commands/invoke", {**about, "name": "stash:pop", "args": "-q"})
    assert invoked == {"prompt": "git stash pop -q"}
    with pytest.raises(Refusal, match=r"`/pup` is not a command: did you mean `/pop`\?"):
        await embedder.ask("commands/invoke", {**about, "name": "pup", "args": ""})
    await embedder.ask("session/close", about)
