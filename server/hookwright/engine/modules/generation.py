"""The modules of one scope as one host process has loaded them, the calls that it is busy with, and why it ended."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from hookwright.engine.modules.answers import Answer
from hookwright.engine.modules.finding import FoundModule
from hookwright.engine.modules.host_process import HostProcess
from hookwright.engine.modules.limits import Limits
from hookwright.engine.modules.seams import FaultKind, ModuleFault

logger = logging.getLogger(__name__)

_START_SECONDS = 30.0
"""What a host process has to begin in."""
_WAITS = 3
"""So many time limits a call waits for a host process in which nobody's code runs: the machine may be busy."""
_MOST_ASKED = 64
"""Requests of one call at a time."""


@dataclass(frozen=True, slots=True)
class Registered:
    """A handler or a command of a module: the event's or command's name, the function's, and where it says so."""

    name: str
    function: str
    line: int
    number: int
    description: str = ""


@dataclass(slots=True)
class LoadedFile:
    """What one file has registered; `fault` says why it has not."""

    found: FoundModule
    handlers: tuple[Registered, ...] = ()
    commands: tuple[Registered, ...] = ()
    fault: ModuleFault | None = None


class Asked(Protocol):
    """Answers what a handler asks of the session and the client; raises whatever goes wrong."""

    def __call__(self, method: str, params: Mapping[str, Any], /) -> Awaitable[Any]: ...


@dataclass(eq=False, slots=True)
class _Pending:
    number: int
    path: str
    seconds: float
    asked: Asked
    future: asyncio.Future[Answer]
    left: float = 0.0
    since: float = 0.0
    timer: asyncio.TimerHandle | None = None
    asks: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    printed: list[str] = field(default_factory=list)
    timed_out: bool = False
    waits: int = 0


class Generation:
    """One life of a host process.

    `on_end` is called with what is wrong with which module once it has ended, None where nothing is; `on_printed` with
    the path of a module and what it printed, `""` where nobody can say whose it is.
    """

    def __init__(
        self,
        found: Sequence[FoundModule],
        limits: Limits,
        on_end: Callable[[Generation, ModuleFault | None], None],
        on_printed: Callable[[str, str], None],
    ) -> None:
        self.files = [LoadedFile(it) for it in found]
        self.over = False
        self.end: ModuleFault | None = None
        self._limits = limits
        self._on_end = on_end
        self._on_printed = on_printed
        self._loop = asyncio.get_running_loop()
        self._process: HostProcess | None = None
        self._ready: asyncio.Future[None] = self._loop.create_future()
        self._pending: dict[int, _Pending] = {}
        self._numbers = 0
        self._verdict: ModuleFault | None = None
        self._wanted = False
        self._load_timer: asyncio.TimerHandle | None = None
        self._load_since = 0.0

    async def load(self, folder: str, environment: Mapping[str, str]) -> None:
        """Starts the process in a folder and waits until its modules are loaded, or it has ended."""
        self._process = HostProcess(self, folder, environment, self._limits.memory)
        try:
            await self._process.start()
        except OSError as error:
            self.on_end(f"could not be started: {error.strerror}")
            return
        self._send({"load": [it.found.path for it in self.files]})
        self._load_since = self._loop.time()
        self._expect_load()
        await self._ready

    def _expect_load(self) -> None:
        self._drop_load_timer()
        self._load_timer = self._loop.call_later(self._limits.load_seconds, self._load_expired)

    def _drop_load_timer(self) -> None:
        if self._load_timer is not None:
            self._load_timer.cancel()
            self._load_timer = None

    def _load_expired(self) -> None:
        path = self._culprit()
        if path is None and self._loop.time() - self._load_since < _START_SECONDS:
            self._expect_load()
        else:
            self._end(path, FaultKind.HUNG, f"took longer than {self._limits.load_seconds:g} s to load")

    async def call(self, path: str, message: bytes, seconds: float, asked: Asked) -> Answer:
        """Calls a handler of the module at that path; `message` is the call as JSON without the `{` and the id.

        Being cancelled ends the handler.
        """
        if self.over:
            return Answer(ended=True, begun=False)
        self._numbers += 1
        call = _Pending(self._numbers, path, seconds, asked, self._loop.create_future(), left=seconds)
        self._pending[call.number] = call
        if self._process is not None:
            self._process.send(b'{"id":%d,' % call.number + message + b"\n")
        self._resume(call)
        try:
            return await call.future
        except asyncio.CancelledError:
            self._send({"cancel": call.number})
            self._loop.call_later(self._limits.grace_seconds, self._insist, call.number, path)
            raise
        finally:
            self._finished(call)

    def _finished(self, call: _Pending) -> None:
        self._pending.pop(call.number, None)
        if call.timer is not None:
            call.timer.cancel()
        for it in tuple(call.asks.values()):
            it.cancel()
        if self._wanted and not self._pending:
            self.close()

    def _resume(self, call: _Pending) -> None:
        call.since = self._loop.time()
        call.timer = self._loop.call_later(call.left, self._expired, call)

    def _pause(self, call: _Pending) -> None:
        if call.timer is not None:
            call.timer.cancel()
            call.timer = None
            call.left = max(call.left - (self._loop.time() - call.since), 0.01)

    def _expired(self, call: _Pending) -> None:
        if call.future.done():
            return
        running, _, begun = self._mark()
        if begun < call.number:
            # It waits behind another call, whose own time is running; one that has been answered already has none.
            call.waits += 1
            if running not in self._pending and (running or call.waits >= _WAITS):
                self._end(self._culprit(), FaultKind.HUNG, "keeps the host process busy outside of its handlers")
            call.left = call.seconds
            self._resume(call)
            return
        call.timed_out = True
        self._send({"cancel": call.number})
        self._loop.call_later(self._limits.grace_seconds, self._insist, call.number, call.path)

    def _insist(self, number: int, path: str) -> None:
        """Kills a host whose handler has not ended when it was to."""
        running, _, _ = self._mark()
        call = self._pending.get(number)
        if not self.over and (running == number or (call is not None and not call.future.done())):
            limit = self._limits.handler_seconds if call is None else call.seconds
            self._end(self._culprit() or path, FaultKind.HUNG, f"took longer than {limit:g} s and had to be killed")

    def _end(self, path: str | None, kind: FaultKind, message: str) -> None:
        """Ends the process on account of a module."""
        if self._verdict is None:
            kind = kind if path is not None else FaultKind.HOST
            self._verdict = ModuleFault(path or "", None, message, kind)
        if self._process is not None:
            self._process.kill()

    def _mark(self) -> tuple[int, int, int]:
        return (0, 0, 0) if self._process is None else self._process.mark()

    def _culprit(self) -> str | None:
        """The module whose code runs."""
        _, module, _ = self._mark()
        return self.files[module - 1].found.path if 0 < module <= len(self.files) else None

    def retire(self) -> None:
        """Ends it as soon as no call is left; every call has its time limit."""
        self._wanted = True
        if not self._pending:
            self.close()

    def close(self) -> None:
        """Ends it at once."""
        self._wanted = True
        if self._process is not None:
            self._process.kill()

    async def ended(self) -> None:
        """Waits until the process is gone."""
        if self._process is not None:
            await self._process.ended()

    def _send(self, message: Mapping[str, Any]) -> None:
        if self._process is not None:
            self._process.send(json.dumps(message).encode() + b"\n")

    def on_message(self, message: dict[str, Any]) -> None:
        if "done" in message:
            self._done(message)
        elif "ask" in message:
            self._ask(message)
        elif "log" in message:
            self._log(message)
        elif "loaded" in message:
            self._loaded(message)
        elif "ready" in message and not self._ready.done():
            self._drop_load_timer()
            self._ready.set_result(None)

    def _loaded(self, message: dict[str, Any]) -> None:
        file, error = self.files[message["loaded"]], message.get("error")
        if error is None:
            file.handlers = tuple(
                Registered(str(it["event"]), str(it["name"]), it["line"], it["number"]) for it in message["handlers"]
            )
            file.commands = tuple(
                Registered(it["name"], it["name"], it["line"], it["number"], str(it["description"]))
                for it in message["commands"]
            )
        elif error["memory"]:
            self._exhausted(file.found.path)
        else:
            file.fault = ModuleFault(file.found.path, error["line"], error["message"], FaultKind.IMPORT)
        self._expect_load()

    def _exhausted(self, path: str) -> None:
        self._end(path, FaultKind.MEMORY, f"needed more than the {self._limits.memory >> 20} MiB that modules may use")

    def _done(self, message: dict[str, Any]) -> None:
        call = self._pending.get(message["done"])
        error = message.get("error")
        if call is None or call.future.done():
            return
        printed = "".join(call.printed)
        if error is None:
            call.future.set_result(Answer(message["result"], printed=printed))
            return
        if error.get("refused") and not call.timed_out:
            call.future.set_result(Answer(None, str(error["message"]), refused=True, printed=printed))
            return
        text = f"took longer than {call.seconds:g} s" if call.timed_out else str(error["message"])
        call.future.set_result(Answer(None, text, error["line"], timed_out=call.timed_out, printed=printed))
        if error["memory"]:
            self._exhausted(call.path)

    def _ask(self, message: dict[str, Any]) -> None:
        call, number = self._pending.get(message["of"]), int(message["ask"])
        if call is None or len(call.asks) >= _MOST_ASKED:
            said = "the call is over" if call is None else f"more than {_MOST_ASKED} requests at a time"
            self._send({"reply": number, "error": said})
            return
        if not call.asks:
            self._pause(call)
        call.asks[number] = self._loop.create_task(self._reply(call, number, message["method"], message["params"]))

    async def _reply(self, call: _Pending, number: int, method: str, params: Mapping[str, Any]) -> None:
        try:
            reply: dict[str, Any] = {"reply": number, "result": await call.asked(method, params)}
            line = json.dumps(reply).encode() + b"\n"
        except Exception as error:  # noqa: BLE001  it is raised in the handler
            line = json.dumps({"reply": number, "error": str(error) or type(error).__name__}).encode() + b"\n"
        finally:
            del call.asks[number]
        if self._process is not None:
            self._process.send(line)
        if not call.asks and not call.future.done():
            self._resume(call)

    def _log(self, message: dict[str, Any]) -> None:
        index, text = message["log"], str(message["text"])
        path = self.files[index].found.path if 0 <= index < len(self.files) else ""
        if (call := self._pending.get(message["of"])) is not None:
            call.printed.append(text)
        self._on_printed(path, text)

    def on_output(self, text: str) -> None:
        self._on_printed(self._culprit() or "", text)

    def on_end(self, how: str) -> None:
        self.over = True
        self._drop_load_timer()
        self.end = fault = None if self._wanted else self._verdict or self._ending(how)
        _, _, begun = self._mark()
        logger.info("host process of %d modules %s", len(self.files), fault or "closed")
        for call in tuple(self._pending.values()):
            if not call.future.done():
                call.future.set_result(self._interrupted(call, fault, begun=begun >= call.number))
        if not self._ready.done():
            self._ready.set_result(None)
        self._on_end(self, fault)

    def _interrupted(self, call: _Pending, fault: ModuleFault | None, *, begun: bool) -> Answer:
        guilty = fault is not None and fault.path == call.path
        why = "its host process ended" if fault is None else fault.message if guilty else f"interrupted: {fault}"
        hung = guilty and fault is not None and fault.kind is FaultKind.HUNG
        return Answer(None, why, ended=True, begun=begun or guilty, timed_out=hung, printed="".join(call.printed))

    def _ending(self, how: str) -> ModuleFault:
        """What is wrong where the process ended by itself: at fault is whose code ran, or the only one called."""
        path = self._culprit()
        if path is None and len({it.path for it in self._pending.values()}) == 1:
            path = next(iter(self._pending.values())).path
        if path is None:
            return ModuleFault("", None, f"the host process {how}, and no module's code ran", FaultKind.HOST)
        return ModuleFault(path, None, f"the host process {how} while its code ran", FaultKind.ENDED)
