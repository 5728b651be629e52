"""Many dispatches of many sessions from several clients of one `hookwright serve`, and what came of each."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

_SERVE = (sys.executable, "-m", "hookwright", "serve", "--listen")
_MOST_LINE_BYTES = 64 * 1024 * 1024
_DIALECT = "claude-code"


@dataclass(slots=True)
class Load:
    """What came: `answers` counts them by dispatch, `started` has those of each session in the order they began.

    `seconds` are those of each answer, `took` those of all; `wrong` are answers that were not what they had to be.
    """

    answers: Counter[str] = field(default_factory=Counter)
    started: dict[str, list[str]] = field(default_factory=dict)
    finished: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    wrong: list[Any] = field(default_factory=list)
    took: float = 0.0


@dataclass(frozen=True, slots=True)
class Dispatch:
    """One of a session; its number is also the order in which they are sent."""

    session: str
    number: int

    @property
    def id(self) -> str:
        return f"{int(self.session):016x}{self.number:016x}"

    def params(self) -> dict[str, Any]:
        """Those of its request."""
        call = {"tool_name": "Bash", "tool_use_id": self.id, "tool_input": {"command": f"echo {self.id}"}}
        return {"event": "PreToolUse", "payload": call, "sessionId": self.session, "dispatchId": self.id}


@contextmanager
def serving(command: str) -> Iterator[tuple[Path, Path, int]]:
    """A server whose project has that one hook: the project, the socket, and the server's process."""
    with TemporaryDirectory(prefix="hw", dir="/tmp") as folder:
        home, project, path = Path(folder) / "home", Path(folder) / "project", Path(folder) / "s"
        (project / ".claude").mkdir(parents=True)
        home.mkdir()
        hooks = [{"matcher": "Bash", "hooks": [{"type": "command", "command": command}]}]
        (project / ".claude/settings.json").write_text(json.dumps({"hooks": {"PreToolUse": hooks}}))
        environment = {**os.environ, "HOME": str(home)}
        with subprocess.Popen([*_SERVE, str(path)], stderr=subprocess.PIPE, env=environment) as server:
            assert server.stderr
            server.stderr.readline()
            try:
                yield project, path, server.pid
            finally:
                server.terminate()


async def load(project: Path, path: Path, *, clients: int, sessions: int, dispatches: int, at_once: int) -> Load:
    """Each client has its share of the sessions, and keeps so many requests open."""
    found = Load()
    begin = time.perf_counter()
    shares = [[str(it) for it in range(sessions) if it % clients == client] for client in range(clients)]
    each = dispatches // sessions
    await asyncio.gather(*(_client(project, path, it, each, at_once, found) for it in shares))
    found.took = time.perf_counter() - begin
    return found


async def _client(project: Path, path: Path, sessions: list[str], each: int, at_once: int, found: Load) -> None:
    reader, writer = await asyncio.open_unix_connection(path, limit=_MOST_LINE_BYTES)
    wanted = [Dispatch(session, number) for number in range(each) for session in sessions]
    room, begun = asyncio.Semaphore(at_once), dict[str, float]()
    ask = {"projectDir": str(project), "trusted": True, "dialect": _DIALECT}
    _send(writer, "begin", "engine/initialize", ask)
    await reader.readline()

    async def send() -> None:
        for it in wanted:
            await room.acquire()
            begun[it.id] = time.perf_counter()
            _send(writer, it.id, "dispatch", it.params())
            await writer.drain()

    sending, left = asyncio.create_task(send()), len(wanted)
    while left:
        message = json.loads(await reader.readline())
        if "method" in message:
            _note(message, found)
            continue
        left -= 1
        found.answers[message["id"]] += 1
        found.seconds.append(time.perf_counter() - begun[message["id"]])
        room.release()
        if message.get("result", {}).get("dispatchId") != message["id"] or len(message["result"]["runs"]) != 1:
            found.wrong.append(message)
    await sending
    # Whatever comes behind the last answer comes before this one.
    _send(writer, "end", "engine/shutdown", {})
    while (message := json.loads(await reader.readline())).get("id") != "end":
        found.wrong.append(message)
    writer.close()


def _note(message: dict[str, Any], found: Load) -> None:
    number = message["params"]["dispatchId"]
    if message["method"] == "run/started":
        found.started.setdefault(str(int(number[:16], 16)), []).append(number)
    elif message["method"] == "run/finished":
        found.finished[number] += 1


def _send(writer: asyncio.StreamWriter, number: str, method: str, params: dict[str, Any]) -> None:
    writer.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n")


def kilobytes_of(process: int) -> int:
    """The memory that a process holds."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(it for it in status.splitlines() if it.startswith("VmRSS:")).split()[1])
