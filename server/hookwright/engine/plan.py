"""Which hooks an event would run, in which order and for how long, and why the others would not; starts nothing."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from hookwright.engine.selection import Reasoned, Selection, call_verdicts, has_plain_matcher, met_as, select
from hookwright.errors import UnknownEvent
from hookwright.matching.expressions import TOTAL_SECONDS, limited
from hookwright.matching.verdict import quoted
from hookwright.model.codes import Code, FailurePolicy, Notice
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, Order
from hookwright.model.hook import MODULE, Hook, OwnerKind
from hookwright.model.hook_type import HookType
from hookwright.model.reaction import ExitTable, Reaction, Severity, Status
from hookwright.policies.misnamed import faults_of_payload
from hookwright.policies.payloads import Facts, subject_of
from hookwright.strict_json import within_limits

if TYPE_CHECKING:
    from hookwright.config.plugin_use import PluginInUse
    from hookwright.config.workspace import Snapshot
    from hookwright.engine.modules.seams import Handlers
    from hookwright.host import Host


_FEW = 64
_OWNERS = {OwnerKind.AGENT: "an agent", OwnerKind.SKILL: "a skill or a command"}


class Request(Struct, frozen=True):
    """An event that an agent fires; `home` is the user's, for the rules that name paths below it.

    `skills` are the skills and commands that were used in the session, whose own hooks hold.  The agent whose hooks do
    is the one that the payload names.  `failure_policy` says what comes of a hook that had no say.
    Raises UsageError for a payload that is not JSON, and BeyondLimits for one that no hook could be sure to read.
    """

    dialect: Dialect
    event: str
    payload: Mapping[str, Any]
    project_dir: str
    session_id: str | None = None
    home: str = ""
    skills: tuple[str, ...] = ()
    failure_policy: FailurePolicy = FailurePolicy.AGENT

    def __post_init__(self) -> None:
        force_setattr(self, "payload", within_limits(self.payload))


class Step(Struct, frozen=True):
    """One hook that matched; `timeout` in seconds, `skipped_because` where it is recorded and not run.

    One in the `background` is not waited for, and decides nothing.  The hook gets the call as one of the tool `met_as`,
    if that is not the tool itself.
    `unstarted`: why it is not run and counts as one that cannot be started, such as that it is unknown whether it
    matches.
    """

    hook: Hook
    because: tuple[str, ...]
    timeout: float
    skipped_because: str | None = None
    unstarted: str | None = None
    unstarted_code: Code = Code.COULD_NOT_START
    background: bool = False
    met_as: str = ""


class Plan(Struct, frozen=True):
    """What a dispatch will do: its steps in configuration order; `problems` are sentences for the user.

    `knobs` are the keys beside the events, with their values in the file's unit.  `handlers` run the steps of hooks of
    the type `module`.  `urls` are those that http hooks may call, `variables` those that their headers may hold; None
    is no restriction.  `environment` are the variables that settings files set for every hook, `plugins` those
    that are in use, by folder.
    """

    request: Request
    row: EventRow
    facts: Facts
    steps: tuple[Step, ...]
    unmatched: tuple[Reasoned, ...]
    problems: tuple[Notice, ...]
    knobs: Mapping[str, Any] = field(default_factory=dict)
    handlers: Handlers | None = None
    urls: tuple[str, ...] | None = None
    variables: tuple[str, ...] | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    plugins: Mapping[str, PluginInUse] = field(default_factory=dict)

    def on(self, host: Host) -> Host:
        """The host as the hooks find it: with the variables that settings files set."""
        return replace(host, environ={**host.environ, **self.environment}) if self.environment else host

    @property
    def faults(self) -> tuple[Notice, ...]:
        """What keeps hooks of the event from having a say: files that cannot be read, and hooks that are left out."""
        events = {None, *(it.name for it in self.request.dialect.spellings(self.row))}
        return tuple(it for it in self.problems if it.code.degrades and it.event in events)

    @property
    def order(self) -> Order:
        """How the hooks are run: as the event has it, or one after another where one of them demands it."""
        return Order.SERIAL if any(it.hook.serial for it in self.steps) else self.row.running.order


def is_quick(request: Request, snapshot: Snapshot) -> bool:
    """Whether the plan takes less time than to hand it to a thread: few members, and few hooks with names alone."""
    dialect, row = request.dialect, request.dialect.event(request.event)
    if len(request.payload) > _FEW or len(snapshot.hooks) > _FEW:
        return False
    names = {it.name for it in dialect.spellings(row)} if row is not None else ()
    return all(has_plain_matcher(dialect, it) for it in snapshot.hooks if it.event in names)


def make_plan(
    request: Request,
    snapshot: Snapshot,
    *,
    handlers: Handlers | None = None,
    dispatch_id: str | None = None,
    now: datetime | None = None,
) -> Plan:
    """The plan of an event: user's hooks, then the project's, then the local ones (C1).

    The `handlers` of modules come behind the hooks of files of their scope (E2), and are never matched on anything.
    A session id is made up where neither request nor payload names one.  An event that the dialect does not know runs
    nothing, where such events are ignored (D3); elsewhere UnknownEvent is raised, with the nearest name.
    """
    dialect = request.dialect
    row = dialect.event(request.event)
    if row is None:
        unknown = UnknownEvent(request.event, dialect.title, [it.name for it in dialect.events])
        if dialect.grammar.unknown_event is not Severity.HINT:
            raise unknown
        row = ignored_event(request.event)
        problems = (*snapshot.problems, Notice(str(unknown), Code.UNKNOWN_EVENT))
        return Plan(request, row, _facts(request, dispatch_id, now), (), (), problems)
    facts = _facts(request, dispatch_id, now)
    hooks, problems = snapshot.hooks, snapshot.problems
    idle: tuple[Reasoned, ...] = ()
    if snapshot.switched_off is not None:
        because = (snapshot.switched_off,)
        idle = tuple((hook, because) for hook in hooks if hook.event == row.name and not snapshot.runs(hook))
        hooks = tuple(it for it in hooks if snapshot.runs(it)) if idle else hooks
    if handlers is not None:
        # No agent's settings are about modules: a project must not switch off the user's guards.
        hooks, problems = hooks + handlers.hooks(dialect, row.name), problems + handlers.problems()
    in_use, unused = _in_use(request, row, hooks)
    with limited(each=TOTAL_SECONDS):
        selection = select(dialect, row, in_use, subject_of(dialect, row, request.payload))
        steps, ruled_out, broken = _steps(request, row, facts, selection, snapshot.knobs)
    problems = (*problems, *(_left_out(row, *it) for it in (*selection.broken, *broken)))
    unmatched = (*ruled_out, *selection.unmatched, *unused, *idle)
    if steps or unmatched:
        problems = (*problems, *faults_of_payload(dialect, row, request.payload))
    return Plan(
        request=request,
        row=row,
        facts=facts,
        steps=steps,
        unmatched=unmatched,
        problems=problems,
        knobs=snapshot.knobs,
        handlers=handlers,
        urls=snapshot.urls,
        variables=snapshot.variables,
        environment=snapshot.environment,
        plugins=snapshot.plugins,
    )


def _in_use(request: Request, row: EventRow, hooks: tuple[Hook, ...]) -> tuple[tuple[Hook, ...], tuple[Reasoned, ...]]:
    """The hooks that hold now, and those on the event whose agent or skill is not in use."""
    if all(it.owner is None for it in hooks):
        return hooks, ()
    held = [(hook, _not_in_use(request, row, hook)) for hook in hooks]
    idle = ((hook, (why,)) for hook, why in held if why is not None and hook.event == row.name)
    return tuple(hook for hook, why in held if why is None), tuple(idle)


def _not_in_use(request: Request, row: EventRow, hook: Hook) -> str | None:
    """Why a hook of an agent or a skill does not hold now; None if it does, or has no such owner."""
    if hook.owner is None:
        return None
    if hook.event == row.name and hook.owner.kind in row.never_for:
        return f"{request.dialect.title} never runs the `{row.name}` hooks of {_OWNERS[hook.owner.kind]}"
    name, key = hook.owner.name, request.dialect.agent_key
    if hook.owner.kind is OwnerKind.AGENT:
        if request.dialect.runs_as_agents and key not in request.payload:
            return None
        return None if request.payload.get(key) == name else f"the agent `{name}` is not running: `{key}` names another"
    used = name in request.skills or hook.owner.also in request.skills
    return None if used else f"the skill `{name}` was not used in this session (`--skill {name}`)"


def step_of(dialect: Dialect, row: EventRow, hook: Hook, because: tuple[str, ...], knobs: Mapping[str, Any]) -> Step:
    """The step that runs a hook, with any matcher; its time limit is its own, the event's, or the default."""
    default = knobs.get(dialect.running.timeout_knob) if dialect.running.timeout_knob else None
    seconds = None if default is None else default / dialect.running.unit.per_second
    timeout = next(
        (it for it in (hook.timeout, row.running.timeout, seconds) if it is not None), dialect.running.timeout
    )
    kind = dialect.type_of(hook)
    background = kind is not None and kind.keys.background is not None and hook.values.get(kind.keys.background) is True
    skipped, unstarted = _skipped_because(dialect, row, hook), _elsewhere(kind) if kind is not None else None
    return Step(hook, because, timeout, skipped, None if skipped else unstarted, background=background)


def named_off(dialect: Dialect, hook: Hook, knobs: Mapping[str, Any]) -> str | None:
    """Why a hook that a knob names does not run."""
    knob = dialect.switches.names
    named = knobs.get(knob) if knob is not None and hook.type != MODULE else None
    name = hook.name or hook.body
    return f"`{knob}` switches `{name}` off" if isinstance(named, list) and name in named else None


def unanswerable(dialect: Dialect, hook: Hook) -> str | None:
    """Why the hook cannot be run if there is no model; None if it needs none (D5)."""
    kind = dialect.type_of(hook)
    if kind is None or not kind.by.is_model:
        return None
    return f"there is no model to answer `{kind.name}` hooks; choose one in the editor, or pass `--model-command`"


def _facts(request: Request, dispatch_id: str | None, now: datetime | None) -> Facts:
    return Facts(
        payload=request.payload,
        session_id=request.session_id or _session(request) or os.urandom(16).hex(),
        project_dir=request.project_dir,
        dispatch_id=dispatch_id or os.urandom(16).hex(),
        timestamp=now or datetime.now(UTC),
    )


def _session(request: Request) -> str | None:
    """The session that the payload names, in the dialect's own field of it or as most have it."""
    named = (request.payload.get(it) for it in request.dialect.session_fields)
    return next((it for it in named if isinstance(it, str) and it), None)


def _steps(
    request: Request, row: EventRow, facts: Facts, selection: Selection, knobs: Mapping[str, Any]
) -> tuple[tuple[Step, ...], tuple[Reasoned, ...], tuple[Reasoned, ...]]:
    """The steps of the hooks whose own rules, if any, cover the call; the others; and those that never run."""
    steps: list[Step] = []
    ruled_out: list[Reasoned] = []
    broken: list[Reasoned] = []
    for hook, because in selection.matched:
        off = named_off(request.dialect, hook, knobs)
        if off is not None:
            ruled_out.append((hook, (off,)))
            continue
        ruled = tuple(call_verdicts(request.dialect, row, facts, request.home, hook))
        because = (*because, *(it.because for it in ruled))
        if not all(it.matched or it.undecided for it in ruled):
            ruled_out.append((hook, because))
            broken += [(hook, because)] if any(it.broken for it in ruled) else []
            continue
        met = met_as(request.dialect, row, hook, subject_of(request.dialect, row, request.payload))
        step = replace(step_of(request.dialect, row, hook, because, knobs), met_as=met)
        if any(it is hook for it in selection.undecided) or any(it.undecided for it in ruled):
            why = f"its matcher could not be decided: {'; '.join(because)}"
            step = replace(step, unstarted=why, unstarted_code=Code.MATCHER_ABANDONED)
        steps.append(step)
    return _within(row, steps), tuple(ruled_out), tuple(broken)


def _within(row: EventRow, steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps with the time that the agent waits for them: at most what all hooks share, if they do."""
    running, most = row.running, row.running.most_timeout
    if running.raised_in is not None and running.timeout is not None:
        asked = (it.hook.timeout for it in steps if it.hook.scope in running.raised_in)
        shared = max((it for it in asked if it is not None), default=running.timeout)
        most = shared if most is None else min(shared, most)
        steps = [it if it.hook.timeout is not None else replace(it, timeout=most) for it in steps]
    return tuple(it if most is None or it.timeout <= most else replace(it, timeout=most) for it in steps)


def _left_out(row: EventRow, hook: Hook, because: tuple[str, ...]) -> Notice:
    """Says that a hook can never run as it is written: what it guards is not guarded."""
    text = f"{hook.source}: {quoted(hook.name or hook.body)} never runs: {'; '.join(because)}"
    return Notice(text, Code.HOOK_LEFT_OUT, hook.source, row.name)


def _skipped_because(dialect: Dialect, row: EventRow, hook: Hook) -> str | None:
    if hook.type == MODULE:
        return None
    hook_type = dialect.type_of(hook)
    if row.types is not None and hook.type not in row.types:
        return f"`{hook.type}` hooks do not run on `{row.name}`"
    if hook_type is not None and not hook_type.runs and _elsewhere(hook_type) is None:
        # One of several bodies of a type that is run otherwise, such as that for another system.
        others = any(it.runs and it.name == hook.type for it in dialect.grammar.types)
        what = hook_type.body if others else hook.type
        return f"hookwright does not run `{what}` hooks; only the agent does"
    return None


def _elsewhere(kind: HookType) -> str | None:
    """Why such a hook cannot be started on this system; None if it can."""
    if kind.system in ("", os.name):
        return None
    return f"`{kind.body}` is for another system, and the hook has no command for this one"


def ignored_event(name: str) -> EventRow:
    """The row of an event that nothing is known of: no hook is compared with it, and nothing comes of it (D3)."""
    failed = Reaction(status=Status.FAILED)
    exits = ExitTable(codes={}, other=failed, timed_out=failed, cannot_start=failed)
    return EventRow(name=name, summary="an unknown event, which is ignored", exits=exits)


def lanes(steps: Sequence[Step], order: Order) -> tuple[tuple[Step, ...], ...]:
    """The lanes in the order of the plan: one a step, one for all, or one for each list of hooks (D8)."""
    if order is Order.SERIAL:
        return (tuple(steps),) if steps else ()
    if order is not Order.BY_GROUP:
        return tuple((it,) for it in steps)
    found: dict[object, list[Step]] = {}
    for step in steps:
        found.setdefault((step.hook.source, step.hook.route[:-1]), []).append(step)
    return tuple(tuple(it) for it in found.values())
