"""Where the journal is, and how its folder and file are created so that no other user can read them."""

from __future__ import annotations

import errno
import os
import sys

from hookwright.files import require_regular
from hookwright.host import Host

FILE_NAME = "journal.sqlite3"

_OFF = frozenset({"off", "0", "no", "false"})
_COMPANIONS = ("-wal", "-shm")


def is_switched_off(host: Host) -> bool:
    """Whether the user wants nothing to be recorded: `HOOKWRIGHT_JOURNAL=off`."""
    return is_off(host, "HOOKWRIGHT_JOURNAL")


def is_off(host: Host, variable: str) -> bool:
    """Whether an environment variable says `off`, or the like."""
    return host.environ.get(variable, "").strip().casefold() in _OFF


def journal_path(host: Host, *, platform: str = sys.platform) -> str:
    """The journal's file, whether it is there or not."""
    return os.path.join(state_folder(host, platform=platform), FILE_NAME)


def state_folder(host: Host, *, platform: str = sys.platform) -> str:
    """The folder for what hookwright keeps: `HOOKWRIGHT_STATE_DIR`, else that of `XDG_STATE_HOME`, else the
    platform's place below the home folder.
    """
    environ, home = host.environ, host.home
    named = environ.get("HOOKWRIGHT_STATE_DIR")
    if named:
        return os.path.abspath(named)
    base = environ.get("XDG_STATE_HOME", "")
    # A relative path is to be ignored, says the specification of these folders.
    if os.path.isabs(base):
        return os.path.join(base, "hookwright")
    if platform == "darwin":
        return os.path.join(home, "Library", "Application Support", "hookwright")
    if platform == "win32":
        return os.path.join(environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local"), "hookwright")
    return os.path.join(home, ".local", "state", "hookwright")


def make_room(path: str) -> None:
    """Makes the folder (mode 0700) and the empty file (mode 0600) where they are missing.

    Raises OSError, also where other users can put a file of theirs there, or have.
    """
    make_private(os.path.dirname(path))
    # The mode of a device is everybody's, and SQLite waits for a pipe.
    if os.path.exists(path):
        require_regular(path)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _require_own(os.fstat(descriptor), path)
        # On Windows the user's own folders are closed to others, and files have no mode.
        if sys.platform != "win32" and os.fstat(descriptor).st_mode & 0o077:
            os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)


def make_private(folder: str) -> None:
    """Makes the folder (mode 0700) if it is missing; raises OSError, also where other users can write to it."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    status = os.stat(folder)
    _require_own(status, folder)
    if sys.platform != "win32" and status.st_mode & 0o022:
        import shlex

        said = f"other users can write to the folder; look what lies there, then run `chmod 700 {shlex.quote(folder)}`"
        raise PermissionError(errno.EPERM, said, folder)


def _require_own(status: os.stat_result, path: str) -> None:
    # What another user put there could say that this one has agreed to something.
    if sys.platform != "win32" and status.st_uid != os.getuid():
        raise PermissionError(errno.EPERM, f"`{path}` belongs to another user", path)


def identity_of(path: str) -> tuple[int, int] | None:
    """Which file it is that lies there now; None if there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def move_aside(path: str, broken: tuple[int, int] | None, stamp: str) -> str | None:
    """Gives the broken file another name and says which; None if another process has already done so.

    `broken` identifies the file that was found to be broken.  Raises OSError.
    """
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _hold(lock)
        if broken is None or identity_of(path) != broken:
            return None
        target = f"{path}.broken-{stamp}"
        # The file itself last: a new one must not find the old one's log beside it.
        for companion in (*_COMPANIONS, ""):
            if os.path.exists(path + companion):
                os.rename(path + companion, target + companion)
        return target
    finally:
        os.close(lock)


def _hold(lock: int) -> None:
    """Waits until no other process holds the lock file; closing it releases the lock."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(lock, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX)
