"""`hookwright/samples`: the payloads that a hook, or an event of a dialect, can be fired with."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hookwright.config.discover import run_folder
from hookwright.dialects import by_id
from hookwright.errors import UnknownEvent, UsageError
from hookwright.lsp.firing import hook_file
from hookwright.lsp.methods import SamplesParams, read_params
from hookwright.lsp.session import Session
from hookwright.workflows.firing.fire import samples_at
from hookwright.workflows.samples.built_in import samples as samples_of
from hookwright.workflows.samples.saved import SampleSet, every_sample
from hookwright.workflows.target import target_at


def samples(session: Session, params: dict[str, Any]) -> list[dict[str, Any]]:
    """Name, description and payload of each, the one that is fired without a choice first."""
    wanted = read_params(SamplesParams, params)
    if wanted.uri is not None:
        file = hook_file(session, wanted.uri)
        aim = target_at(file, wanted.pointer or "")
        return _told(session, samples_at(aim, run_folder(file, session.options.folders), session.open_texts()))
    if wanted.dialect is None or wanted.event is None:
        raise UsageError("It is not clear which samples are meant", "give `uri`, or `dialect` and `event`")
    dialect = by_id(wanted.dialect)
    folder = next(iter(session.options.folders), None)
    if folder is None:
        found = SampleSet(samples_of(dialect, wanted.event))
    else:
        found = every_sample(dialect, wanted.event, project_dir=folder, open_texts=session.open_texts())
    if not found.samples:
        raise UnknownEvent(wanted.event, dialect.title, [row.name for row in dialect.events])
    return _told(session, found)


def _told(session: Session, found: SampleSet) -> list[dict[str, Any]]:
    for problem in found.problems:
        session.server.window_log_message(types.LogMessageParams(types.MessageType.Warning, problem))
    return [it.to_json() for it in found.samples]
