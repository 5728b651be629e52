"""`hookwright.goToHooks`: from a script to the hooks that run it."""

from __future__ import annotations

from lsprotocol import types

from hookwright.errors import UsageError
from hookwright.ide.script_hooks import hook_places
from hookwright.lsp.convert import lsp_range
from hookwright.lsp.methods import ScriptParams
from hookwright.lsp.results import HookPlacesJson
from hookwright.lsp.services import Services
from hookwright.paths import path_of, uri_of


async def go_to_hooks(services: Services, params: ScriptParams) -> HookPlacesJson:
    """Where the hooks are that run a script; the first one is shown, unless a client of its own shows several.

    Raises UsageError where no hook runs it.
    """
    path = path_of(params.uri)
    if path is None:
        raise UsageError(f"`{params.uri}` is not a file", "give the `file:` URI of the script")
    await services.hook_scripts.find(path)
    places = [
        (uri_of(use.file.path), use.file.tree.lines, span)
        for use, span in hook_places(services.hook_scripts.subjects(path))
    ]
    if not places:
        raise UsageError(f"No hook is known that runs `{path}`", "name the script in the command of a hook")
    client, (uri, lines, span) = services.session.options.client, places[0]
    if client.shows_documents and not (client.asks_users and len(places) > 1):
        there = types.ShowDocumentParams(uri, take_focus=True, selection=lsp_range(lines, span))
        services.server.window_show_document(there)
    return {"places": [{"uri": uri, "range": lines.range_json(span)} for uri, lines, span in places]}
