"""The hook modules of the user and of one project: their commands, their handlers, and what is wrong with them."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from time import perf_counter

from hookwright.engine.modules.answers import Answer, command_result, context_messages, handler_result, place_of
from hookwright.engine.modules.catalogue import fires_on, handler_hook, unknown_event
from hookwright.engine.modules.generation import LoadedFile, Registered
from hookwright.engine.modules.limits import Limits
from hookwright.engine.modules.requests import Requests, state_of
from hookwright.engine.modules.scope_host import ScopeHost, left_out
from hookwright.engine.modules.seams import (
    CONTEXT,
    AgentMessage,
    Client,
    CommandFailed,
    CommandInfo,
    CommandResult,
    FaultKind,
    LoadedModule,
    ModuleFault,
    SessionState,
    UnknownCommand,
)
from hookwright.engine.process import can_start
from hookwright.errors import FiringUnsupported
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Hook, Scope
from hookwright.model.outcome import Result

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class _Command:
    info: CommandInfo
    host: ScopeHost
    place: int
    clash: ModuleFault | None


class ModuleHosts:
    """What `Modules` describes, with one host process for the user's modules and one for the project's.

    Without a `project`, as where it is not trusted, the user's modules are there alone.  Nothing is started before the
    first `refresh`.
    """

    def __init__(self, project: str | None, host: Host, limits: Limits | None = None) -> None:
        limits = limits or Limits()
        self._host = host
        self._seconds = limits.handler_seconds
        self._scopes = [ScopeHost(Scope.USER, host.home, host.environ, limits)]
        if project is not None and os.path.realpath(project) != os.path.realpath(host.home):
            self._scopes.append(ScopeHost(Scope.PROJECT, project, host.environ, limits))
        self._context_faults: dict[str, ModuleFault] = {}
        self._hooks: dict[tuple[str, str], tuple[Hook, ...]] = {}
        self._hooks_of: tuple[int, ...] = ()

    async def refresh(self) -> None:
        """Makes up for changes of the files; a scope without modules starts nothing."""
        if can_start():
            await asyncio.gather(*(it.refresh() for it in self._scopes))

    def loaded(self) -> tuple[LoadedModule, ...]:
        """Every module that was found, in load order."""
        return tuple(
            LoadedModule(
                path=file.found.path,
                scope=scope.scope,
                loaded=file.fault is None,
                events=tuple(dict.fromkeys(it.name for it in file.handlers)),
                commands=tuple(it.name for it in file.commands),
            )
            for scope, file in self._files()
        )

    def _files(self) -> list[tuple[ScopeHost, LoadedFile]]:
        return [(scope, file) for scope in self._scopes for file in scope.files()]

    def faults(self) -> tuple[ModuleFault, ...]:
        """What is wrong with the modules now, in load order."""
        found = [it for scope in self._scopes if (it := scope.problem()) is not None]
        if not can_start():
            found.append(ModuleFault("", None, str(FiringUnsupported()), FaultKind.HOST))
        for _, file in self._files():
            path = file.found.path
            found += [file.fault] if file.fault is not None else []
            for handler in file.handlers:
                if (problem := unknown_event(handler.name)) is not None:
                    found.append(ModuleFault(path, handler.line, problem, FaultKind.EVENT))
            found += [self._context_faults[path]] if path in self._context_faults else []
        clashes = (command.clash for command in self._commands().values())
        return (*found, *(it for it in clashes if it is not None))

    def log(self, path: str) -> str:
        """What the module at that path printed lately."""
        return "".join(it.log(path) for it in self._scopes)

    def commands(self) -> tuple[CommandInfo, ...]:
        """The commands in load order; of two with one name the later is `<module>:<name>` (E9)."""
        return tuple(it.info for it in self._commands().values())

    def _commands(self) -> dict[str, _Command]:
        found: dict[str, _Command] = {}
        for scope, file in self._files():
            for place, it in enumerate(file.commands):
                command = _command(scope, file, place, it, found)
                found.setdefault(command.info.name, command)
        return found

    def handlers(self, session: SessionState, client: Client | None) -> ModuleHandlers:
        """The event handlers of the modules, for `make_plan`."""
        return ModuleHandlers(self, session, client)

    def hooks(self, dialect: Dialect, event: str) -> tuple[Hook, ...]:
        """The handlers of that event as hooks, in load order; the same objects until a module changes."""
        changes = tuple(it.changes for it in self._scopes)
        if changes != self._hooks_of:
            self._hooks, self._hooks_of = {}, changes
        key = (dialect.id, event)
        if key not in self._hooks:
            self._hooks[key] = tuple(self._find_hooks(dialect, event))
        return self._hooks[key]

    def _find_hooks(self, dialect: Dialect, event: str) -> list[Hook]:
        found = []
        for scope, file in self._files():
            counts: dict[str, int] = {}
            for it in file.handlers:
                index = counts.get(it.name, 0)
                counts[it.name] = index + 1
                if it.name != CONTEXT and fires_on(dialect, it.name, event):
                    hook = handler_hook(scope.scope, file.found.path, event, it.name, index, it.function, self._seconds)
                    found.append(hook)
        return found

    def problems(self) -> tuple[str, ...]:
        """Sentences about the modules that are left out."""
        return tuple(left_out(it) for it in self.faults() if it.kind.is_left_out or it.kind is FaultKind.HOST)

    async def run(self, hook: Hook, session: SessionState, client: Client | None, stdin: bytes) -> Answer:
        """Calls the handler that a hook stands for."""
        _, name, index = hook.route
        state = _state(session, client)
        parts = (b'"call":"event","ctx":' + state + b',"handler":', b',"event":' + stdin + b"}")

        def pick(file: LoadedFile) -> Registered | None:
            named = [it for it in file.handlers if it.name == name]
            return named[index] if isinstance(index, int) and index < len(named) else None

        host = next(it for it in self._scopes if it.scope is hook.scope)
        return await host.call(hook.source, pick, parts, Requests(self._host, session, client, hook.source))

    async def invoke(self, session: SessionState, client: Client | None, name: str, args: str) -> CommandResult:
        """Runs a command (E1); raises UnknownCommand with the nearest name (E9), and CommandFailed."""
        await self.refresh()
        name = name.removeprefix("/")
        commands = self._commands()
        if name not in commands:
            raise UnknownCommand.named(name, commands)
        command = commands[name]
        path = command.info.source
        message = b'"call":"command","ctx":' + _state(session, client) + b',"args":' + _encode(args).encode()
        asked = Requests(self._host, session, client, path, is_command=True)
        answer = await command.host.call(
            path, lambda file: file.commands[command.place], (message + b',"handler":', b"}"), asked
        )
        problem = answer.error
        result = None if problem is not None else command_result(answer.result)
        if result is None:
            problem = problem or "returned something else than text, a prompt, a status or None"
            raise CommandFailed(f"`/{name}` failed: {problem}", f"see {place_of(path, answer.line)}")
        return result

    async def transform(
        self, session: SessionState, client: Client | None, messages: Sequence[AgentMessage]
    ) -> list[AgentMessage]:
        """The messages after every context handler, each seeing what the last one returned (E4)."""
        await self.refresh()
        current = list(messages)
        self._context_faults = {}
        for scope, file in self._files():
            count = sum(it.name == CONTEXT for it in file.handlers)
            for index in range(count):
                current = await self._transformed(scope, file.found.path, index, session, client, current)
        return current

    async def _transformed(
        self,
        scope: ScopeHost,
        path: str,
        index: int,
        session: SessionState,
        client: Client | None,
        messages: list[AgentMessage],
    ) -> list[AgentMessage]:
        event = _encode({"entries": list(session.entries), "messages": messages}).encode("utf-8", "replace")
        parts = (b'"call":"context","ctx":' + _state(session, client) + b',"handler":', b',"event":' + event + b"}")

        def pick(file: LoadedFile) -> Registered | None:
            named = [it for it in file.handlers if it.name == CONTEXT]
            return named[index] if index < len(named) else None

        answer = await scope.call(path, pick, parts, Requests(self._host, session, client, path))
        found = context_messages(answer.result) if answer.error is None else answer.error
        if isinstance(found, str):
            self._context_faults[path] = ModuleFault(path, answer.line, f"`context`: {found}", FaultKind.HANDLER)
            return messages
        return messages if found is None else found

    async def close(self) -> None:
        """Ends the host processes with all that they started."""
        for it in self._scopes:
            await it.close()


class ModuleHandlers:
    """The handlers of modules in one session, with one client."""

    def __init__(self, modules: ModuleHosts, session: SessionState, client: Client | None) -> None:
        self._modules = modules
        self._session = session
        self._client = client

    def hooks(self, dialect: Dialect, event: str) -> tuple[Hook, ...]:
        """The handlers of that event as hooks of the type `module`."""
        return self._modules.hooks(dialect, event)

    def problems(self) -> tuple[str, ...]:
        """Sentences about the modules that are left out."""
        return self._modules.problems()

    async def run(self, hook: Hook, stdin: bytes) -> Result:
        """What the handler returns, as the stdout of a command that succeeded, or why it failed."""
        started_at, begin = datetime.now(UTC), perf_counter()
        answer = await self._modules.run(hook, self._session, self._client, stdin)
        return handler_result(answer, hook.source, started_at, perf_counter() - begin)


def _command(scope: ScopeHost, file: LoadedFile, place: int, it: Registered, taken: dict[str, _Command]) -> _Command:
    path, name, clash = file.found.path, it.name, None
    if name in taken:
        other = taken[name].info.source
        name = f"{os.path.basename(path).removesuffix('.py')}:{name}"
        clash = ModuleFault(
            path, it.line, f"the command `{it.name}` is taken by `{other}`, so this one is `{name}`", FaultKind.COMMAND
        )
    return _Command(CommandInfo(name, it.description, path), scope, place, clash)


def _state(session: SessionState, client: Client | None) -> bytes:
    return _encode(state_of(session, client)).encode("utf-8", "replace")
