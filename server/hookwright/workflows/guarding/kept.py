"""The guards of hook files for who asks again and again: looked at once, until a file or a program changes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from threading import Lock

from msgspec import Struct

from hookwright.config.view import HookFile
from hookwright.host import Host
from hookwright.workflows.guarding.guard import Guard
from hookwright.workflows.guarding.guards import Guards

_MOST_KEPT = 64

_Mark = tuple[int, ...] | None


class _Kept(Struct, frozen=True, eq=False):
    """The guards by pointer, what the hook file said, and the marks of all else that they depend on."""

    text: str
    marks: Mapping[str, _Mark]
    guards: Mapping[str, Guard]


class KnownGuards:
    """From any thread; no interpreter is asked which packages it has, as that takes long."""

    def __init__(self, host: Host) -> None:
        self._guards = Guards(host)
        self._folders = host.environ.get("PATH", "").split(os.pathsep)
        self._kept: dict[tuple[str, str], _Kept] = {}
        self._looking = Lock()

    def known(self, file: HookFile) -> Mapping[str, Guard] | None:
        """The guards by their pointers; None where they have to be looked at first."""
        kept = self._kept.get((file.path, file.dialect.id))
        if kept is None or kept.text != file.tree.text or kept.marks != _marks(kept.marks):
            return None
        return kept.guards

    def of(self, file: HookFile) -> Mapping[str, Guard]:
        """The guards by their pointers."""
        with self._looking:
            known = self.known(file)
            if known is not None:
                return known
            marks = _marks((*self._folders, *self._guards.scripts(file)))
            found = {it.pointer: it for it in self._guards.at_once(file)}
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[file.path, file.dialect.id] = _Kept(file.tree.text, marks, found)
            return found


def _marks(paths: Iterable[str]) -> dict[str, _Mark]:
    return {it: _mark(it) for it in paths}


def _mark(path: str) -> _Mark:
    try:
        it = os.stat(path)
    except (OSError, ValueError):
        return None
    return it.st_dev, it.st_ino, it.st_mode, it.st_size, it.st_mtime_ns, it.st_ctime_ns
