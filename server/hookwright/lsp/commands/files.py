"""`hookwright.makeExecutable`, `changeScript` and `newSample`: what is written beside the documents of the editor."""

from __future__ import annotations

from typing import Never

from lsprotocol import types

from hookwright.analysis.rule import ScriptChange
from hookwright.errors import UsageError
from hookwright.lsp.hook_files import hook_file
from hookwright.lsp.methods import ChangeScriptParams, FireParams
from hookwright.lsp.results import FileUriJson
from hookwright.lsp.services import Services
from hookwright.lsp.session import Session
from hookwright.paths import path_of, uri_of
from hookwright.samples.save_sample import new_sample as written
from hookwright.workflows.file_writing import change_script as change
from hookwright.workflows.file_writing import make_executable as set_bits
from hookwright.workflows.target import target_at


def make_executable(services: Services, params: FireParams) -> dict[str, Never]:
    """Sets the x bits of a script; the open documents are judged again.  Untrusted: -32010."""
    set_bits(_script(services.session, params.uri))
    services.publisher.all()
    return {}


def change_script(services: Services, params: ChangeScriptParams) -> dict[str, Never]:
    """Creates a script, or has its lines end in LF, which editors undo in edits of their own.

    The open documents are judged again.  A file that is there is not created.  Untrusted: -32010.
    """
    path = _script(services.session, params.uri)
    change(ScriptChange(path, executable=params.executable, create=params.create, line_feeds=params.line_feeds))
    services.publisher.all()
    return {}


def new_sample(services: Services, params: FireParams) -> FileUriJson:
    """The `uri` of a sample for the hooks at a place, which is opened to be edited.

    Nothing is overwritten.  Untrusted: -32010.
    """
    services.session.require_trust()
    file = hook_file(services.session, params.uri)
    services.session.trust.require_file(file.path)
    path = written(target_at(file, params.pointer or ""), file.run_folder(services.session.options.folders))
    uri = uri_of(path)
    if services.session.options.client.shows_documents:
        services.server.window_show_document(types.ShowDocumentParams(uri, take_focus=True))
    else:
        services.server.window_show_message(types.ShowMessageParams(types.MessageType.Info, f"The sample is {path}"))
    return {"uri": uri}


def _script(session: Session, uri: str) -> str:
    session.require_trust()
    path = path_of(uri)
    if path is None:
        raise UsageError(f"`{uri}` is not a file", "give the `file:` URI of the script")
    session.trust.require_file(path)
    return path
