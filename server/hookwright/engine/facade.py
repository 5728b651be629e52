"""The engine in a Python agent's own process."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, overload

from hookwright.config.discover import dialect_in_use, hook_paths
from hookwright.config.workspace import NamedFiles, Snapshot, load
from hookwright.dialects import by_id
from hookwright.engine.background import Background
from hookwright.engine.dispatch import dispatch
from hookwright.engine.guard import Guard
from hookwright.engine.hooks import Hooks, Json
from hookwright.engine.journal.writer import late_recorder, open_journal, recorded
from hookwright.engine.model import Model
from hookwright.engine.modules.limits import Limits
from hookwright.engine.modules.requests import NoSession
from hookwright.engine.modules.seams import Client, CommandInfo, CommandResult, Handlers, UnknownCommand
from hookwright.engine.plan import Request, make_plan
from hookwright.engine.tool_maps.maps import ToolMap, tool_map
from hookwright.engine.tool_maps.translate import dispatch_translated
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.outcome import Outcome

if TYPE_CHECKING:
    from hookwright.engine.modules.hosts import ModuleHosts
    from hookwright.engine.modules.in_process import Handler, LocalHandlers

E = TypeVar("E", bound="Handler")


class HookService(Hooks):
    """The hooks of one project in one session (A16); no method raises because of what a hook does.

    Files are read anew for every event, so that an edit holds from the next event on.  An event that the dialect does
    not have runs nothing.  Use it as an asynchronous context manager, or call `close`.
    """

    def __init__(
        self,
        request: Request,
        host: Host,
        *,
        named: NamedFiles,
        model: Model | None,
        record: bool,
        tools: ToolMap | None = None,
    ) -> None:
        self.dialect = request.dialect
        self.project_dir = request.project_dir
        self.session_id = request.session_id or os.urandom(16).hex()
        self._request = replace(request, session_id=self.session_id)
        self._host = host
        self._named = named
        self._left_out: tuple[Dialect, ...] = ()
        self._model = model
        self._tools = tools
        self._guard = Guard()
        self._journal = open_journal(host) if record else None
        self._background = Background(late_recorder(self._journal) if self._journal else None)
        self._session = NoSession(self.session_id or "", self.project_dir)
        self._client: Client | None = None
        self._modules: ModuleHosts | None = None
        self._local: LocalHandlers | None = None

    @classmethod
    async def open(
        cls,
        project_dir: str = ".",
        session_id: str | None = None,
        *,
        dialect: str | None = None,
        config_files: Sequence[str] | None = None,
        home: str | None = None,
        model: Model | None = None,
        record: bool = True,
        tools: str | Mapping[str, Any] | None = None,
        modules: bool | Literal["user"] | Limits = False,
        client: Client | None = None,
        plugin_dirs: Sequence[str] = (),
        settings: Sequence[str] = (),
    ) -> Self:
        """The service for a project folder; without `dialect` the one whose files are there.

        `config_files` replace the files that discovery finds.  The plugins in `plugin_dirs` and the last of `settings`,
        a file or its JSON text, apply besides, as with an agent that is started with them.  `model` answers prompt and
        agent hooks; without one they are skipped (D5).  `record` keeps every run in the journal.  `tools` says what the
        agent's tools are to hooks: a host's name, such as `opencode`, or a map.  With `modules` (True, or their
        limits), the hook modules of the user and the project run too, so the project has to be one that the user
        trusts; with `user`, the user's alone.  The `client` answers what they ask (E7).  Raises UnknownDialect, and
        UsageError for a wrong map.
        """
        host = Host.real(home)
        project = _absolute(project_dir)
        table = by_id(dialect) if dialect else dialect_in_use(project, host)
        request = Request(table, "", {}, project, session_id, host.home)
        mapped = None if tools is None else tool_map(tools)
        named = NamedFiles(config_files=config_files, plugin_dirs=plugin_dirs, settings=settings)
        service = cls(request, host, named=named, model=model, record=record, tools=mapped)
        service._client = client
        if modules:
            limits = modules if isinstance(modules, Limits) else Limits()
            await service._use_modules(None if modules == "user" else service.project_dir, limits)
        return service

    def leave_out(self, others: Sequence[Dialect]) -> None:
        """Passes over the files that other dialects' agents read too, whose hooks run for those."""
        self._left_out = tuple(others)

    async def _use_modules(self, project: str | None, limits: Limits) -> None:
        from hookwright.engine.modules.hosts import ModuleHosts

        self._modules = ModuleHosts(project, self._host, limits)
        await self._modules.refresh()

    async def close(self, seconds: float = 5.0) -> None:
        """Waits that long for hooks that run behind their answers (B6), kills the rest, and writes the journal."""
        await self._background.finish(seconds)
        if self._modules is not None:
            await self._modules.close()
        if self._journal is not None:
            await asyncio.to_thread(self._journal.close, seconds)

    async def is_hooks_available(self) -> bool:
        """Whether any hook is configured and switched on, or any handler registered."""
        snapshot = self._load()
        modules = () if self._modules is None else self._modules.loaded()
        registered = self._local is not None or any(it.events for it in modules)
        return (bool(snapshot.hooks) or registered) and snapshot.switched_off is None

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
                self._local = LocalHandlers(self._host, self._session, self._client)
            self._local.add(event, handler)
            return handler

        return register if handler is None else register(handler)

    async def commands(self) -> tuple[CommandInfo, ...]:
        """The slash commands of the modules (E9)."""
        if self._modules is None:
            return ()
        await self._modules.refresh()
        return self._modules.commands()

    async def invoke(self, name: str, args: str = "") -> CommandResult:
        """Runs a slash command with the text behind its name; raises UnknownCommand and CommandFailed (E1)."""
        if self._modules is None:
            raise UnknownCommand.named(name, ())
        return await self._modules.invoke(self._session, self._client, name, args)

    async def _fire(self, event: str, payload: Json) -> Outcome:
        snapshot, handlers = self._load(), await self._handlers()

        async def fire(payload: Json) -> Outcome:
            plan = make_plan(replace(self._request, event=event, payload=payload), snapshot, handlers=handlers)
            dispatched = dispatch(plan, self._host, background=self._background, model=self._model, guard=self._guard)
            return await recorded(dispatched, plan, self._journal)

        return await dispatch_translated(self._tools, self.dialect, payload, fire)

    async def _handlers(self) -> Handlers | None:
        if self._modules is None:
            return self._local
        await self._modules.refresh()
        handlers = self._modules.handlers(self._session, self._client)
        if self._local is None:
            return handlers
        from hookwright.engine.modules.in_process import AllHandlers

        return AllHandlers((handlers, self._local))

    def _load(self) -> Snapshot:
        host, project = self._host, self.project_dir
        snapshot = load(self.dialect, project, host, self._named)
        if not self._left_out:
            return snapshot
        taken = {path for it in self._left_out for _, path in hook_paths(it, project, host)}
        return replace(snapshot, hooks=tuple(it for it in snapshot.hooks if it.source not in taken))


def _absolute(folder: str) -> str:
    return os.path.abspath(folder)
