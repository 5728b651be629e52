"""What the user is asked before a command runs for the first time: exactly what will run, and on what."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import file_digest, sha256

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.scripts.hook_scripts import hook_scripts
from hookwright.config.view import HookFile
from hookwright.engine.consents import Consents
from hookwright.engine.host import Host
from hookwright.engine.plan import Plan, Step
from hookwright.engine.scratch.cage import can_cage
from hookwright.files import open_file
from hookwright.policies.payloads import environment
from hookwright.workflows.display import shown

_LONGEST_VALUE = 60
_LISTED_VARIABLES = 12


class Ground(StrEnum):
    """Where a command runs, widest reach first: consent to one covers those that follow."""

    WORKSPACE = "the workspace"
    OPEN_COPY = "a copy, with the rest of the disk in reach"
    CAGED_COPY = "a copy, kept from the rest of the disk"


_ENDINGS = {
    Ground.WORKSPACE: "{it} {run} as you, with all your permissions.",
    Ground.OPEN_COPY: "{it} {run} on a copy of the workspace, but bubblewrap is not installed or does not work here:"
    " the network and the rest of the disk can be reached, and changes by absolute path are real.",
    Ground.CAGED_COPY: "{it} {run} on a copy of the workspace. Bubblewrap blocks the network, and writing anywhere but"
    " to the copy, a temporary home and /tmp; the rest of the disk can be read.",
}


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """A plan that is about to run, one of its files, and where its hooks will run."""

    plan: Plan
    file: HookFile
    ground: Ground = Ground.WORKSPACE


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsentRequest:
    """A command about to run; `digest` changes with the command, its hook's keys and its scripts' contents.

    `variables` are those that the dialect adds; `scripts` are absolute paths.
    """

    digest: str
    ground: Ground
    project: str
    command: str
    cwd: str
    variables: Mapping[str, str]
    scripts: tuple[str, ...]

    @property
    def agreement(self) -> str:
        """What is stored once the user has agreed."""
        return _on(self.ground, self.digest)

    @property
    def agreements(self) -> tuple[str, ...]:
        """What an earlier consent may have stored; any one of them is enough."""
        grounds = tuple(Ground)
        return tuple(_on(it, self.digest) for it in grounds[: grounds.index(self.ground) + 1])


def _on(ground: Ground, digest: str) -> str:
    return digest if ground is Ground.WORKSPACE else sha256(f"{ground.name} {digest}".encode()).hexdigest()


async def ground_of(host: Host, *, on_copy: bool) -> Ground:
    """Where hooks will run; checks whether bubblewrap works if that matters."""
    if not on_copy:
        return Ground.WORKSPACE
    return Ground.CAGED_COPY if await can_cage(host) else Ground.OPEN_COPY


def consent_requests(wanted: PlannedRun, home: str) -> tuple[ConsentRequest, ...]:
    """Each command of the file that the plan runs, once.  Reads the scripts; hooks answered by a model run nothing."""
    plan, file = wanted.plan, wanted.file
    grammar, request = plan.request.dialect.grammar, plan.request
    subject = Subject(file, request.project_dir, RealDisk(home))
    scripts = [it for it in hook_scripts(subject, folder=plan.facts.cwd) if it.path is not None]
    variables = environment(request.dialect, plan.row, plan.facts)
    found: dict[str, ConsentRequest] = {}
    for step in plan.steps:
        kind, route = grammar.type_named(step.hook.type), step.hook.route
        runs = kind is not None and (kind.precondition is not None or not kind.by.is_model)
        if step.hook.source != file.path or step.skipped_because is not None or kind is None or not runs:
            continue
        paths = tuple(dict.fromkeys(str(it.path) for it in scripts if it.route[: len(route)] == route))
        asked = ConsentRequest(
            digest=_digest(plan, step, paths),
            ground=wanted.ground,
            project=request.project_dir,
            command=_command(plan, step, kind.precondition),
            cwd=plan.facts.cwd,
            variables=variables,
            scripts=paths,
        )
        found.setdefault(asked.digest, asked)
    return tuple(found.values())


def has_changed(consents: Consents, asked: ConsentRequest) -> bool:
    """Whether the user agreed to an earlier version of this command.  Reads the stored agreements."""
    if not consents.knows(asked.project, asked.command):
        return False
    return not consents.given(_on(it, asked.digest) for it in Ground)


def question(asked: Iterable[ConsentRequest], changed: Iterable[str] = ()) -> str:
    """The question as plain text; `changed` are the commands that have changed since the user agreed to them."""
    every, before = tuple(asked), frozenset(changed)
    return "\n\n".join([*(_paragraph(it, changed=it.command in before) for it in every), _ending(every)])


def title(asked: Iterable[ConsentRequest]) -> str:
    """The question on one line."""
    every = tuple(asked)
    what = "this command" if len(every) == 1 else f"these {len(every)} commands"
    on_copy = all(it.ground is not Ground.WORKSPACE for it in every)
    return f"Run {what} on a copy of the workspace?" if on_copy else f"Run {what}?"


def _paragraph(asked: ConsentRequest, *, changed: bool) -> str:
    lines = [shown(asked.command)[0], _place(asked)]
    if asked.scripts:
        lines.append(f"script: {', '.join(asked.scripts)}")
    lines.append(f"with {_variables(asked.variables)}" if asked.variables else "with no variables of its own")
    if changed:
        lines.append("You agreed to it before; its hook or its script has changed since.")
    return "\n".join(lines)


def _place(asked: ConsentRequest) -> str:
    if asked.ground is Ground.WORKSPACE:
        return f"in {asked.cwd}"
    copy = f"a copy of {asked.project}"
    return f"in {copy}" if asked.cwd == asked.project else f"in {asked.cwd}, in {copy}"


def _ending(every: tuple[ConsentRequest, ...]) -> str:
    sentences: list[str] = []
    for ground in Ground:
        count = sum(it.ground is ground for it in every)
        if count:
            these = "It" if len(every) == 1 else "They" if count == len(every) else f"{count} of them"
            sentences.append(_ENDINGS[ground].format(it=these, run="runs" if count == 1 else "run"))
    only_copies = all(it.ground is not Ground.WORKSPACE for it in every)
    later = ", and before it runs in the workspace itself" if only_copies else ""
    sentences.append(f"You are asked again when the command or its script changes{later}.")
    return " ".join(sentences)


def _variables(variables: Mapping[str, str]) -> str:
    listed = [f"{name}={_short(value)}" for name, value in variables.items()]
    more = len(listed) - _LISTED_VARIABLES
    return ", ".join(listed[:_LISTED_VARIABLES]) + (f" and {more} more" if more > 0 else "")


def _short(value: str) -> str:
    line = json.dumps(value, ensure_ascii=False) if not value.isprintable() or " " in value else value
    return line if len(line) <= _LONGEST_VALUE else f"{line[:_LONGEST_VALUE]}…"


def _command(plan: Plan, step: Step, precondition: str | None) -> str:
    values, key = step.hook.values, plan.request.dialect.arguments_key
    arguments = values.get(key) if key else None
    words = [json.dumps(it, ensure_ascii=False) for it in arguments] if isinstance(arguments, list) else []
    condition = values.get(precondition) if precondition else None
    command = " ".join([step.hook.body, *words])
    return f"{command}\nif this succeeds: {condition}" if isinstance(condition, str) else command


def _digest(plan: Plan, step: Step, paths: tuple[str, ...]) -> str:
    digest = sha256()
    for part in _parts(plan, step, paths):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


def _parts(plan: Plan, step: Step, paths: tuple[str, ...]) -> Iterator[bytes]:
    """The parts that must not change; each is preceded by its length, so that they cannot run together."""
    hook, request = step.hook, plan.request
    for text in (request.dialect.id, request.project_dir, hook.type, hook.body):
        yield text.encode(errors="surrogatepass")
    yield json.dumps(hook.values, sort_keys=True, default=str).encode()
    for path in paths:
        yield path.encode(errors="surrogatepass")
        yield _content(path)


def _content(path: str) -> bytes:
    try:
        with open_file(path) as script:
            return file_digest(script, "sha256").digest()
    except OSError:
        return b"\0 there is none"
