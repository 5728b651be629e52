"""`hookwright/saveSample`: keeps a payload as a sample of the project."""

from __future__ import annotations

from typing import Any

from hookwright.dialects import by_id
from hookwright.errors import UnknownEvent
from hookwright.lsp.dispatching import project_folder
from hookwright.lsp.methods import SaveSampleParams, read_params
from hookwright.lsp.session import Session
from hookwright.paths import uri_of
from hookwright.workflows.samples.save_sample import save_sample as saved


def save_sample(session: Session, params: dict[str, Any]) -> dict[str, Any]:
    """Its `uri`; a kept sample of that name has the new payload then.  Untrusted: -32010."""
    session.require_trust()
    wanted = read_params(SaveSampleParams, params)
    dialect = by_id(wanted.dialect)
    row = dialect.event(wanted.event)
    if row is None:
        raise UnknownEvent(wanted.event, dialect.title, [it.name for it in dialect.events])
    project = project_folder(session, wanted.project_dir)
    return {"uri": uri_of(saved(project, dialect, row, wanted.name, wanted.payload))}
