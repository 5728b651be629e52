"""An agent that embeds the engine: JSON-RPC, one object a line, over a socket or the pipes of a server of its own."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.e2e.workspace import PATIENCE

SERVE = (sys.executable, "-m", "hookwright", "serve")
_MOST_LINE_BYTES = 64 * 1024 * 1024

Message = dict[str, Any]


class Refusal(Exception):
    """The error that a request was answered with."""

    def __init__(self, error: Message) -> None:
        super().__init__(error["message"])
        self.code: int = error["code"]
        self.data: Any = error.get("data")


class Agent:
    """One client; `notes` are the notifications it got, `answers` answer requests of the server by their method."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.process: asyncio.subprocess.Process | None = None
        self.notes: list[Message] = []
        self.asked: list[Message] = []
        self.strays: list[Message] = []
        self.answers: dict[str, Callable[[Any], Any]] = {}
        self.arrived = asyncio.Condition()
        self._waiting: dict[int, asyncio.Future[Message]] = {}
        self._number = 0
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def connect(cls, path: Path) -> Self:
        """A client of the server that listens there."""
        return cls(*await asyncio.open_unix_connection(path, limit=_MOST_LINE_BYTES))

    @classmethod
    async def start(cls, *arguments: str) -> Self:
        """A client with a server of its own."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *SERVE, *arguments, stdin=pipe, stdout=pipe, limit=_MOST_LINE_BYTES
        )
        assert process.stdin
        assert process.stdout
        agent = cls(process.stdout, process.stdin)
        agent.process = process
        return agent

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.writer.close()
        if self.process is not None:
            await asyncio.wait_for(self.process.wait(), PATIENCE)
        await asyncio.wait_for(asyncio.wait([self._listening]), PATIENCE)

    async def begin(self, project: Path, *, trusted: bool = True, **params: Any) -> Message:
        """The answer to `engine/initialize`."""
        about = {"client": {"name": "test", "version": "1"}, "projectDir": str(project), "trusted": trusted}
        found: Message = await self.ask("engine/initialize", {**about, **params})
        return found

    async def ask(self, method: str, params: Any = None) -> Any:
        """The result of a request; raises Refusal."""
        return await self.answer_to(self.send(method, params))

    async def answer_to(self, number: int) -> Any:
        """The result of the request of that number; raises Refusal."""
        message = await asyncio.wait_for(self._waiting[number], PATIENCE)
        if "error" in message:
            raise Refusal(message["error"])
        return message["result"]

    def send(self, method: str, params: Any = None) -> int:
        """Sends a request and gives its number."""
        self._number += 1
        self._waiting[self._number] = asyncio.get_running_loop().create_future()
        self.tell(method, params, id=self._number)
        return self._number

    def tell(self, method: str, params: Any = None, **more: Any) -> None:
        """Sends a notification, or a message with `more` members."""
        self.write({"jsonrpc": "2.0", **more, "method": method, **({} if params is None else {"params": params})})

    def write(self, message: Any) -> None:
        """Sends any JSON as one line."""
        self.write_line(json.dumps(message).encode() + b"\n")

    def write_line(self, line: bytes) -> None:
        """Sends bytes as they are."""
        self.writer.write(line)

    async def until(self, fits: Callable[[], Any]) -> None:
        """Waits until what has come fits."""

        async def wait() -> None:
            async with self.arrived:
                await self.arrived.wait_for(lambda: bool(fits()))

        await asyncio.wait_for(wait(), PATIENCE)

    async def _listen(self) -> None:
        while line := await self.reader.readline():
            message = json.loads(line)
            async with self.arrived:
                self._take(message)
                self.arrived.notify_all()

    def _take(self, message: Message) -> None:
        if "method" not in message:
            waiting = self._waiting.get(message["id"])
            if waiting is None or waiting.done():
                self.strays.append(message)
            else:
                waiting.set_result(message)
        elif "id" not in message:
            self.notes.append(message)
        else:
            self.asked.append(message)
            if (answer := self.answers.get(message["method"])) is not None:
                self.write({"jsonrpc": "2.0", "id": message["id"], **answer(message["params"])})
