"""One host process that is kept running for some modules, and which modules run in which of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from hookwright.config.hook_modules import FoundModule
from hookwright.engine.modules.faults import FaultKind, ModuleFault
from hookwright.engine.modules.generation import Generation
from hookwright.engine.modules.loaded_file import Registered, Version


@dataclass(frozen=True, slots=True)
class Good:
    """A version of a module that was loaded, and what it registered."""

    version: Version
    handlers: tuple[Registered, ...]
    commands: tuple[Registered, ...]


@dataclass(slots=True, eq=False)
class Keeper:
    """Keeps one host process running for these versions, by their paths.

    Without a `generation` there is none now, and `fault` says why, if there is a reason.  `failures` counts how often
    it was lost since it last answered a call.  It is started again when somebody needs it and it is time to.
    """

    versions: dict[str, Version] = field(default_factory=dict)
    generation: Generation | None = None
    fault: ModuleFault | None = None
    failures: int = 0
    given_up: bool = False
    loading: asyncio.Task[None] | None = None
    _not_before: float = 0.0

    def is_due(self, now: float) -> bool:
        """Whether it is to be started if somebody needs it; times are those of the loop."""
        return self.generation is None and bool(self.versions) and not self.given_up and now >= self._not_before

    def started(self, generation: Generation) -> None:
        """Takes note of a host that has loaded its modules."""
        self.generation, self.fault = generation, None

    def failed(self, fault: ModuleFault, now: float, pauses: tuple[float, ...]) -> None:
        """Takes note of an end; after that many in a row it is given up, unless the end was no module's fault."""
        self.fault = fault
        self.given_up = self.failures >= len(pauses) and fault.kind is not FaultKind.HOST
        self._not_before = now + pauses[min(self.failures, len(pauses) - 1)] if pauses else now
        self.failures += 1

    def answered(self) -> None:
        """Takes note of a call that was answered."""
        self.failures = 0

    def remedy(self) -> str:
        """What becomes of its modules now, and what the user can do."""
        if self.given_up:
            return f"this happened {self.failures} times in a row: correct the file, and save it"
        again = "it is started again by the next events"
        is_host = self.fault is not None and self.fault.kind is FaultKind.HOST
        return again if is_host else f"{again}; if that does not help, correct the file, and save it"


@dataclass(slots=True)
class Arrangement:
    """Which of the modules that were found run in which host process.

    All are in that of `main`, but for those that are `alone`: they were lost, or run in an earlier version.  `newer` is
    what is wrong with files as they are now.
    """

    found: tuple[FoundModule, ...] = ()
    main: Keeper = field(default_factory=Keeper)
    alone: dict[str, Keeper] = field(default_factory=dict)
    newer: dict[str, ModuleFault] = field(default_factory=dict)

    def keepers(self) -> Iterator[Keeper]:
        """All of them."""
        yield self.main
        yield from self.alone.values()

    def keeper_of(self, path: str) -> Keeper | None:
        """That of a module; None where it runs in none."""
        return self.alone.get(path) or (self.main if path in self.main.versions else None)

    def blame(self, keeper: Keeper, fault: ModuleFault, good: Good | None, pauses: tuple[float, ...]) -> None:
        """Takes note of the end of a host process, or of a module that it could not load.

        The module at fault leaves the others: it is started again alone, in its last version that was loaded, or as it
        is where none ever was.
        """
        now, path = asyncio.get_running_loop().time(), fault.path
        if keeper is not self.main or path not in keeper.versions:
            mine = next(iter(keeper.versions), "") if keeper is not self.main else path
            keeper.failed(replace(fault, path=mine), now, pauses)
            return
        version = keeper.versions.pop(path)
        self.alone[path] = Keeper({path: version if good is None else good.version})
        if good is not None and good.version.source != version.source:
            self.newer[path] = fault
        else:
            self.alone[path].failed(fault, now, pauses)

    def separated(self) -> list[Keeper]:
        """Gives each module of `main` a host process of its own, which has to be started."""
        found = {path: Keeper({path: it}) for path, it in self.main.versions.items()}
        self.main.versions, self.main.fault = {}, None
        self.alone |= found
        return [*found.values()]


def kept(good: Mapping[str, Good], found: tuple[FoundModule, ...]) -> dict[str, Good]:
    """The versions of the modules that are still there: who deletes a file wants its module gone."""
    paths = {it.path for it in found}
    return {path: it for path, it in good.items() if path in paths}
