"""`hookwright/samples`, `saveSample` and `keepSample`: the payloads that hooks can be fired with."""

from __future__ import annotations

import asyncio

from lsprotocol import types

from hookwright.dialects import by_id
from hookwright.errors import UnknownEvent, UsageError
from hookwright.firing.fire import samples_at
from hookwright.lsp.handlers import handler_samples_at, is_module
from hookwright.lsp.hook_files import hook_file
from hookwright.lsp.journal import record_of
from hookwright.lsp.methods import FireParams, KeepSampleParams, SamplesParams, SaveSampleParams
from hookwright.lsp.results import FileUriJson
from hookwright.lsp.services import Services
from hookwright.paths import uri_of
from hookwright.samples.built_in import SampleJson
from hookwright.samples.built_in import samples as samples_of
from hookwright.samples.recorded import listed_samples
from hookwright.samples.save_sample import keep_sample as kept
from hookwright.samples.save_sample import save_sample as saved
from hookwright.samples.saved import SampleSet
from hookwright.workflows.target import target_at


def samples(services: Services, params: SamplesParams) -> list[SampleJson]:
    """Name, description and payload of each, the one that is fired without a choice first."""
    if params.uri is not None and is_module(params.uri):
        return _told(services, handler_samples_at(services, FireParams(params.uri, params.pointer)))
    if params.uri is not None:
        file = hook_file(services.session, params.uri)
        aim = target_at(file, params.pointer or "")
        folder = file.run_folder(services.session.options.folders)
        return _told(services, samples_at(aim, folder, services.host, services.session.open_texts()))
    if params.dialect is None or params.event is None:
        raise UsageError("It is not clear which samples are meant", "give `uri`, or `dialect` and `event`")
    dialect = by_id(params.dialect)
    folder = next(iter(services.session.options.folders), "")
    if not folder:
        found = SampleSet(samples_of(dialect, params.event))
    else:
        texts = services.session.open_texts()
        found = listed_samples(dialect, params.event, project_dir=folder, host=services.host, open_texts=texts)
    if not found.samples:
        raise UnknownEvent(params.event, dialect.title, [row.name for row in dialect.events])
    return _told(services, found)


def save_sample(services: Services, params: SaveSampleParams) -> FileUriJson:
    """Its `uri`; a kept sample of that name has the new payload then.  Untrusted: -32010."""
    services.session.require_trust()
    dialect = by_id(params.dialect)
    row = dialect.event(params.event)
    if row is None:
        raise UnknownEvent(params.event, dialect.title, [it.name for it in dialect.events])
    project = services.session.project_folder(params.project_dir)
    services.session.require_trust(project)
    return {"uri": uri_of(saved(project, dialect, row, params.name, params.payload))}


async def keep_sample(services: Services, params: KeepSampleParams) -> FileUriJson:
    """Its `uri`, in the project of the dispatch, without secrets, home paths and user names.  Untrusted: -32010.

    A name that is taken gets a number.
    """
    services.session.require_trust()
    record = await record_of(services, params.dispatch_id)
    services.session.require_trust(record["project"])
    path = await asyncio.to_thread(kept, record, services.session.options.home, name=params.name)
    return {"uri": uri_of(path)}


def _told(services: Services, found: SampleSet) -> list[SampleJson]:
    for problem in found.problems:
        services.server.window_log_message(types.LogMessageParams(types.MessageType.Warning, problem))
    return [it.to_json() for it in found.samples]
