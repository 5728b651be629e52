"""The process that modules run in: it loads them, calls their handlers, and speaks JSON lines over a private socket.

    python -P -u -m hookwright.modules.host SOCKET MARK MEMORY

`SOCKET` is the descriptor of a stream socket, `MARK` that of the file in which `Marks` says whose code runs, and
`MEMORY` the most bytes of address space, 0 for any.  Standard output and error are the module's own: what it prints
goes over the socket as its log.

    in     {"load": [{"path", "source"}, …]}                    once, first; each byte of a source is a character
           {"id", "call": "event" | "context" | "command", "handler", "ctx", "event" | "args"}
           {"cancel": id}
           {"reply": ask, "result"} | {"reply": ask, "error"}
    out    {"loaded": index, "handlers": […], "commands": […]} | {"loaded": index, "error": {"message", "line"}}
           {"ready": true}
           {"done": id, "result"} | {"done": id, "error": {"message", "line", "memory", "refused"?}}
           {"ask", "of": id, "method", "params"}
           {"log": index, "of": id, "text"}
           {"stray": index, "line", "message"}                  it registers something if that is not possible
"""

from __future__ import annotations

import asyncio
import contextvars
import os
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress

# Taken once, before any module is loaded: a module may put something else into these places, for its own ends.
from os import _exit, getpid
from threading import get_ident
from traceback import print_exc, walk_tb
from types import ModuleType
from typing import Any

from hookwright.modules.context import NO_REASON, CommandContext, Context, Event, HostError, Refuse, text_of
from hookwright.modules.printing import Log
from hookwright.modules.registry import Registry, collecting, name_of, set_stray
from hookwright.modules.wire import NOBODY, Marked, Marks, Wire

_MOST_LOGGED = 1 << 18
"""Characters that one call may print; more are thrown away."""
_BROKEN = 70
"""The exit code where the code of this process fails, and not that of a module."""
_AT_ONCE = 1 << 13
"""So many are passed on as they come, the others in pieces of this size."""

_call: contextvars.ContextVar[HandlerCall | None] = contextvars.ContextVar("call", default=None)


class HandlerCall:
    """One call of a handler, or with the number 0 the loading of a module."""

    __slots__ = ("logged", "module", "number", "runner", "task", "unsent")

    def __init__(self, number: int, module: int) -> None:
        self.number = number
        self.module = module
        self.runner = (number, module + 1)
        self.task: asyncio.Task[Any] | None = None
        self.logged = 0
        self.unsent = ""


class HandlerLink:
    """What one call asks of the session and the client."""

    __slots__ = ("_host", "_number")

    def __init__(self, host: ModuleHost, number: int) -> None:
        self._host = host
        self._number = number

    def ask(self, method: str, params: Mapping[str, Any]) -> Awaitable[Any]:
        return self._host.ask(self._number, method, params)

    def ask_now(self, method: str, params: Mapping[str, Any]) -> Any:  # noqa: ANN401  whatever JSON can be
        return self._host.ask_now(self._number, method, params)


class ModuleHost:
    """The handlers of the modules of one scope, and the calls that are going on."""

    def __init__(self, wire: Wire, marks: Marks) -> None:
        self._wire = wire
        self._marks = marks
        self._loop = asyncio.new_event_loop()
        self._thread = get_ident()
        self._handlers: list[tuple[int, Callable[..., Any]]] = []
        self._calls: dict[int, HandlerCall] = {}
        self._asked = 0
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._paths: list[str] = []
        self._process = getpid()
        self._nobody = HandlerCall(0, -1)
        self.stream = Log(self.log)
        set_stray(self._stray)

    def serve(self) -> None:
        """Loads what it is told to, and answers calls until the socket ends."""
        asyncio.set_event_loop(self._loop)
        self._loop.set_task_factory(self._task)
        first: list[dict[str, Any]] | None = []
        while not first:
            first = self._wire.receive(wait=True)
            if first is None:
                return
        self._load_all(first[0]["load"])
        self._take(first[1:])
        self._loop.add_reader(self._wire.fileno(), self._read)
        self._loop.run_forever()

    def _task(self, loop: asyncio.AbstractEventLoop, inner: Any, **options: Any) -> asyncio.Task[Any]:  # noqa: ANN401
        call = _call.get()
        return asyncio.Task(inner if call is None else Marked(inner, self._marks, call.runner), loop=loop, **options)

    def _read(self) -> None:
        try:
            messages = self._wire.receive(wait=False)
            if messages is None:
                # Whoever started this process is gone.
                _exit(0)
            self._take(messages)
        except BaseException:  # noqa: BLE001  a module has broken what this process needs
            # A call that nobody answers would wait until its time is over.
            with suppress(BaseException):
                print_exc(file=self.stream)
                self.stream.flush()
                self._send_log(self._nobody)
            _exit(_BROKEN)

    def _take(self, messages: Iterable[dict[str, Any]]) -> None:
        for it in messages:
            if "call" in it:
                self._begin(it)
            elif "reply" in it:
                self._answer(it)
            elif (call := self._calls.get(it["cancel"])) is not None and call.task is not None:
                call.task.cancel()

    def _load_all(self, modules: list[dict[str, str]]) -> None:
        self._paths = [it["path"] for it in modules]
        for index, it in enumerate(modules):
            folder = os.path.dirname(it["path"])
            if folder not in sys.path:
                # At the end: a helper beside a module must not take the place of what is installed.
                sys.path.append(folder)
            self._load(index, it["path"], it["source"].encode("latin-1"))
        self._wire.send({"ready": True})

    def _load(self, index: int, path: str, source: bytes) -> None:
        call = HandlerCall(0, index)
        token = _call.set(call)
        earlier = self._marks.run(call.runner)
        try:
            with collecting() as registry:
                _execute(path, source)
            self._wire.send({"loaded": index, **self._registered(index, registry)})
        except BaseException as error:  # noqa: BLE001  whatever the module does is its own fault
            self._wire.send({"loaded": index, "error": _fault(error, path)})
        finally:
            self._flush(call)
            self._marks.run(earlier)
            _call.reset(token)

    def _registered(self, index: int, registry: Registry) -> dict[str, list[dict[str, Any]]]:
        handlers, commands = [], []
        for event in registry.subscriptions:
            number = self._add(index, event.handler)
            handlers.append(
                {"event": event.event, "name": name_of(event.handler), "line": event.line, "number": number}
            )
        for it in registry.commands:
            number = self._add(index, it.handler)
            commands.append({"name": it.name, "description": it.description, "line": it.line, "number": number})
        return {"handlers": handlers, "commands": commands}

    def _stray(self, path: str, line: int, message: str) -> None:
        """Passes on that a module tried to register something if nothing can be registered."""
        if path in self._paths:
            self._wire.send({"stray": self._paths.index(path), "line": line, "message": message})

    def _add(self, index: int, handler: Callable[..., Any]) -> int:
        self._handlers.append((index, handler))
        return len(self._handlers) - 1

    def _begin(self, message: dict[str, Any]) -> None:
        module, handler = self._handlers[message["handler"]]
        call = HandlerCall(message["id"], module)
        self._calls[call.number] = call
        token = _call.set(call)
        self._marks.begin(call.runner)
        answer, error = None, None
        try:
            answer = handler(*_arguments(HandlerLink(self, call.number), message))
            if isinstance(answer, Awaitable):
                call.task = self._loop.create_task(_awaited(answer))
                call.task.add_done_callback(lambda task: self._finish(call, task))
                return
        except BaseException as raised:  # noqa: BLE001  whatever the module does is its own fault
            error = raised
        finally:
            if getpid() != self._process:
                # A handler has forked, and its copy must not answer as well.
                _exit(0)
            self._flush(call)
            # Before the answer: whoever has it may take it that none of the module's code runs.
            self._marks.run(NOBODY)
            _call.reset(token)
        if error is None:
            self._done(call, answer)
        else:
            self._failed(call, error)

    def _finish(self, call: HandlerCall, task: asyncio.Task[Any]) -> None:
        if getpid() != self._process:
            _exit(0)
        self._flush(call)
        if task.cancelled():
            self._failed(call, HostError("was cancelled"))
        elif (error := task.exception()) is not None:
            self._failed(call, error)
        else:
            self._done(call, task.result())

    def _done(self, call: HandlerCall, answer: object) -> None:
        try:
            self._wire.send({"done": call.number, "result": answer})
        except MemoryError as error:
            self._failed(call, error)
            return
        except BaseException as error:  # noqa: BLE001  a mapping of a module's own class may raise anything
            self._failed(call, TypeError(f"returned something that cannot be passed on as JSON: {text_of(error)}"))
            return
        self._calls.pop(call.number, None)

    def _failed(self, call: HandlerCall, error: BaseException) -> None:
        self._calls.pop(call.number, None)
        self._wire.send({"done": call.number, "error": _fault(error, self._paths[call.module])})

    def ask(self, number: int, method: str, params: Mapping[str, Any]) -> Awaitable[Any]:
        """Asks whoever started this process, for a call."""
        return self._ask(number, method, params)[1]

    def _ask(self, number: int, method: str, params: Mapping[str, Any]) -> tuple[int, asyncio.Future[Any]]:
        self._asked += 1
        future: asyncio.Future[Any] = self._loop.create_future()
        self._waiting[self._asked] = future
        self._wire.send({"ask": self._asked, "of": number, "method": method, "params": params})
        return self._asked, future

    def ask_now(self, number: int, method: str, params: Mapping[str, Any]) -> Any:  # noqa: ANN401  whatever JSON can be
        """The same, waiting without the loop; what else arrives meanwhile is taken afterwards."""
        if get_ident() != self._thread:
            return asyncio.run_coroutine_threadsafe(self._ask_from_thread(number, method, params), self._loop).result()
        asked, future = self._ask(number, method, params)
        while not future.done():
            messages = self._wire.receive(wait=True)
            if messages is None:
                _exit(0)
            later = [it for it in messages if it.get("reply") != asked]
            self._take(it for it in messages if it.get("reply") == asked)
            if later:
                self._loop.call_soon(self._take, later)
        return future.result()

    async def _ask_from_thread(self, number: int, method: str, params: Mapping[str, Any]) -> Any:  # noqa: ANN401
        return await self.ask(number, method, params)

    def _answer(self, message: dict[str, Any]) -> None:
        future = self._waiting.pop(message["reply"], None)
        if future is None or future.done():
            return
        if "error" in message:
            future.set_exception(HostError(message["error"]))
        else:
            future.set_result(message["result"])

    def log(self, text: str) -> None:
        """Passes on what a module prints; more than it may is thrown away."""
        # A thread that a module has started itself belongs to no call.
        call = _call.get() or self._nobody
        if call.logged > _MOST_LOGGED:
            return
        call.logged += len(text)
        if call.logged > _MOST_LOGGED:
            text = f"{text[:_AT_ONCE]}… (more was printed, and is left out)\n"
        call.unsent += text
        if call.logged <= _AT_ONCE or len(call.unsent) >= _AT_ONCE or call.logged > _MOST_LOGGED:
            self._send_log(call)

    def _send_log(self, call: HandlerCall) -> None:
        if call.unsent:
            text, call.unsent = call.unsent, ""
            self._wire.send({"log": call.module, "of": call.number, "text": text})

    def _flush(self, call: HandlerCall) -> None:
        """Passes on the rest of what a call has printed, before its answer."""
        for stream in (sys.stdout, sys.stderr, self.stream):
            # A module may have put anything in their places.
            with suppress(BaseException):
                if not stream.closed:
                    stream.flush()
        self._send_log(call)


async def _awaited(answer: Awaitable[Any]) -> Any:  # noqa: ANN401  whatever the handler returns
    return await answer


def _arguments(link: HandlerLink, message: dict[str, Any]) -> tuple[object, ...]:
    state = message["ctx"]
    if message["call"] == "command":
        return (CommandContext(link, state, message["args"]),)
    return Event(message["event"]), Context(link, state)


def _execute(path: str, source: bytes) -> None:
    """Runs the text that the module's file has, or had; nothing is written beside it."""
    name = "hook_module_" + os.path.basename(path).removesuffix(".py")
    module = ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module
    exec(compile(source, path, "exec"), module.__dict__)  # noqa: S102  loading a module runs it


def _fault(error: BaseException, path: str) -> dict[str, Any]:
    """What went wrong, and the line of the module where it went wrong."""
    if isinstance(error, SyntaxError) and error.filename == path:
        return {"message": f"{type(error).__name__}: {error.msg}", "line": error.lineno, "memory": False}
    lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == path]
    said = text_of(error)
    if isinstance(error, Refuse):
        return {"message": said or NO_REASON, "line": None, "memory": False, "refused": True}
    kind = "" if isinstance(error, HostError) else type(error).__name__
    message = ": ".join(filter(None, (kind, said))) or type(error).__name__
    return {"message": message[:2000], "line": lines[-1] if lines else None, "memory": isinstance(error, MemoryError)}


def _limit(memory: int) -> None:
    """Bounds the address space, where the system does that: Linux does, macOS takes no notice."""
    if not memory:
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = memory if most == resource.RLIM_INFINITY else min(memory, most)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (wanted, wanted))
    except (ValueError, OSError):
        return


def main(arguments: list[str]) -> None:
    """Serves until the socket ends."""
    descriptor, mark, memory = map(int, arguments)
    _limit(memory)
    for it in (descriptor, mark):
        # The programs that a module starts get neither.
        os.set_inheritable(it, False)  # noqa: FBT003  the library's own form
    host = ModuleHost(Wire(descriptor), Marks(mark))
    sys.dont_write_bytecode = True
    log: Any = host.stream
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = log  # type: ignore[misc]
    host.serve()


if __name__ == "__main__":
    main(sys.argv[1:])
