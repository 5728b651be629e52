"""The modules of one trust scope: kept loaded, loaded anew when they change, and without those that did harm (E10)."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping

from hookwright.config.hook_modules import FoundModule, Stamp, find_modules
from hookwright.engine.modules.answers import Answer
from hookwright.engine.modules.calls import Asked
from hookwright.engine.modules.faults import FaultKind, ModuleFault
from hookwright.engine.modules.generation import Generation
from hookwright.engine.modules.limits import Limits
from hookwright.engine.modules.loaded_file import LoadedFile, Registered
from hookwright.model.hook import Scope

logger = logging.getLogger(__name__)

_KEPT_LOG = 1 << 16
"""Characters of a module's log; the oldest go first."""
_ATTEMPTS = 3
_BACK_OFF_SECONDS = (0.5, 2.0, 8.0, 30.0)
"""Between the ends of host processes that no module is known to have ended."""


class ScopeHost:
    """The modules below one folder.

    A module that hung, ended its host or used up its memory is left out until its file changes, and the others are
    loaded again; what waited for them is repeated where it had not begun.
    """

    def __init__(self, scope: Scope, root: str, environment: Mapping[str, str], limits: Limits) -> None:
        self.scope = scope
        self.changes = 0
        self._root = root
        self._environment = environment
        self._limits = limits
        self._seen: tuple[FoundModule, ...] = ()
        self._generation: Generation | None = None
        self._others: set[Generation] = set()
        self._harmful: dict[str, tuple[Stamp, ModuleFault]] = {}
        self._loading: asyncio.Task[None] | None = None
        self._logs: dict[str, deque[str]] = {}
        self._failures = 0
        self._not_before = 0.0
        self._problem: ModuleFault | None = None
        self._closed = False

    async def refresh(self) -> None:
        """Loads what is new or has changed, and what has to be loaded again."""
        if self._loading is None and not self._closed:
            found = find_modules(self._root)
            if found == self._seen and (self._generation is not None or not self._can_load(found)):
                return
            if found != self._seen:
                self._failures, self._not_before = 0, 0.0
            self._loading = asyncio.get_running_loop().create_task(self._load(found))
            self._loading.add_done_callback(self._loaded)
        if self._loading is not None:
            # Whoever gives up waiting does not end it for the others.
            await asyncio.shield(self._loading)

    def _loaded(self, task: asyncio.Task[None]) -> None:
        self._loading = None
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("The modules could not be loaded", exc_info=error)

    def _can_load(self, found: tuple[FoundModule, ...]) -> bool:
        """Whether there is anything to load, and it is time to."""
        return bool(self._harmless(found)) and asyncio.get_running_loop().time() >= self._not_before

    def _harmless(self, found: tuple[FoundModule, ...]) -> tuple[FoundModule, ...]:
        return tuple(it for it in found if not it.is_helper and self._harmful.get(it.path, (None,))[0] != it.stamp)

    async def _load(self, found: tuple[FoundModule, ...]) -> None:
        """Starts hosts until one has loaded what is left; each that is ended by a module leaves that out."""
        self._seen, self._problem = found, None
        while not self._closed and (left := self._harmless(found)):
            generation = Generation(left, self._limits, self._ended, self._printed)
            # Until it takes over; so that `close` ends it, too.
            self._others.add(generation)
            await generation.load(self._root, self._environment)
            if not generation.over:
                self._replace(generation)
                return
            if generation.end is None or generation.end.kind is FaultKind.HOST:
                break
        self._replace(None)

    def _replace(self, generation: Generation | None) -> None:
        earlier, self._generation = self._generation, generation
        self.changes += 1
        if generation is not None:
            self._others.discard(generation)
        if earlier is not None:
            self._others.add(earlier)
            earlier.retire()

    def _ended(self, generation: Generation, fault: ModuleFault | None) -> None:
        self._others.discard(generation)
        if generation is self._generation:
            self._generation = None
            self.changes += 1
        if fault is None:
            return
        logger.info("A hook module was left out: %s", fault)
        stamp = next((it.found.stamp for it in generation.files if it.found.path == fault.path), None)
        if stamp is not None:
            self._harmful[fault.path] = (stamp, fault)
            return
        self._problem = fault
        pause = _BACK_OFF_SECONDS[min(self._failures, len(_BACK_OFF_SECONDS) - 1)]
        self._failures += 1
        self._not_before = asyncio.get_running_loop().time() + pause

    def _printed(self, path: str, text: str) -> None:
        log = self._logs.setdefault(path, deque())
        log.append(text[-_KEPT_LOG:])
        kept = sum(map(len, log))
        while kept > _KEPT_LOG:
            kept -= len(log.popleft())

    def log(self, path: str) -> str:
        """What the module at that path printed lately; `""` is what nobody can say the origin of."""
        return "".join(self._logs.get(path, ()))

    def files(self) -> tuple[LoadedFile, ...]:
        """The files that are there, in name order, each with what it has registered or why it is left out."""
        loaded = {} if self._generation is None else {it.found.path: it for it in self._generation.files}
        return tuple(
            loaded.get(it.path) or LoadedFile(it, fault=self._harm(it)) for it in self._seen if not it.is_helper
        )

    def _harm(self, module: FoundModule) -> ModuleFault | None:
        stamp, fault = self._harmful.get(module.path, (None, None))
        return fault if stamp == module.stamp else None

    def problem(self) -> ModuleFault | None:
        """What is wrong with the host process itself."""
        return self._problem

    async def call(
        self, path: str, pick: Callable[[LoadedFile], Registered | None], parts: tuple[bytes, bytes], asked: Asked
    ) -> Answer:
        """Calls what `pick` finds in the module at that path; `parts` go before and behind its number.

        A call that had not begun when its host ended is repeated in the next.
        """
        answer = Answer(error="the module is not loaded", begun=False)
        for _ in range(_ATTEMPTS):
            await self.refresh()
            generation = self._generation
            file = next((it for it in self.files() if it.found.path == path), None)
            chosen = None if file is None else pick(file)
            if generation is None or chosen is None:
                fault = (file.fault if file else None) or self._problem
                return Answer(error=f"the module is left out: {fault.message}") if fault else answer
            message = b"%s%d%s" % (parts[0], chosen.number, parts[1])
            answer = await generation.call(path, message, self._limits.handler_seconds, asked)
            if not answer.ended or answer.begun:
                return answer
        return answer

    async def close(self) -> None:
        """Ends its host processes."""
        self._closed = True
        if self._loading is not None:
            self._loading.cancel()
        for it in (self._generation, *self._others):
            if it is not None:
                it.close()
                await it.ended()


def left_out(fault: ModuleFault) -> str:
    """A sentence for the user about a module that is not there."""
    if fault.kind is FaultKind.HOST:
        return f"Hook modules do not run: {fault.message}"
    return f"A hook module is left out until its file changes: {fault}"
