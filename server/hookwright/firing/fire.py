"""Fires the hooks at a place in a file with a sample, through the real engine; a single one even if no matcher fits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.scripts.hook_scripts import hook_scripts
from hookwright.config.environment import settings_environment
from hookwright.config.plugin_use import plugins_in_use
from hookwright.config.plugins import Plugin
from hookwright.config.view import HookFile
from hookwright.config.workspace import Snapshot, load, snapshot_of
from hookwright.consent.asking import require_copied
from hookwright.engine.plan import Plan, Request, Step, make_plan, step_of
from hookwright.errors import UsageError
from hookwright.firing.fire_result import FireResult
from hookwright.host import NOBODY, Host
from hookwright.matching.matcher import match, parse_matcher
from hookwright.matching.verdict import quoted
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject
from hookwright.model.hook import Hook, OwnerKind, Scope
from hookwright.policies.payloads import stdin_object
from hookwright.readers.folders import plugin_of
from hookwright.samples.built_in import Sample, sample_named
from hookwright.samples.matcher_examples import matching_names, tools_text
from hookwright.samples.recorded import listed_samples
from hookwright.samples.saved import SampleSet
from hookwright.text import Route
from hookwright.workflows.target import Target, shared_pointer, target_at

if TYPE_CHECKING:
    from hookwright.engine.events import RunEvent, Watch
    from hookwright.engine.journal.writer import Journal
    from hookwright.engine.model import Model


class FireRequest(Struct, frozen=True):
    """What to fire: the plan, the name of its sample (None for the user's own payload), and notes about it.

    `pointer` is the place in the file, `samples` are the names of all samples that fit, `labels` has what lists show
    in the place of those that do not speak for themselves, and `about_sample` describes the chosen one.  `unmatched`
    are the hooks that the agent would not run with this payload, or would never run.  `file` is that of the hooks,
    None for those of a hook module.
    """

    plan: Plan
    sample: str | None
    notes: tuple[str, ...]
    pointer: str = ""
    samples: tuple[str, ...] = ()
    labels: Mapping[str, str] = {}
    about_sample: str = ""
    unmatched: frozenset[Route] = frozenset()
    file: HookFile | None = None


def samples_at(target: Target, project_dir: str, host: Host, open_texts: Mapping[str, str] | None = None) -> SampleSet:
    """The samples for the hooks: those that the first hook's matcher matches, the others, then the user's own.

    Recorded ones come before all of these where the matcher matches them.
    """
    dialect, event = target.file.dialect, target.row.name
    return listed_samples(dialect, event, target.matcher, project_dir=project_dir, host=host, open_texts=open_texts)


def fire_request(
    file: HookFile,
    at: str | int,
    *,
    project_dir: str,
    payload: Mapping[str, Any] | None = None,
    sample: str | None = None,
    session_id: str | None = None,
    host: Host = NOBODY,
    open_texts: Mapping[str, str] | None = None,
    dispatch_id: str | None = None,
    recorded: bool = True,
) -> FireRequest:
    """A request for exactly the hooks at a JSON pointer or offset, with the payload, the named or the first sample.

    Of several hooks, those are planned that the agent would run; if it would run none, all of them are.  A note names
    each hook that it would not run.  Raises UsageError if there is nothing to fire, or no sample of that name.
    The variables of the `host` take precedence over the file's settings, and `open_texts` (by path) over samples on
    disk.  Unless `recorded`, no payload of a real session is chosen that is not named.
    """
    target = target_at(file, at)
    found = samples_at(target, project_dir, host, open_texts)
    usable = found if recorded or sample is not None else without_recorded(found)
    chosen = None if payload is not None else chosen_sample(usable, sample)
    given = payload if payload is not None else chosen.payload if chosen else {}
    owner = file.owner
    if owner is not None and owner.kind is OwnerKind.AGENT and payload is None:
        given = {**given, file.dialect.agent_key: owner.name}
    skills = (owner.name,) if owner is not None else ()
    request = Request(file.dialect, target.row.name, given, project_dir, session_id, host.home, skills)
    snapshot = snapshot_at(target, project_dir, host, open_texts)
    natural = make_plan(request, snapshot, dispatch_id=dispatch_id)
    against = {hook.route: because for hook, because in natural.unmatched}
    never = {it.route: why for it in target.hooks if (why := why_never_runs(file.dialect, target.row, it)) is not None}
    would = tuple(it for it in target.hooks if it.route not in against and it.route not in never)
    fired = replace(target, hooks=would or target.hooks)
    return FireRequest(
        plan=replace(natural, steps=tuple(_steps(fired, natural, against, never)), unmatched=()),
        sample=chosen.name if chosen else None,
        notes=tuple(_notes(target, against, never, are_fired=not would)),
        pointer=at if isinstance(at, str) and at else shared_pointer(target.hooks),
        samples=tuple(it.name for it in found.samples),
        labels=labels_of(found),
        about_sample=chosen.description if chosen else "",
        unmatched=frozenset() if would else frozenset(against) | frozenset(never),
        file=file,
    )


def snapshot_at(target: Target, project_dir: str, host: Host, open_texts: Mapping[str, str] | None = None) -> Snapshot:
    """The hooks of a target alone, with what their file and settings of the project and the user give them."""
    file = target.file
    dialect = file.dialect
    snapshot = snapshot_of(dialect, (file,), target.hooks, (), host)
    if dialect.running.settings_environment is None:
        return snapshot
    found = load(dialect, project_dir, host, open_texts={**(open_texts or {}), file.path: file.tree.text})
    is_read = any(it.path == file.path for it in found.files)
    own = {} if is_read else settings_environment(dialect, (file,))
    folder = plugin_of(dialect, file.path) if file.scope is Scope.PLUGIN else None
    plugins = found.plugins
    if folder is not None and folder not in plugins:
        # It is fired as if the agent had been started with it.
        names = {folder: Plugin(dialect, folder).name_added}
        plugins = plugins_in_use(dialect, names, found.files, host)
    return replace(snapshot, environment={**found.environment, **own}, plugins=plugins)


def without_recorded(found: SampleSet) -> SampleSet:
    """The samples that no agent has sent."""
    return replace(found, samples=tuple(it for it in found.samples if not it.recorded))


def labels_of(found: SampleSet) -> dict[str, str]:
    """What lists show of recorded samples, by their names."""
    return {it.name: it.description for it in found.samples if it.recorded}


async def fire(
    request: FireRequest,
    host: Host,
    *,
    watch: Callable[[RunEvent], None] | None = None,
    model: Model | None = None,
    journal: Journal | None = None,
    recorded_as: Plan | None = None,
) -> FireResult:
    """Runs the plan; cancelling kills what runs.  The caller has checked trust and consent.

    `recorded_as` is the plan to record in the journal, if that is a different one.
    """
    from hookwright.engine.dispatch import dispatch
    from hookwright.engine.journal.records import Origin
    from hookwright.engine.journal.writer import recorded

    plan = request.plan
    outcome = await recorded(dispatch(plan, host, watch=watch, model=model), recorded_as or plan, journal, Origin.FIRE)
    payload = stdin_object(plan.request.dialect, plan.row, plan.facts)
    return FireResult(
        plan=plan, outcome=outcome, payload=payload, sample=request.sample, notes=request.notes, file=request.file
    )


def chosen_sample(found: SampleSet, name: str | None) -> Sample | None:
    """The sample of that name, or the first; raises UsageError with the nearest if there is none of that name."""
    chosen = sample_named(found.samples, name)
    if chosen is None and name is not None:
        broken = next((it for it in found.problems if f"/{name}.json ".casefold() in it.casefold()), None)
        if broken is not None:
            raise UsageError(broken.partition(": ")[0], broken.partition(": ")[2])
        names = [it.name for it in found.samples]
        nearest = get_close_matches(name, names, n=1)
        remedy = f"did you mean `{nearest[0]}`?" if nearest else "use one of " + ", ".join(f"`{it}`" for it in names)
        raise UsageError(f"There is no sample `{name}` for this event", remedy)
    return chosen


def _steps(
    target: Target, natural: Plan, against: Mapping[Route, tuple[str, ...]], never: Mapping[Route, str]
) -> Iterator[Step]:
    """A step for every hook, including those that the agent's plan leaves out."""
    planned = {it.hook.route: it for it in natural.steps}
    for hook in target.hooks:
        step = planned.get(hook.route)
        if step is None:
            step = step_of(target.file.dialect, target.row, hook, against.get(hook.route, ()), natural.knobs)
        yield replace(step, because=(never[hook.route],)) if hook.route in never else step


def _notes(
    target: Target, against: Mapping[Route, tuple[str, ...]], never: Mapping[Route, str], *, are_fired: bool
) -> Iterator[str]:
    """Which hooks the agent would not run with this payload, or `never`, and why; by the hooks' routes."""
    end = "It was fired anyway." if are_fired else "It was left out."
    for hook in target.hooks:
        which = "this hook" if len(target.hooks) == 1 else f"`{hook.name or hook.body}`"
        if hook.route in never:
            yield f"The agent would never run {which}: {never[hook.route]}.{'' if are_fired else f' {end}'}"
        elif hook.route in against:
            because = "; ".join(against[hook.route])
            yield f"The agent would not run {which} with this payload: {because}. {end}"


async def fire_on_copy(
    request: FireRequest,
    file: HookFile,
    host: Host,
    agreed: Mapping[str, bytes] | None = None,
    *,
    watch: Watch | None = None,
    model: Model | None = None,
    journal: Journal | None = None,
) -> FireResult:
    """Like `fire`, on a copy of the workspace, with `changes`; the notes say how well the workspace is protected.

    Cancelling kills what runs and removes the copy.  `agreed` are digests of the scripts that the user has agreed to.
    Raises NotAgreed if others were copied, and UsageError if the workspace is too large.
    """
    from hookwright.engine.scratch.stage import staged

    async with staged(request.plan, host, scripts_of(request, file, host)) as stage:
        await asyncio.to_thread(require_copied, agreed or {}, request.plan.request.project_dir, stage.layout.project)
        there = replace(request, plan=stage.plan)
        # The copy will be gone, so the record is of the workspace, if it can be fired again.
        fired = await fire(there, stage.host, watch=watch, model=model, journal=journal, recorded_as=request.plan)
        return replace(fired, notes=(*fired.notes, *stage.notes), changes=await stage.changes())


def scripts_of(request: FireRequest, file: HookFile, host: Host) -> tuple[str, ...]:
    """The scripts that the hooks of a request run, as absolute paths.  Reads the disk."""
    return scripts_at({it.hook.route for it in request.plan.steps}, request, file, host)


def scripts_at(routes: Iterable[Route], request: FireRequest, file: HookFile, host: Host) -> tuple[str, ...]:
    """The scripts that the hooks at these places of the file run, in the folder of the request.  Reads the disk."""
    subject = Subject(file, request.plan.request.project_dir, RealDisk(host.home))
    named = [it for it in hook_scripts(subject, folder=request.plan.facts.cwd) if it.path is not None]
    every = tuple(routes)
    return tuple(str(it.path) for it in named if any(it.route[: len(route)] == route for route in every))


def why_never_runs(dialect: Dialect, row: EventRow, hook: Hook) -> str | None:
    """Why no event can match; None if one does or may, as servers and users add tools of any name."""
    matcher = hook.matcher
    text = tools_text(dialect, matcher) if isinstance(matcher, Mapping) else matcher
    if row.ignores_matchers or not isinstance(text, str) or not text:
        return None
    subjects: tuple[str, ...]
    if row.subject.constant is not None:
        subjects, what = (row.subject.constant,), f"{row.name}: it is always compared with {row.subject.named}"
    elif row.subject.kind is MatchSubject.TOOL:
        subjects, what = tuple(it.name for it in dialect.tools), f"tool of {dialect.title}"
        if not subjects or dialect.servers.prefix in text:
            return None
    else:
        subjects, what = row.subject.values, f"`{row.subject.field}` of {row.name}"
    parsed = parse_matcher(dialect.matchers.for_event(row.name), text)
    if row.subject.kind is MatchSubject.TOOL and row.subject.constant is None:
        # A pattern that is searched for may be found in the names of any server's tools.
        subjects += tuple(f"{dialect.servers.prefix}server__{it}" for it in ("tool", *matching_names(parsed)))
    if not subjects or any(match(parsed, it).matched for it in subjects):
        return None
    return f"{quoted(text)} matches no {what}"
