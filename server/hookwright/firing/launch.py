"""How another program, such as a debugger, starts one hook's command: its words, folder, variables and stdin."""

from __future__ import annotations

import os.path
import re
import shlex
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from hookwright.engine.commands import argv_of, folder_of, own_variables, plugin_environment
from hookwright.errors import UsageError
from hookwright.files import read_start
from hookwright.firing.fire import FireRequest
from hookwright.host import Host
from hookwright.model.hook_type import Performer
from hookwright.patterns import late_pattern
from hookwright.policies.payloads import environment, stdin_object, stdin_text

Runtime = Literal["python", "node"]

_RUNTIMES: Mapping[Runtime, re.Pattern[str]] = {
    "python": late_pattern(r"python[0-9.]*"),
    "node": late_pattern(r"node|nodejs"),
}
# Only a shell understands these; variables are replaced by then.
_OF_SHELLS = late_pattern(r"[|&;<>()`$*?\[\]{}~#!\n]")
_VARIABLE = late_pattern(r"\$(?:\{(\w+)\}|(\w+))")
_FIRST_LINE = 200


class Program(Struct, frozen=True):
    """A script for a runtime that has debuggers; absolute paths, `interpreter` is None if it is not installed."""

    runtime: Runtime
    interpreter: str | None
    script: str
    arguments: tuple[str, ...]


class Launch(Struct, frozen=True):
    """How to start a hook; `program` is None unless the command is a single script of a known runtime."""

    argv: tuple[str, ...]
    cwd: str
    variables: Mapping[str, str]
    stdin: str
    program: Program | None


def launch(request: FireRequest, host: Host) -> Launch:
    """How to start the one hook of a request; raises UsageError unless it is one hook with a command."""
    plan = request.plan
    host = plan.on(host)
    if len(plan.steps) != 1:
        raise UsageError(f"There are {len(plan.steps)} hooks here", "choose one of them")
    dialect, hook = plan.request.dialect, plan.steps[0].hook
    kind = dialect.type_of(hook)
    if kind is None or kind.by is not Performer.COMMAND:
        raise UsageError(f"A `{hook.type}` hook has no process", "choose a hook that runs a command")
    of_plugin = plugin_environment(plan, hook, host)
    added = {**plan.environment, **environment(dialect, plan.row, plan.facts)}
    variables = {**added, **of_plugin, **own_variables(kind, hook)}
    cwd = folder_of(kind, hook, plan, host)
    argv = argv_of(plan, hook, host, {**host.environ, **variables}, cwd)
    if isinstance(argv, str):
        raise UsageError(argv, "then try again")
    words = list(argv) if dialect.running.arguments(hook.values) is not None else _words(hook.body, variables)
    stdin = stdin_text(stdin_object(dialect, plan.row, plan.facts))
    return Launch(argv, cwd, variables, stdin, _program(words, cwd, host))


def _words(command: str, variables: Mapping[str, str]) -> list[str]:
    """The words of a command that needs no shell; empty if it needs one."""
    if _OF_SHELLS.search(_VARIABLE.sub("", command.strip())):
        return []
    try:
        words = shlex.split(command)
    except ValueError:
        return []
    filled = [_VARIABLE.sub(lambda it: variables.get(it[1] or it[2], it[0]), it) for it in words]
    return [] if any("$" in it for it in filled) else filled


def _program(words: list[str], cwd: str, host: Host) -> Program | None:
    if not words:
        return None
    first, *others = words
    runtime = _runtime_named(first)
    if runtime is not None and others and not others[0].startswith("-"):
        script = os.path.normpath(os.path.join(cwd, others[0]))
        return Program(runtime, _interpreter(first, cwd, host), script, tuple(others[1:]))
    script = os.path.normpath(os.path.join(cwd, first))
    for named in _first_line(script) if "/" in first else ():
        if runtime := _runtime_named(named):
            return Program(runtime, _interpreter(named, cwd, host), script, tuple(others))
    return None


def _runtime_named(program: str) -> Runtime | None:
    name = os.path.basename(program)
    return next((runtime for runtime, pattern in _RUNTIMES.items() if pattern.fullmatch(name)), None)


def _interpreter(named: str, cwd: str, host: Host) -> str | None:
    return os.path.normpath(os.path.join(cwd, named)) if "/" in named else host.program(named)


def _first_line(script: str) -> list[str]:
    """The words after the `#!` of a script."""
    try:
        line = read_start(script, _FIRST_LINE).partition(b"\n")[0].decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return []
    return line[2:].split() if line.startswith("#!") else []
