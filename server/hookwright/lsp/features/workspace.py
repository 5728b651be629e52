"""`workspace/did…`: folders, settings and files follow the editor's."""

from __future__ import annotations

from dataclasses import replace

from lsprotocol import types

from hookwright.lsp.script_moves import moved_edits
from hookwright.lsp.services import Services
from hookwright.lsp.settings import Settings
from hookwright.paths import path_of


def did_change_configuration(services: Services, params: types.DidChangeConfigurationParams) -> None:
    """Takes in `codeLens` and `inlayHints`, at the top of the settings or below `hookwright`.

    Everything else is asked for at the start.
    """
    settings = params.settings
    found = settings.get("hookwright", settings) if isinstance(settings, dict) else None
    if not isinstance(found, dict):
        return
    wanted = {key: it for key in ("codeLens", "inlayHints") if isinstance(it := found.get(key), dict)}
    if wanted:
        read, options = Settings(wanted), services.options
        services.session.options = replace(
            options,
            lenses=read.flags("codeLens") if "codeLens" in wanted else options.lenses,
            hints=read.flags("inlayHints") if "inlayHints" in wanted else options.hints,
        )
        services.last_runs.show_again()


def did_change_watched_files(services: Services, _: types.DidChangeWatchedFilesParams) -> None:
    """Publishes for all open documents, and has the tree of hooks be asked for again: scripts come and go."""
    services.publish_all()
    services.hooks_changed()


def did_change_workspace_folders(services: Services, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Judges the documents again, as it may be another project that they are in."""
    removed = {path_of(it.uri) for it in params.event.removed}
    added = (path_of(it.uri) for it in params.event.added)
    kept = [it for it in services.options.folders if it not in removed]
    folders = tuple(dict.fromkeys([*kept, *(it for it in added if it is not None)]))
    services.session.options = replace(services.options, folders=folders)
    for document in services.documents.values():
        document.use(services.options)
    services.publish_all()
    services.hooks_changed()


def will_rename_files(services: Services, params: types.RenameFilesParams) -> types.WorkspaceEdit | None:
    """The edits of every hook file that names one of the scripts; nothing where none does."""
    moves = {path_of(it.old_uri): path_of(it.new_uri) for it in params.files}
    changes = moved_edits(services, {old: new for old, new in moves.items() if old is not None and new is not None})
    return types.WorkspaceEdit(changes=changes) if changes else None
