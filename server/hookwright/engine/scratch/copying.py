"""Copies a workspace: which files, how each is copied, and git's own data so that hooks can ask what changed."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from hookwright.engine.host import Host
from hookwright.engine.process import Command, run
from hookwright.errors import UsageError
from hookwright.files import open_file

_FICLONE = 0x40049409

MOST_FILES = 50_000
MOST_BYTES = 512 << 20
_GIT_SECONDS = 20.0
_MOST_LISTED_BYTES = 32 << 20
_BALLAST = frozenset({".git", ".hg", ".svn", "node_modules", ".venv", "venv", "__pycache__", ".mypy_cache", ".tox"})
_GIT = ".git"
_OBJECTS = "objects"


def copy_files(source: str, target: str, paths: Iterable[str]) -> None:
    """Copies the named files and links, with their modes and times; what is no file, or goes meanwhile, is left out.

    A link with an absolute path into `source` leads into `target` afterwards.
    """
    made: set[str] = set()
    for path in paths:
        old, new = os.path.join(source, path), os.path.join(target, path)
        folder = os.path.dirname(new)
        if folder not in made:
            os.makedirs(folder, exist_ok=True)
            made.add(folder)
        with suppress(FileNotFoundError, PermissionError):
            _copy(old, new, source, target)


def _copy(old: str, new: str, source: str, target: str) -> None:
    mode = os.lstat(old).st_mode
    if stat.S_ISLNK(mode):
        leads = os.readlink(old)
        inside = leads == source or leads.startswith(source + os.sep)
        os.symlink(target + leads[len(source) :] if inside else leads, new)
    elif stat.S_ISREG(mode):
        copy_file(old, new)
    elif stat.S_ISDIR(mode):
        # A repository inside the repository: git lists its folder only.
        os.makedirs(new, exist_ok=True)


def copy_file(old: str, new: str) -> None:
    """Copies one regular file with its mode and times."""
    with open_file(old, follow=False) as reader, open(new, "wb") as writer:
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


async def listed(project: str, host: Host) -> tuple[str, ...] | None:
    """The paths below the project that git tracks or would track; None where it is no repository of its own."""
    git = host.program("git")
    if git is None or not _is_repository(project):
        return None
    # Settings of a repository can name programs that git is to run: the one that listing files would run is off.
    argv = (git, "-c", "core.fsmonitor=false", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    command = Command(argv, project, host.environ, b"", _GIT_SECONDS, kept_bytes=_MOST_LISTED_BYTES)
    ended = await run(command)
    if ended.exit_code != 0 or ended.stdout_total > len(ended.stdout):
        return None
    return tuple(dict.fromkeys(os.fsdecode(it) for it in ended.stdout.split(b"\0") if it))


def _is_repository(project: str) -> bool:
    return os.path.exists(os.path.join(project, ".git"))


def walked(project: str, leave_out: Sequence[str]) -> Iterator[str]:
    """Every path below the project but version control, caches, installed packages and the folders to leave out."""
    for folder, folders, files in os.walk(project):
        inside = os.path.relpath(folder, project)
        kept = [it for it in folders if it not in _BALLAST and os.path.join(folder, it) not in leave_out]
        links = [it for it in kept if os.path.islink(os.path.join(folder, it))]
        folders[:] = [it for it in kept if it not in links]
        yield from (os.path.normpath(os.path.join(inside, it)) for it in (*files, *links))


def require_room(project: str, paths: Sequence[str]) -> None:
    """Raises UsageError where the files are too many or too large to be copied for one firing."""
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
    if not os.path.exists(git):
        return None
    if not os.path.isdir(git):
        return "the workspace is a linked work tree of another repository, so git finds no repository in the copy"
    copy_files(git, os.path.join(target, _GIT), _own_files(git))
    info = os.path.join(target, _GIT, _OBJECTS, "info")
    os.makedirs(info, exist_ok=True)
    with open(os.path.join(info, "alternates"), "w", encoding="utf-8") as alternates:
        alternates.write(objects + "\n")
    return None


def objects_of(project: str) -> str | None:
    """The folder with the objects of the project's repository."""
    found = os.path.join(project, _GIT, _OBJECTS)
    return found if os.path.isdir(found) else None


def _own_files(git: str) -> list[str]:
    found: list[str] = []
    for folder, folders, files in os.walk(git):
        inside = os.path.relpath(folder, git)
        if inside == ".":
            folders[:] = [it for it in folders if it not in (_OBJECTS, "lfs", "modules")]
        found += (os.path.normpath(os.path.join(inside, it)) for it in files)
    return found
