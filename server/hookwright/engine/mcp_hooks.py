"""Hooks that are a tool of an MCP server: it is called, and the text that it answers is read as what a command prints.

The server is started for the call and ended with it, with all that it has started.
What it answers has limits, which hold before anything is parsed.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from hookwright.config.servers import Server, server_named
from hookwright.engine.answer_limits import MOST_BYTES, Budget, limited_client
from hookwright.engine.model import NoAnswer, answered
from hookwright.errors import UsageError
from hookwright.extras import install_command
from hookwright.host import Host

if TYPE_CHECKING:
    import httpx2
    from mcp.client import Transport

    from hookwright.engine.plan import Plan, Step
    from hookwright.model.hook import Hook
    from hookwright.model.hook_type import HookType
    from hookwright.model.outcome import Result

_PLACEHOLDER = re.compile(r"\$\{([^{}]*)\}")
_INSTALL = f"`mcp_tool` hooks need the extra `mcp`: {install_command('mcp')}"


class ToolCall(Struct, frozen=True, kw_only=True):
    """A tool of a server with its input; `timeout` in seconds, for the start of the server too."""

    server: Server
    tool: str
    input: Mapping[str, Any]
    cwd: str
    environment: Mapping[str, str]
    timeout: float


def server_of(plan: Plan, hook: Hook, kind: HookType, host: Host) -> Server | str:
    """The server that the hook names, or a sentence that says why there is none."""
    named = hook.values.get(kind.keys.server) if kind.keys.server else None
    request = plan.request
    return server_named(request.dialect, str(named), request.project_dir, host)


def tool_call(plan: Plan, step: Step, kind: HookType, host: Host, stdin: bytes) -> ToolCall | str:
    """What the hook calls for an event, or a sentence that says why it cannot."""
    server = server_of(plan, step.hook, kind, host)
    if isinstance(server, str):
        return server
    key = next((it.name for it in kind.fields if it.inserts.from_payload), "")
    given = step.hook.values.get(key)
    return ToolCall(
        server=server,
        tool=step.hook.body,
        input=filled(given, json.loads(stdin)) if isinstance(given, Mapping) else {},
        cwd=plan.request.project_dir,
        environment=host.environ,
        timeout=step.timeout,
    )


def filled(value: Any, payload: Mapping[str, Any]) -> Any:  # noqa: ANN401  any JSON
    """The value with `${path}` in its texts replaced by what the payload holds there; nothing where it holds none."""
    match value:
        case str():
            return _PLACEHOLDER.sub(lambda it: _text_at(payload, it[1]), value)
        case Mapping():
            return {key: filled(it, payload) for key, it in value.items()}
        case list():
            return [filled(it, payload) for it in value]
    return value


def _text_at(payload: Mapping[str, Any], path: str) -> str:
    found: Any = payload
    for key in path.split("."):
        if isinstance(found, list) and key.isdecimal():
            found = found[int(key)] if int(key) < len(found) else None
        else:
            found = found.get(key) if isinstance(found, Mapping) else None
    if found is None:
        return ""
    return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)


async def call(asked: ToolCall, host: Host) -> Result:
    """Calls the tool and gives its text as the output of a command; every failure is in the result, none is raised."""
    return await answered(_text(asked, host), asked.timeout, who="the MCP server")


async def _text(asked: ToolCall, host: Host) -> str:
    try:
        # Few hooks are tools of servers, and loading what they need takes long.
        await asyncio.to_thread(import_module, "mcp.client.streamable_http")
        from mcp import MCPError
    except ImportError as error:
        raise NoAnswer(_INSTALL) from error
    loop = asyncio.get_running_loop()
    budget: Budget | None = None
    try:
        async with asyncio.timeout(None) as limit:
            budget = Budget(lambda: limit.reschedule(loop.time()))
            found = await _called(asked, _transport(asked, host, budget))
    except (UsageError, ExceptionGroup, OSError, MCPError, NoAnswer) as error:
        # What the limits refuse comes out of the library as any of these.
        fault = budget.fault if budget else ""
        if isinstance(error, NoAnswer) and not fault:
            raise
        why = fault or _why(error)
        raise NoAnswer(f"the MCP server `{asked.server.name}` could not be used: {why}") from error
    text = "\n".join(found.texts)
    if found.is_error:
        raise NoAnswer(f"`{asked.tool}` of the MCP server `{asked.server.name}` failed: {text}")
    return text


class _Answer(Struct, frozen=True):
    texts: list[str]
    is_error: bool


async def _called(asked: ToolCall, transport: Transport) -> _Answer:
    from mcp.client import Client
    from mcp_types import CallToolRequest, CallToolRequestParams, CallToolResult, TextContent

    async with Client(transport, mode="legacy") as client:
        # `client.call_tool` would judge the answer by a schema of the server's, which can take forever.
        params = CallToolRequestParams(name=asked.tool, arguments=dict(asked.input))
        found = await client.session.send_request(CallToolRequest(params=params), CallToolResult)
    return _Answer([it.text for it in found.content if isinstance(it, TextContent)], bool(found.is_error))


def _why(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__


def _transport(asked: ToolCall, host: Host, budget: Budget) -> Transport:
    if asked.server.url:
        return _reached(asked.server, budget)
    return _started(asked, host, budget)


@asynccontextmanager
async def _reached(server: Server, budget: Budget) -> AsyncIterator[Any]:
    if server.events:
        from mcp.client.sse import sse_client

        def make(headers: object = None, timeout: object = None, auth: object = None) -> httpx2.AsyncClient:
            return limited_client(server.headers, budget)

        async with sse_client(server.url, httpx_client_factory=make) as streams:
            yield streams
        return
    from mcp.client.streamable_http import streamable_http_client

    async with (
        limited_client(server.headers, budget) as client,
        streamable_http_client(server.url, http_client=client) as streams,
    ):
        yield streams


@asynccontextmanager
async def _started(asked: ToolCall, host: Host, budget: Budget) -> AsyncIterator[Any]:
    """Streams to a server that is a process of ours, which ends with the block."""
    import anyio
    from mcp.shared.message import SessionMessage
    from mcp_types import jsonrpc_message_adapter

    from hookwright.engine.process import companion

    program = await companion.start(
        _argv(asked, host), asked.cwd, {**asked.environment, **asked.server.environment}, MOST_BYTES, quiet=True
    )
    heard, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    outgoing, said = anyio.create_memory_object_stream[SessionMessage](0)

    async def listen() -> None:
        async with heard:
            while line := await _line(program.reader, budget):
                try:
                    await heard.send(SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False)))
                except ValueError as error:
                    await heard.send(error)

    async def speak() -> None:
        async for message in said:
            text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
            program.writer.write(f"{text}\n".encode())
            await program.writer.drain()

    tasks = [asyncio.create_task(it) for it in (listen(), speak())]
    try:
        yield incoming, outgoing
    finally:
        for it in tasks:
            it.cancel()
        await program.end()
        await asyncio.gather(*tasks, return_exceptions=True)
        for stream in (heard, incoming, outgoing, said):
            stream.close()


async def _line(reader: asyncio.StreamReader, budget: Budget) -> bytes:
    """The next line, empty at the end; raises NoAnswer if the limits are passed."""
    try:
        line = await reader.readline()
    except ValueError:
        # It is longer than all lines together may be.
        line = b""
        budget.arrived(MOST_BYTES + 1)
    budget.arrived(len(line))
    return budget.checked(line)


def _argv(asked: ToolCall, host: Host) -> tuple[str, ...]:
    name = asked.server.command
    path = os.path.join(asked.cwd, name) if "/" in name else host.program(name)
    if path is None:
        raise NoAnswer(f"`{name}`, which starts the MCP server `{asked.server.name}`, was not found on PATH")
    return (*host.cage, path, *asked.server.arguments)
