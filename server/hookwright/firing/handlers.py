"""Fires one handler of a hook module, as its text has it, with a sample of its event."""

from __future__ import annotations

import os.path
from collections.abc import Mapping
from typing import Any

from hookwright.config.hook_modules import FOLDER
from hookwright.config.module_source import ModuleSource, Registration
from hookwright.config.workspace import snapshot_of
from hookwright.dialects import DIALECTS
from hookwright.engine.modules.catalogue import handler_hook
from hookwright.engine.modules.seams import CONTEXT
from hookwright.engine.modules.states import Limits
from hookwright.engine.plan import Request, make_plan
from hookwright.errors import UsageError
from hookwright.firing.fire import FireRequest, chosen_sample, labels_of
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.hook import Scope
from hookwright.readers.search import dialect_in_use
from hookwright.samples.recorded import listed_samples
from hookwright.samples.saved import SampleSet


def root_of(path: str) -> str:
    """The project, or the home, that a module is below."""
    for _ in (*FOLDER, path):
        path = os.path.dirname(path)
    return path


def handler_at(source: ModuleSource, at: str | int) -> Registration:
    """The handler at a pointer, such as `/handlers/PreToolUse/0`, or the nearest above an offset; raises UsageError."""
    handlers = [it for it in source.registrations if not it.is_command]
    if isinstance(at, str):
        found = next((it for it in handlers if it.pointer == at), None)
    else:
        found = next((it for it in reversed(handlers) if it.line <= at), None)
    if found is None:
        raise UsageError("There is no handler of an event here", "put the cursor in a function below `@on(…)`")
    if found.name == CONTEXT:
        raise UsageError("A handler of `context` has no event to fire", "it runs when an agent asks for its messages")
    return found


def event_of(handler: Registration, project: str, host: Host) -> tuple[Dialect, EventRow]:
    """The event that a handler is fired on: of the dialect in use, else of the first that has it; raises UsageError."""
    for dialect in (dialect_in_use(project, host), *DIALECTS):
        row = dialect.event(handler.name) or dialect.event(dialect.equivalents.get(handler.name, ""))
        if row is not None:
            return dialect, row
    raise UsageError(f"`{handler.name}` is not an event of any agent", "change its name, or complete it")


def handler_samples(
    handler: Registration, project: str, host: Host, open_texts: Mapping[str, str] | None = None
) -> SampleSet:
    """The samples of its event, the user's own last."""
    dialect, row = event_of(handler, project, host)
    return listed_samples(dialect, row.name, project_dir=project, host=host, open_texts=open_texts)


def handler_request(
    path: str,
    handler: Registration,
    *,
    project_dir: str,
    host: Host,
    payload: Mapping[str, Any] | None = None,
    sample: str | None = None,
    open_texts: Mapping[str, str] | None = None,
    dispatch_id: str | None = None,
) -> FireRequest:
    """A request for exactly this handler; its plan has nothing yet that runs it.

    Raises UsageError if there is no sample of that name.
    """
    dialect, row = event_of(handler, project_dir, host)
    found = handler_samples(handler, project_dir, host, open_texts)
    chosen = None if payload is not None else chosen_sample(found, sample)
    given = payload if payload is not None else chosen.payload if chosen else {}
    scope = Scope.USER if os.path.realpath(root_of(path)) == os.path.realpath(host.home) else Scope.PROJECT
    seconds = Limits().handler_seconds
    hook = handler_hook(scope, path, row.name, handler.name, handler.number, handler.handler or "handler", seconds)
    snapshot = snapshot_of(dialect, (), (hook,), (), host)
    plan = make_plan(Request(dialect, row.name, given, project_dir, None, host.home), snapshot, dispatch_id=dispatch_id)
    return FireRequest(
        plan=plan,
        sample=chosen.name if chosen else None,
        notes=(),
        pointer=handler.pointer,
        samples=tuple(it.name for it in found.samples),
        labels=labels_of(found),
        about_sample=chosen.description if chosen else "",
    )
