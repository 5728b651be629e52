"""Answers an agent over two pipes, one JSON-RPC object a line, until it has nothing more to ask."""

from __future__ import annotations

import asyncio
import json
import logging
from asyncio import StreamReader, StreamWriter
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from hookwright.ahp.events import (
    FAILED,
    INTERCEPT,
    INVALID_PARAMS,
    OBSERVE,
    SESSION_END,
    TOOL_BEFORE,
    UNAVAILABLE,
    UNSUPPORTED_EVENT,
    VERSION,
    HookEvent,
    Wrong,
    effects_of,
    read_event,
    require_deny,
)
from hookwright.embedding.session_hooks import HookSetup, open_hooks
from hookwright.engine.facade import HookService
from hookwright.errors import BeyondLimits, HookwrightError
from hookwright.host import Host
from hookwright.strict_json import NotJson, envelope_of, read_json
from hookwright.transport.lines import MAX_LINE_BYTES, read_lines

logger = logging.getLogger(__name__)

_MOST_SESSIONS = 256
_MOST_ANSWERS = 10_000
_AT_ONCE = 64
_LAST_SECONDS = 5.0
_METHOD_NOT_FOUND, _INVALID_REQUEST, _PARSE_ERROR = -32601, -32600, -32700

Json = Mapping[str, Any]


class Backend:
    """What one agent asks; `folder` is where its sessions are if it does not say."""

    def __init__(self, setup: HookSetup, host: Host, folder: str, writer: StreamWriter) -> None:
        self._setup = setup
        self._host = host
        self._folder = folder
        self._writer = writer
        self._sessions: OrderedDict[str, HookService] = OrderedDict()
        self._answers: OrderedDict[tuple[str, str], asyncio.Task[list[dict[str, str]]]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(_AT_ONCE)

    async def serve(self, reader: StreamReader) -> None:
        """Answers until the agent closes the pipe; then what is being asked is answered, and sessions are closed."""
        async for line in read_lines(reader, "agent"):
            if line.strip():
                await self._slots.acquire()
                task = asyncio.create_task(self._take(line))
                self._tasks.add(task)
                task.add_done_callback(self._done)
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_SECONDS):
                await asyncio.gather(*self._tasks)

    async def close(self) -> None:
        """Ends what is still being asked, and waits for hooks that run behind."""
        tasks = (*self._tasks, *self._answers.values())
        for it in tasks:
            it.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(it.close() for it in self._sessions.values()))

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._slots.release()

    async def _take(self, line: bytes) -> None:
        try:
            message = read_json(line.strip(), "The message")
        except NotJson as wrong:
            error = {"code": _PARSE_ERROR, "message": f"The message is not JSON: {wrong}"}
            await self._send(envelope_of(line).id, error=error)
            return
        except BeyondLimits as wrong:
            error = {"code": wrong.lsp_code, "message": str(wrong), "data": wrong.data}
            await self._send(envelope_of(line).id, error=error)
            return
        if not isinstance(message, dict):
            await self._send(None, error={"code": _INVALID_REQUEST, "message": "A message is one object"})
            return
        number = message.get("id")
        try:
            result = await self._answer(message)
        except Wrong as wrong:
            data = {} if wrong.data is None else {"data": wrong.data}
            answer: dict[str, Any] = {"error": {"code": wrong.code, "message": str(wrong), **data}}
        except HookwrightError as wrong:
            answer = {"error": {"code": UNAVAILABLE, "message": str(wrong)}}
        except Exception:
            logger.exception("an event could not be judged")
            answer = {"error": {"code": FAILED, "message": "hookwright failed; its log has the details"}}
        else:
            answer = {"result": result}
        if "id" in message:
            await self._send(number, **answer)
        elif "error" in answer:
            logger.warning("%s: %s", message.get("method"), answer["error"]["message"])

    async def _send(self, number: object, **answer: Any) -> None:  # noqa: ANN401  members of JSON
        text = json.dumps({"jsonrpc": "2.0", "id": number, **answer})
        self._writer.write(text.encode() + b"\n")
        with suppress(ConnectionError):
            await self._writer.drain()

    async def _answer(self, message: Json) -> Json:
        method, params = message.get("method"), message.get("params")
        if method == INTERCEPT and "id" in message:
            event = read_event(params)
            if event.type != TOOL_BEFORE:
                raise Wrong(UNSUPPORTED_EVENT, f"`{event.type}` cannot be intercepted", {"supported": [TOOL_BEFORE]})
            if message["id"] != event.id:
                raise Wrong(INVALID_PARAMS, "the request's `id` has to be that of its event")
            require_deny(params if isinstance(params, dict) else {})
            return {"protocolVersion": VERSION, "effects": await self._judged(event)}
        if method == OBSERVE and "id" not in message:
            await self._observe(read_event(params))
            return {}
        raise Wrong(_METHOD_NOT_FOUND, f"`{method}` is not a request of AHP {VERSION}", {"supported": [INTERCEPT]})

    async def _judged(self, event: HookEvent) -> list[dict[str, str]]:
        """The effects; an event that is sent again gets the same, and hooks see it once."""
        key = (event.source, event.id)
        if key not in self._answers:
            self._answers[key] = asyncio.create_task(self._judge(event))
            while len(self._answers) > _MOST_ANSWERS:
                self._answers.popitem(last=False)
        try:
            return await asyncio.shield(self._answers[key])
        except Exception:
            # The next time may do better.
            self._answers.pop(key, None)
            raise

    async def _judge(self, event: HookEvent) -> list[dict[str, str]]:
        hooks = await self._hooks(event)
        return effects_of(await hooks.dispatch(event.name, event.payload), event.payload)

    async def _observe(self, event: HookEvent) -> None:
        hooks = await self._hooks(event)
        await hooks.dispatch(event.name, event.payload)
        if event.type == SESSION_END:
            self._sessions.pop(event.session, None)
            await hooks.close()

    async def _hooks(self, event: HookEvent) -> HookService:
        """The hooks of the event's session; the one that was used least lately gives way to a new one."""
        if event.session not in self._sessions:
            folder = event.folder or self._folder
            if not self._setup.trusts(folder):
                logger.warning("%s is not trusted, so only your own hooks run; start with --trust %s", folder, folder)
            opened = await open_hooks(self._setup, self._host, folder, event.session)
            self._sessions.setdefault(event.session, opened)
            if len(self._sessions) > _MOST_SESSIONS:
                await self._sessions.popitem(last=False)[1].close()
        self._sessions.move_to_end(event.session)
        return self._sessions[event.session]


async def serve(setup: HookSetup, folder: str, in_fd: int, out_fd: int) -> int:
    """Serves an agent over two descriptors, and gives the exit code: 0 once it has closed its end."""
    from hookwright.engine.process.companion import open_streams

    reader, writer = await open_streams(in_fd, out_fd, MAX_LINE_BYTES)
    backend = Backend(setup, Host.real(), folder, writer)
    try:
        await backend.serve(reader)
    finally:
        await backend.close()
        writer.close()
    return 0
