"""The guard that is attacked: the hooks at a place of a file, with their texts and the tools they are asked about."""

from __future__ import annotations

import json
import os.path
import shlex
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.asking.payloads import Askers, askers
from hookwright.attacking.asking.server_tools import SERVER_TOOLS, names_in, usual
from hookwright.attacking.forms.dangers import Danger, dangers
from hookwright.attacking.forms.main_branch import about
from hookwright.attacking.forms.model import SQL_OF_NAMED_SERVER, Variant
from hookwright.attacking.texts.branches import main_branch
from hookwright.attacking.texts.fitting import fitting
from hookwright.attacking.texts.helpers import helpers
from hookwright.attacking.texts.meant import Meant, by_asking, by_tests, by_text, named, with_left_out, with_switches
from hookwright.attacking.texts.script_names import scripts_named
from hookwright.attacking.texts.tool_names import judged
from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.config.workspace import Snapshot
from hookwright.dialects import by_id
from hookwright.dialects.outlines import OUTLINES
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.engine.selection import select
from hookwright.errors import HookwrightError, UsageError
from hookwright.files import read_start, read_text
from hookwright.firing.fire import FireRequest, fire_request, samples_at, scripts_at, snapshot_at
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import is_asked_about_calls, role_of_event, usual_name
from hookwright.model.event import MatchSubject
from hookwright.model.hook import Scope
from hookwright.readers.search import hook_paths
from hookwright.scripts.source import MOST_BYTES
from hookwright.testing.case import UNSAID, Case
from hookwright.testing.read import read_file, test_files
from hookwright.text import to_pointer
from hookwright.workflows.target import Target, shared_pointer, target_at

_MOST_TEST_FILES = 100
_MOST_SECONDS_EACH = 10.0
_BY_SUFFIX = {".py": "python3", ".js": "node", ".mjs": "node", ".cjs": "node", ".sh": "bash", ".ts": "bun"}


class Guard(Struct, frozen=True, eq=False, dict=True):
    """Hooks of one event that may refuse a tool call, and all that is needed to ask them."""

    target: Target
    request: FireRequest
    snapshot: Snapshot
    askers: Askers
    scripts: tuple[str, ...]
    alone: bool = False

    @property
    def project(self) -> str:
        """The folder that the hooks run in."""
        return self.request.plan.request.project_dir

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The commands of the hooks, and the texts of the scripts that they run, name or need; reads the disk, once."""
        commands = tuple(it.body for it in self.target.hooks)
        return (*commands, *filter(None, map(_text_of, dict.fromkeys((*self.scripts, *self._named, *self.helpers)))))

    @cached_property
    def _named(self) -> tuple[str, ...]:
        return tuple(path for it in self.target.hooks for path in scripts_named(it.body, self.project, self.scripts))

    @cached_property
    def main(self) -> str:
        """The branch of the project that only pull requests are to change."""
        return main_branch(self.project, self.texts)

    @cached_property
    def dangers(self) -> Mapping[str, Danger]:
        """All dangers that are known, with the name that the project has for the branch `main`."""
        return about(dangers(self.project), self.main)

    @cached_property
    def helpers(self) -> tuple[str, ...]:
        """The files in the project that its scripts need, such as a library; reads the disk, once."""
        return helpers((*self.scripts, *self._named), self.project)

    def is_asked_about(self, name: str | None) -> bool:
        """Whether the matcher of a hook selects the tool of that name, with any arguments."""
        row = self.target.row
        return bool(select(self.target.file.dialect, row, self.target.hooks, name).matched)

    @cached_property
    def tools(self) -> frozenset[str]:
        """The usual names of the tools that it is asked about, and that its scripts judge."""
        row, dialect = self.target.row, self.target.file.dialect
        role = role_of_event(row.name)
        if role is not None or row.subject.kind is not MatchSubject.TOOL or not dialect.tools:
            return frozenset({role or "Bash"})
        asked = frozenset(usual_name(it.name) for it in dialect.tools if self.is_asked_about(it.name))
        return judged(asked, self.texts, {it.name: usual_name(it.name) for it in dialect.tools})

    @cached_property
    def served(self) -> tuple[str, ...]:
        """What the known tools of MCP servers do that it is asked about."""
        every = ((it, self.askers.name_of(it)) for it in SERVER_TOOLS)
        return tuple(does for does, name in every if name is not None and self.is_asked_about(name))

    @property
    def is_of_servers(self) -> bool:
        """Whether it is asked about tools of MCP servers, and about no tool of the agent itself."""
        return not self.tools and bool(self.served)

    def plan(self, call: Variant, host: Host, home: str | None = None) -> Plan | None:
        """What asking it about a call takes, where the agent's home folder may be another one; None if none is sent."""
        payload = self.askers.payload(call, self.project, home)
        return self.plan_of(payload, host) if payload is not None else None

    def plan_of(self, payload: Mapping[str, Any], host: Host) -> Plan:
        """What asking it with a payload takes; has no steps if no matcher selects that."""
        before = self.request.plan.request
        request = Request(before.dialect, before.event, payload, before.project_dir, None, host.home, before.skills)
        plan = make_plan(request, self.snapshot)
        steps = tuple(replace(it, timeout=min(it.timeout, _MOST_SECONDS_EACH)) for it in plan.steps)
        return replace(plan, steps=steps)


def guard_at(
    file: HookFile, at: str | int, project: str, host: Host, *, alone: bool = False, recorded: bool = True
) -> Guard:
    """The guard at a place of a file; raises UsageError if no hook there could refuse a tool call.

    Without a place, all hooks of the first event that announces a tool call are meant.  `alone`: the file is not there.
    `recorded`: the calls may be put into payloads of real sessions.
    """
    place = at or _first_place(file)
    target = target_at(file, place)
    if not is_asked_about_calls(target.row):
        raise UsageError(
            f"Hooks on `{target.row.name}` are asked about no tool call that they could refuse",
            "point at a hook that guards, such as one on `PreToolUse`",
        )
    request = fire_request(file, place, project_dir=project, host=host, recorded=recorded)
    snapshot = snapshot_at(target, project, host)
    # The request only selects some of the hooks, by the tool of its sample.
    scripts = scripts_at([it.route for it in target.hooks], request, file, host)
    real = [it for it in samples_at(target, project, host).samples if it.recorded] if recorded else []
    made = askers(file.dialect, target.row, project, real, host.home)
    guard = Guard(target, request, snapshot, made, scripts, alone)
    return replace(guard, askers=replace(made, served=_served_by_others(guard)))


def _served_by_others(guard: Guard) -> dict[str, str]:
    """The names of tools of MCP servers by what they do, as a matcher or a script has them for other servers.

    What the hook is asked about comes first.
    """
    form = guard.target.file.dialect.servers.tools
    if "{server}" not in form or "*" in form:
        return {}
    text = "\n".join((*(str(it.matcher) for it in guard.target.hooks), *guard.texts))
    found: dict[str, str] = {}
    for does in SERVER_TOOLS if form.partition("{")[0] in text else ():
        name = guard.askers.name_of(does)
        named = [*dict.fromkeys(names_in(text, does, form))]
        other = next(filter(guard.is_asked_about, named), next(iter(named), None))
        is_usual = name is None or does == SQL_OF_NAMED_SERVER or guard.is_asked_about(name)
        if other is not None and not is_usual:
            found[does] = other
    return found


def _first_place(file: HookFile) -> str:
    """The pointer of the hooks of the first event that announces a tool call; empty if there is none."""
    hooks = runnable_hooks(file)[0]
    event = next((it.event for it in hooks if is_asked_about_calls(file.dialect.event(it.event))), None)
    return shared_pointer([it for it in hooks if it.event == event]) if event is not None else ""


def file_for_script(path: str, project: str) -> HookFile:
    """A hook file of Claude Code, as text only, that runs the script at the path before every call of a shell."""
    absolute = os.path.abspath(path)
    head = read_start(absolute, 200)
    program = (
        "" if head.startswith(b"#!") and os.access(absolute, os.X_OK) else _BY_SUFFIX.get(os.path.splitext(path)[1])
    )
    if program is None:
        raise UsageError(f"Cannot tell which program runs `{path}`", "attack the hook file that runs it, with `--at`")
    command = f"{program} {shlex.quote(absolute)}".strip()
    hooks = {"PreToolUse": [{"hooks": [{"type": "command", "command": command}]}]}
    place = os.path.join(project, ".claude", "settings.json")
    return read_hook_file(place, json.dumps({"hooks": hooks}), by_id("claude-code"), Scope.PROJECT)


def meant_by(guard: Guard, said: Sequence[str]) -> Meant:
    """What the guard is meant to stop, or may be; reads tests and scripts.  Raises UsageError for an unknown one."""
    known: Mapping[str, Danger] = {name: fitting(name, it, guard.project) for name, it in guard.dangers.items()}
    if said:
        return with_switches(named(said, known), guard.texts)
    calls = guard.target.file.dialect.calls
    commands, files = list[str](), dict[str, str]()
    for name, given in _refused(guard):
        own = [given[it] for it in calls.commands if isinstance(given.get(it), str)]
        commands += own
        path = next((given[it] for it in calls.paths if isinstance(given.get(it), str)), None)
        if path is not None and not own:
            files[name] = path
    tools = usual(guard.served) if guard.is_of_servers else guard.tools
    found = by_tests(commands, known) or by_text(guard.texts, known, tools, guard.project)
    if found is None:
        found = by_asking(guard.texts, known, guard.project)
    return with_switches(with_left_out(found, files), guard.texts)


def _refused(guard: Guard) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The names of the project's hook tests that expect the guard to refuse, and what the tool is called with."""
    for number, path in enumerate(test_files((guard.project,))):
        if number >= _MOST_TEST_FILES:
            return
        try:
            cases = read_file(path).cases
        except HookwrightError:
            continue
        for case in cases:
            if is_refused(case) and case.event == guard.target.row.name and _is_about(case, guard):
                yield case.name, case.tool_input if isinstance(case.tool_input, Mapping) else case.payload


def is_refused(case: Case) -> bool:
    """Whether a hook test expects its event to be refused."""
    return case.expect.decision in ("deny", "ask") or (case.expect.blocked is True and case.expect.decision is UNSAID)


def _is_about(case: Case, guard: Guard) -> bool:
    files = [os.path.normpath(os.path.join(case.folder, it)) for it in case.hooks]
    at = case.at or ""
    is_near = any(to_pointer(it.route).startswith(at) for it in guard.target.hooks)
    return (not files or guard.target.file.path in files) and is_near


def _text_of(path: str) -> str | None:
    try:
        return read_text(path, most=MOST_BYTES)
    except (OSError, UnicodeDecodeError):
        return None


def guards_with(script: str, project: str, host: Host, *, recorded: bool = True) -> Guard | None:
    """The first guard of the project that runs the script at that path; None if no hook does."""
    wanted = os.path.realpath(script)
    for outline in OUTLINES:
        dialect = by_id(outline.id)
        for scope, path in hook_paths(dialect, project, replace(host, home="")):
            file = _read(path, dialect, scope)
            for hook in runnable_hooks(file)[0] if file is not None else ():
                if file is None or not is_asked_about_calls(dialect.event(hook.event)):
                    continue
                guard = guard_at(file, to_pointer(hook.route), project, host, recorded=recorded)
                if wanted in map(os.path.realpath, guard.scripts):
                    return guard
    return None


def _read(path: str, dialect: Dialect, scope: Scope) -> HookFile | None:
    text = _text_of(path)
    return None if text is None else read_hook_file(path, text, dialect, scope)
