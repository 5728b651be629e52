"""The one way to read a file that somebody else may have put there: never waiting, and never without a limit."""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader

MOST_BYTES = 10 * 1024 * 1024
"""What is larger is not a file that a person wrote."""

# Opening a pipe without these would wait for a writer; Windows has neither pipes at paths nor these flags.
_READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


class NotRegular(OSError):
    """A folder, a pipe, a device or a socket, or a link that must not be followed."""


class TooLarge(OSError):
    """More bytes than are read."""


def open_file(path: str, *, follow: bool = True) -> BufferedReader:
    """The regular file, open for reading; raises NotRegular for anything else, or another OSError.

    `follow`: a link at the end of the path is followed.
    """
    try:
        # Devices are not even opened: some do something when they are.
        _require_regular(path, os.stat(path, follow_symlinks=follow))
        descriptor = os.open(path, _READING | _BINARY | (0 if follow else _NO_LINK))
    except ValueError as wrong:
        raise OSError(errno.EINVAL, "Not a valid path", path) from wrong
    try:
        _require_regular(path, os.fstat(descriptor))
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def read_bytes(path: str, *, most: int = MOST_BYTES, follow: bool = True) -> bytes:
    """All of a regular file; raises NotRegular, TooLarge or another OSError."""
    with open_file(path, follow=follow) as file:
        return read_all(file, path, most)


def require_regular(path: str, *, follow: bool = True) -> None:
    """Raises NotRegular if something else lies there, or another OSError; nothing is opened."""
    _require_regular(path, os.stat(path, follow_symlinks=follow))


def read_all(file: BufferedReader, path: str, most: int = MOST_BYTES) -> bytes:
    """All of an open regular file; raises TooLarge."""
    # A hole of 1 GB takes no room on the disk, and all of it in memory; and the file may grow while it is read.
    found = file.read(most + 1) if os.fstat(file.fileno()).st_size <= most else None
    if found is None or len(found) > most:
        shown = f"{most >> 20} MiB" if most >= 1 << 20 else f"{most >> 10} KiB"
        raise TooLarge(errno.EFBIG, f"Larger than {shown}", path)
    return found


def read_text(path: str, *, most: int = MOST_BYTES, follow: bool = True) -> str:
    """All of a regular file as text, with the line ends it has; raises OSError, or UnicodeDecodeError."""
    return read_bytes(path, most=most, follow=follow).decode("utf-8")


def read_start(path: str, count: int) -> bytes:
    """The first bytes of a regular file, however large it is; raises OSError."""
    with open_file(path) as file:
        return file.read(count)


def _require_regular(path: str, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise NotRegular(errno.EISDIR, "Is a directory", path)
    if stat.S_ISLNK(status.st_mode):
        raise NotRegular(errno.ELOOP, "Is a link", path)
    if not stat.S_ISREG(status.st_mode):
        raise NotRegular(errno.EINVAL, "Not a regular file", path)
