"""Firing the hooks at a place of a file with a sample, whatever their matchers say, through the real engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from hookwright.config.view import HookFile
from hookwright.config.workspace import snapshot_of
from hookwright.engine.host import Host
from hookwright.engine.plan import Plan, Request, Step, make_plan, step_of
from hookwright.errors import UsageError
from hookwright.policies.payloads import stdin_object
from hookwright.text import Route
from hookwright.workflows.firing.fired import Fired
from hookwright.workflows.firing.never_runs import why_never
from hookwright.workflows.firing.target import Aim, aim_at, hooks_at, offset_of_line, shared_pointer
from hookwright.workflows.samples.built_in import Sample, sample_named
from hookwright.workflows.samples.saved import Found, every_sample

if TYPE_CHECKING:
    from hookwright.engine.events import RunEvent
    from hookwright.engine.journal.writer import Journal
    from hookwright.engine.model import Model

__all__ = ["Aim", "Shot", "aim_at", "fire", "fire_plan", "hooks_at", "offset_of_line", "samples_at"]


@dataclass(frozen=True, slots=True)
class Shot:
    """What is to be fired: the plan, the sample it is made with (None: the user's payload), and notes on it.

    `pointer` is the place in the file that was pointed at, `samples` are the names of those that it can be fired with.
    `about_sample` says what the sample is, `unmatched` are the hooks that the agent would not run with this
    payload, or would never run.
    """

    plan: Plan
    sample: str | None
    notes: tuple[str, ...]
    pointer: str = ""
    samples: tuple[str, ...] = ()
    about_sample: str = ""
    unmatched: frozenset[Route] = frozenset()


def samples_at(aim: Aim, project_dir: str, open_texts: Mapping[str, str] | None = None) -> Found:
    """The samples for the hooks, those that get past the first one's matcher before the others, and the user's last."""
    dialect, event = aim.file.dialect, aim.row.name
    return every_sample(dialect, event, aim.matcher, project_dir=project_dir, open_texts=open_texts)


def fire_plan(
    file: HookFile,
    at: str | int,
    *,
    project_dir: str,
    payload: Mapping[str, Any] | None = None,
    sample: str | None = None,
    session_id: str | None = None,
    home: str = "",
    environ: Mapping[str, str] | None = None,
    open_texts: Mapping[str, str] | None = None,
    dispatch_id: str | None = None,
) -> Shot:
    """The plan for exactly the hooks at a JSON pointer or offset, with the payload, the named or the first sample.

    Every one of them is planned; a note says where the agent would not run it.  Raises UsageError where nothing that
    can be fired stands there, or no sample has that name.  The variables of `environ` go before the file's knobs, and
    `open_texts` (by path) before the samples on the disk.
    """
    aim = aim_at(file, at)
    found = samples_at(aim, project_dir, open_texts)
    chosen = None if payload is not None else _chosen(found, sample)
    given = payload if payload is not None else chosen.payload if chosen else {}
    request = Request(file.dialect, aim.row.name, given, project_dir, session_id, home)
    snapshot = snapshot_of(file.dialect, (file,), aim.hooks, (), environ or {})
    natural = make_plan(request, snapshot, dispatch_id=dispatch_id)
    against = {hook.route: because for hook, because in natural.unmatched}
    never = {it.route: why for it in aim.hooks if (why := why_never(file.dialect, aim.row, it)) is not None}
    return Shot(
        plan=replace(natural, steps=tuple(_steps(aim, natural, against, never)), unmatched=()),
        sample=chosen.name if chosen else None,
        notes=tuple(_notes(aim, against, never)),
        pointer=at if isinstance(at, str) and at else shared_pointer(aim.hooks),
        samples=tuple(it.name for it in found.samples),
        about_sample=chosen.description if chosen else "",
        unmatched=frozenset(against) | frozenset(never),
    )


async def fire(
    shot: Shot,
    host: Host,
    *,
    watch: Callable[[RunEvent], None] | None = None,
    model: Model | None = None,
    journal: Journal | None = None,
    recorded_as: Plan | None = None,
) -> Fired:
    """Run the plan, prompts by the model; being cancelled kills what runs.  The caller has asked for trust.

    `recorded_as` is the plan that the journal is to know of, where that is another one.
    """
    from hookwright.engine.dispatch import dispatch
    from hookwright.engine.journal.records import Origin
    from hookwright.engine.journaling import recorded

    plan = shot.plan
    outcome = await recorded(dispatch(plan, host, watch=watch, model=model), recorded_as or plan, journal, Origin.FIRE)
    payload = stdin_object(plan.request.dialect, plan.row, plan.facts)
    return Fired(plan=plan, outcome=outcome, payload=payload, sample=shot.sample, notes=shot.notes)


def _chosen(found: Found, name: str | None) -> Sample | None:
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
    aim: Aim, natural: Plan, against: Mapping[Route, tuple[str, ...]], never: Mapping[Route, str]
) -> Iterator[Step]:
    """A step for every hook, also for those that the agent's own plan leaves out."""
    planned = {it.hook.route: it for it in natural.steps}
    for hook in aim.hooks:
        step = planned.get(hook.route)
        if step is None:
            step = step_of(aim.file.dialect, aim.row, hook, against.get(hook.route, ()), natural.knobs)
        yield replace(step, because=(never[hook.route],)) if hook.route in never else step


def _notes(aim: Aim, against: Mapping[Route, tuple[str, ...]], never: Mapping[Route, str]) -> Iterator[str]:
    """Which of the hooks the agent would not run with this payload, or `never`, and why; both by the hooks' routes."""
    for hook in aim.hooks:
        which = "this hook" if len(aim.hooks) == 1 else f"`{hook.name or hook.body}`"
        if hook.route in never:
            yield f"The agent would never run {which}: {never[hook.route]}."
        elif hook.route in against:
            because = "; ".join(against[hook.route])
            yield f"The agent would not run {which} with this payload: {because}. It was fired anyway."
