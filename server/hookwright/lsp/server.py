"""The language server: pygls serves every message, by the handlers that are registered here."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import cache, partial
from importlib import import_module
from inspect import isawaitable
from typing import Any, cast

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from hookwright import __version__
from hookwright.embedding.methods import METHODS, EngineMethod
from hookwright.errors import HookwrightError
from hookwright.lsp.commands import COMMANDS, ServerCommand
from hookwright.lsp.debounce import Debounce
from hookwright.lsp.features import NOTIFICATIONS, OWN_METHODS, REQUESTS, OwnMethod
from hookwright.lsp.options import read_options
from hookwright.lsp.services import Services
from hookwright.lsp.session import Session
from hookwright.lsp.transport.protocol import HookwrightProtocol
from hookwright.transport.converter import make_converter
from hookwright.transport.failures import log_fault
from hookwright.transport.params import read_params
from hookwright.transport.requests import OpenRequests
from hookwright.transport.tasks import begin, stop

_GOODBYE_SECONDS = 3.0

_OFFERED = [*(it.method for it in OWN_METHODS), *(f"hookwright/{it.name}" for it in METHODS)]

Handler = Callable[[Services, Any], Any]


class HookwrightServer(LanguageServer):
    """Serves one client; `services` are there from `initialize` on, and `begun` is called then, `ended` at `exit`.

    Handlers are called as `handler(services, params)`; what they raise becomes the answer, or is shown once.
    """

    protocol: HookwrightProtocol

    def __init__(
        self,
        debounce: Debounce | None = None,
        begun: Callable[[HookwrightServer], None] = lambda _: None,
        ended: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(
            "hookwright",
            __version__,
            types.TextDocumentSyncKind.Incremental,
            protocol_cls=HookwrightProtocol,
            converter_factory=make_converter,
        )
        self.debounce = debounce or Debounce()
        self._begun = begun
        self._services: Services | None = None
        self._open = OpenRequests()
        self._unasked: set[asyncio.Task[Any]] = set()
        self._goodbye: asyncio.Task[Any] | None = None
        self._shown: set[str] = set()
        self.protocol.is_open = self._open.__contains__
        self.protocol.promised = self._promised
        self.protocol.ended = ended
        self.feature(types.INITIALIZE)(partial(self._initialize))
        self.feature(types.SHUTDOWN)(partial(self._shut_down))
        for heard in NOTIFICATIONS:
            self.hear(heard.method, _lazy("features", heard.handler), heard.options)
        for asked in REQUESTS:
            self.answer(asked.method, _lazy("features", asked.handler), asked.options)
        for own in OWN_METHODS:
            self.answer(own.method, _reading(own, _lazy("features", own.handler)))
        for embedded in METHODS:
            self.answer(f"hookwright/{embedded.name}", _reading(embedded, self._of_engine(embedded)))
        for command in COMMANDS:
            self.run(command.name, _reading(command, _lazy("commands", command.handler)))

    @property
    def services(self) -> Services:
        """What works on the session."""
        assert self._services is not None, "no handler is called before `initialize`"
        return self._services

    @property
    def is_busy(self) -> bool:
        """True while the client waits for an answer."""
        return bool(self._open)

    def answer(self, method: str, handler: Handler, options: Any = None) -> None:
        """Has a request be answered by the handler; each is a task, which `$/cancelRequest` cancels."""

        async def serve(params: Any) -> Any:
            return await self._answer(method, lambda: handler(self.services, params))

        self.feature(method, options)(serve)

    def hear(self, method: str, handler: Handler, options: Any = None) -> None:
        """Has a notification be heard by the handler; what takes time goes on behind it."""

        def serve(params: Any) -> None:
            try:
                outcome = handler(self.services, params)
            except Exception as error:  # noqa: BLE001  logged with an id, unless it is for the user
                self._tell_failure(method, error)
                return
            if isawaitable(outcome):
                self._unasked.add(begin(cast("Coroutine[Any, Any, Any]", outcome), lambda it: self._settle(method, it)))

        self.feature(method, options)(serve)

    def run(self, name: str, handler: Handler) -> None:
        """Makes the handler run a command, with the one object that lenses and actions carry."""

        async def serve(argument: Any = None) -> Any:
            return await self._answer(name, lambda: handler(self.services, argument or {}))

        self.command(name)(serve)

    async def _answer(self, doing: str, work: Callable[[], Any]) -> Any:
        return await self._open.answer(self.protocol.msg_id, doing, work)

    def _promised(self, result: types.InitializeResult) -> types.InitializeResult:
        """The result of `initialize`, without what pygls adds of itself or this client is not to be told."""
        promised = result.capabilities
        promised.text_document_sync = types.TextDocumentSyncOptions(
            open_close=True, change=types.TextDocumentSyncKind.Incremental, save=True
        )
        if not self.services.session.options.client.diagnostics.pulls:
            promised.diagnostic_provider = None
        promised.experimental = {"hookwright": {"methods": _OFFERED}}
        return result

    def _of_engine(self, method: EngineMethod) -> Handler:
        """The handler of a method that agents call, whichever server serves them."""

        def call(services: Services, params: Any) -> Any:
            outcome = method.load()(services.engine, params)
            from hookwright.lsp.kinds.modules import ModuleDocument

            open_modules = any(isinstance(it, ModuleDocument) for it in services.session.documents.values())
            return self._with_faults(services, outcome) if open_modules and isawaitable(outcome) else outcome

        return call

    async def _with_faults(self, services: Services, outcome: Awaitable[Any]) -> Any:
        """The outcome; what went wrong in hook modules meanwhile is shown where they are open, behind the answer."""
        from hookwright.lsp.handlers import show_every_fault

        try:
            return await outcome
        finally:
            self._unasked.add(begin(show_every_fault(services), lambda it: self._settle("hook modules", it)))

    async def finish(self) -> None:
        """Cancels every handler that runs, waits, bounded, until each has cleaned up, and ends the session."""
        await stop(self._running())
        if self._goodbye is not None:
            await asyncio.wait([self._goodbye], timeout=_GOODBYE_SECONDS)
        if self._services is not None:
            await self._services.close()

    def _running(self) -> list[asyncio.Task[Any]]:
        return [*self._open.tasks, *self._unasked]

    def _initialize(self, params: types.InitializeParams) -> None:
        self._services = Services(Session(read_options(params)), self, self.debounce)
        self._begun(self)

    async def _shut_down(self, _: None) -> None:
        self._goodbye = asyncio.current_task()
        await stop(self._running())
        # pygls, which cancels what is left, stumbles over requests that withdraw themselves meanwhile.
        self.protocol.withdraw_all()

    def _settle(self, method: str, outcome: asyncio.Task[Any]) -> None:
        self._unasked.discard(outcome)
        if not outcome.cancelled() and (error := outcome.exception()) is not None:
            self._tell_failure(method, error)

    def _tell_failure(self, method: str, error: BaseException) -> None:
        """For notifications, which have no answer: what the user can correct is shown once, the rest is logged."""
        if not isinstance(error, HookwrightError):
            log_fault(error, method)
        elif str(error) not in self._shown:
            self._shown.add(str(error))
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, str(error)))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Nothing: what is for the user was answered or shown, and what is not was logged."""


def _lazy(package: str, handler: str) -> Handler:
    """The handler of that name, whose module is imported when it is first called: a start has no time for all."""
    module, _, name = handler.partition(".")

    @cache
    def loaded() -> Handler:
        found: Handler = getattr(import_module(f"hookwright.lsp.{package}.{module}"), name)
        return found

    def call(services: Services, params: Any) -> Any:
        return loaded()(services, params)

    return call


def _reading(entry: OwnMethod | EngineMethod | ServerCommand, handler: Handler) -> Handler:
    """The handler, with its params read as the table says."""

    def call(services: Services, params: Any) -> Any:
        return handler(services, read_params(entry.params, params))

    return call
