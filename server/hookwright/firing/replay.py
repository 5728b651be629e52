"""Fires recorded dispatches again, and compares the outcome then and now."""

from __future__ import annotations

import json
import os.path
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from msgspec import Struct
from msgspec.structs import replace

from hookwright.config.loading import Loaded, read
from hookwright.config.view import HookFile
from hookwright.config.workspace import NamedFiles, load
from hookwright.dialects import by_id
from hookwright.engine.plan import Request, make_plan
from hookwright.engine.scratch.changes import FileChangeJson
from hookwright.errors import UsageError
from hookwright.firing.fire import FireRequest, fire, fire_on_copy, fire_request
from hookwright.firing.fire_result import FireResult
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.text import Route, to_pointer
from hookwright.wording.verdict import recorded_verdict

if TYPE_CHECKING:
    from hookwright.engine.events import RunEvent
    from hookwright.engine.journal.writer import Journal
    from hookwright.engine.model import Model

_FIRE = "fire"
_REDACTED = "[redacted: "
Record = Mapping[str, Any]
_OF_DISPATCH = (
    "decision",
    "blocked",
    "reason",
    "updatedInput",
    "additionalContext",
    "mustContinue",
    "stopAgent",
    "stopReason",
)
_OF_RUN = ("status", "exitCode", "signal")
_RUNNING = "running"


class PreparedReplay(Struct, frozen=True):
    """A recorded dispatch that can be fired again; `files` are the hook files as they are now."""

    record: Mapping[str, Any]
    request: FireRequest
    files: tuple[HookFile, ...]


class DifferenceJson(TypedDict):
    """A member of a dispatch, or of the run of a `hook`, with its value then and now."""

    what: str
    hook: NotRequired[Mapping[str, Any]]
    then: Any
    now: Any


class ReplayJson(TypedDict):
    """The result of `hookwright/replay`: both records as in `hookwright/history`, and what differs between them."""

    then: Record
    now: Record
    differences: list[DifferenceJson]
    notes: list[str]
    changes: list[FileChangeJson]


class Replayed(Struct, frozen=True):
    """Both records, in the form of `hookwright history`, and what differs between them."""

    then: Mapping[str, Any]
    now: Mapping[str, Any]
    differences: tuple[Difference, ...]
    fired: FireResult

    def to_json(self) -> ReplayJson:
        """The answer to `hookwright/replay`."""
        changes = [it.to_json() for it in self.fired.changes or ()]
        differing = [it.to_json() for it in self.differences]
        notes = [*self.fired.notes]
        then, now = ({**it, "verdict": recorded_verdict(it)} for it in (self.then, self.now))
        return {"then": then, "now": now, "differences": differing, "notes": notes, "changes": changes}


def prepare_replay(
    record: Mapping[str, Any],
    host: Host,
    open_texts: Mapping[str, str] | None = None,
) -> PreparedReplay:
    """The same event with the same payload in the same project, with the hooks as they are now.

    A test-fire fires the same hooks again, even if their matchers would not select them.
    Raises UsageError if that is not possible.
    """
    _require_whole(record)
    dialect, texts = by_id(record["dialect"]), open_texts or {}
    notes = _notes(record)
    if record["origin"] == _FIRE:
        file, route = _aimed(dialect, record, texts)
        request = fire_request(
            file,
            to_pointer(route),
            project_dir=record["project"],
            payload=record["payload"],
            session_id=record["sessionId"],
            host=host,
        )
        return PreparedReplay(record, FireRequest(request.plan, None, (*notes, *request.notes)), (file,))
    named = NamedFiles(config_files=_overrides(record))
    snapshot = load(dialect, record["project"], host, named, open_texts=texts)
    event = Request(dialect, record["event"], record["payload"], record["project"], record["sessionId"], host.home)
    return PreparedReplay(record, FireRequest(make_plan(event, snapshot), None, notes), snapshot.files)


async def replay(
    ready: PreparedReplay,
    host: Host,
    *,
    scratch: bool = False,
    agreed: Mapping[str, bytes] | None = None,
    watch: Callable[[RunEvent], None] | None = None,
    model: Model | None = None,
    journal: Journal | None = None,
) -> Replayed:
    """Fires it, on a copy of the workspace if `scratch`; the caller has checked trust and consent.

    `agreed` are digests of the scripts that the user has agreed to.
    """
    from hookwright.engine.journal.history import as_recorded
    from hookwright.engine.journal.records import Origin, record_of

    began = time.perf_counter()
    if scratch and not ready.files:
        raise UsageError("There are no hook files any more", "replay it without the copy")
    if scratch:
        fired = await fire_on_copy(
            ready.request, ready.files[0], host, agreed, watch=watch, model=model, journal=journal
        )
    else:
        fired = await fire(ready.request, host, watch=watch, model=model, journal=journal)
    now = as_recorded(record_of(fired.plan, fired.outcome, Origin.FIRE, time.perf_counter() - began))
    copied, project = fired.plan.request.project_dir, ready.record["project"]
    if copied != project:
        now = json.loads(json.dumps(now).replace(json.dumps(copied)[1:-1], json.dumps(project)[1:-1]))
    edited = tuple(f"`{it}` has a different command now" for it in changed_commands(ready.record, now))
    noted = replace(fired, notes=(*fired.notes, *edited))
    return Replayed(ready.record, now, differences(ready.record, now), noted)


def _require_whole(record: Mapping[str, Any]) -> None:
    if record["payloadTruncated"]:
        raise UsageError("Not all of this payload was recorded", "what was left out cannot be fired again")
    if record["duplicate"]:
        raise UsageError("This dispatch ran nothing, because the same one had just run", "fire the one before it again")
    if not os.path.isdir(record["project"]):
        raise UsageError(f"The project `{record['project']}` no longer exists", "replay another dispatch")


def _notes(record: Mapping[str, Any]) -> tuple[str, ...]:
    notes = []
    if _REDACTED in json.dumps(record["payload"], ensure_ascii=False):
        notes.append("Secrets in the payload were not recorded: `[redacted: …]` is in their place")
    if record["cancelled"]:
        notes.append("It was cancelled then, so what its hooks did is not known")
    if any(it["status"] == "running" for it in record["runs"]):
        notes.append("How some of its runs ended is not known: they were still running when it was answered")
    return tuple(notes)


def _overrides(record: Mapping[str, Any]) -> list[str] | None:
    """The files that were named explicitly; None if they were discovered."""
    runs = record["runs"]
    named = runs and all(it["hook"]["scope"] == Scope.OVERRIDE.value for it in runs)
    return list(dict.fromkeys(it["hook"]["source"] for it in runs)) if named else None


def _aimed(dialect: Dialect, record: Mapping[str, Any], open_texts: Mapping[str, str]) -> tuple[HookFile, Route]:
    """The hook file of a test-fire, and the route that all of its hooks share."""
    hooks = [it["hook"] for it in record["runs"]]
    if not hooks:
        raise UsageError("Which hooks were fired is not recorded", "replay another dispatch")
    loaded = read(dialect, Scope(hooks[0]["scope"]), hooks[0]["source"], open_texts)
    if not isinstance(loaded, Loaded):
        raise UsageError(f"`{hooks[0]['source']}` no longer has hooks", loaded or "there is no such file")
    return loaded.file, _common([_route(it["pointer"]) for it in hooks])


def _route(pointer: str) -> Route:
    return tuple(it.replace("~1", "/").replace("~0", "~") for it in pointer.split("/")[1:])


def _common(routes: list[Route]) -> Route:
    same = takewhile(lambda parts: len(set(parts)) == 1, zip(*routes, strict=False))
    return tuple(parts[0] for parts in same)


class Difference(Struct, frozen=True):
    """A member of a dispatch, or of a hook's run, with its value then and now.

    `what` is `hook` if the hook ran only once: the values are its statuses, None if it did not run.
    """

    what: str
    then: Any
    now: Any
    hook: Mapping[str, Any] | None = None

    def to_json(self) -> DifferenceJson:
        """As in the answer to `hookwright/replay`."""
        if self.hook is None:
            return {"what": self.what, "then": self.then, "now": self.now}
        return {"what": self.what, "hook": self.hook, "then": self.then, "now": self.now}


def differences(then: Record, now: Record) -> tuple[Difference, ...]:
    """The decision first, then the hooks in their earlier order, then new ones.

    Durations, printed text, and what was not recorded are not compared.
    """
    return (*_of_dispatch(then, now), *_of_runs(then, now))


def changed_commands(then: Record, now: Record) -> Iterator[str]:
    """The commands that have been replaced by another."""
    after = _by_place(now)
    for place, run in _by_place(then).items():
        if place in after and after[place]["hook"]["command"] != run["hook"]["command"]:
            yield run["hook"]["name"] or run["hook"]["command"]


def _of_dispatch(then: Record, now: Record) -> Iterator[Difference]:
    if then["cancelled"]:
        return
    for name in _OF_DISPATCH:
        if name in then and then[name] != now.get(name):
            yield Difference(name, then[name], now.get(name))


def _of_runs(then: Record, now: Record) -> Iterator[Difference]:
    before, after = _by_place(then), _by_place(now)
    for place, run in before.items():
        again = after.get(place)
        if again is None:
            yield Difference("hook", run["status"], None, run["hook"])
        elif run["status"] != _RUNNING:
            for name in _OF_RUN:
                if run[name] != again[name]:
                    yield Difference(name, run[name], again[name], again["hook"])
    if then["cancelled"]:
        return
    for place, run in after.items():
        if place not in before:
            yield Difference("hook", None, run["status"], run["hook"])


def _by_place(record: Record) -> dict[tuple[str, str], Any]:
    """The runs by the place of their hooks, as ids differ when the same path is written differently."""
    return {(os.path.realpath(it["hook"]["source"]), it["hook"]["pointer"]): it for it in record["runs"]}
