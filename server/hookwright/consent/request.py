"""What has to be agreed to before a plan runs: each of its commands, with a digest of all that it will run."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import partial
from hashlib import file_digest, sha256

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from hookwright.config.servers import Server
from hookwright.config.view import HookFile
from hookwright.consent.programs import is_loader
from hookwright.consent.reach import reach_of_command, reach_of_words
from hookwright.consent.reached import Reach, Surroundings, together
from hookwright.consent.sending import Sent, sent_by
from hookwright.engine.commands import filled, plugin_environment
from hookwright.engine.mcp_hooks import server_of
from hookwright.engine.plan import Plan, Step
from hookwright.engine.scratch.cage import can_cage
from hookwright.files import open_file
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook_type import HookType, Performer
from hookwright.paths import is_in, named_by
from hookwright.policies.payloads import environment
from hookwright.shell.programs import INTERPRETERS

_LARGEST_FILE = 64 * 1024 * 1024
ABSENT, TOO_LARGE = b"\0 there is none", b"\0 it is too large"
_PARTS = re.compile(r"[\s:;,=]+")
_STARTUP_FILES = ("BASH_ENV", "ENV")


class Confinement(StrEnum):
    """Where a command runs, widest reach first: consent to one covers those that follow."""

    WORKSPACE = "the workspace"
    OPEN_COPY = "a copy, with the rest of the disk in reach"
    CAGED_COPY = "a copy, kept from the rest of the disk"


class PlannedRun(Struct, frozen=True):
    """A plan that is about to run, one of its files, the host that it runs on, and where its hooks will run.

    `added` are variables that somebody else than the dialect gives the hooks, such as a hook test; the host has them.
    """

    plan: Plan
    file: HookFile
    host: Host
    confinement: Confinement = Confinement.WORKSPACE
    added: tuple[tuple[str, str], ...] = ()


class ConsentRequest(Struct, frozen=True, kw_only=True):
    """A command about to run; `digest` changes with the command, its hook's keys and all that can be read of it.

    `variables` are those that the dialect adds, `added` those of a hook test, `settings` those of settings files;
    `contents` are digests of what runs, by path.  `unread` is what may run anything else: where there is some, an
    agreement counts once.  `deeper` is the same of the scripts, which are agreed to as they are.  `condition` is a
    command that has to succeed first.  `sends` are lines that say what leaves the machine where the hook is a web
    service, or a tool of a server that is one.
    """

    digest: str
    confinement: Confinement
    project: str
    command: str
    condition: str
    cwd: str
    variables: Mapping[str, str]
    added: Mapping[str, str]
    contents: Mapping[str, bytes]
    unread: tuple[str, ...]
    deeper: tuple[str, ...]
    sends: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def scripts(self) -> tuple[str, ...]:
        """The files that are there, as absolute paths."""
        return tuple(path for path, it in self.contents.items() if it != ABSENT)

    @property
    def agreement(self) -> str:
        """What is stored once the user has agreed."""
        return agreement_on(self.confinement, self.digest)

    @property
    def agreements(self) -> tuple[str, ...]:
        """What an earlier consent may have stored; any one of them is enough."""
        confinements = tuple(Confinement)
        return tuple(agreement_on(it, self.digest) for it in confinements[: confinements.index(self.confinement) + 1])


def agreement_on(confinement: Confinement, digest: str) -> str:
    """What is stored of an agreement to a command there."""
    return (
        digest if confinement is Confinement.WORKSPACE else sha256(f"{confinement.name} {digest}".encode()).hexdigest()
    )


async def confinement_of(host: Host, *, on_copy: bool) -> Confinement:
    """Where hooks will run; checks whether bubblewrap works if that matters."""
    if not on_copy:
        return Confinement.WORKSPACE
    return Confinement.CAGED_COPY if await can_cage(host) else Confinement.OPEN_COPY


def consent_requests(wanted: PlannedRun) -> tuple[ConsentRequest, ...]:
    """Each command of the file that the plan runs, once, and each server that it calls.

    Reads the scripts; hooks that a model answers run nothing.
    """
    plan = wanted.plan
    wanted = replace(wanted, host=plan.on(wanted.host))
    dialect = plan.request.dialect
    found: dict[str, ConsentRequest] = {}
    for step in plan.steps:
        kind = dialect.type_of(step.hook)
        runs = kind is not None and (kind.precondition is not None or not kind.by.is_model)
        if step.hook.source != wanted.file.path or step.skipped_because is not None or kind is None or not runs:
            continue
        if kind.by is Performer.MCP_TOOL and _server(wanted, step, kind) is None:
            continue
        asked = _request(wanted, step, kind)
        found.setdefault(asked.digest, asked)
    return tuple(found.values())


def _request(wanted: PlannedRun, step: Step, kind: HookType) -> ConsentRequest:
    plan = wanted.plan
    variables = _variables(wanted, step)
    reach = _reach(wanted, step, kind, variables)
    contents = _contents(reach.files)
    server = _server(wanted, step, kind)
    sends = sent_by(step.hook, kind, server, plan, wanted.host)
    too_large = tuple(f"`{path}`" for path, it in contents.items() if it == TOO_LARGE)
    return ConsentRequest(
        digest=_digest(_parts(wanted, step, reach, contents, server, sends)),
        confinement=wanted.confinement,
        project=plan.request.project_dir,
        command=_command(wanted, step, kind),
        condition=_condition(step, kind),
        cwd=plan.facts.cwd,
        variables=variables,
        added=dict(wanted.added),
        contents=contents,
        unread=(*reach.unread, *too_large),
        deeper=reach.deeper,
        sends=sends.lines(),
        settings=plan.environment,
    )


def _variables(wanted: PlannedRun, step: Step) -> Mapping[str, str]:
    """Those of the event, and those of the plugin that the hook came with."""
    plan = wanted.plan
    found = environment(plan.request.dialect, plan.row, plan.facts)
    # The hook runs in a copy only later: what it is called there does not matter.
    return {**found, **plugin_environment(plan, step.hook, replace(wanted.host, moved=None))}


def _reach(wanted: PlannedRun, step: Step, kind: HookType, variables: Mapping[str, str]) -> Reach:
    plan, host, hook = wanted.plan, wanted.host, step.hook
    dialect, cwd = plan.request.dialect, plan.facts.cwd
    every = {"HOME": host.home, **host.environ, **variables}
    search = partial(_program, path=every.get("PATH", os.defpath), folder=cwd)
    around = Surroundings(cwd, plan.request.project_dir, every, search)
    found: list[Reach] = []
    condition = _condition(step, kind)
    arguments = dialect.running.arguments(hook.values)
    texts = [condition] if condition else []
    if kind.by is Performer.COMMAND and arguments is not None:
        found.append(reach_of_words([filled(plan, hook, it, every) for it in (hook.body, *arguments)], around))
    elif kind.by is Performer.COMMAND:
        texts.insert(0, hook.body)
    server = _server(wanted, step, kind)
    if server is not None and server.command:
        found.append(reach_of_words([server.command, *server.arguments], replace(around, folder=around.project)))
    shell = _shell(dialect, hook.values.get("shell"))
    for text in texts:
        is_read = INTERPRETERS.get(shell) is not None and INTERPRETERS[shell].shell
        found.append(reach_of_command(text, around) if is_read else Reach(unread=(f"`{shell}`",)))
    given = (*plan.environment.items(), *wanted.added)
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


def _command(wanted: PlannedRun, step: Step, kind: HookType) -> str:
    if kind.by is Performer.HTTP:
        return f"POST {step.hook.body}"
    server = _server(wanted, step, kind)
    if server is not None:
        added = [f"{name}={json.dumps(it, ensure_ascii=False)}" for name, it in server.environment.items()]
        started = " ".join([*added, server.command, *map(_word, server.arguments)]) if server.command else server.url
        return f"{started}, and of it the tool {step.hook.body}"
    arguments = wanted.plan.request.dialect.running.arguments(step.hook.values) or ()
    return " ".join([step.hook.body, *map(_word, arguments)])


def _word(argument: object) -> str:
    return json.dumps(argument, ensure_ascii=False)


def _server(wanted: PlannedRun, step: Step, kind: HookType) -> Server | None:
    """The MCP server whose tool the hook is; None where there is none that could be used, so that nothing is run."""
    if kind.by is not Performer.MCP_TOOL:
        return None
    found = server_of(wanted.plan, step.hook, kind, wanted.host)
    return None if isinstance(found, str) else found


def _condition(step: Step, kind: HookType) -> str:
    found = step.hook.values.get(kind.precondition) if kind.precondition else None
    return found if isinstance(found, str) else ""


def _digest(parts: Iterable[bytes]) -> str:
    """A digest of the parts, each behind its length, so that they cannot run together."""
    digest = sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


def _parts(
    wanted: PlannedRun, step: Step, reach: Reach, contents: Mapping[str, bytes], server: Server | None, sends: Sent
) -> Iterator[bytes]:
    """The parts that must not change."""
    hook, request = step.hook, wanted.plan.request
    for text in (request.dialect.id, request.project_dir, wanted.plan.facts.cwd, hook.type, hook.body):
        yield text.encode(errors="surrogatepass")
    options = plugin_environment(wanted.plan, hook, replace(wanted.host, moved=None)) if wanted.plan.plugins else {}
    added = (*wanted.plan.environment.items(), *options.items(), *wanted.added)
    values: list[object] = [hook.values, added, reach.programs, reach.unread]
    if server is not None:
        values.append({name: it for name, it in asdict(server).items() if name != "sent"})
    if sends.variables:
        # The settings may let more of them through later.
        values.append(sends.variables)
    for value in values:
        yield json.dumps(value, sort_keys=True, default=str).encode()
    for path, content in contents.items():
        yield path.encode(errors="surrogatepass")
        yield content


def _contents(paths: Iterable[str]) -> dict[str, bytes]:
    """The digests of the files; all of them together may be as large as the largest one."""
    found: dict[str, bytes] = {}
    left = _LARGEST_FILE
    for path in paths:
        found[path], size = _digest_of(path, left)
        left -= size
    return found


def content_of(path: str) -> bytes:
    """A digest of what is in the file now, or a word for why there is none."""
    return _digest_of(path, _LARGEST_FILE)[0]


def _digest_of(path: str, most: int) -> tuple[bytes, int]:
    """The digest and how many bytes were read for it."""
    try:
        with open_file(path) as script:
            size = os.fstat(script.fileno()).st_size
            if size > most:
                return TOO_LARGE, 0
            return file_digest(script, "sha256").digest(), size
    except OSError:
        return ABSENT, 0
