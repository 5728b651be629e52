"""Starts one program in a session of its own, with the descriptors it is given and no others.

`subprocess.Popen` spends as long on preparing a start as the system needs to start a small shell. So where the
function beneath it is known, it is called directly; elsewhere `Popen` does the same more slowly.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

_KNOWN = sys.version_info < (3, 14) and sys.implementation.name == "cpython" and sys.platform in {"linux", "darwin"}

# The arguments of `fork_exec` have no names.
_CLOSE_ALL_OTHERS = _DEFAULT_SIGNALS = _NEW_SESSION = _VFORK = True
_UNUSED = -1


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
    import subprocess  # noqa: TID251 - this module is where processes start

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
