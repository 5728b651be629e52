"""Directories under observation, never with what is below them: the one place that knows watchdog."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable
from typing import Any

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

logger = logging.getLogger(__name__)
# It calls an event that arrives while it is closed an error.  What matters to users is logged here.
logging.getLogger("watchdog").setLevel(logging.CRITICAL)

# Each costs a thread.
MOST_DIRECTORIES = 64
# Looking at a file, which judging does, is no change.
_READING = frozenset({"opened", "closed_no_write"})
_CLOSE_SECONDS = 1.0

_Identity = tuple[int, int]


class ObservedDirectories:
    """Calls back, from another thread, whenever something happens in one of the directories.

    What cannot be observed is logged once and left out.
    """

    def __init__(self, happened: Callable[[], None]) -> None:
        self._handler = _Handler(happened)
        self._watches: dict[str, tuple[Any, _Identity]] = {}
        self._complained = False
        self._observer: Any = Observer()
        self._observer.daemon = True
        self._observer.start()

    @property
    def directories(self) -> frozenset[str]:
        """Those that are observed."""
        return frozenset(self._watches)

    def observe(self, directories: Iterable[str]) -> None:
        """Observes these and no others; one that was replaced by another of the same name is taken up again."""
        wanted = {path: it for path in directories if (it := _identity(path)) is not None}
        for path, (_, seen) in list(self._watches.items()):
            if wanted.get(path) != seen:
                self._leave(path)
        for path, identity in wanted.items():
            if path in self._watches:
                continue
            if len(self._watches) >= MOST_DIRECTORIES:
                self._complain(f"only {MOST_DIRECTORIES} directories are watched")
                return
            try:
                self._watches[path] = self._observer.schedule(self._handler, path, recursive=False), identity
            except FileNotFoundError:
                continue
            except Exception as error:  # noqa: BLE001  whatever the system refuses, editing goes on
                self._complain(f"{path} cannot be watched ({error})")

    def close(self) -> None:
        """Ends it, bounded."""
        self._observer.stop()
        self._observer.join(_CLOSE_SECONDS)

    def _leave(self, path: str) -> None:
        watch, _ = self._watches.pop(path)
        try:
            self._observer.unschedule(watch)
        except (KeyError, OSError) as error:
            logger.info("%s is no longer watched: %s", path, error)

    def _complain(self, what: str) -> None:
        if not self._complained:
            self._complained = True
            logger.warning("%s, so what changes elsewhere is seen at the next edit only", what)


class _Handler(FileSystemEventHandler):
    def __init__(self, happened: Callable[[], None]) -> None:
        self._happened = happened

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type not in _READING:
            self._happened()


def _identity(path: str) -> _Identity | None:
    try:
        it = os.stat(path)
    except OSError:
        return None
    return it.st_dev, it.st_ino
