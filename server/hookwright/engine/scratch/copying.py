"""Copies a workspace: which files, how each is copied, and git's own data so that hooks can ask what changed."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from hookwright.engine.scratch.walking import DEEPEST, walk
from hookwright.errors import UsageError
from hookwright.files import NotRegular, open_file, read_bytes
from hookwright.matching.ignore_files import IgnoreFile, ignores, read_ignore_file
from hookwright.paths import below, is_in

_FICLONE = 0x40049409

MOST_FILES = 50_000
MOST_BYTES = 512 << 20
_MOST_IGNORING_BYTES = 256 << 10
_VERSION_CONTROL = frozenset({".git", ".hg", ".svn"})
_BALLAST = frozenset({"node_modules", ".venv", "venv", "__pycache__", ".mypy_cache", ".tox"})
_NEVER_READ = _VERSION_CONTROL | {"__pycache__"}
_GIT = ".git"
_OBJECTS = "objects"
_NOT_COPIED = frozenset({_OBJECTS, "lfs", "modules"})


def copy_files(source: str, target: str, paths: Iterable[str]) -> None:
    """Copies the named files and links, with their modes and times; what is not a file, or goes meanwhile, is left out.

    A link with an absolute path into `source` leads into `target` afterwards.  A path that leads out is left out.
    """
    made: set[str] = set()
    for path in paths:
        if os.path.isabs(path) or ".." in path.split(os.sep):
            continue
        old, new = os.path.join(source, path), os.path.join(target, path)
        folder = os.path.dirname(new)
        if folder not in made:
            os.makedirs(folder, exist_ok=True)
            made.add(folder)
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError, NotRegular):
            _copy(old, new, source, target)


def _copy(old: str, new: str, source: str, target: str) -> None:
    mode = os.lstat(old).st_mode
    if stat.S_ISLNK(mode):
        leads = os.readlink(old)
        inside = leads == source or leads.startswith(source + os.sep)
        os.symlink(target + leads[len(source) :] if inside else leads, new)
    elif stat.S_ISREG(mode):
        copy_file(old, new)


def copy_file(old: str, new: str) -> None:
    """Copies one regular file with its mode and times."""
    with open_file(old, follow=False) as reader, open(new, "xb") as writer:
        if not _clone(writer.fileno(), reader.fileno()):
            shutil.copyfileobj(reader, writer, 1 << 20)
    shutil.copystat(old, new)


def _clone(new: int, old: int) -> bool:
    """Whether the new file shares the old one's blocks until either is written."""
    try:
        import fcntl

        fcntl.ioctl(new, _FICLONE, old)
    except (ImportError, OSError):
        return False
    return True


def leading_out(folder: str, paths: Iterable[str], kept: str) -> Iterator[str]:
    """The links among the paths in a folder that lead out of the folder `kept`."""
    kept = os.path.realpath(kept)
    for path in paths:
        place = os.path.join(folder, path)
        if os.path.islink(place) and not is_in(os.path.realpath(place), kept):
            yield path


def source_files(project: str, home: str, leave_out: Sequence[str], too_deep: list[str] | None = None) -> Iterator[str]:
    """Every file and link below the project but version control's, the folders to leave out, and what git ignores.

    Git is not asked, as its answer depends on programs that the repository names; a file that it keeps although it is
    ignored is left out.  If there is no repository, caches and installed packages are left out too.  Folders that
    lie too deep to be looked into go to `too_deep`.
    """
    passed_over = _VERSION_CONTROL if os.path.lexists(os.path.join(project, _GIT)) else _VERSION_CONTROL | _BALLAST
    first = (os.path.join(home, ".config", "git", "ignore"), os.path.join(project, _GIT, "info", "exclude"))
    ignored = [(0, it) for path in first if (it := _ignore_file(path)) is not None]
    known: dict[str, list[tuple[int, IgnoreFile]]] = {}

    def is_wanted(path: str, is_folder: bool) -> bool:
        above, name = os.path.split(path)
        if above not in known:
            own = _ignore_file(os.path.join(project, above, ".gitignore"))
            segments = above.split(os.sep) if above else []
            before = known[os.path.dirname(above)] if above else ignored
            known[above] = before if own is None else [*before, (len(segments), own)]
        if is_folder and (name in passed_over or os.path.join(project, path) in leave_out):
            return False
        wanted = not ignores(known[above], path.split(os.sep), is_folder=is_folder)
        if wanted and is_folder and too_deep is not None and path.count(os.sep) >= DEEPEST:
            too_deep.append(path)
        return wanted

    return walk(project, is_wanted)


def files_of_scripts(root: str, scripts: Iterable[str], *, above: bool = True) -> Iterator[str]:
    """The scripts below a folder, and what they may read: all that is in their folders; paths are relative to `root`.

    With `above`, there are also the files of the folders between.  Of a script in `root` itself, there is only the
    script; without `above`, so it is of one in a folder of `root`, as an agent keeps its own files in `~/.claude`.
    """
    for script in scripts:
        own = below(script, root)
        if own is None:
            continue
        yield own
        *folders, _ = own.split("/")
        if folders and (above or len(folders) > 1):
            folder = os.path.join(*folders)
            found = walk(os.path.join(root, folder), lambda path, _: os.path.basename(path) not in _NEVER_READ)
            yield from (os.path.join(folder, it) for it in found)
        for count in range(1, len(folders)) if above else ():
            folder = os.path.join(*folders[:count])
            yield from (
                os.path.join(folder, it) for it in walk(os.path.join(root, folder), lambda _, is_folder: not is_folder)
            )


def _ignore_file(path: str) -> IgnoreFile | None:
    try:
        return read_ignore_file(read_bytes(path, most=_MOST_IGNORING_BYTES).decode("utf-8", "replace"))
    except OSError:
        return None


def require_room(project: str, paths: Sequence[str]) -> None:
    """Raises UsageError if the files are too many or too large to be copied for one firing."""
    total = 0
    for count, path in enumerate(paths, 1):
        try:
            total += os.lstat(os.path.join(project, path)).st_size
        except OSError:
            continue
        if count > MOST_FILES or total > MOST_BYTES:
            much = f"{MOST_FILES:,} files" if count > MOST_FILES else f"{MOST_BYTES >> 20} MB"
            raise UsageError(
                f"`{project}` has more than {much} that git does not ignore, too much to copy for one firing",
                "ignore what is not source, or fire the hook without a copy",
            )


def copy_repository(project: str, target: str, objects: str) -> str | None:
    """Copies `.git` without its objects, which are read at `objects`; the sentence to tell where that cannot be."""
    git = os.path.join(project, _GIT)
    if not os.path.lexists(git):
        return None
    if os.path.islink(git) or not os.path.isdir(git):
        return "the workspace is a linked work tree of another repository, so git finds no repository in the copy"
    own = list(walk(git, lambda path, is_folder: path not in _NOT_COPIED))
    require_room(git, own)
    copy_files(git, os.path.join(target, _GIT), own)
    info = os.path.join(target, _GIT, _OBJECTS, "info")
    os.makedirs(info, exist_ok=True)
    with open(os.path.join(info, "alternates"), "x", encoding="utf-8") as alternates:
        alternates.write(objects + "\n")
    return None


def objects_of(project: str) -> str | None:
    """The folder with the objects of the project's repository."""
    found = os.path.join(project, _GIT, _OBJECTS)
    return found if os.path.isdir(found) else None
