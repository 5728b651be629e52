"""Notices when files change that open documents depend on, without the client having to say so."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping

from hookwright.lsp.stamps import Stamp, stamps
from hookwright.transport.failures import log_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.file_watcher.observer import ObservedDirectories

logger = logging.getLogger(__name__)

# What happens within such a while of one another is one change, unless it never ends.
_REST_SECONDS = 0.15
_LONGEST_SECONDS = 1.0
_CLOSE_SECONDS = 1.0


class FileWatcher:
    """Watches the directories of the files that were named, and nothing below them, in a thread of its own.

    `changed`, or what the files were followed with, is called in that thread, once for all that happens in quick
    succession, and only where a file differs from the stamp that it was followed with.  Nothing is observed, nor
    imported for it, before there is a file to follow.
    """

    def __init__(self, changed: Callable[[], None], rest_seconds: float = _REST_SECONDS) -> None:
        self._changed = changed
        self._rest_seconds = rest_seconds
        self._followed: dict[str, dict[str, Stamp]] = {}
        self._told: dict[str, Callable[[], None]] = {}
        self._lock = threading.Lock()
        self._woken, self._ended = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self._observed: ObservedDirectories | None = None

    @property
    def directories(self) -> frozenset[str]:
        """Those that are watched now."""
        return self._observed.directories if self._observed is not None else frozenset()

    def follow(self, name: str, files: Mapping[str, Stamp], changed: Callable[[], None] | None = None) -> None:
        """Follows these files, and no longer those that were followed under that name before."""
        with self._lock:
            before = self._followed.get(name, {}).keys()
            self._followed[name] = dict(files)
            self._told[name] = changed or self._changed
        if before != files.keys():
            self._wake()

    def forget(self, name: str) -> None:
        """Follows no file under that name any more."""
        with self._lock:
            known = self._followed.pop(name, None)
            self._told.pop(name, None)
        if known:
            self._wake()

    def close(self) -> None:
        """Ends it, bounded."""
        self._ended.set()
        self._woken.set()
        if self._thread is not None:
            self._thread.join(_CLOSE_SECONDS)

    def _wake(self) -> None:
        self._woken.set()
        if self._thread is None and any(self._followed.values()):
            self._thread = threading.Thread(target=self._run, name="watching", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        try:
            while self._rested():
                self._look()
        except OSError as error:
            logger.warning("Files cannot be watched (%s), so what changes elsewhere is seen at the next edit", error)
        except Exception as error:  # noqa: BLE001  logged with an id; editing goes on without
            log_fault(error, "watching files")
        finally:
            if self._observed is not None:
                self._observed.close()

    def _rested(self) -> bool:
        """Waits until something has happened and nothing happens any more; False at the end."""
        self._woken.wait()
        begin = time.monotonic()
        while self._woken.is_set() and time.monotonic() - begin < _LONGEST_SECONDS + self._rest_seconds:
            self._woken.clear()
            if self._ended.wait(self._rest_seconds):
                return False
        return not self._ended.is_set()

    def _look(self) -> None:
        with self._lock:
            paths = {path for files in self._followed.values() for path in files}
        if self._observed is None:
            from hookwright.lsp.file_watcher.observer import ObservedDirectories

            self._observed = ObservedDirectories(self._woken.set)
        # Only then are the files looked at: what changes from here on is seen.
        self._observed.observe(directories_of(paths))
        for changed in self._take_in(stamps(paths)):
            changed()

    def _take_in(self, now: Mapping[str, Stamp]) -> tuple[Callable[[], None], ...]:
        """Who is to be told that something differs from what was followed."""
        told: dict[Callable[[], None], None] = {}
        with self._lock:
            for name, files in self._followed.items():
                for path in files.keys() & now.keys():
                    if files[path] != now[path]:
                        told[self._told[name]] = None
                    files[path] = now[path]
        return tuple(told)


def directories_of(paths: Iterable[str]) -> tuple[str, ...]:
    """Where files come and go: their directories, those of what they are links to, or the nearest that are there."""
    places = dict.fromkeys(place for path in paths for place in (path, os.path.realpath(path)))
    return tuple(dict.fromkeys(it for place in places if (it := _nearest(os.path.dirname(place)))))


def _nearest(directory: str) -> str:
    while directory and not os.path.isdir(directory):
        above = os.path.dirname(directory)
        directory = above if above != directory else ""
    return directory
