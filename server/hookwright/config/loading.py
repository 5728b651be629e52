"""Hook files as they are now, each with what it was when last whole, and the files that apply beside one."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from hookwright.config.last_good import sentence, standing
from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.files import MOST_BYTES, NotRegular, TooLarge, open_file, read_all
from hookwright.host import Host
from hookwright.model.codes import Code, Notice
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Hook, Scope
from hookwright.readers.place import closed_above
from hookwright.readers.search import hook_paths

# A file that was changed this shortly before it was read may change again without a new time stamp.
_UNSETTLED = 2_000_000_000
_MOST_KEPT = 256

_Stamp = tuple[int, int, int, int, int]


class Loaded(Struct, frozen=True):
    """One file, read, with what it was read from: `stamp` is None for the editor's text.

    `good` is the last reading of a text that was not broken: this one, or the one before it broke, if any.
    """

    text: str
    stamp: _Stamp | None
    settled: bool
    file: HookFile
    hooks: tuple[Hook, ...]
    problems: tuple[Notice, ...]
    good: tuple[HookFile, tuple[Hook, ...]] | None

    def settings(self) -> tuple[HookFile, ...]:
        """Where the knobs are to be read: a broken file's last good reading, too."""
        return (self.file,) if self.good is None or self.good[0] is self.file else (self.good[0], self.file)


_Key = tuple[str, str, Scope]
_kept: dict[_Key, Loaded] = {}
_keeping = threading.Lock()


def read(dialect: Dialect, scope: Scope, path: str, open_texts: Mapping[str, str]) -> Loaded | Notice | None:
    """The file at a path; a sentence if it cannot be read, None if there is none.  From any thread."""
    key = (path, dialect.id, scope)
    kept = _before(key)
    opened = open_texts.get(path)
    if opened is not None:
        return kept if kept is not None and kept.text == opened else _keep(key, dialect, opened, None, settled=False)
    try:
        stamp = _stamp(os.stat(path))
        if kept is not None and kept.settled and kept.stamp == stamp:
            return kept
        return _read_from_disk(key, dialect)
    except (OSError, ValueError) as error:
        if isinstance(error, PermissionError) and (folder := closed_above(path)) is not None:
            return closed_notice(folder)
        why = _why_unread(path, error)
        return None if why is None else Notice(f"{path}: {why}", Code.BROKEN_FILE, path)


def closed_notice(folder: str) -> Notice:
    """The sentence about a folder with hook files that cannot be entered."""
    said = f"{folder}: cannot be entered (permission denied), so none of the hooks in it run; change its permissions"
    return Notice(said, Code.BROKEN_FILE, folder)


def _why_unread(path: str, error: OSError | ValueError) -> str | None:
    """What an error means for the hooks of a file; None if there is no file."""
    match error:
        case FileNotFoundError() | NotADirectoryError():
            return "a broken link, so it adds no hooks" if os.path.islink(path) else None
        case NotRegular():
            return "not a file, so it adds no hooks"
        case TooLarge():
            return f"larger than {MOST_BYTES >> 20} MiB, so none of its hooks run"
        case UnicodeDecodeError():
            return f"not UTF-8 at byte {error.start}, so none of its hooks run; save it as UTF-8"
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"cannot be read ({reason}), so none of its hooks run"


def _read_from_disk(key: _Key, dialect: Dialect) -> Loaded:
    with open_file(key[0]) as file:
        before = time.time_ns()
        status = os.fstat(file.fileno())
        text = read_all(file, key[0]).decode("utf-8")
    settled = before - max(status.st_mtime_ns, status.st_ctime_ns) > _UNSETTLED
    return _keep(key, dialect, text, _stamp(status), settled=settled)


def _keep(key: _Key, dialect: Dialect, text: str, stamp: _Stamp | None, *, settled: bool) -> Loaded:
    before = _before(key)
    if before is not None and before.text == text:
        loaded = replace(before, stamp=stamp, settled=settled)
    else:
        file = read_hook_file(key[0], text, dialect, key[2])
        hooks, problems = runnable_hooks(file)
        good: tuple[HookFile, tuple[Hook, ...]] | None = (file, hooks)
        if file.fault is not None:
            good = before.good if before is not None else None
        if file.fault is not None and good is not None:
            hooks = standing(good[1], file)
            said = sentence(file, file.fault, kept=len(hooks), known=len(good[1]))
            problems = (Notice(said, Code.LAST_GOOD_VERSION, file.path),)
        loaded = Loaded(text, stamp, settled, file, hooks, problems, good)
    with _keeping:
        _kept.pop(key, None)
        while len(_kept) >= _MOST_KEPT:
            del _kept[next(iter(_kept))]
        _kept[key] = loaded
    return loaded


def _before(key: _Key) -> Loaded | None:
    with _keeping:
        return _kept.get(key)


def _stamp(status: os.stat_result) -> _Stamp:
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


# The files that apply beside a file.

Beside = tuple[tuple[HookFile, ...], tuple[HookFile, ...]]
NONE_BESIDE: Beside = ((), ())


def places_beside(file: HookFile, host: Host) -> tuple[tuple[Scope, str], ...]:
    """Every place of the file's project in the order in which they apply, its own among them.

    There is none if it is at a place where the dialect does not look, as it is not known what it applies with.
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
