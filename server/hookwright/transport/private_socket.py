"""A Unix socket that only the user can reach: its folder is the user's, and so is the process at the other end."""

from __future__ import annotations

import contextlib
import os
import socket
import stat
import struct
import sys
from collections.abc import Iterator

from hookwright.errors import UsageError

# Of macOS: the level and the option that ask for the peer's `struct xucred`.
_SOL_LOCAL, _LOCAL_PEERCRED = 0, 1


class Refused(Exception):
    """The client may not come in; `str()` says why."""


def require_sockets() -> None:
    """Raises UsageError on Windows, where a socket cannot be read as a file is."""
    if sys.platform == "win32":
        raise UsageError("Sockets are not served on Windows", "use `--stdio`, as editors do by default")


@contextlib.contextmanager
def listening(path: str) -> Iterator[socket.socket]:
    """A socket that listens there, mode 0600; at the end it is removed, and nothing else that lies there by then.

    Replaces a socket on which nothing listens any more, as a server that was killed leaves it; it connects for a moment
    to find out.  Raises UsageError if others can enter the folder, or anything else is there already.
    """
    _require_private(os.path.dirname(os.path.abspath(path)))
    _remove_dead(path)
    with socket.socket(socket.AF_UNIX) as listener:
        try:
            listener.bind(path)
        except OSError as error:
            raise UsageError(f"Cannot listen on `{path}` ({error.strerror or error})", "name another path") from error
        ours = _file_at(path)
        try:
            os.chmod(path, 0o600)
            listener.listen()
            yield listener
        finally:
            with contextlib.suppress(OSError):
                if _file_at(path) == ours:
                    os.unlink(path)


def _file_at(path: str) -> tuple[int, int]:
    """Which file lies there, a link itself; raises OSError."""
    status = os.lstat(path)
    return status.st_dev, status.st_ino


def _remove_dead(path: str) -> None:
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
        if not stat.S_ISSOCK(os.lstat(path).st_mode):
            return
        try:
            probe.connect(path)
        except ConnectionRefusedError:
            os.unlink(path)


def require_user(peer: socket.socket) -> None:
    """Raises Refused if the other end is not the user who runs this."""
    if _user_of(peer) != os.getuid():
        raise Refused("the other end is another user's process")


def _user_of(peer: socket.socket) -> int | None:
    """The user id of the process at the other end; None if the system does not say."""
    platform: str = sys.platform
    if platform == "linux":
        found: int = struct.unpack("3i", peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[1]
        return found
    if platform == "darwin":
        user: int = struct.unpack_from("2I", peer.getsockopt(_SOL_LOCAL, _LOCAL_PEERCRED, 76))[1]
        return user
    return None


def _require_private(folder: str) -> None:
    try:
        status = os.stat(folder)
    except OSError as error:
        raise UsageError(f"`{folder}` cannot be used ({error.strerror})", "make it with `mkdir -m 700`") from error
    if status.st_uid != os.getuid() or stat.S_IMODE(status.st_mode) & 0o077:
        raise UsageError(f"Others can enter `{folder}`", "use a folder of your own, made with `mkdir -m 700`")
