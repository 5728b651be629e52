"""Why a hook would not start on this machine: its script, the interpreter of that, or a program is missing."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence

from hookwright.analysis.commands.shells import understood
from hookwright.analysis.rule import Finding, Subject
from hookwright.analysis.rules import program_not_found, script_crlf, script_not_executable
from hookwright.analysis.rules.program_not_found import hushed_programs, needed_programs
from hookwright.analysis.scripts.hook_scripts import (
    HookScript,
    command_hooks,
    hook_scripts,
    own_scripts,
    programs_by_path,
)
from hookwright.analysis.scripts.models import is_built, is_model, is_placeholder
from hookwright.host import Host
from hookwright.model.reaction import Severity
from hookwright.paths import slashed
from hookwright.patterns import late_pattern
from hookwright.shell.programs import SHELLS
from hookwright.syntax.tree import child
from hookwright.text import Route
from hookwright.workflows.guarding.environments import is_named_as_environment, made_of
from hookwright.workflows.guarding.guard import Stop
from hookwright.workflows.guarding.package_scripts import missing_of
from hookwright.workflows.guarding.repairs import elsewhere, install_program, is_known, with_line_feeds
from hookwright.workflows.guarding.sourcing import sourcing_stops
from hookwright.workflows.guarding.standing import deciding_starts

_NOT_FOUND, _NOT_STARTED = 127, 126
_ASSIGNMENT = late_pattern(r"[A-Za-z_]\w*=")
_NAMED = late_pattern(r"`([^`]+)` is not on the PATH")

Stops = dict[Route, Stop]
"""Why hooks do not start, by their routes."""


def stops(subject: Subject, host: Host) -> Stops:
    """Why hooks of a file would not start here, each for the first reason that there is."""
    found: Stops = {}
    programs = tuple(_programs(subject, host))
    # A program that is missing does not come to miss its script.
    for route, stop in (
        *_shells(subject, host),
        *sourcing_stops(subject, host),
        *(it for it in programs if not it[1].is_part),
        *_programs_by_path(subject, host),
        *_missing_scripts(subject, host),
        *_not_executable(subject),
        *_other_line_ends(subject),
        *_interpreters(subject, host),
        *programs,
        *_programs_in_scripts(subject, host),
    ):
        found.setdefault(_hook_at(subject, route), stop)
    return found


def _hook_at(subject: Subject, route: Route) -> Route:
    """The route of the hook that a route leads into."""
    routes = (hook.route for _, hook in subject.file.hooks)
    return next((it for it in routes if route[: len(it)] == it), route)


def _shells(subject: Subject, host: Host) -> Iterator[tuple[Route, Stop]]:
    """The shells with which the agent runs commands."""
    dialect = subject.file.dialect
    for it in command_hooks(subject.file):
        if it.arguments is not None or it.shell not in SHELLS or not it.text.strip():
            continue
        named = child(it.hook.node, "shell")
        program = dialect.running.shell_named(named.value if named is not None else None)[0]
        is_there = subject.disk.is_file(program) if "/" in program else subject.disk.has_program(program)
        if not is_there:
            why = f"`{program}`, with which {dialect.title} runs commands, is missing"
            yield it.route, Stop(why, _NOT_FOUND, _install(os.path.basename(program), subject, host))


def _missing_scripts(subject: Subject, host: Host) -> Iterator[tuple[Route, Stop]]:
    if is_model(subject.disk, subject.file.path):
        return
    for it in hook_scripts(subject):
        if it.path is None or it.optional or it.doubtful or is_placeholder(it.path):
            continue
        if not subject.disk.is_file(it.path):
            how = "build it, or" if is_built(subject.disk, it.path) else "create it, or"
            why = f"`{it.path}` is missing"
            yield it.route, Stop(why, _code_of(it, host), f"{how} correct the path in the hook")


def _programs_by_path(subject: Subject, host: Host) -> Iterator[tuple[Route, Stop]]:
    """The programs that commands name by their paths."""
    whole = _deciding_programs(subject)
    for it in programs_by_path(subject):
        if it.path is None or it.optional or it.doubtful or is_placeholder(it.path) or subject.disk.is_file(it.path):
            continue
        name = os.path.basename(it.path)
        missing = missing_of([slashed(it.path)], os.path.dirname(it.path), subject.disk)
        if missing is not None:
            repair = missing.repair
        elif is_named_as_environment(it.path):
            repair = made_of(it.path)
        elif is_built(subject.disk, it.path):
            repair = "build it, or correct the path in the hook"
        elif is_known(name):
            repair = f"write `{name}` in the hook" if subject.disk.has_program(name) else _install(name, subject, host)
        else:
            repair = "install it there, or correct the path in the hook"
        yield it.route, Stop(f"`{it.path}` is missing", _NOT_FOUND, repair, (it.route, it.start) not in whole)


def _code_of(script: HookScript, host: Host) -> int:
    """What ends it: a shell that does not find a program, or an interpreter that does not find its script."""
    if not script.interpreter:
        return _NOT_FOUND
    # `sh` is another shell on each system.
    path = host.program(script.interpreter) or script.interpreter
    if script.interpreter == "dash" or os.path.basename(os.path.realpath(path)) == "dash":
        return 2
    if script.interpreter in SHELLS:
        return _NOT_FOUND
    return 2 if script.interpreter.startswith("python") else 1


def _not_executable(subject: Subject) -> Iterator[tuple[Route, Stop]]:
    paths = {(it.route, it.start): path for it, path in own_scripts(subject)}
    for it in script_not_executable.RULE.check(subject):
        path = _path_of(it, paths)
        # A part of the agent may run it with a program of its own.
        if path is not None and it.severity is None:
            yield it.place.route, Stop(f"`{path}` is not executable", _NOT_STARTED, f"chmod +x {shlex.quote(path)}")


def _other_line_ends(subject: Subject) -> Iterator[tuple[Route, Stop]]:
    paths = {(it.route, it.start): path for it, path in own_scripts(subject)}
    for it in script_crlf.RULE.check(subject):
        path = _path_of(it, paths)
        if path is not None and it.severity is Severity.ERROR:
            why = f"the `#!` line of `{path}` ends with CRLF, so its interpreter is not found"
            yield it.place.route, Stop(why, _NOT_FOUND, with_line_feeds(path))


def _path_of(found: Finding, paths: dict[tuple[Route, int], str]) -> str | None:
    place = found.place
    return paths.get((place.route, place.piece[0])) if place.piece is not None else None


def _interpreters(subject: Subject, host: Host) -> Iterator[tuple[Route, Stop]]:
    """The programs that the `#!` lines of scripts name."""
    for script, path in own_scripts(subject):
        line = subject.disk.first_line(path)
        name = _missing_interpreter(subject, line) if line is not None else None
        if name is not None:
            why = f"`{name}`, which the `#!` line of `{path}` names, is missing"
            yield script.route, Stop(why, _NOT_FOUND, _repair_first_line(name, subject, host))


def _repair_first_line(program: str, subject: Subject, host: Host) -> str:
    """What to do where the program that a `#!` line names is missing."""
    name = os.path.basename(program)
    if "/" in program and subject.disk.has_program(name):
        return f"write `#!/usr/bin/env {name}` into the first line"
    return _install(name, subject, host)


def _missing_interpreter(subject: Subject, line: str) -> str | None:
    """The program that a `#!` line names, if it is missing."""
    words = _words(line[2:]) if line.startswith("#!") and not line.endswith("\r") else []
    name = _behind_env(words[1:]) if words and os.path.basename(words[0]) == "env" else next(iter(words), None)
    if name is None:
        return None
    if "/" not in name:
        return None if subject.disk.has_program(name) else name
    return name if name.startswith("/") and not subject.disk.is_file(name) else None


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def _behind_env(words: Sequence[str]) -> str | None:
    """The program that `env` runs; None if only a run can tell."""
    for it in words:
        if it in ("-S", "--split-string", "-i", "-") or _ASSIGNMENT.match(it):
            continue
        return None if it.startswith("-") else it
    return None


def _programs(subject: Subject, host: Host) -> Iterator[tuple[Route, Stop]]:
    """The programs without which commands of hooks do not work."""
    whole = _deciding_programs(subject)
    for it in program_not_found.RULE.check(subject):
        named = _NAMED.match(it.message)
        if named is None:
            continue
        route, piece = it.place.route, it.place.piece
        is_part = piece is not None and (route, piece[0]) not in whole
        yield route, Stop(_not_there(named[1], host), _NOT_FOUND, _install(named[1], subject, host), is_part)
    for command in understood(subject.file):
        for word in hushed_programs(command.text):
            name = word.bare or ""
            if (command.route, word.start) in whole and not subject.disk.has_program(name):
                why, repair = _not_there(name, host), _install(name, subject, host)
                yield command.route, Stop(why, _NOT_FOUND, repair, is_hushed=True)


def _install(name: str, subject: Subject, host: Host) -> str:
    return install_program(name, host, subject.environment)


def _not_there(name: str, host: Host) -> str:
    found = elsewhere(name, host)
    return f"`{name}` is not on the PATH (it is `{found}`)" if found is not None else f"`{name}` is missing"


def _programs_in_scripts(subject: Subject, host: Host) -> Iterator[tuple[Route, Stop]]:
    """Programs that are scripts themselves, such as `npx`, and whose interpreter is missing."""
    if subject.environment.get("PATH") is not None:
        return
    for it in understood(subject.file):
        for word in needed_programs(it.text):
            name = word.bare or ""
            path = host.program(name)
            line = subject.disk.first_line(path) if path is not None else None
            needed = _missing_interpreter(subject, line) if line is not None else None
            if needed is not None:
                why = f"`{needed}`, which `{name}` needs, is missing"
                yield it.route, Stop(why, _NOT_FOUND, _install(os.path.basename(needed), subject, host))


def _deciding_programs(subject: Subject) -> set[tuple[Route, int]]:
    """The places of the programs without which a command ends as if it had not started."""
    return {(it.route, start) for it in understood(subject.file) for start in deciding_starts(it.text, it.shell)}
