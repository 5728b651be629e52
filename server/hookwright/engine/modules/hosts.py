"""The hook modules of the user and of one project: their commands, their handlers, and what is wrong with them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

from msgspec import Struct

from hookwright.engine.modules.catalogue import fires_on, handler_hook, unknown_event
from hookwright.engine.modules.commands import CommandInfo
from hookwright.engine.modules.loaded_file import LoadedFile, Registered
from hookwright.engine.modules.scope_host import ScopeHost
from hookwright.engine.modules.seams import CONTEXT
from hookwright.engine.modules.states import FaultKind, Limits, LoadedModule, ModuleFault, ModuleState
from hookwright.engine.process import can_start
from hookwright.errors import FiringUnsupported
from hookwright.host import Host
from hookwright.model.codes import Code, Notice
from hookwright.model.dialect import Dialect
from hookwright.model.guards import OnGuardLost
from hookwright.model.hook import Hook, Scope


class ModuleCommand(Struct, frozen=True):
    """A command with the host of its module; `place` is its index there, `clash` says that its name was taken."""

    info: CommandInfo
    host: ScopeHost
    place: int
    clash: ModuleFault | None


class ModuleHosts:
    """The modules of the user and of one project, with a host process for each of the two.

    Without a `project`, as if it is not trusted, the user's modules are there alone.  Nothing is started before the
    first `refresh`; the other methods answer with what was loaded last.  `context_faults` are what is wrong with the
    handlers of the last chain of them, by the module's path.
    """

    def __init__(
        self,
        project: str | None,
        host: Host,
        limits: Limits | None = None,
        on_lost: OnGuardLost = OnGuardLost.DENY,
    ) -> None:
        limits = limits or Limits()
        self.on_lost = on_lost
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
            scopes = [it for it in self._scopes if not it.is_idle()]
            if scopes:
                await asyncio.gather(*(it.refresh() for it in scopes))

    def loaded(self) -> tuple[LoadedModule, ...]:
        """Every module that was found, in load order."""
        return tuple(
            LoadedModule(
                path=file.found.path,
                scope=scope.scope,
                state=_state(file),
                problem=_message(file),
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
            found += dict.fromkeys(it for it in (file.newer, file.fault, file.stray) if it is not None and it.path)
            for handler in file.handlers if file.newer is None else ():
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
        """Sentences about the modules that do not run as their files say.

        Those that are lost say it themselves, on the events that they are to guard.
        """
        found = []
        if not can_start():
            found.append(Notice(f"Hook modules do not run: {FiringUnsupported()}", Code.MODULES_NOT_RUNNING))
        for scope in self._scopes:
            if scope.unreadable is not None:
                said = f"Hook modules may be missing: {scope.unreadable.message}"
                found.append(Notice(said, Code.BROKEN_FILE, scope.folder))
        for _, file in self.files():
            found += [it] if (it := _notice(file)) is not None else []
            found += _never_run(file)
        return tuple(found)

    def lost(self, path: str) -> str | None:
        """Why the module at that path would give no answer now; None if it would, or is not there."""
        file = next((it for _, it in self.files() if it.found.path == path), None)
        return None if file is None or file.fault is None else file.fault.message

    def unloadable(self, path: str) -> ModuleFault | None:
        """Why the file at that path cannot be loaded as it is now; None if it can, or is not there."""
        file = next((it for _, it in self.files() if it.found.path == path), None)
        return None if file is None else file.newer or (None if file.is_lost else file.fault)

    def scope(self, scope: Scope) -> ScopeHost:
        """The host of the modules of a scope that has some."""
        return next(it for it in self._scopes if it.scope is scope)

    async def close(self) -> None:
        """Ends the host processes with all that they started."""
        for it in self._scopes:
            await it.close()


def _notice(file: LoadedFile) -> Notice | None:
    """What the user is told of a module on every event."""
    state, problem, fault = _state(file), _problem(file), file.fault or file.newer
    if fault is None or problem is None or (state is ModuleState.LOST and not file.is_read):
        return None
    if file.is_read:
        rest = "so nothing that it is to guard is guarded"
        known = "and what its text shows that it is to guard is refused"
        said = f"A hook module is not loaded, {known if file.is_lost else rest}: {problem}"
        return Notice(said, fault.kind.code, file.found.path)
    said = f"A hook module runs in the version before its file changed: {problem}"
    return Notice(said, Code.LAST_GOOD_VERSION, file.found.path)


def _never_run(file: LoadedFile) -> Iterator[Notice]:
    """What the user is told of handlers that no event calls."""
    path, said = file.found.path, "A handler of a hook module never runs"
    for it in {it.name: it for it in reversed(file.handlers)}.values():
        if (problem := unknown_event(it.name)) is not None:
            yield Notice(f"{said}: {path}:{it.line}: {problem}", Code.HOOK_LEFT_OUT, path)
    if file.stray is not None:
        yield Notice(f"{said}: {file.stray}", Code.HOOK_LEFT_OUT, path)


def _state(file: LoadedFile) -> ModuleState:
    if file.fault is not None:
        return ModuleState.LOST if file.is_lost else ModuleState.BROKEN
    return ModuleState.RUNNING if file.newer is None else ModuleState.OUTDATED


def _message(file: LoadedFile) -> str | None:
    """What is wrong with the file, with its line; None if it runs as it is."""
    fault = file.fault or file.newer
    return None if fault is None else fault.message if fault.line is None else f"line {fault.line}: {fault.message}"


def _problem(file: LoadedFile) -> str | None:
    """What is wrong with the file, with its place; None if it runs as it is."""
    fault = file.fault or file.newer
    return None if fault is None else str(fault) if fault.path else f"{file.found.path}: {fault.message}"


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
