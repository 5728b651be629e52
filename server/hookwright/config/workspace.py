"""What applies to a project now: its hook files, read, with the editor's text before the disk's, and their hooks."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hookwright.config.discover import hook_paths
from hookwright.config.knobs import knobs_of, switched_off
from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.model.dialect import Dialect, Scope
from hookwright.model.hook import Hook

MAX_BYTES = 10 * 1024 * 1024

# A file that was changed this shortly before it was read may change again without a new time stamp.
_UNSETTLED = 2_000_000_000
_MOST_KEPT = 256

_Stamp = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The files of one dialect that apply, in their order, their runnable hooks, and what had to be left out.

    `switched_off` says why none of the hooks is to run, None where they are.  `knobs` are the keys beside the events
    with their values, in the file's unit.
    """

    dialect: Dialect
    files: tuple[HookFile, ...]
    hooks: tuple[Hook, ...]
    problems: tuple[str, ...]
    switched_off: str | None = None
    knobs: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Read:
    """One file, read, with what it was read from: `stamp` is None for the editor's text."""

    text: str
    stamp: _Stamp | None
    settled: bool
    file: HookFile
    hooks: tuple[Hook, ...]
    problems: tuple[str, ...]


_Key = tuple[str, str, Scope]
_kept: dict[_Key, _Read] = {}


def load(
    dialect: Dialect,
    project: str,
    home: str | None,
    *,
    config_files: Sequence[str] | None = None,
    open_texts: Mapping[str, str] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Snapshot:
    """The snapshot of a project; `config_files` replace discovery, and `open_texts` (by path) go before the disk.
    The variables of `environ` that the dialect knows go before what the files set (A19).

    Files that are not there are no problem unless they were named.  A file that cannot be read, or not be understood,
    is a sentence in `problems`, and the others apply all the same.
    """
    places = hook_paths(dialect, project, home) if config_files is None else _named(config_files)
    problems: list[str] = []
    found: list[_Read] = []
    for scope, path in places:
        read = _read(dialect, scope, path, open_texts or {})
        if isinstance(read, _Read):
            found.append(read)
        elif read is not None or config_files is not None:
            problems.append(read or f"{path}: there is no such file, so it adds no hooks")
    files = tuple(it.file for it in found)
    problems += (sentence for it in found for sentence in it.problems)
    hooks = tuple(hook for it in found for hook in it.hooks)
    return snapshot_of(dialect, files, hooks, tuple(problems), environ or {})


def snapshot_of(
    dialect: Dialect,
    files: tuple[HookFile, ...],
    hooks: tuple[Hook, ...],
    problems: tuple[str, ...],
    environ: Mapping[str, str],
) -> Snapshot:
    """The snapshot of files that have been read, with what their knobs are set to."""
    knobs = knobs_of(dialect, files, environ)
    return Snapshot(
        dialect, files, hooks, (*problems, *knobs.problems), switched_off(dialect, files, knobs), knobs.values
    )


def _named(paths: Iterable[str]) -> tuple[tuple[Scope, str], ...]:
    return tuple((Scope.OVERRIDE, path) for path in dict.fromkeys(map(os.path.abspath, paths)))


def _read(dialect: Dialect, scope: Scope, path: str, open_texts: Mapping[str, str]) -> _Read | str | None:
    """The file at a path; a sentence where it cannot be read, None where there is none."""
    key = (path, dialect.id, scope)
    kept = _kept.get(key)
    opened = open_texts.get(path)
    if opened is not None:
        return kept if kept is not None and kept.text == opened else _keep(key, dialect, opened, None, settled=False)
    try:
        stamp = _stamp(os.stat(path))
        if kept is not None and kept.settled and kept.stamp == stamp:
            return kept
        return _read_from_disk(key, dialect, kept)
    except (FileNotFoundError, NotADirectoryError):
        return f"{path}: this link leads nowhere, so it adds no hooks" if os.path.islink(path) else None
    except UnicodeDecodeError as error:
        return f"{path}: not UTF-8 at byte {error.start}, so none of its hooks is run; save it as UTF-8"
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        return f"{path}: cannot be read ({reason}), so none of its hooks is run"


def _read_from_disk(key: _Key, dialect: Dialect, kept: _Read | None) -> _Read | str:
    # Without blocking, or opening a pipe would wait for somebody who writes to it.
    descriptor = os.open(key[0], os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        before = time.time_ns()
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return f"{key[0]}: not a file, so it adds no hooks"
        with open(descriptor, "rb", closefd=False) as stream:
            data = stream.read(MAX_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(data) > MAX_BYTES:
        return f"{key[0]}: larger than {MAX_BYTES >> 20} MiB, so none of its hooks is run"
    settled = before - max(status.st_mtime_ns, status.st_ctime_ns) > _UNSETTLED
    text = data.decode("utf-8")
    return _keep(key, dialect, text, _stamp(status), settled=settled, like=kept)


def _keep(
    key: _Key, dialect: Dialect, text: str, stamp: _Stamp | None, *, settled: bool, like: _Read | None = None
) -> _Read:
    if like is not None and like.text == text:
        read = _Read(text, stamp, settled, like.file, like.hooks, like.problems)
    else:
        file = read_hook_file(key[0], text, dialect, key[2])
        read = _Read(text, stamp, settled, file, *runnable_hooks(file))
    _kept.pop(key, None)
    while len(_kept) >= _MOST_KEPT:
        _kept.pop(next(iter(_kept)), None)
    _kept[key] = read
    return read


def _stamp(status: os.stat_result) -> _Stamp:
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
