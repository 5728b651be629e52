"""One life of a host process: its modules are loaded, its calls are timed and answered, and it ends for a reason."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hookwright.engine.modules.answers import Answer
from hookwright.engine.modules.calls import Asked, HostedCall
from hookwright.engine.modules.host_process import HostProcess
from hookwright.engine.modules.loaded_file import LoadedFile, Version
from hookwright.engine.modules.states import FaultKind, Limits, ModuleFault

logger = logging.getLogger(__name__)

_ENDED = "its host process ended"
_START_SECONDS = 30.0
"""What a host process has to begin in."""
_WAITS = 3
"""So many time limits a call waits for a host process in which no module's code runs: the machine may be busy."""


class Generation:
    """One life of a host process.

    `on_end` is called with what is wrong with which module once it has ended, None if nothing is; `on_printed` with
    the path of a module and what it printed, `""` if its module is not known.
    """

    def __init__(
        self,
        versions: Sequence[Version],
        limits: Limits,
        on_end: Callable[[Generation, ModuleFault | None], None],
        on_printed: Callable[[str, str], None],
    ) -> None:
        self.files = [LoadedFile(it.found) for it in versions]
        self._versions = versions
        self.over = False
        self.end: ModuleFault | None = None
        self._limits = limits
        self._on_end = on_end
        self._on_printed = on_printed
        self._loop = asyncio.get_running_loop()
        self._process: HostProcess | None = None
        self._ready: asyncio.Future[None] = self._loop.create_future()
        self._pending: dict[int, HostedCall] = {}
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
        modules = [{"path": it.path, "source": it.source.decode("latin-1")} for it in self._versions]
        self._send({"load": modules})
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
            return Answer(error=_ENDED, ended=True, begun=False)
        self._numbers += 1
        call = HostedCall(self._numbers, path, seconds, asked, self._send, self._expired)
        self._pending[call.number] = call
        if self._process is not None:
            self._process.send(b'{"id":%d,' % call.number + message + b"\n")
        try:
            return await call.future
        except asyncio.CancelledError:
            self._cancel(call)
            raise
        finally:
            self._pending.pop(call.number, None)
            call.end()
            if self._wanted and not self._pending:
                self.close()

    def _cancel(self, call: HostedCall) -> None:
        self._send({"cancel": call.number})
        self._loop.call_later(self._limits.grace_seconds, self._insist, call)

    def _expired(self, call: HostedCall) -> None:
        running, _, begun = self._mark()
        if begun >= call.number:
            call.timed_out = True
            self._cancel(call)
            return
        # It waits behind another call, whose own time is running; one that has been answered already has none.
        call.waits += 1
        if running not in self._pending and (running or call.waits >= _WAITS):
            self._end(self._culprit(), FaultKind.HUNG, "keeps the host process busy outside of its handlers")
        call.start_again()

    def _insist(self, call: HostedCall) -> None:
        """Kills a host whose handler has not ended when it was to."""
        running, _, _ = self._mark()
        if self.over or (running != call.number and call.number not in self._pending):
            return
        if running != call.number and running in self._pending:
            # Another one's code runs, in its own time; this one may end as soon as it can.
            self._loop.call_later(self._limits.grace_seconds, self._insist, call)
            return
        path = call.path if running == call.number else self._culprit() or call.path
        self._end(path, FaultKind.HUNG, f"took longer than {call.seconds:g} s and had to be killed")

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
        elif "stray" in message:
            file = self.files[message["stray"]]
            file.stray = ModuleFault(file.found.path, message["line"], str(message["message"]), FaultKind.HANDLER)
        elif "loaded" in message:
            self._loaded(message)
        elif "ready" in message and not self._ready.done():
            self._drop_load_timer()
            self._ready.set_result(None)

    def _loaded(self, message: dict[str, Any]) -> None:
        file, error = self.files[message["loaded"]], message.get("error")
        if error is None:
            file.register(message["handlers"], message["commands"])
        elif error["memory"]:
            self._exhausted(file.found.path)
        else:
            file.fault = ModuleFault(file.found.path, error["line"], error["message"], FaultKind.IMPORT)
        self._expect_load()

    def _exhausted(self, path: str) -> None:
        self._end(path, FaultKind.MEMORY, f"needed more than the {self._limits.memory >> 20} MiB that modules may use")

    def _done(self, message: dict[str, Any]) -> None:
        call = self._pending.get(message["done"])
        if call is None:
            return
        call.answered(message)
        if message.get("error", {}).get("memory"):
            self._exhausted(call.path)

    def _ask(self, message: dict[str, Any]) -> None:
        call, number = self._pending.get(message["of"]), int(message["ask"])
        if call is None:
            self._send({"reply": number, "error": "the call is over"})
        else:
            call.ask(number, message["method"], message["params"])

    def _log(self, message: dict[str, Any]) -> None:
        index, text = message["log"], str(message["text"])
        path = self.files[index].found.path if 0 <= index < len(self.files) else ""
        if (call := self._pending.get(message["of"])) is not None:
            call.prints(text)
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
            call.settle(_interrupted(call, fault, begun=begun >= call.number))
        if not self._ready.done():
            self._ready.set_result(None)
        self._on_end(self, fault)

    def _ending(self, how: str) -> ModuleFault:
        """What is wrong where the process ended by itself.

        At fault is the module whose code ran; if none ran, the only one whose call had begun.
        """
        path, (_, _, begun) = self._culprit(), self._mark()
        called = {it.path for it in self._pending.values() if it.number <= begun}
        if path is None and len(called) == 1:
            path = called.pop()
        if path is None:
            return ModuleFault("", None, f"the host process {how}, and no module's code ran", FaultKind.HOST)
        return ModuleFault(path, None, f"the host process {how} while its code ran", FaultKind.ENDED)


def _interrupted(call: HostedCall, fault: ModuleFault | None, *, begun: bool) -> Answer:
    """What becomes of a call whose host process has ended."""
    guilty = fault is not None and fault.path == call.path
    why = _ENDED if fault is None else fault.message if guilty else f"interrupted: {fault}"
    hung = fault is not None and guilty and fault.kind is FaultKind.HUNG
    return Answer(None, why, ended=True, begun=begun or guilty, timed_out=hung, printed=call.printed)
