"""A client and an agent of the protocol's own SDK, with the proxy between them, in one process and over real pipes."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import acp
from acp import schema

from hookwright.acp.proxy import Proxy
from hookwright.acp.start import Setup, open_with
from hookwright.acp.wire import Side
from hookwright.embedding.session_hooks import HookSetup
from hookwright.engine.process.companion import open_streams
from hookwright.host import Host
from hookwright.transport.lines import MAX_LINE_BYTES

Play = Callable[["Agent", str, str], Awaitable[str | None]]
Json = dict[str, Any]


class Agent:
    """An agent whose turns are played by the test: a coroutine that gets the prompt, and gives the stop reason."""

    def __init__(self, play: Play | None) -> None:
        self.client: Any = None
        self.prompts: list[str] = []
        self.cancelled = asyncio.Event()
        self.heard: list[tuple[str, Json]] = []
        self._play = play

    def on_connect(self, conn: Any) -> None:
        self.client = conn

    async def initialize(self, protocol_version: int, **_: Any) -> schema.InitializeResponse:
        return schema.InitializeResponse(protocol_version=protocol_version)

    async def new_session(self, **_: Any) -> schema.NewSessionResponse:
        return schema.NewSessionResponse(session_id="s1")

    async def load_session(self, session_id: str, **_: Any) -> schema.LoadSessionResponse:
        await self.tool(
            session_id, status="completed", toolCallId="old", kind="read", title="Read", rawInput={"path": "a"}
        )
        return schema.LoadSessionResponse()

    async def close_session(self, **_: Any) -> schema.CloseSessionResponse:
        return schema.CloseSessionResponse()

    async def cancel(self, **_: Any) -> None:
        self.cancelled.set()

    async def prompt(self, session_id: str, prompt: list[Any], **_: Any) -> schema.PromptResponse:
        text = "\n".join(it.text for it in prompt)
        self.prompts.append(text)
        said = await self._play(self, session_id, text) if self._play is not None else None
        return schema.PromptResponse(stop_reason=said or "end_turn")  # type: ignore[arg-type]

    async def ext_method(self, method: str, params: Json) -> Json:
        self.heard.append((method, params))
        return {"echo": params, "_own": [1.50, None]}

    async def ext_notification(self, method: str, params: Json) -> None:
        self.heard.append((method, params))

    async def tool(self, session: str, **fields: Any) -> None:
        """Sends an update of a tool call, the first of each as its start."""
        kind = "tool_call" if "title" in fields else "tool_call_update"
        update = {"sessionUpdate": kind, **fields}
        await self.client._conn.send_notification("session/update", {"sessionId": session, "update": update})

    async def may(self, session: str, call: Json, kinds: tuple[str, ...] = ("allow_once", "reject_once")) -> str:
        """Asks for permission, and gives the option that was chosen, or `cancelled`."""
        options = [{"optionId": it, "name": it, "kind": it} for it in kinds]
        params = {"sessionId": session, "toolCall": call, "options": options}
        answer = await self.client._conn.send_request("session/request_permission", params)
        outcome: Json = answer["outcome"]
        return str(outcome.get("optionId", outcome["outcome"]))


class Client:
    """A client that keeps files and terminals, and what it is shown; permissions are as `choose` says."""

    def __init__(self) -> None:
        self.agent: Any = None
        self.updates: list[Any] = []
        self.files: dict[str, str] = {}
        self.asked: list[Json] = []
        self.commands: list[Json] = []
        self.choose = "allow_once"
        self.answers = True
        self.heard: list[tuple[str, Json]] = []
        self.was_asked = asyncio.Event()

    @property
    def told(self) -> str:
        """What hooks have shown the user."""
        texts = [it.content.text for it in self.updates if it.session_update == "agent_message_chunk"]
        return "\n".join(it.strip().removeprefix("**Hook:** ") for it in texts if "**Hook:**" in it)

    def on_connect(self, conn: Any) -> None:
        self.agent = conn

    async def session_update(self, session_id: str, update: Any, **_: Any) -> None:
        self.updates.append(update)

    async def request_permission(
        self, session_id: str, tool_call: Any, options: list[Any], **_: Any
    ) -> schema.RequestPermissionResponse:
        self.asked.append({"title": tool_call.title, "input": tool_call.raw_input})
        self.was_asked.set()
        if not self.answers:
            await asyncio.Event().wait()
        return schema.RequestPermissionResponse(
            outcome=schema.AllowedOutcome(outcome="selected", option_id=self.choose)
        )

    async def write_text_file(self, session_id: str, path: str, content: str, **_: Any) -> None:
        if path.endswith("full"):
            raise acp.RequestError(-32603, "no space left")
        self.files[path] = content

    async def read_text_file(self, session_id: str, path: str, **_: Any) -> schema.ReadTextFileResponse:
        return schema.ReadTextFileResponse(content=self.files.get(path, ""))

    async def create_terminal(self, session_id: str, command: str, args: Any = None, **_: Any) -> Any:
        self.commands.append({"command": command, "args": args})
        return schema.CreateTerminalResponse(terminal_id="t1")

    async def terminal_output(self, **_: Any) -> schema.TerminalOutputResponse:
        return schema.TerminalOutputResponse(output="3 passed", truncated=False)

    async def wait_for_terminal_exit(self, **_: Any) -> schema.WaitForTerminalExitResponse:
        return schema.WaitForTerminalExitResponse(exit_code=0)

    async def release_terminal(self, **_: Any) -> None:
        return None

    async def ext_method(self, method: str, params: Json) -> Json:
        self.heard.append((method, params))
        return {"echo": params}

    async def ext_notification(self, method: str, params: Json) -> None:
        self.heard.append((method, params))


End = tuple[asyncio.StreamWriter, asyncio.StreamReader]


class Talk:
    """A session that is open in a project with hooks."""

    def __init__(self, client: Client, agent: Agent, project: Path) -> None:
        self.client = client
        self.agent = agent
        self.project = project

    async def prompt(self, text: str = "do it") -> str:
        """Sends a prompt and gives the reason for which the turn has ended."""
        answer = await self.client.agent.prompt(session_id="s1", prompt=[acp.text_block(text)])
        return str(answer.stop_reason)

    def log(self) -> list[Json]:
        """The payloads that the hook `LOG` has got."""
        path = self.project / "log"
        return [json.loads(it) for it in path.read_text().splitlines()] if path.exists() else []


LOG = 'printf "%s\\n" "$(cat)" >> "$CLAUDE_PROJECT_DIR/log"'
"""A hook that notes what it gets."""


async def until(come: Callable[[], bool]) -> None:
    """Waits for something that nothing here announces; the test's time limit ends it."""
    while not come():  # noqa: ASYNC110  another process does it
        await asyncio.sleep(0.01)


def write_hooks(project: Path, hooks: Mapping[str, str | tuple[str, str]]) -> None:
    """Hooks of Claude Code: the event and the command, or the matcher and the command."""
    found = {}
    for event, what in hooks.items():
        matcher, command = what if isinstance(what, tuple) else ("", what)
        found[event] = [{"matcher": matcher, "hooks": [{"type": "command", "command": command}]}]
    (project / ".claude").mkdir(exist_ok=True, parents=True)
    (project / ".claude" / "settings.json").write_text(json.dumps({"hooks": found}))


@asynccontextmanager
async def talk(
    project: Path,
    hooks: Mapping[str, str | tuple[str, str]],
    play: Play | None = None,
    *,
    trusted: bool = True,
    rounds: int = 5,
    opened: bool = True,
    dialect: str | None = None,
) -> AsyncIterator[Talk]:
    """The three of them, with an open session."""
    write_hooks(project, hooks)
    client, agent = Client(), Agent(play)
    async with _proxied(project, trusted=trusted, rounds=rounds, dialect=dialect) as (to_client, to_agent):
        serving = asyncio.create_task(acp.run_agent(agent, *to_agent, use_unstable_protocol=True))  # type: ignore[arg-type]
        connection = acp.connect_to_agent(client, *to_client, use_unstable_protocol=True)  # type: ignore[arg-type]
        try:
            if opened:
                await client.agent.new_session(cwd=str(project))
            yield Talk(client, agent, project)
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
            await connection.close()


class Raw:
    """One end that writes and reads lines itself."""

    def __init__(self, project: Path, end: End) -> None:
        self.project = project
        self._writer, self._reader = end

    def write(self, line: bytes) -> None:
        self._writer.write(line)

    def send(self, message: Json) -> None:
        self.write(json.dumps(message).encode() + b"\n")

    async def read(self) -> bytes:
        return await self._reader.readline()


@asynccontextmanager
async def raw_talk(
    project: Path, hooks: Mapping[str, str | tuple[str, str]] | None = None
) -> AsyncIterator[tuple[Raw, Raw]]:
    """A client and an agent that say what no SDK says."""
    write_hooks(project, hooks or {})
    async with _proxied(project) as (to_client, to_agent):
        yield Raw(project, to_client), Raw(project, to_agent)


@asynccontextmanager
async def _proxied(
    project: Path, *, trusted: bool = True, rounds: int = 5, dialect: str | None = None
) -> AsyncIterator[tuple[End, End]]:
    """The ends of the client and of the agent."""
    (ours, client), (theirs, agent) = await _pipes(), await _pipes()
    hooks = HookSetup(trusted=(str(project),) if trusted else (), dialect=dialect)
    setup = Setup(agent=(), hooks=hooks, most_rounds=rounds)
    proxy = Proxy(Side("client", *ours), Side("agent", *theirs), open_with(setup, Host.real()), rounds)
    passing = asyncio.create_task(proxy.run())
    try:
        yield (client[1], client[0]), (agent[1], agent[0])
    finally:
        passing.cancel()
        await asyncio.gather(passing, return_exceptions=True)
        await proxy.close()
        for it in (ours, client, theirs, agent):
            it[1].close()


async def _pipes() -> tuple[tuple[asyncio.StreamReader, asyncio.StreamWriter], ...]:
    """The two ends of a line that goes both ways."""
    there, back = os.pipe(), os.pipe()
    return await open_streams(there[0], back[1], MAX_LINE_BYTES), await open_streams(back[0], there[1], MAX_LINE_BYTES)
