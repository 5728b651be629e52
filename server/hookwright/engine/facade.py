"""The engine in a Python agent's own process."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, Unpack, overload

from msgspec.structs import replace

from hookwright.config.workspace import NamedFiles, Snapshot, load
from hookwright.dialects import by_id
from hookwright.engine.background import Background
from hookwright.engine.hooks import Hooks, Json
from hookwright.engine.journal.writer import late_recorder, open_journal
from hookwright.engine.plan import Request
from hookwright.engine.runner import Runner
from hookwright.engine.service_options import ServiceOptions, failure_policy, named_files, on_guard_lost
from hookwright.engine.several import ALL, PreparedRequest, chosen, nothing_fired
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.guards import OnGuardLost
from hookwright.model.outcome import Outcome
from hookwright.paths import absolute
from hookwright.readers.search import dialect_in_use

if TYPE_CHECKING:
    # What few agents use is imported with its first use: an agent waits for every import.
    from hookwright.engine.modules.commands import CommandInfo, CommandResult
    from hookwright.engine.modules.in_process import Handler, LocalHandlers
    from hookwright.engine.modules.in_session import ModulesInSession
    from hookwright.engine.modules.seams import Client, Handlers, SessionState
    from hookwright.engine.modules.states import Limits
    from hookwright.engine.tool_maps.maps import ToolMap

E = TypeVar("E", bound="Handler")


class HookService(Hooks):
    """The hooks of one project in one session (A16); no method raises because of what a hook does.

    Raises BeyondLimits for a payload that hooks could not be sure to read, and UsageError for one that is not JSON: no
    hook has seen it, so what it announces must not happen.
    Files are read anew for every event, so that an edit holds from the next event on.  An event that the dialect does
    not have runs nothing.  Use it as an asynchronous context manager, or call `close`.
    """

    def __init__(
        self,
        request: Request,
        runner: Runner,
        named: NamedFiles,
        client: Client | None = None,
        on_lost: OnGuardLost = OnGuardLost.DENY,
    ) -> None:
        self._on_lost = on_lost
        self.dialect = request.dialect
        self.project_dir = request.project_dir
        self.session_id = request.session_id or os.urandom(16).hex()
        self._request = replace(request, session_id=self.session_id)
        self._runner = runner
        self._named = named
        self._client = client
        self._modules: ModulesInSession | None = None
        self._local: LocalHandlers | None = None

    @classmethod
    async def open(
        cls,
        project_dir: str = ".",
        session_id: str | None = None,
        **options: Unpack[ServiceOptions],
    ) -> Self:
        """The service for a project folder.

        Raises UnknownDialect, and UsageError for a wrong map of tools or a wrong policy.
        """
        project, host = absolute(project_dir), Host.real(options.get("home"))
        dialect = options.get("dialect")
        table = by_id(dialect) if dialect else dialect_in_use(project, host)
        journal = open_journal(host) if options.get("record", True) else None
        runner = Runner(
            host=host,
            journal=journal,
            background=Background(late_recorder(journal) if journal else None),
            model=options.get("model"),
            tools=_tools(options.get("tools")),
        )
        policy = failure_policy(options.get("failure_policy"))
        request = Request(table, "", {}, project, session_id, host.home, failure_policy=policy)
        service = cls(request, runner, named_files(options), options.get("client"), on_guard_lost(options))
        modules = options.get("modules", False)
        if modules:
            await service._use_modules(modules)
        return service

    async def _use_modules(self, which: Literal[True, "user"] | Limits) -> None:
        from hookwright.engine.modules.hosts import ModuleHosts
        from hookwright.engine.modules.in_session import ModulesInSession
        from hookwright.engine.modules.states import Limits

        limits = which if isinstance(which, Limits) else Limits()
        hosts = ModuleHosts(None if which == "user" else self.project_dir, self._runner.host, limits, self._on_lost)
        await hosts.refresh()
        self._modules = ModulesInSession(hosts, self._session(), self._client)

    def _session(self) -> SessionState:
        from hookwright.engine.modules.requests import NoSession

        return NoSession(self.session_id, self.project_dir)

    async def close(self, seconds: float = 5.0) -> None:
        """Waits that long for hooks that run behind their answers (B6), kills the rest, and writes the journal."""
        await self._runner.background.finish(seconds)
        if self._modules is not None:
            await self._modules.hosts.close()
        if self._runner.journal is not None:
            await asyncio.to_thread(self._runner.journal.close, seconds)

    async def is_hooks_available(self) -> bool:
        """Whether any hook is configured and switched on, any handler registered, or any module out of order."""
        modules = () if self._modules is None else self._modules.hosts.loaded()
        snapshots = self._prepared(self._request).snapshots
        # Modules are not an agent's: its settings do not switch them off, and they run with the first agent.
        if snapshots and (self._local is not None or any(it.events or it.problem for it in modules)):
            return True
        return any(it.hooks and it.switched_off is None for it in snapshots)

    @overload
    def on(self, event: str, handler: E) -> E: ...
    @overload
    def on(self, event: str) -> Callable[[E], E]: ...
    def on(self, event: str, handler: E | None = None) -> E | Callable[[E], E]:
        """Registers a handler that runs in this process, as a function or as a decorator (E2).

        It is called with the event and a context, may be a coroutine, and returns what a command hook prints as JSON,
        text, or None; raising on an event that can block a tool is a refusal.  Raises UsageError for an unknown event.
        """
        from hookwright.engine.modules.in_process import LocalHandlers

        def register(handler: E) -> E:
            if self._local is None:
                self._local = LocalHandlers(self._runner.host, self._session(), self._client, self._on_lost)
            self._local.add(event, handler)
            return handler

        return register if handler is None else register(handler)

    async def commands(self) -> tuple[CommandInfo, ...]:
        """The slash commands of the modules (E9)."""
        if self._modules is None:
            return ()
        await self._modules.hosts.refresh()
        return self._modules.hosts.commands()

    async def invoke(self, name: str, args: str = "") -> CommandResult:
        """Runs a slash command with the text behind its name; raises UnknownCommand and CommandFailed (E1)."""
        if self._modules is None:
            from hookwright.engine.modules.commands import UnknownCommand

            raise UnknownCommand.named(name, ())
        return await self._modules.invoke(name, args)

    async def _fire(self, event: str, payload: Json) -> Outcome:
        prepared = self._prepared(replace(self._request, event=event, payload=payload))
        return await self._runner.fire(prepared, handlers=await self._handlers())

    def _prepared(self, request: Request) -> PreparedRequest:
        return PreparedRequest.alone(request, self._load(self.dialect))

    def _load(self, dialect: Dialect) -> Snapshot:
        return load(dialect, self.project_dir, self._runner.host, self._named)

    async def _handlers(self) -> Handlers | None:
        if self._modules is None:
            return self._local
        await self._modules.hosts.refresh()
        if self._local is None:
            return self._modules
        from hookwright.engine.modules.in_process import AllHandlers

        return AllHandlers((self._modules, self._local))


def _tools(given: str | Mapping[str, Any] | None) -> ToolMap | None:
    if given is None:
        return None
    from hookwright.engine.tool_maps.maps import tool_map

    return tool_map(given)


class SeveralDialects(HookService):
    """The hooks that a project has for several agents, in one session (A16); no method raises because of a hook.

    Events, payloads and changed inputs are in the words of `dialect`; each agent's hooks get the event's name, the
    tool's name and the keys of its input as their agent has them.  What one refuses is refused, else what one asks
    about is asked; then what one allows is allowed.  The `parts` of an outcome say which agent's hooks said what.  A
    file that several agents read runs for the first of them only; modules and handlers run once.
    """

    _dialects: tuple[Dialect, ...]

    @classmethod
    async def open(
        cls,
        project_dir: str = ".",
        session_id: str | None = None,
        *,
        dialects: Sequence[str] | None = None,
        **options: Unpack[ServiceOptions],
    ) -> Self:
        """The service for a project folder; without `dialects` for every agent that has files there.

        The agent speaks the first of them.  Raises UnknownDialect.
        """
        host = Host.real(options.get("home"))
        found = tuple(chosen(dialects or ALL, None, absolute(project_dir), host))
        options["dialect"] = found[0].id
        service = await super().open(project_dir, session_id, **options)
        service._dialects = found
        return service

    async def dispatch(self, event: str, payload: Json | None = None) -> Outcome:
        """Fires an event that any of the agents has, under the name of any dialect."""
        own = self.dialect.own_event(event) or event
        if not any(it.own_event(event) for it in self._dialects):
            return nothing_fired(replace(self._request, event=own))
        return await self._fire(own, dict(payload or {}))

    def _prepared(self, request: Request) -> PreparedRequest:
        return PreparedRequest.of(request, self._dialects, self._load, self._runner.host)
