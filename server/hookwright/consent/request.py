"""What has to be agreed to: each command of a plan, or to load hook modules, with a digest of all that will run."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from hashlib import file_digest, sha256

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from hookwright.config.hook_modules import find_modules, modules_folder
from hookwright.config.servers import Server
from hookwright.config.view import HookFile
from hookwright.consent.hook_run import HookRun, reach_of_hook
from hookwright.consent.sending import Sent, sent_by
from hookwright.engine.commands import plugin_environment
from hookwright.engine.mcp_hooks import server_of
from hookwright.engine.plan import Plan
from hookwright.engine.scratch.cage import can_cage
from hookwright.files import open_file
from hookwright.host import Host
from hookwright.model.hook import Hook
from hookwright.model.hook_type import HookType, Performer
from hookwright.policies.payloads import environment
from hookwright.reach.found import Reach

_LARGEST_FILE = 64 * 1024 * 1024
ABSENT, TOO_LARGE = b"\0 there is none", b"\0 it is too large"
_IMPORTED = ("whatever the modules import",)


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
    `contents` are digests of what runs, by path.  `unread` is what may run anything else: if there is some, an
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
    plan, host = wanted.plan, wanted.plan.on(wanted.host)
    found: dict[str, ConsentRequest] = {}
    for step in plan.steps:
        kind = plan.request.dialect.type_of(step.hook)
        runs = kind is not None and (kind.keys.precondition is not None or not kind.by.is_model)
        if step.hook.source != wanted.file.path or step.skipped_because is not None or kind is None or not runs:
            continue
        server = _server(plan, step.hook, kind, host)
        if kind.by is Performer.MCP_TOOL and server is None:
            continue
        run = HookRun(
            plan=plan,
            hook=step.hook,
            kind=kind,
            host=host,
            server=server,
            variables=_variables(plan, step.hook, host),
            added=wanted.added,
        )
        asked = _request(wanted, run)
        found.setdefault(asked.digest, asked)
    return tuple(found.values())


def modules_request(root: str, home: str) -> ConsentRequest:
    """To load the modules of a project and of the user, with the helpers beside them.  Reads the files."""
    found = (it.path for folder in dict.fromkeys((home, root)) for it in find_modules(folder))
    contents = {path: content_of(path) for path in found}
    named = (root.encode(errors="surrogatepass"), *_content_parts(contents))
    return ConsentRequest(
        digest=_digest(named, b"hook modules"),
        confinement=Confinement.WORKSPACE,
        project=root,
        command=f"python -m hookwright.modules.host {modules_folder(root)}",
        condition="",
        cwd=root,
        variables={},
        added={},
        contents=contents,
        unread=(),
        deeper=_IMPORTED,
    )


def _request(wanted: PlannedRun, run: HookRun) -> ConsentRequest:
    plan, server = run.plan, run.server
    reach = reach_of_hook(run)
    contents = _contents(reach.files)
    sends = sent_by(run.hook, run.kind, server, plan, run.host)
    too_large = tuple(f"`{path}`" for path, it in contents.items() if it == TOO_LARGE)
    return ConsentRequest(
        digest=_digest(_parts(run, reach, contents, sends)),
        confinement=wanted.confinement,
        project=plan.request.project_dir,
        command=_command(run),
        condition=run.condition,
        cwd=plan.facts.cwd,
        variables=run.variables,
        added=dict(run.added),
        contents=contents,
        unread=(*reach.unread, *too_large),
        deeper=reach.deeper,
        sends=sends.lines(),
        settings=plan.environment,
    )


def _variables(plan: Plan, hook: Hook, host: Host) -> Mapping[str, str]:
    """Those of the event, and those of the plugin that the hook came with."""
    found = environment(plan.request.dialect, plan.row, plan.facts)
    return {**found, **_plugin_variables(plan, hook, host)}


def _plugin_variables(plan: Plan, hook: Hook, host: Host) -> Mapping[str, str]:
    # The hook runs in a copy only later: what it is called there does not matter.
    return plugin_environment(plan, hook, replace(host, moved=None))


def _server(plan: Plan, hook: Hook, kind: HookType, host: Host) -> Server | None:
    """The MCP server whose tool the hook is; None if there is none that could be used, so that nothing is run."""
    if kind.by is not Performer.MCP_TOOL:
        return None
    found = server_of(plan, hook, kind, host)
    return None if isinstance(found, str) else found


def _command(run: HookRun) -> str:
    server, body = run.server, run.hook.body
    if run.kind.by is Performer.HTTP:
        return f"POST {body}"
    if server is not None:
        added = [f"{name}={json.dumps(it, ensure_ascii=False)}" for name, it in server.environment.items()]
        started = " ".join([*added, server.command, *map(_word, server.arguments)]) if server.command else server.url
        return f"{started}, and of it the tool {body}"
    arguments = run.plan.request.dialect.running.arguments(run.hook.values) or ()
    return " ".join([body, *map(_word, arguments)])


def _word(argument: object) -> str:
    return json.dumps(argument, ensure_ascii=False)


def _digest(parts: Iterable[bytes], kind: bytes = b"") -> str:
    """A digest of the parts, each behind its length, so that they cannot run together."""
    digest = sha256(kind)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


def _parts(run: HookRun, reach: Reach, contents: Mapping[str, bytes], sends: Sent) -> Iterator[bytes]:
    """The parts that must not change."""
    plan, hook, server = run.plan, run.hook, run.server
    for text in (plan.request.dialect.id, plan.request.project_dir, plan.facts.cwd, hook.type, hook.body):
        yield text.encode(errors="surrogatepass")
    options = _plugin_variables(plan, hook, run.host) if plan.plugins else {}
    added = (*plan.environment.items(), *options.items(), *run.added)
    values: list[object] = [hook.values, added, reach.programs, reach.unread]
    if server is not None:
        values.append({name: it for name, it in asdict(server).items() if name != "sent"})
    if sends.variables:
        # The settings may let more of them through later.
        values.append(sends.variables)
    for value in values:
        yield json.dumps(value, sort_keys=True, default=str).encode()
    yield from _content_parts(contents)


def _content_parts(contents: Mapping[str, bytes]) -> Iterator[bytes]:
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
