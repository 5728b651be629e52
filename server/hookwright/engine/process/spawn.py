"""Starts one program in a session of its own, or says why it could not be started."""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Collection, Mapping, Sequence

_ABOUT_THE_FOLDER = {
    errno.ENOENT: "the working directory `{folder}` does not exist",
    errno.ENOTDIR: "the working directory `{folder}` is not a directory",
    errno.EACCES: "the working directory `{folder}` may not be entered",
}
_ABOUT_THE_PROGRAM = {
    errno.ENOENT: "`{program}` was not found",
    errno.ENOTDIR: "`{program}` was not found",
    errno.EACCES: "`{program}` may not be executed",
    errno.ENOEXEC: "`{program}` is neither a program nor a script that begins with `#!`",
    errno.E2BIG: "the arguments and environment of `{program}` are larger than the system allows",
}
_ABOUT_THE_SYSTEM = {
    errno.EMFILE: "too many files are open in this process",
    errno.ENFILE: "too many files are open in the system",
    errno.EAGAIN: "the system allows no more processes",
    errno.ENOMEM: "the system is out of memory",
}


def spawn(
    argv: Sequence[str],
    ends: tuple[int, int, int],
    cwd: str,
    environment: Mapping[str, str],
    descriptors: Collection[int] = (),
) -> int:
    """Gives the process id, which the caller reaps; `ends` become stdin, stdout and stderr, `descriptors` stay open.

    Raises OSError, with the working directory as its `filename` when that is at fault, and ValueError for text that
    cannot be handed over.
    """
    if not argv:
        raise ValueError("there is no program to start")
    stdin, stdout, stderr = ends
    process = subprocess.Popen(
        argv,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        cwd=cwd,
        env=environment,
        start_new_session=True,
        pass_fds=descriptors,
    )
    # To `subprocess` it has ended: it neither reaps it nor warns about it.
    process.returncode = 0
    return process.pid


def why_not_started(argv: tuple[str, ...], folder: str, error: OSError | ValueError) -> str:
    """One sentence without a full stop, for a person."""
    if not isinstance(error, OSError):
        return _about_the_text(error)
    number = error.errno or 0
    program = argv[0]
    if number in _ABOUT_THE_SYSTEM:
        return f"`{program}` could not be started: {_ABOUT_THE_SYSTEM[number]}"
    if error.filename == folder and number in _ABOUT_THE_FOLDER:
        return _ABOUT_THE_FOLDER[number].format(folder=folder)
    if number == errno.ENOENT and "/" in program and os.path.isfile(os.path.join(folder, program)):
        return f"the interpreter that the first line of `{program}` names was not found"
    if number in _ABOUT_THE_PROGRAM:
        return _ABOUT_THE_PROGRAM[number].format(program=program)
    return f"`{program}` could not be started: {error.strerror}"


def _about_the_text(error: ValueError) -> str:
    if isinstance(error, UnicodeError):
        return "the command or its environment has a character that the system cannot encode"
    if "null byte" in str(error):
        return "the command, its working directory or its environment has a NUL character"
    if "environment variable name" in str(error):
        return "the environment has a name with `=` in it"
    return str(error)
