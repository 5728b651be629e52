"""`hookwright/record`: starts and stops recording, says what is recorded, and deletes it."""

from __future__ import annotations

import asyncio

from hookwright.engine.journal.payloads import clear_payloads
from hookwright.engine.journal.place import journal_path
from hookwright.errors import UsageError
from hookwright.lsp.methods import RecordAction, RecordParams
from hookwright.lsp.services import Services
from hookwright.paths import absolute
from hookwright.recording.control import Asked, start_recording, stop_recording
from hookwright.recording.status import RecordingStatusJson, recording_status


async def record(services: Services, params: RecordParams) -> RecordingStatusJson:
    """What is recorded afterwards.  Untrusted: -32010, but for `status`, which changes nothing."""
    folder = absolute(params.project_dir) if params.project_dir else next(iter(services.session.options.folders), "")
    if not folder:
        raise UsageError("It is not clear which project is meant", "give `projectDir`")
    if params.action is not RecordAction.STATUS:
        services.session.require_trust()
        services.session.require_trust(folder)
    asked = Asked(folder, params.dialect or "", params.scope or "")

    def act() -> RecordingStatusJson:
        match params.action:
            case RecordAction.ON:
                start_recording(asked, services.host, params.events or ())
            case RecordAction.OFF:
                list(stop_recording(asked, services.host))
            case RecordAction.CLEAR:
                clear_payloads(journal_path(services.host))
        return recording_status(folder, services.host)

    return await asyncio.to_thread(act)
