"""`hookwright.newSample`: writes a sample for the hooks at a place of a document, and opens it to be edited."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hookwright.config.discover import run_folder
from hookwright.lsp.firing import hook_file
from hookwright.lsp.methods import FireParams, read_params
from hookwright.lsp.session import Session
from hookwright.paths import uri_of
from hookwright.workflows.samples.save_sample import new_sample as written
from hookwright.workflows.target import target_at


def new_sample(session: Session, argument: dict[str, Any]) -> dict[str, Any]:
    """Its `uri`; nothing is overwritten.  Untrusted: -32010."""
    session.require_trust()
    wanted = read_params(FireParams, argument)
    file = hook_file(session, wanted.uri)
    path = written(target_at(file, wanted.pointer or ""), run_folder(file, session.options.folders))
    uri = uri_of(path)
    if session.options.shows_documents:
        session.server.window_show_document(types.ShowDocumentParams(uri, take_focus=True))
    else:
        session.server.window_show_message(types.ShowMessageParams(types.MessageType.Info, f"The sample is {path}"))
    return {"uri": uri}
