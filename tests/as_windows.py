"""Runs hookwright as it would find itself on Windows: `python tests/as_windows.py DRIVE ARGUMENT…`.

`DRIVE` is the folder that is `C:\\`.  What Windows lacks is gone (`fcntl`, `os.fork`, `signal.SIGHUP`, readers of
descriptors in the event loop), paths are those of `ntpath`, and files behave as they do there: no mode bits, no
renaming onto a file that exists, no replacing or removing of one that is open, names in any case, CR LF and the code
page where text is written without saying otherwise.  Only the interpreter's own files are found at POSIX paths.
"""

from __future__ import annotations

import asyncio
import builtins
import ctypes
import errno
import io
import ntpath
import os
import posixpath
import re
import select
import selectors
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, NoReturn, Self
from urllib.parse import unquote

_MODULES = (
    "_posixshmem", "_posixsubprocess", "asyncio.unix_events", "crypt", "curses", "fcntl", "grp", "nis", "posix", "pty",
    "pwd", "readline", "resource", "spwd", "syslog", "termios", "tty",
)  # fmt: skip
_OF_OS = re.compile(
    r"fork\w*|register_at_fork|posix_\w+|POSIX_\w+|kill|killpg|[gs]et(e|res)?[ug]id|[gs]etre[ug]id|[gs]etpgid|[gs]etpgrp"
    r"|[gs]etsid|[gs]etgroups|getgrouplist|initgroups|[gs]etpriority|tc[gs]etpgrp|wait|wait[34]|waitid\w*|W[A-Z]+|P_\w+"
    r"|pidfd_open|memfd_create|MFD_\w+|eventfd\w*|EFD_\w+|[gs]et_blocking|fchmod|fchown|l?chown|lchmod|chroot|mkfifo|mknod"
    r"|pipe2|p(read|write)v?|readv|writev|sendfile|splice|f?statvfs|ST_\w+|uname|getloadavg|nice|sched_\w+|SCHED_\w+"
    r"|\w*xattr|XATTR_\w+|openpty|login_tty|ctermid|ttyname|sysconf\w*|f?pathconf\w*|confstr\w*|sync|fchdir|fwalk|lockf"
    r"|F_\w+|copy_file_range|getrandom|GRND_\w+|setns|unshare|CLONE_\w+|major|minor|makedev|PRIO_\w+|RTLD_\w+|EX_\w+"
    r"|O_(NONBLOCK|CLOEXEC|NOFOLLOW|DIRECTORY|NOCTTY|SYNC|DSYNC|RSYNC|NDELAY|ASYNC|DIRECT|LARGEFILE|NOATIME|PATH|TMPFILE"
    r"|ACCMODE|EVTONLY|FSYNC|SYMLINK|EXLOCK|SHLOCK)|fdatasync|environb|getenvb|unsetenvb|timerfd_\w+|TFD_\w+|GetLogin"
)
_OF_SIGNAL = re.compile(
    r"SIG(?!INT$|TERM$|ABRT$|FPE$|ILL$|SEGV$|_DFL$|_IGN$)[A-Z]+\w*|SIG_(BLOCK|UNBLOCK|SETMASK)|alarm|[gs]etitimer|ITIMER_\w+"
    r"|pause|pthread_\w+|sig(wait\w*|timedwait|pending|interrupt)|pidfd_send_signal"
)
_OF_LOOP = (
    "add_reader", "remove_reader", "add_writer", "remove_writer", "add_signal_handler", "remove_signal_handler",
    "create_unix_connection", "create_unix_server", "connect_read_pipe", "connect_write_pipe",
)  # fmt: skip
_FORBIDDEN = re.compile(r'[<>:"|?*\x00-\x1f]')
_CODE_PAGE = "cp1252"

# What the process was before it was made what it is not.
_real_open, _real_os_open, _real_getcwd, _real_chdir = io.open, os.open, os.getcwd, os.chdir
_real_stat, _real_lstat, _real_fstat, _real_listdir, _real_scandir = os.stat, os.lstat, os.fstat, os.listdir, os.scandir
_real_replace, _real_connect, _real_select = os.replace, sqlite3.connect, select.select
_real_socketpair, _AF_UNIX = socket.socketpair, socket.AF_UNIX
_here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_own_roots = (
    *(os.path.join(_here, it) for it in ("server", "docs")),
    *{sys.prefix, sys.base_prefix, *sysconfig.get_paths().values()},
)


class Drive:
    """The folder that is `C:\\`; `real` says where a path of it truly is, `shown` what a true one is called."""

    def __init__(self, folder: str) -> None:
        self.folder = posixpath.realpath(folder)

    def real(self, path: Any) -> Any:
        """The POSIX path, found in any case; descriptors are left alone."""
        if isinstance(path, int):
            return path
        text = os.fspath(path)
        if isinstance(text, bytes):
            return os.fsencode(self.real(os.fsdecode(text)))
        if "\0" in text:
            raise ValueError("embedded null character")
        if text.casefold() == "nul":
            return "/dev/null"
        drive, rest = ntpath.splitdrive(text)
        rest = rest.replace("\\", "/")
        if not drive and rest.startswith("/") and any(rest == it or rest.startswith(f"{it}/") for it in _own_roots):
            return rest
        if _FORBIDDEN.search(rest):
            raise OSError(errno.EINVAL, "The filename, directory name, or volume label syntax is incorrect", text)
        if drive and drive.casefold() != "c:":
            raise FileNotFoundError(errno.ENOENT, "The system cannot find the path specified", text)
        base = self.folder if rest.startswith("/") else _real_getcwd()
        return self._in_any_case(base, rest)

    def shown(self, path: str) -> str:
        """What a file below the folder is called."""
        assert path == self.folder or path.startswith(f"{self.folder}/"), f"{path} is not on the drive"
        return "C:" + (path[len(self.folder) :].replace("/", "\\") or "\\")

    def _in_any_case(self, base: str, rest: str) -> str:
        for name in filter(None, rest.split("/")):
            found = posixpath.join(base, name)
            if name not in (".", "..") and not _exists(found):
                try:
                    names = _real_listdir(base)
                except OSError:
                    names = []
                found = next((posixpath.join(base, it) for it in names if it.casefold() == name.casefold()), found)
            base = found
        return base


def _exists(path: str) -> bool:
    try:
        _real_lstat(path)
    except OSError:
        return False
    return True


class Entry:
    """What `os.scandir` gives, with the path in the words of Windows."""

    def __init__(self, entry: os.DirEntry[str], folder: str) -> None:
        self._entry, self.name, self.path = entry, entry.name, ntpath.join(folder, entry.name)
        self.is_dir, self.is_file, self.is_symlink = entry.is_dir, entry.is_file, entry.is_symlink

    def __fspath__(self) -> str:
        return self.path

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        """Without mode bits."""
        return _as_windows(self._entry.stat(follow_symlinks=follow_symlinks), self.name)


class Entries:
    """An `os.scandir` that is closed by `with`."""

    def __init__(self, entries: Iterator[os.DirEntry[str]], folder: str) -> None:
        self._entries, self._folder = entries, folder

    def __iter__(self) -> Entries:
        return self

    def __next__(self) -> Entry:
        return Entry(next(self._entries), self._folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the folder."""
        self._entries.close()  # type: ignore[attr-defined]


def _as_windows(status: os.stat_result, name: str) -> os.stat_result:
    reduced: Any = status.__reduce__()
    make, (values, more) = reduced
    mode = status.st_mode
    runs = stat.S_ISDIR(mode) or name.casefold().endswith((".exe", ".bat", ".cmd", ".com"))
    bits = (0o444 if not mode & stat.S_IWUSR else 0o666) | (0o111 if runs else 0)
    found: os.stat_result = make((stat.S_IFMT(mode) | bits, *values[1:]), more)
    return found


def _refuse_open_ones(*paths: str) -> None:
    """Another handle on a file keeps Windows from moving or removing it."""
    for number in _real_listdir("/proc/self/fd"):
        try:
            held = os.readlink.__wrapped__(f"/proc/self/fd/{number}")  # type: ignore[attr-defined]
        except OSError:
            continue
        if held in paths:
            raise PermissionError(
                errno.EACCES, "The process cannot access the file because it is being used by another process", held
            )


def install(drive: Drive) -> None:
    """Makes this process one on Windows; what has to know the true system before that is imported above."""
    _take_names()
    _become_windows()
    _move_files(drive)
    _change_modules(drive)
    # These are made for Windows, and do not get to see that this is not.
    import click
    import pydantic
    import pygls.lsp.server
    import rich.console
    import ruamel.yaml

    os.name = "posix"
    import watchdog.observers
    from watchdog.observers.polling import PollingObserver

    os.name = "nt"
    watchdog.observers.Observer = PollingObserver
    del click, pydantic, pygls, rich, ruamel
    sys.platform = "win32"


def _take_names() -> None:
    for name in _MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for name in [it for it in vars(os) if _OF_OS.fullmatch(it)]:
        delattr(os, name)
    for name in [it for it in vars(signal) if _OF_SIGNAL.fullmatch(it)]:
        delattr(signal, name)
    for name in [it for it in vars(select) if re.match("e?poll|EPOLL|POLL|kqueue|kevent|devpoll", it)]:
        delattr(select, name)
    for name in [it for it in vars(socket) if it.startswith("AF_UNIX")]:
        delattr(socket, name)
    for name in _OF_LOOP:
        setattr(asyncio.SelectorEventLoop, name, _not_implemented)
    del time.tzset


def _not_implemented(*_: object, **__: object) -> NoReturn:
    raise NotImplementedError


def _no_process(*arguments: object, **_: object) -> NoReturn:
    raise AssertionError(f"a process was started: {arguments}")


def _become_windows() -> None:
    os.name, os.sep, os.altsep, os.pathsep, os.linesep, os.devnull = "nt", "\\", "/", ";", "\r\n", "nul"
    os.defpath = r".;C:\bin"
    os.path = sys.modules["os.path"] = ntpath
    os.O_BINARY = os.O_NOINHERIT = os.O_TEMPORARY = 0  # type: ignore[attr-defined]
    signal.SIGBREAK, signal.CTRL_C_EVENT, signal.CTRL_BREAK_EVENT = 21, 0, 1  # type: ignore[attr-defined]
    os.supports_dir_fd = os.supports_fd = os.supports_follow_symlinks = os.supports_effective_ids = set()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding=_CODE_PAGE, newline="\r\n")  # type: ignore[union-attr]


def _move_files(drive: Drive) -> None:
    def moved(name: str, paths: int = 1) -> None:
        function: Callable[..., Any] = getattr(os, name)

        def call(*arguments: Any, **more: Any) -> Any:
            try:
                return function(*map(drive.real, arguments[:paths]), *arguments[paths:], **more)
            except OSError as error:
                error.filename = arguments[0]
                raise

        call.__wrapped__ = function  # type: ignore[attr-defined]
        setattr(os, name, call)

    for name in ("access", "listdir", "mkdir", "rmdir", "readlink", "utime", "truncate", "chdir"):
        moved(name)

    def removed(path: Any, **_: Any) -> None:
        real = drive.real(path)
        _refuse_open_ones(real)
        posix_remove(real)

    posix_remove = os.remove
    os.remove = os.unlink = removed

    def replaced(old: Any, new: Any, **_: Any) -> None:
        old, new = drive.real(old), drive.real(new)
        _refuse_open_ones(old, new)
        _real_replace(old, new)

    def renamed(old: Any, new: Any, **_: Any) -> None:
        if _exists(drive.real(new)):
            raise FileExistsError(errno.EEXIST, "Cannot create a file when that file already exists", new)
        replaced(old, new)

    def no_link(source: str, target: str, *_: object, **__: object) -> NoReturn:
        raise OSError(errno.EINVAL, "A required privilege is not held by the client", source, None, target)

    os.replace, os.rename, os.symlink = replaced, renamed, no_link  # type: ignore[assignment]
    os.chmod = lambda path, *_, **__: drive.real(path) and None
    os.stat = lambda path, **more: _as_windows(_stat(drive, path, more), str(path))
    os.lstat = lambda path, **_: _as_windows(_stat(drive, path, {"follow_symlinks": False}), str(path))
    os.fstat = lambda fd: _as_windows(_real_fstat(fd), "")
    os.scandir = lambda path=".": Entries(_real_scandir(drive.real(path)), os.fspath(path))  # type: ignore[assignment]
    os.getcwd = lambda: drive.shown(_real_getcwd())
    os.open = lambda path, flags, mode=0o777, **_: _opened(drive, path, flags, mode)
    builtins.open = io.open = lambda *arguments, **more: _file(drive, *arguments, **more)


def _stat(drive: Drive, path: Any, more: dict[str, Any]) -> os.stat_result:
    try:
        return _real_stat(drive.real(path), **more)
    except OSError as error:
        error.filename = path
        raise


def _opened(drive: Drive, path: Any, flags: int, mode: int) -> int:
    try:
        real = drive.real(path)
        if _is_folder(real):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return _real_os_open(real, flags, mode)
    except OSError as error:
        error.filename = path
        raise


def _is_folder(path: Any) -> bool:
    try:
        return stat.S_ISDIR(_real_stat(path).st_mode)
    except OSError:
        return False


def _file(
    drive: Drive,
    file: Any,
    mode: str = "r",
    buffering: int = -1,
    encoding: str | None = None,
    errors: str | None = None,
    newline: str | None = None,
    closefd: bool = True,
    opener: Any = None,
) -> Any:
    if "b" not in mode:
        encoding = encoding if encoding not in (None, "locale") else _CODE_PAGE
        newline = "\r\n" if newline is None and mode[0] in "wxa" else newline
    try:
        real = drive.real(file)
        if opener is None and not isinstance(file, int) and _is_folder(real):
            raise PermissionError(errno.EACCES, "Permission denied", file)
        return _real_open(real, mode, buffering, encoding, errors, newline, closefd, opener)
    except OSError as error:
        error.filename = file
        raise


def _change_modules(drive: Drive) -> None:
    def absolute(path: Any) -> str:
        text = os.fspath(path)
        letter, rest = ntpath.splitdrive(text)
        if not rest.startswith(("\\", "/")):
            text = ntpath.join(os.getcwd(), rest)
        elif not letter:
            text = f"C:{text}"
        return str(ntpath.normpath(text))

    def final(path: Any, **_: object) -> str:
        try:
            return drive.shown(posixpath_realpath(drive.real(absolute(path))))
        except (AssertionError, OSError, ValueError):
            return absolute(path)

    posixpath_realpath = _PosixRealpath(drive)
    ntpath.abspath, ntpath.realpath = absolute, final  # type: ignore[assignment]
    ntpath.exists, ntpath.lexists = _asks(_real_stat, drive), _asks(_real_lstat, drive)  # type: ignore[assignment]
    sqlite3.connect = lambda place, *arguments, **more: _real_connect(  # type: ignore[assignment]
        _database(drive, place), *arguments, **more
    )
    subprocess.Popen = _no_process  # type: ignore[assignment,misc]
    os.kill = _no_process
    socket.socketpair = lambda *_, **__: _real_socketpair(_AF_UNIX)
    select.select = _not_implemented
    selectors.DefaultSelector = selectors.SelectSelector  # type: ignore[assignment,misc]
    del selectors.EpollSelector, selectors.PollSelector
    tempfile.tempdir = None
    shutil._use_fd_functions = False  # type: ignore[attr-defined]
    tempfile._O_TMPFILE_WORKS = False  # type: ignore[attr-defined]
    ctypes.WinDLL = Kernel  # type: ignore[attr-defined]
    sys.modules["msvcrt"] = _Runtime("msvcrt")


class _PosixRealpath:
    """`posixpath.realpath` of what is truly there, since its own looks go through the changed `os`."""

    def __init__(self, drive: Drive) -> None:
        self._drive = drive

    def __call__(self, path: str) -> str:
        found = self._drive.folder
        for name in filter(None, path[len(found) :].split("/")):
            found = posixpath.normpath(posixpath.join(found, name))
        return found


def _asks(look: Callable[[str], object], drive: Drive) -> Callable[[Any], bool]:
    def asked(path: Any) -> bool:
        try:
            look(drive.real(path))
        except (OSError, ValueError):
            return False
        return True

    return asked


def _database(drive: Drive, place: Any) -> Any:
    text = os.fspath(place)
    if text == ":memory:":
        return text
    if not text.startswith("file:"):
        return drive.real(text)
    path, mark, query = text.removeprefix("file:").partition("?")
    # SQLite takes the slash before a drive away.
    return "file:" + drive.real(re.sub(r"^/+(?=[A-Za-z]:)", "", unquote(path))) + mark + query


class _Runtime(ModuleType):
    """As much of `msvcrt` as locking a file takes."""

    LK_LOCK = 1

    def locking(self, descriptor: int, mode: int, size: int) -> None:
        """Nobody else is there."""
        assert os.fstat(descriptor)
        assert (mode, size) == (self.LK_LOCK, 1)


class Kernel:
    """As much of `kernel32` as watching a process takes; a process's id stands for its handle."""

    def __init__(self, name: str, **_: object) -> None:
        assert name == "kernel32"
        self.OpenProcess = _Function(lambda _access, _inherit, process_id: process_id if _lives(process_id) else None)
        self.WaitForSingleObject = _Function(_wait_for)
        self.CloseHandle = _Function(lambda _handle: 1)


class _Function:
    """One function of a DLL."""

    restype: Any = None

    def __init__(self, call: Callable[..., Any]) -> None:
        self.__call = call

    def __call__(self, *arguments: Any) -> Any:
        return self.__call(*(it.value if isinstance(it, ctypes.c_void_p) else it for it in arguments))


def _wait_for(handle: int, milliseconds: int) -> int:
    assert milliseconds == 0xFFFFFFFF
    while _lives(handle):
        time.sleep(0.05)
    return 0


def _lives(process_id: int) -> bool:
    try:
        with _real_open(f"/proc/{process_id}/stat", encoding="ascii", errors="replace") as status:
            return status.read().rpartition(") ")[2][0] not in "ZX"
    except OSError:
        return False


def main() -> None:
    """Runs the command line on the drive."""
    drive = Drive(sys.argv[1])
    sys.argv[:] = ["hookwright", *sys.argv[2:]]
    install(drive)
    from hookwright.__main__ import main as hookwright

    hookwright()


if __name__ == "__main__":
    main()
