"""Which other files apply together with a hook file, read."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterable, Mapping

from hookwright.config.loading import Loaded, read
from hookwright.config.view import HookFile
from hookwright.host import Host
from hookwright.model.hook import Scope
from hookwright.readers.search import hook_paths

Beside = tuple[tuple[HookFile, ...], tuple[HookFile, ...]]
NONE_BESIDE: Beside = ((), ())


def places_beside(file: HookFile, host: Host) -> tuple[tuple[Scope, str], ...]:
    """Every place of the file's project in the order in which they apply, its own among them.

    There is none where it is at a place where the dialect does not look, as it is not known what it applies with.
    """
    places = hook_paths(file.dialect, file.project, host)
    return places if any(path == file.path for _, path in places) else ()


def files_beside(
    file: HookFile,
    host: Host,
    open_files: Mapping[str, HookFile] | None = None,
    is_file: Callable[[str], bool] = os.path.isfile,
) -> Beside:
    """The files that apply before this one, and those that apply after it; `open_files` (by path) go before the disk.

    Files that are not there by `is_file`, or cannot be read, are left out.
    """
    places = places_beside(file, host)
    if len(places) < 2:
        return NONE_BESIDE
    own = next(index for index, (_, path) in enumerate(places) if path == file.path)
    opened = open_files or {}

    def there(place: tuple[Scope, str]) -> HookFile | None:
        scope, path = place
        if path not in opened and is_file(path):
            loaded = read(file.dialect, scope, path, {})
            return loaded.file if isinstance(loaded, Loaded) and loaded.file.concerns_hooks else None
        return opened.get(path)

    earlier, later = (map(there, it) for it in (places[:own], places[own + 1 :]))
    return _of_dialect(file, earlier), _of_dialect(file, later)


def _of_dialect(file: HookFile, others: Iterable[HookFile | None]) -> tuple[HookFile, ...]:
    return tuple(it for it in others if it is not None and it.dialect is file.dialect)
