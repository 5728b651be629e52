"""The modules of one trust scope: kept loaded, loaded anew when they change, and each started again when lost (E10)."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from hookwright.config.hook_modules import FoundModule, modules_folder, require_modules
from hookwright.engine.modules.answers import Answer
from hookwright.engine.modules.calls import Asked
from hookwright.engine.modules.claims import Claims, claims_of
from hookwright.engine.modules.generation import Generation
from hookwright.engine.modules.keeper import Arrangement, Blame, Good, Keeper, kept
from hookwright.engine.modules.loaded_file import LoadedFile, Registered, Version, read_version
from hookwright.engine.modules.states import FaultKind, Limits, ModuleFault
from hookwright.model.hook import Scope

logger = logging.getLogger(__name__)

_KEPT_LOG = 1 << 16
"""Characters of a module's log; the oldest go first."""
_ATTEMPTS = 3
_GLANCE = 0.01
"""Seconds between two looks at files that are missing."""


class ScopeHost:
    """The modules below one folder.

    A module that hangs, ends its host or uses up its memory is lost: it is started again in a process of its own when
    an event needs it, after longer and longer pauses, and given up in the end.  The others are loaded again at once;
    what waited for them is repeated where it had not begun.  Where a file cannot be loaded, its last version that could
    runs on, and events try the file again, after the same pauses.  One that never could be loaded is to guard what its
    text shows.
    """

    def __init__(self, scope: Scope, root: str, environment: Mapping[str, str], limits: Limits) -> None:
        self.scope = scope
        self.folder = modules_folder(root)
        self.changes = 0
        self._root = root
        self._environment = environment
        self._limits = limits
        self._wanted: tuple[FoundModule, ...] = ()
        self._now = Arrangement()
        self._good: dict[str, Good] = {}
        self._claims: Mapping[str, Claims] = {}
        self._retired: set[Generation] = set()
        self._renewing: asyncio.Task[None] | None = None
        self._logs: dict[str, deque[str]] = {}
        self.unreadable: ModuleFault | None = None
        self._closed = False

    def is_idle(self) -> bool:
        """Whether there are no modules and none are loaded, which is so in most projects."""
        return self._renewing is None and not (self._wanted or self._now.found or self._good or self._look())

    async def refresh(self) -> None:
        """Takes in what has changed on the disk.

        What is loaded for the first time is waited for; later, the modules as they were go on where it takes too long.
        """
        if self._renewing is None and not self._closed:
            found = await self._settled()
            if found != self._wanted or await self._can_be_read_now():
                self._begin_to_renew(found)
        if self._renewing is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._limits.wait_seconds if self._now.found else None):
                    # Whoever gives up waiting does not end it for the others.
                    await asyncio.shield(self._renewing)
        if self._renewing is None:
            await self._try_again()

    def _begin_to_renew(self, found: tuple[FoundModule, ...]) -> None:
        """Loads the files as they are, unless somebody else has begun with that meanwhile."""
        if self._renewing is None and not self._closed:
            self._wanted = found
            self.changes += 1
            self._renewing = asyncio.get_running_loop().create_task(self._renew(found))
            self._renewing.add_done_callback(self._loaded)

    async def _settled(self) -> tuple[FoundModule, ...]:
        """The files as they are, once none of a loaded module is missing or empty, or the time for that is over.

        Some editors save a file by writing another and renaming it, or empty it first.
        """
        found, loop = self._look(), asyncio.get_running_loop()
        end = loop.time() + self._limits.settle_seconds
        while not self._closed and self._misses(found) and loop.time() < end:
            await asyncio.sleep(_GLANCE)
            found = self._look()
        return found

    def _misses(self, found: tuple[FoundModule, ...]) -> bool:
        there = {it.path: it for it in found}
        changed = (path for path in self._good if there.get(path) not in self._wanted)
        return any(path not in there or there[path].is_empty for path in changed)

    async def _can_be_read_now(self) -> bool:
        """Whether a file can be read that could not be."""
        unread = self._now.unread
        return bool(unread) and await asyncio.to_thread(
            lambda: any(isinstance(read_version(it), Version) for it in unread)
        )

    async def _try_again(self) -> None:
        """Starts what could not be loaded, if it is time to, and waits a while for what is tried the first times."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._limits.wait_seconds):
                for _ in range(_ATTEMPTS):
                    keepers = (self._now.main, *self._now.candidates.values())
                    tried = [(self._loading(it), it.failures) for it in keepers]
                    loading = [task for task, failures in tried if task is not None and failures <= 1]
                    if not loading:
                        return
                    await asyncio.wait(loading)

    def _loading(self, keeper: Keeper) -> asyncio.Task[None] | None:
        """The load of a keeper that is going on; begun if it is time to."""
        loop = asyncio.get_running_loop()
        if keeper.loading is None and not self._closed and keeper.is_due(loop.time()):
            keeper.loading = loop.create_task(self._start(self._now, keeper))
            keeper.loading.add_done_callback(partial(self._loaded, keeper=keeper))
        return keeper.loading

    def _look(self) -> tuple[FoundModule, ...]:
        """The files as they are; as they were if they cannot be read."""
        earlier, self.unreadable = self.unreadable, None
        try:
            return require_modules(self._root)
        except OSError as error:
            message = f"`{self.folder}` cannot be read: {error.strerror}"
            self.unreadable = ModuleFault("", None, message, FaultKind.HOST)
            return self._wanted
        finally:
            self.changes += earlier != self.unreadable

    def _loaded(self, task: asyncio.Task[None], keeper: Keeper | None = None) -> None:
        if keeper is None:
            self._renewing = None
        else:
            keeper.loading = None
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("The modules could not be loaded", exc_info=error)

    async def _renew(self, found: tuple[FoundModule, ...]) -> None:
        """Loads the files as they are, and then has them take over."""
        read = await asyncio.to_thread(lambda: [read_version(it) for it in found if not it.is_helper])
        versions = [it for it in read if isinstance(it, Version)]
        self._claims = await asyncio.to_thread(lambda: {it.path: claims_of(it) for it in versions})
        good = kept(self._good, found)
        new = Arrangement(found)
        for it in read:
            if isinstance(it, Version):
                new.main.versions[it.path] = it
            else:
                new.newer[it.path] = it
                new.unread += tuple(file for file in found if file.path == it.path)
                if it.path in good:
                    new.alone[it.path] = Keeper({it.path: good[it.path].version})
        await self._start(new, new.main)
        earlier, self._now = self._now, new
        self._good = kept(self._good, found)
        self.changes += 1
        for keeper in earlier.keepers():
            self._retire(keeper)

    async def _start(self, arrangement: Arrangement, keeper: Keeper) -> None:
        """Starts a host that has loaded what is left, if one can be started; whoever ends it on the way leaves it."""
        while not self._closed and keeper.versions:
            versions = tuple(keeper.versions.values())
            generation = Generation(versions, self._limits, self._ended, self._printed)
            # Until it is in use; so that `close` ends it, too.
            self._retired.add(generation)
            try:
                await generation.load(self._root, self._environment)
            except asyncio.CancelledError:
                generation.close()
                raise
            if not generation.over:
                self._use(arrangement, keeper, generation)
                return
            if generation.end is None:
                return
            self._blame(arrangement, keeper, generation.end, while_loading=True)
            if keeper.fault is not None:
                return

    def _use(self, arrangement: Arrangement, keeper: Keeper, generation: Generation) -> None:
        self._retired.discard(generation)
        keeper.started(generation)
        for it in generation.files:
            if it.fault is None:
                self._good[it.found.path] = Good(keeper.versions[it.found.path], it.handlers, it.commands)
            else:
                self._blame(arrangement, keeper, it.fault, while_loading=True)
        if keeper.fault is not None:
            self._retire(keeper)
        elif (earlier := arrangement.promote(keeper)) is not None:
            self._retire(earlier)
        self.changes += 1

    def _blame(self, arrangement: Arrangement, keeper: Keeper, fault: ModuleFault, *, while_loading: bool) -> None:
        logger.info("A hook module was lost: %s", fault)
        final = frozenset(path for path, it in self._claims.items() if not it.is_python)
        blame = Blame(fault, self._good, final, self._limits.restart_seconds, while_loading)
        arrangement.blame(keeper, blame)
        self.changes += 1

    def _retire(self, keeper: Keeper) -> None:
        generation, keeper.generation = keeper.generation, None
        if keeper.loading is not None and keeper.loading is not asyncio.current_task():
            keeper.loading.cancel()
        if generation is not None:
            self._retired.add(generation)
            generation.retire()

    def _ended(self, generation: Generation, fault: ModuleFault | None) -> None:
        self._retired.discard(generation)
        keeper = next((it for it in self._now.keepers() if it.generation is generation), None)
        if keeper is None:
            return
        keeper.generation = None
        self.changes += 1
        if fault is not None:
            self._blame(self._now, keeper, fault, while_loading=False)

    async def _running(self, keeper: Keeper) -> Generation | None:
        """The host process of a keeper, started again if it is time to; None if it is not there soon enough."""
        if (loading := self._loading(keeper)) is not None:
            # It is cancelled where the files have changed meanwhile, which is not the end of whoever waits.
            await asyncio.wait((loading,), timeout=self._limits.wait_seconds)
        return keeper.generation

    def _printed(self, path: str, text: str) -> None:
        log = self._logs.setdefault(path, deque())
        log.append(text[-_KEPT_LOG:])
        kept = sum(map(len, log))
        while kept > _KEPT_LOG:
            kept -= len(log.popleft())

    def log(self, path: str) -> str:
        """What the module at that path printed lately; `""` is output of unknown origin."""
        return "".join(self._logs.get(path, ()))

    def files(self) -> tuple[LoadedFile, ...]:
        """The files that are there, in name order, each with what it has registered and what is wrong with it."""
        known = {it.path for it in self._now.found}
        added = tuple(it for it in self._wanted if it.path not in known)
        return tuple(self._file(it) for it in (*self._now.found, *added) if not it.is_helper)

    def _file(self, found: FoundModule) -> LoadedFile:
        path, now = found.path, self._now
        keeper, newer, good = now.keeper_of(path), now.newer.get(path), self._good.get(path)
        running = _in(keeper.generation, path) if keeper is not None else None
        if running is not None:
            return replace(running, newer=newer)
        fault = keeper.fault if keeper is not None else None
        if good is not None:
            return LoadedFile(found, good.handlers, good.commands, fault, newer)
        fault = newer or fault or ModuleFault(path, None, "is still being loaded", FaultKind.HOST)
        claims = self._claims.get(path, Claims())
        return LoadedFile(found, claims.handlers, fault=fault, newer=newer, is_read=True)

    def problem(self) -> ModuleFault | None:
        """What is wrong with the host process of all modules, or with their folder."""
        return self.unreadable or self._now.main.fault

    async def call(
        self, path: str, pick: Callable[[LoadedFile], Registered | None], parts: tuple[bytes, bytes], asked: Asked
    ) -> Answer:
        """Calls what `pick` finds in the module at that path; `parts` go before and behind its number.

        A call that had not begun when its host ended is repeated in the next.
        """
        answer = Answer(error="the module is not loaded", lost=True)
        for _ in range(_ATTEMPTS):
            await self.refresh()
            keeper = self._now.keeper_of(path)
            generation = None if keeper is None else await self._running(keeper)
            if keeper is not self._now.keeper_of(path):
                continue
            file = _in(generation, path)
            chosen = None if file is None else pick(file)
            if keeper is None or generation is None or chosen is None:
                return self._lost(path, keeper) or answer
            message = b"%s%d%s" % (parts[0], chosen.number, parts[1])
            answer = await generation.call(path, message, self._limits.handler_seconds, asked)
            if not answer.ended:
                keeper.answered()
                return answer
            keeper = self._now.keeper_of(path) or keeper
            if answer.begun:
                return replace(answer, lost=True, error=f"{answer.error}; {keeper.remedy()}")
        return replace(answer, lost=True)

    def _lost(self, path: str, keeper: Keeper | None) -> Answer | None:
        """Why no process can be called; None if the reason is unknown."""
        if keeper is not None and keeper.generation is None:
            why = "its host process is being started" if keeper.fault is None else keeper.fault.message
            return Answer(error=f"{why}; {keeper.remedy()}", lost=True)
        newer, candidate = self._now.newer.get(path), self._now.candidates.get(path)
        if newer is None:
            return None
        remedy = "correct the file, and save it" if candidate is None else candidate.remedy()
        return Answer(error=f"it cannot be loaded: {newer.message}; {remedy}", lost=True)

    async def close(self) -> None:
        """Ends its host processes."""
        self._closed = True
        if self._renewing is not None:
            self._renewing.cancel()
        for keeper in self._now.keepers():
            self._retire(keeper)
        for it in tuple(self._retired):
            it.close()
            await it.ended()


def _in(generation: Generation | None, path: str) -> LoadedFile | None:
    """The file in a host process, if it was loaded there."""
    files: Sequence[LoadedFile] = () if generation is None else generation.files
    return next((it for it in files if it.found.path == path and it.fault is None), None)
