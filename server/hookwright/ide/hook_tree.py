"""Every hook of a project by event, in the order in which they fire: the answer to `hookwright/hooks`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypedDict

from msgspec import Struct, field
from msgspec.structs import replace

from hookwright.config.view import HookFile
from hookwright.config.workspace import Snapshot
from hookwright.engine.journal.statistics import HookKey, LastRun, key_of
from hookwright.engine.plan import Step, step_of
from hookwright.engine.selection import repeats
from hookwright.ide.configured_hooks import Configured, HookInFile, script_paths
from hookwright.ide.guard_words import GuardStateJson, guard_json
from hookwright.ide.last_runs import last_run_label
from hookwright.model.event import Order
from hookwright.model.hook import Hook
from hookwright.model.outcome import identity
from hookwright.model.outcome_json import HookJson
from hookwright.model.reaction import Status
from hookwright.paths import uri_of
from hookwright.reports.seen_words import short_verdict
from hookwright.sessions.attribution import as_recorded
from hookwright.sessions.summary import HookSeenJson
from hookwright.text import RangeJson, Route, to_pointer
from hookwright.wording.phrases import matcher_text, milliseconds
from hookwright.workflows.guarding.guard import Guard

_Key = tuple[str, Route]

SeenHooksOf = Mapping[tuple[str, str], HookSeenJson]
"""By the path of its file and its pointer, each hook that agents have recorded runs of."""


class TreeContext(Struct, frozen=True):
    """What the tree shows beside the files.

    `uris` are those of open documents by path; `last` are the last runs; `is_file` checks the disk; `guards` are those
    of a file by pointer, `seen` what agents recorded.
    """

    home: str = ""
    uris: Mapping[str, str] = field(default_factory=dict)
    last: Mapping[HookKey, LastRun] = field(default_factory=dict)
    is_file: Callable[[str], bool] = lambda _: False
    guards: Callable[[HookFile], Mapping[str, Guard]] = lambda _: {}
    seen: SeenHooksOf = field(default_factory=dict)


class LastResultJson(TypedDict):
    """How a hook did when it ran last; `words` as its lens says them."""

    dispatchId: str
    status: Status
    decision: str | None
    durationMs: float
    words: str


class RecordedRunsJson(TypedDict):
    """How many runs of a hook agents have recorded, and how many of these failed, timed out or refused.

    `words` say the worst, as the lens does.
    """

    runs: int
    failed: int
    timedOut: int
    refused: int
    words: str


class ConfiguredHookJson(TypedDict):
    """A hook of a file, or one that is switched off: `parked` is then what `hookwright.enableHook` takes.

    `group` is its group's pointer, `scripts` are the files that its command names and that are there.  `guard` is
    its state where it is a guard, or where it would not start here, `recorded` what agents recorded of its runs.
    """

    hook: HookJson
    uri: str
    range: RangeJson
    group: str
    matcher: str
    timeoutMs: float
    canFire: bool
    skippedBecause: str | None
    scripts: list[str]
    last: LastResultJson | None
    guard: GuardStateJson | None
    recorded: RecordedRunsJson | None
    parked: str | None


class ConfiguredEventJson(TypedDict):
    """The hooks of one event in the order in which they fire, those that are switched off last."""

    name: str
    order: Order
    hooks: list[ConfiguredHookJson]


class ConfiguredDialectJson(TypedDict):
    """What one dialect has in one folder; `disabledBecause` says why none of its hooks runs."""

    id: str
    title: str
    projectDir: str
    enabled: bool
    disabledBecause: str | None
    problems: list[str]
    events: list[ConfiguredEventJson]


class HookTreeJson(TypedDict):
    """The result of `hookwright/hooks`."""

    dialects: list[ConfiguredDialectJson]


def tree_json(it: Configured, around: TreeContext) -> ConfiguredDialectJson:
    """The `ConfiguredDialect` of the answer."""
    snapshot = it.snapshot
    again = {(hook.source, hook.route): why for hook, why in repeats(snapshot.dialect, snapshot.hooks)}
    events: dict[str, list[ConfiguredHookJson]] = {row.name: [] for row in snapshot.dialect.events}
    scripts = {file.path: script_paths(file, it.project, around.home) for file in snapshot.files}
    for file, hook in it.hooks:
        paths = scripts[file.path].get(hook.hook.route, ()) if hook.disabled_id is None else ()
        there = [it for it in paths if around.is_file(it)]
        events.setdefault(hook.hook.event, []).append(_hook_json(it, file, hook, again, around, there))
    return {
        "id": snapshot.dialect.id,
        "title": snapshot.dialect.title if it.plugin is None else f"{it.plugin} ({snapshot.dialect.title} plugin)",
        "projectDir": it.project,
        "enabled": snapshot.switched_off is None,
        "disabledBecause": snapshot.switched_off,
        "problems": [*snapshot.problems, *it.problems],
        "events": [_event_json(it, name, hooks) for name, hooks in events.items() if hooks],
    }


def _event_json(it: Configured, name: str, hooks: list[ConfiguredHookJson]) -> ConfiguredEventJson:
    row = it.snapshot.dialect.event(name)
    return {"name": name, "order": row.running.order if row is not None else Order.PARALLEL, "hooks": hooks}


def _hook_json(
    it: Configured,
    file: HookFile,
    in_file: HookInFile,
    again: Mapping[_Key, str],
    around: TreeContext,
    scripts: list[str],
) -> ConfiguredHookJson:
    hook, step = in_file.hook, _step(it.snapshot, in_file.hook)
    is_there = in_file.disabled_id is None
    because = in_file.left_out or (step.skipped_because if step is not None else None)
    named = identity(hook)
    shown = named if in_file.disabled_id is None else replace(named, id=in_file.disabled_id)
    last = around.last.get(key_of(named)) if around.last else None
    guard = around.guards(file).get(named.pointer) if is_there else None
    return {
        "hook": shown.to_json(),
        "uri": around.uris.get(file.path) or uri_of(file.path),
        "range": file.tree.lines.range_json(in_file.span),
        "group": in_file.group,
        "matcher": matcher_text(hook.matcher),
        "timeoutMs": milliseconds(step.timeout if step is not None else it.snapshot.dialect.running.timeout),
        "canFire": is_there and because is None and file.fault is None,
        "skippedBecause": because or (again.get((file.path, hook.route)) if is_there else None),
        "scripts": scripts,
        "last": _last_json(last) if last is not None else None,
        "guard": guard_json(guard) if guard is not None else None,
        "recorded": _recorded_json(it.snapshot, hook, around) if is_there else None,
        "parked": in_file.disabled_id,
    }


def _recorded_json(snapshot: Snapshot, hook: Hook, around: TreeContext) -> RecordedRunsJson | None:
    found = around.seen.get((hook.source, to_pointer(hook.route)))
    if found is None or found["command"] != as_recorded(snapshot.dialect, hook):
        return None
    return {
        "runs": found["runs"],
        "failed": found["failed"],
        "timedOut": found["timedOut"],
        "refused": found["refused"],
        "words": short_verdict(found),
    }


def _step(snapshot: Snapshot, hook: Hook) -> Step | None:
    row = snapshot.dialect.event(hook.event)
    return None if row is None else step_of(snapshot.dialect, row, hook, (), snapshot.knobs)


def _last_json(last: LastRun) -> LastResultJson:
    return {
        "dispatchId": last.dispatch_id,
        "status": Status(last.status),
        "decision": last.decision,
        "durationMs": milliseconds(last.duration),
        "words": last_run_label(last),
    }
