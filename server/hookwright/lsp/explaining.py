"""From a place in a document to what is explained there: the same for the request and for the command."""

from __future__ import annotations

from typing import Any

from hookwright.config.discover import hook_paths, run_folder
from hookwright.config.view import HookFile
from hookwright.config.workspace import Snapshot, load
from hookwright.lsp.firing import hook_file, shot_of
from hookwright.lsp.methods import FireParams
from hookwright.lsp.session import Session
from hookwright.workflows.reports.explanation import hook_explanation


def explained_at(session: Session, params: FireParams) -> dict[str, Any]:
    """The result of `hookwright/explainHook`; every file of the project counts where the document is one of them."""
    file = hook_file(session, params.uri)
    shot = shot_of(session, file, params)
    uris = {it.path: it.uri for it in session.documents.values() if it.path is not None}
    return hook_explanation(shot, _snapshot(session, file), params.uri, uris, trusted=session.options.trusted)


def _snapshot(session: Session, file: HookFile) -> Snapshot:
    project, home = run_folder(file, session.options.folders), session.options.home
    discovered = file.path in {path for _, path in hook_paths(file.dialect, project, home)}
    return load(
        file.dialect,
        project,
        home,
        config_files=None if discovered else [file.path],
        open_texts=session.open_texts(),
        environ=session.host.environ,
    )
