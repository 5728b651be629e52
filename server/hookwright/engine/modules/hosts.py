"""The hook modules of the user and of one project: their commands, their handlers, and what is wrong with them."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass

from hookwright.engine.modules.catalogue import fires_on, handler_hook, unknown_event
from hookwright.engine.modules.commands import CommandInfo
from hookwright.engine.modules.faults import FaultKind, ModuleFault
from hookwright.engine.modules.limits import Limits
from hookwright.engine.modules.loaded_file import LoadedFile, Registered
from hookwright.engine.modules.scope_host import ScopeHost, left_out
from hookwright.engine.modules.seams import CONTEXT
from hookwright.engine.process import can_start
from hookwright.errors import FiringUnsupported
from hookwright.host import Host
from hookwright.model.codes import Notice
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Hook, Scope


@dataclass(frozen=True, slots=True)
class LoadedModule:
    """A module that was found; it is not `loaded` where a fault keeps it out.  `events` are as it names them."""

    path: str
    scope: Scope
    loaded: bool
    events: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModuleCommand:
    """A command with the host of its module; `place` is its index there, `clash` says that its name was taken."""

    info: CommandInfo
    host: ScopeHost
    place: int
    clash: ModuleFault | None


class ModuleHosts:
    """The modules of the user and of one project, with a host process for each of the two.

    Without a `project`, as where it is not trusted, the user's modules are there alone.  Nothing is started before the
    first `refresh`; the other methods answer with what was loaded last.  `context_faults` are what is wrong with the
    handlers of the last chain of them, by the module's path.
    """

    def __init__(self, project: str | None, host: Host, limits: Limits | None = None) -> None:
        limits = limits or Limits()
        self.host = host
        self._seconds = limits.handler_seconds
        self._scopes = [ScopeHost(Scope.USER, host.home, host.environ, limits)]
        if project is not None and os.path.realpath(project) != os.path.realpath(host.home):
            self._scopes.append(ScopeHost(Scope.PROJECT, project, host.environ, limits))
        self.context_faults: dict[str, ModuleFault] = {}
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
            for scope, file in self.files()
        )

    def files(self) -> list[tuple[ScopeHost, LoadedFile]]:
        """Every module with the host of its scope, in load order."""
        return [(scope, file) for scope in self._scopes for file in scope.files()]

    def faults(self) -> tuple[ModuleFault, ...]:
        """What is wrong with the modules now, in load order."""
        found = [it for scope in self._scopes if (it := scope.problem()) is not None]
        if not can_start():
            found.append(ModuleFault("", None, str(FiringUnsupported()), FaultKind.HOST))
        for _, file in self.files():
            path = file.found.path
            found += [file.fault] if file.fault is not None else []
            for handler in file.handlers:
                if (problem := unknown_event(handler.name)) is not None:
                    found.append(ModuleFault(path, handler.line, problem, FaultKind.EVENT))
            found += [self.context_faults[path]] if path in self.context_faults else []
        clashes = (command.clash for command in self.commands_by_name().values())
        return (*found, *(it for it in clashes if it is not None))

    def log(self, path: str) -> str:
        """What the module at that path printed lately."""
        return "".join(it.log(path) for it in self._scopes)

    def commands(self) -> tuple[CommandInfo, ...]:
        """The commands in load order; of two with one name the later is `<module>:<name>` (E9)."""
        return tuple(it.info for it in self.commands_by_name().values())

    def commands_by_name(self) -> dict[str, ModuleCommand]:
        """The commands, in load order, by what they are invoked by."""
        found: dict[str, ModuleCommand] = {}
        for scope, file in self.files():
            for place, it in enumerate(file.commands):
                command = _command(scope, file, place, it, found)
                found.setdefault(command.info.name, command)
        return found

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
        for scope, file in self.files():
            counts: dict[str, int] = {}
            for it in file.handlers:
                index = counts.get(it.name, 0)
                counts[it.name] = index + 1
                if it.name != CONTEXT and fires_on(dialect, it.name, event):
                    hook = handler_hook(scope.scope, file.found.path, event, it.name, index, it.function, self._seconds)
                    found.append(hook)
        return found

    def problems(self) -> tuple[Notice, ...]:
        """Sentences about the modules that are left out."""
        return tuple(
            Notice(left_out(it), it.kind.code, it.path or None)
            for it in self.faults()
            if it.kind.is_left_out or it.kind is FaultKind.HOST
        )

    def scope(self, scope: Scope) -> ScopeHost:
        """The host of the modules of a scope that has some."""
        return next(it for it in self._scopes if it.scope is scope)

    async def close(self) -> None:
        """Ends the host processes with all that they started."""
        for it in self._scopes:
            await it.close()


def _command(
    scope: ScopeHost, file: LoadedFile, place: int, it: Registered, taken: dict[str, ModuleCommand]
) -> ModuleCommand:
    path, name, clash = file.found.path, it.name, None
    if name in taken:
        other = taken[name].info.source
        name = f"{os.path.basename(path).removesuffix('.py')}:{name}"
        clash = ModuleFault(
            path, it.line, f"the command `{it.name}` is taken by `{other}`, so this one is `{name}`", FaultKind.COMMAND
        )
    return ModuleCommand(CommandInfo(name, it.description, path), scope, place, clash)
