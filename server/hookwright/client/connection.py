"""JSON-RPC 2.0 as one JSON object a line: requests of both sides, and what comes of them where the other side ends."""

from __future__ import annotations

import asyncio
import json
from asyncio import Future, StreamReader, StreamWriter, Task
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from itertools import count
from typing import Any

from hookwright.errors import EngineGone, EngineRefused

Answer = Callable[[Mapping[str, Any]], Awaitable[Any]]
"""Answers a request of the server; raising is answered with an error."""

_CANCEL = "$/cancelRequest"
_METHOD_NOT_FOUND, _CANCELLED, _FAILED = -32601, -32800, -32803


class Connection:
    """One connection to a server, from the first line to its end; `ended` says whether it is over.

    `answers` are the server's requests by method, `notified` gets its notifications in their order.
    """

    def __init__(
        self,
        reader: StreamReader,
        writer: StreamWriter,
        *,
        answers: Mapping[str, Answer],
        notified: Callable[[str, Mapping[str, Any]], None],
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._answers = answers
        self._notified = notified
        self._waiting: dict[int, Future[Any]] = {}
        self._answering: dict[int | str, Task[None]] = {}
        self._numbers = count(1)
        self.ended = False
        self._listening = asyncio.create_task(self._listen())

    async def request(self, method: str, params: Mapping[str, Any]) -> Any:  # noqa: ANN401  any JSON
        """The result.  Being cancelled cancels it in the server.

        Raises EngineRefused if the server answers with an error, EngineGone if it ends before it has answered.
        """
        if self.ended:
            raise EngineGone
        number = next(self._numbers)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            await self._send({"id": number, "method": method, "params": params})
            return await answer
        except asyncio.CancelledError:
            self._write({"method": _CANCEL, "params": {"id": number}})
            raise
        finally:
            del self._waiting[number]
            # Where sending was given up, nobody has looked at the result.
            if answer.done() and not answer.cancelled():
                answer.exception()

    async def close(self) -> None:
        """Ends it: what still waits for an answer gets EngineGone."""
        self._listening.cancel()
        with suppress(asyncio.CancelledError):
            await self._listening
        self._end()
        with suppress(OSError):
            await self._writer.wait_closed()

    async def _listen(self) -> None:
        try:
            while line := await self._reader.readline():
                self._receive(line)
        # A server that sends no lines of JSON is none; what waits for it must not wait for ever.
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            pass
        finally:
            self._end()

    def _end(self) -> None:
        if self.ended:
            return
        self.ended = True
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(EngineGone())
        for answering in self._answering.values():
            answering.cancel()
        # What it has not read, it will not read.
        if not self._writer.transport.is_closing():
            self._writer.transport.abort()

    def _receive(self, line: bytes) -> None:
        message = json.loads(line)
        number, method, params = message.get("id"), message.get("method"), message.get("params") or {}
        if method is None:
            self._settle(number, message)
        elif number is not None:
            task = asyncio.create_task(self._answer(number, method, params))
            self._answering[number] = task
            task.add_done_callback(lambda _: self._answering.pop(number, None))
        elif method == _CANCEL:
            withdrawn = self._answering.get(params["id"])
            if withdrawn is not None:
                withdrawn.cancel()
        else:
            self._notified(method, params)

    def _settle(self, number: object, message: Mapping[str, Any]) -> None:
        waiting = self._waiting.get(number) if isinstance(number, int) else None
        # An answer to what was given up comes too late.
        if waiting is None or waiting.done():
            return
        error = message.get("error")
        if error is None:
            waiting.set_result(message.get("result"))
        else:
            waiting.set_exception(EngineRefused(error["message"], error["code"], error.get("data")))

    async def _answer(self, number: int | str, method: str, params: Mapping[str, Any]) -> None:
        answer = await self._answered(method, params)
        try:
            await self._send({"id": number, **answer})
        except (TypeError, ValueError, RecursionError) as error:
            await self._send({"id": number, **_error(_FAILED, f"The answer is not JSON: {error}")})

    async def _answered(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        answer = self._answers.get(method)
        if answer is None:
            return _error(_METHOD_NOT_FOUND, f"`{method}` is not answered here")
        try:
            return {"result": await answer(params)}
        except asyncio.CancelledError:
            return _error(_CANCELLED, "The request was cancelled")
        except Exception as error:  # noqa: BLE001  the agent's own code; the server is told
            return _error(_FAILED, str(error) or type(error).__name__)

    async def _send(self, message: Mapping[str, Any]) -> None:
        """Sends a message, and waits while the server does not read; one that has gone shows when its output ends."""
        self._write(message)
        with suppress(OSError):
            await self._writer.drain()

    def _write(self, message: Mapping[str, Any]) -> None:
        if not self.ended:
            self._writer.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")


def _error(code: int, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message}}
