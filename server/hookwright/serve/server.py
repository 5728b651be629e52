"""Serves one client: every method that agents call, on an engine that is the client's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec import Struct, field
from pygls.server import JsonRPCServer

from hookwright.dialects import by_id
from hookwright.embedding.client import ClientHandlers, ClientModel, ClientUser
from hookwright.embedding.engine import Engine
from hookwright.embedding.methods import METHODS, EngineMethod
from hookwright.embedding.params import NoParams, Params
from hookwright.embedding.trust import Trust
from hookwright.engine.background import Background
from hookwright.engine.events import Watch, batched_output
from hookwright.engine.journal.writer import Journal, late_recorder
from hookwright.engine.runner import Runner, command_slots
from hookwright.engine.tool_maps.maps import tool_map
from hookwright.errors import UntrustedWorkspace, UsageError
from hookwright.host import Host
from hookwright.model.guards import OnGuardLost
from hookwright.paths import absolute
from hookwright.serve.initialize import InitializedJson, InitializeParams, initialized
from hookwright.serve.notifications import NOTIFICATION_PARAMS, notification
from hookwright.serve.protocol import INITIALIZE, SHUTDOWN, EngineProtocol
from hookwright.transport.converter import make_converter
from hookwright.transport.messages import asking
from hookwright.transport.params import read_params
from hookwright.transport.requests import OpenRequests
from hookwright.transport.tasks import stop

_BACKGROUND_SECONDS = 1.5
# Long enough for a user to read a question, think and answer.
_ANSWER_SECONDS = 300.0


class Machine(Struct, frozen=True):
    """What all clients share: where hooks run, how many at once, and where their runs are recorded."""

    host: Host
    journal: Journal | None
    slots: asyncio.Semaphore = field(default_factory=command_slots)


class EngineServer(JsonRPCServer):
    """Serves one client; `ended` is called once it has said that it is done.

    `has_room` says whether the client reads what it is sent: while it does not, output of hooks is left out.
    `received_bytes` is how long the message is that has come last.
    """

    protocol: EngineProtocol

    most_open = 10_000
    most_open_bytes = 256 * 1024 * 1024

    def __init__(self, machine: Machine, ended: Callable[[], None], has_room: Callable[[], bool]) -> None:
        super().__init__(EngineProtocol, make_converter)
        self._machine = machine
        self._ended = ended
        self._has_room = has_room
        self._engine: Engine | None = None
        self._open = OpenRequests()
        self._open_bytes = 0
        self.received_bytes: Callable[[], int] = lambda: 0
        self.protocol.is_open = self._open.__contains__
        self.protocol.overload = self._overload
        self._answer(INITIALIZE, InitializeParams, self._initialize)
        self._answer(SHUTDOWN, NoParams, self._shut_down)
        for method in METHODS:
            self._answer(method.name, method.params, partial(self._call, method))

    @property
    def engine(self) -> Engine:
        """The client's own."""
        if self._engine is None:
            raise UsageError(f"`{INITIALIZE}` has failed, so nothing else is served", "connect again")
        return self._engine

    def _answer(self, name: str, model: type[Params], handler: Callable[[Any], Any]) -> None:
        async def serve(params: Any) -> Any:
            # The first step of this task comes before the next message does.
            size = self.received_bytes()
            self._open_bytes += size
            try:
                return await self._open.answer(self.protocol.msg_id, name, lambda: handler(read_params(model, params)))
            finally:
                self._open_bytes -= size

        self.feature(name)(serve)

    def _overload(self) -> str | None:
        if len(self._open) >= self.most_open:
            return f"{self.most_open} requests are open: wait for answers first"
        if self._open_bytes >= self.most_open_bytes:
            return f"The open requests hold {self.most_open_bytes >> 20} MB: wait for answers first"
        return None

    def _call(self, method: EngineMethod, params: Params) -> Any:
        return method.load()(self.engine, params)

    def _initialize(self, params: InitializeParams) -> InitializedJson:
        """What the engine can do; raises UnknownDialect, and UsageError if `tools` is not a map."""
        if params.dialect is not None:
            by_id(params.dialect)
        host, journal = self._machine.host, self._machine.journal
        own = absolute(params.project_dir) if params.project_dir else None
        trust = trust_of(params, host)
        can, ask, tell = params.capabilities, asking(self.protocol), self.protocol.notify
        runner = Runner(
            host=host,
            journal=journal,
            background=Background(late_recorder(journal) if journal else None),
            model=ClientModel(ask) if can.model else None,
            delegate=ClientHandlers(ask, frozenset(can.handlers)) if can.handlers else None,
            tools=tool_map(params.tools) if params.tools is not None else None,
            slots=self._machine.slots,
            watch=self._watch,
        )
        self._engine = Engine(
            runner=runner,
            trust=lambda: trust,
            project_folder=lambda named: _project(named, own),
            dialect=params.dialect,
            failure_policy=params.failure_policy,
            on_guard_lost=OnGuardLost(params.on_guard_lost),
            client=ClientUser(ask=ask, tell=tell, has_ui=can.ui, has_models=can.model, seconds=_ANSWER_SECONDS),
            tell=tell,
        )
        return initialized([INITIALIZE, *(it.name for it in METHODS), SHUTDOWN], list(NOTIFICATION_PARAMS))

    async def _shut_down(self, _: NoParams) -> None:
        current = asyncio.current_task()
        await stop(it for it in self._open.tasks if it is not current)
        # Behind the answer, which goes out once this task is done.
        asyncio.get_running_loop().call_soon(self._ended)

    def _watch(self) -> Watch:
        return batched_output(lambda event: self.protocol.notify(*notification(event)), self._has_room)

    async def finish(self) -> None:
        """Ends all that the client has begun, with every process, and waits, bounded, until it is gone."""
        await stop(self._open.tasks)
        if self._engine is not None:
            await self._engine.runner.background.finish(_BACKGROUND_SECONDS)
            await self._engine.close()

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Nothing: it was answered, and logged if it is a fault of ours."""


def trust_of(params: InitializeParams, host: Host) -> Trust:
    """What the client trusts, by its first request."""
    own = [params.project_dir] if params.trusted and params.project_dir else []
    folders = tuple(map(absolute, [*own, *params.trusted_folders]))
    how = f"name its folder in `trustedFolders` of `{INITIALIZE}`"
    if params.trusted and not params.project_dir:
        trust = f"`trusted` is about `projectDir`, which is missing in `{INITIALIZE}`: add it, or name `trustedFolders`"
    else:
        trust = f"say `trusted: true` of `projectDir`, or name `trustedFolders`, in `{INITIALIZE}`"
    trust += "; keys with other names are ignored"
    untrusted = UntrustedWorkspace("No folder is trusted, so nothing was run", trust)
    return Trust(bool(folders), folders, host, untrusted, how)


def _project(named: str | None, own: str | None) -> str:
    project = absolute(named) if named else own
    if project is None:
        raise UsageError("No project folder is known", f"give `projectDir`, here or in `{INITIALIZE}`")
    return project
