"""Starts one program in a session of its own, or says why it could not be started."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Mapping, Sequence

_KNOWN = sys.version_info < (3, 14) and sys.implementation.name == "cpython" and sys.platform in {"linux", "darwin"}

# The arguments of `fork_exec` have no names.
_CLOSE_ALL_OTHERS = _DEFAULT_SIGNALS = _NEW_SESSION = _VFORK = True
_UNUSED = -1

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


def spawn(argv: Sequence[str], ends: tuple[int, int, int], cwd: str, environment: Mapping[str, str]) -> int:
    """Gives the process id, which the caller reaps; `ends` become stdin, stdout and stderr.

    Raises OSError, with the working directory as its `filename` when that is at fault, and ValueError for text that
    cannot be handed over.
    """
    if not argv:
        raise ValueError("there is no program to start")
    return (_directly if _KNOWN else _through_subprocess)(argv, ends, cwd, environment)


def _through_subprocess(
    argv: Sequence[str], ends: tuple[int, int, int], cwd: str, environment: Mapping[str, str]
) -> int:
    import subprocess

    stdin, stdout, stderr = ends
    process = subprocess.Popen(
        argv, stdin=stdin, stdout=stdout, stderr=stderr, cwd=cwd, env=environment, start_new_session=True
    )
    # To `subprocess` it is over: it neither reaps it nor warns about it.
    process.returncode = 0
    return process.pid


def _directly(argv: Sequence[str], ends: tuple[int, int, int], cwd: str, environment: Mapping[str, str]) -> int:
    from _posixsubprocess import fork_exec

    stdin, stdout, stderr = ends
    programs = _candidates(argv[0], environment)
    variables = _encode(environment)
    # Ends with nothing in it when the program has taken over, else tells what went wrong.
    verdict, teller = os.pipe()
    try:
        try:
            process = fork_exec(
                argv, programs, _CLOSE_ALL_OTHERS, (teller,), cwd, variables,
                stdin, _UNUSED, _UNUSED, stdout, _UNUSED, stderr, verdict, teller,
                _DEFAULT_SIGNALS, _NEW_SESSION, _UNUSED, None, None, None, _UNUSED,
                None,  # type: ignore[arg-type]  # no function of ours runs in the child
                _VFORK,
            )  # fmt: skip
        finally:
            os.close(teller)
        fault = os.read(verdict, 1000)
    finally:
        os.close(verdict)
    if fault:
        os.waitpid(process, 0)
        raise _as_error(fault, argv[0], cwd)
    return process


def _candidates(program: str, environment: Mapping[str, str]) -> tuple[bytes, ...]:
    encoded = os.fsencode(program)
    if b"/" in encoded:
        return (encoded,)
    return tuple(os.path.join(os.fsencode(folder), encoded) for folder in os.get_exec_path(environment))


def _encode(environment: Mapping[str, str]) -> list[bytes]:
    """One `NAME=value` for each variable; encoding them all in one go takes a fifth of the time."""
    if not environment:
        return []
    if "=" in "".join(environment):
        raise ValueError("the environment has a name with `=` in it")
    variables = os.fsencode("\0".join(map("=".join, environment.items()))).split(b"\0")
    if len(variables) != len(environment):
        raise ValueError("embedded null byte")
    return variables


def _as_error(fault: bytes, program: str, cwd: str) -> OSError:
    _, number, step = fault.split(b":", 2)
    code = int(number, 16)
    return OSError(code, os.strerror(code), cwd if step.startswith(b"noexec") else program)


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
    return str(error)
