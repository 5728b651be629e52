"""One host process that is kept running for some modules, and which modules run in which of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from hookwright.config.hook_modules import FoundModule
from hookwright.engine.modules.generation import Generation
from hookwright.engine.modules.loaded_file import Registered, Version
from hookwright.engine.modules.states import FaultKind, ModuleFault

_UNEXPLAINED = 2


class Good(Struct, frozen=True):
    """A version of a module that was loaded, and what it registered."""

    version: Version
    handlers: tuple[Registered, ...]
    commands: tuple[Registered, ...]


class Keeper(Struct, eq=False):
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

    def failed(
        self, fault: ModuleFault, now: float, pauses: tuple[float, ...], *, while_loading: bool, is_final: bool = False
    ) -> None:
        """Takes note of an end, or of a load that failed.

        After that many in a row it is given up, unless the end was no module's fault.  A load that failed is tried
        again after every pause, because its reason may be outside of the module; one that `is_final` is not.
        """
        self.fault = fault
        tried = fault.kind is FaultKind.HOST or (while_loading and bool(pauses))
        self.given_up = is_final or (self.failures >= len(pauses) and not tried)
        self._not_before = now + pauses[min(self.failures, len(pauses) - 1)] if pauses else now
        self.failures += 1

    def answered(self) -> None:
        """Takes note of a call that was answered."""
        self.failures = 0

    def remedy(self) -> str:
        """What becomes of its modules now, and what the user can do."""
        if self.given_up and self.failures <= 1:
            return "correct the file, and save it"
        if self.given_up:
            return f"this happened {self.failures} times in a row: correct the file, and save it"
        again = "it is started again by the next events"
        is_host = self.fault is not None and self.fault.kind is FaultKind.HOST
        return again if is_host else f"{again}; if that does not help, correct the file, and save it"


class Blame(Struct, frozen=True):
    """What went wrong with a host process or a module, and what is known of its modules.

    `final` are the modules whose text says that they cannot be loaded.
    """

    fault: ModuleFault
    good: Mapping[str, Good]
    final: frozenset[str]
    pauses: tuple[float, ...]
    while_loading: bool

    def fail(self, keeper: Keeper, fault: ModuleFault) -> None:
        """Has a keeper take note of it."""
        now, final = asyncio.get_running_loop().time(), fault.kind is FaultKind.IMPORT and fault.path in self.final
        keeper.failed(fault, now, self.pauses, while_loading=self.while_loading, is_final=final)


class Arrangement(Struct):
    """Which of the modules that were found run in which host process.

    All are in that of `main`, but for those that are `alone`: they were lost, or run in an earlier version.  `newer` is
    what is wrong with files as they are now; `candidates` are to load these, each in a process of its own, and then
    take over.  `unread` are files that could not be read.  `unexplained` counts the ends of `main` that no module is
    known to be at fault for.
    """

    found: tuple[FoundModule, ...] = ()
    main: Keeper = field(default_factory=Keeper)
    alone: dict[str, Keeper] = field(default_factory=dict)
    newer: dict[str, ModuleFault] = field(default_factory=dict)
    candidates: dict[str, Keeper] = field(default_factory=dict)
    unread: tuple[FoundModule, ...] = ()
    unexplained: int = 0

    def keepers(self) -> Iterator[Keeper]:
        """All of them."""
        yield self.main
        yield from self.alone.values()
        yield from self.candidates.values()

    def keeper_of(self, path: str) -> Keeper | None:
        """That of a module; None if it runs in none."""
        return self.alone.get(path) or (self.main if path in self.main.versions else None)

    def blame(self, keeper: Keeper, blame: Blame) -> None:
        """Takes note of the end of a host process, or of a module that it could not load.

        The module at fault leaves the others: it is started again alone, in its last version that was loaded.  Where
        the process of all modules ends twice for an unknown reason, each of them gets a process of its own.
        """
        path = blame.fault.path
        if keeper is not self.main:
            mine = next(iter(keeper.versions), "")
            fault = replace(blame.fault, path=mine)
            blame.fail(keeper, fault)
            if self.candidates.get(mine) is keeper:
                self.newer[mine] = fault
        elif path in keeper.versions:
            self._expel(keeper.versions.pop(path), blame)
        else:
            self.unexplained += 1
            blame.fail(keeper, blame.fault)
            if self.unexplained >= _UNEXPLAINED and len(keeper.versions) > 1:
                self._isolate(blame)

    def _isolate(self, blame: Blame) -> None:
        versions, self.main = self.main.versions, Keeper()
        for it in versions.values():
            self._separate(it, replace(blame.fault, path=it.path), blame.good.get(it.path))

    def _expel(self, version: Version, blame: Blame) -> None:
        self._separate(version, blame.fault, blame.good.get(version.path))
        keeper = self.candidates.get(version.path) or self.alone[version.path]
        blame.fail(keeper, blame.fault)

    def _separate(self, version: Version, fault: ModuleFault, good: Good | None) -> None:
        """Gives a module processes of its own: one for its last good version, and one to load what its file holds."""
        path = version.path
        if good is None or good.version.source != version.source:
            self.newer[path] = fault
            self.candidates[path] = Keeper({path: version})
        if good is not None:
            self.alone[path] = Keeper({path: good.version})

    def promote(self, keeper: Keeper) -> Keeper | None:
        """Has a candidate that has loaded its file take over; gives the one whose place it takes."""
        path = next((path for path, it in self.candidates.items() if it is keeper), None)
        if path is None:
            return None
        del self.candidates[path]
        self.newer.pop(path, None)
        earlier, self.alone[path] = self.alone.get(path), keeper
        return earlier


def kept(good: Mapping[str, Good], found: tuple[FoundModule, ...]) -> dict[str, Good]:
    """The versions of the modules that are still there: who deletes a file wants its module gone."""
    paths = {it.path for it in found}
    return {path: it for path, it in good.items() if path in paths}
