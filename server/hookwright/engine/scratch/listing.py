"""Which files of a workspace are copied: those that git does not ignore, or without git all but the usual ballast."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from hookwright.engine.host import Host
from hookwright.engine.process import Command, run
from hookwright.errors import UsageError

MOST_FILES = 50_000
MOST_BYTES = 512 << 20

_GIT_SECONDS = 20.0
_MOST_LISTED_BYTES = 32 << 20
_BALLAST = frozenset({".git", ".hg", ".svn", "node_modules", ".venv", "venv", "__pycache__", ".mypy_cache", ".tox"})


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
