"""A hook that is about to run, and what it reaches: its command, its condition, its server, and what variables load."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from hookwright.config.servers import Server
from hookwright.engine.commands import filled
from hookwright.engine.plan import Plan
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Hook
from hookwright.model.hook_type import HookType, Performer
from hookwright.paths import is_in, named_by
from hookwright.patterns import late_pattern
from hookwright.reach.follow import reach_of_command, reach_of_words
from hookwright.reach.found import Reach, Surroundings, together
from hookwright.reach.programs import is_loader
from hookwright.shell.programs import INTERPRETERS

_PARTS = late_pattern(r"[\s:;,=]+")
_STARTUP_FILES = ("BASH_ENV", "ENV")


class HookRun(Struct, frozen=True, kw_only=True):
    """A hook of a plan, and the host that it runs on.

    `server` is the one whose tool the hook is, None if there is none that could be used.  `variables` are those that
    the dialect adds, `added` those of a hook test; the host has the latter.
    """

    plan: Plan
    hook: Hook
    kind: HookType
    host: Host
    server: Server | None
    variables: Mapping[str, str]
    added: tuple[tuple[str, str], ...]

    @property
    def condition(self) -> str:
        """The command that has to succeed first; empty if there is none."""
        found = self.hook.values.get(self.kind.keys.precondition) if self.kind.keys.precondition else None
        return found if isinstance(found, str) else ""


def reach_of_hook(run: HookRun) -> Reach:
    """Everything that the hook runs or loads, as far as reading tells."""
    plan, host, hook, server = run.plan, run.host, run.hook, run.server
    running, cwd = plan.request.dialect.running, plan.facts.cwd
    every = {"HOME": host.home, **host.environ, **run.variables}
    search = partial(_program, path=every.get("PATH", os.defpath), folder=cwd)
    around = Surroundings(cwd, plan.request.project_dir, every, search)
    found: list[Reach] = []
    arguments = running.arguments(hook.values)
    texts = [run.condition] if run.condition else []
    if run.kind.by is Performer.COMMAND and arguments is not None:
        found.append(reach_of_words([filled(plan, hook, it, every) for it in (hook.body, *arguments)], around))
    elif run.kind.by is Performer.COMMAND:
        texts.insert(0, hook.body)
    if server is not None and server.command:
        found.append(reach_of_words([server.command, *server.arguments], replace(around, folder=around.project)))
    shell = _shell(plan.request.dialect, hook.values.get("shell"))
    for text in texts:
        is_read = INTERPRETERS.get(shell) is not None and INTERPRETERS[shell].shell
        found.append(reach_of_command(text, around) if is_read else Reach(unread=(f"`{shell}`",)))
    given = (*plan.environment.items(), *run.added)
    found += [_loaded(given, around), _inherited(host.environ, dict(given), around)]
    return together(found)


def _program(name: str, *, path: str, folder: str) -> str | None:
    """What a shell in that folder finds on the PATH now."""
    places = (os.path.join(folder, it, name) for it in path.split(os.pathsep))
    return next((it for it in places if os.path.isfile(it) and os.access(it, os.X_OK)), None)


def _shell(dialect: Dialect, named: object) -> str:
    return dialect.running.shell_named(named)[0].rpartition("/")[2]


def _loaded(added: tuple[tuple[str, str], ...], around: Surroundings) -> Reach:
    """What variables of somebody else's have shells and interpreters load."""
    found = [reach_of_command(f". {_quoted(value)}", around) for name, value in added if name in _STARTUP_FILES]
    unread = tuple(f"`{name}`" for name, _ in added if is_loader(name) and name not in (*_STARTUP_FILES, "PATH"))
    return together([*found, Reach(unread=unread)])


def _inherited(environ: Mapping[str, str], added: Mapping[str, str], around: Surroundings) -> Reach:
    """What the user's own variables have shells and interpreters load that lies in the project."""
    found: list[Reach] = []
    loads: list[str] = []
    for name, value in environ.items():
        if name in added or name in ("PATH", "HOME") or not is_loader(name) or not _names_project(value, around):
            continue
        if name in _STARTUP_FILES:
            found.append(reach_of_command(f". {_quoted(value)}", around))
        loads.append(f"`${name}`")
    return together([*found, Reach(deeper=tuple(loads))])


def _names_project(value: str, around: Surroundings) -> bool:
    """Whether a part of the value is a path in the project, or may be one that begins in its folder."""
    pieces = [it for it in _PARTS.split(value) if it]
    return any(
        is_in(os.path.realpath(named_by(it, around.folder) or "/"), os.path.realpath(around.project))
        for it in pieces
        if "/" in it
    )


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
