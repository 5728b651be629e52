"""`hookwright.goToHooks` and `goToScript`: from a script to the hooks that run it, and to what is wrong with it."""

from __future__ import annotations

from lsprotocol import types

from hookwright.errors import UsageError
from hookwright.ide.script_hooks import hook_places
from hookwright.lsp.convert import lsp_range
from hookwright.lsp.methods import FireParams, ScriptParams
from hookwright.lsp.results import FileUriJson, HookPlacesJson
from hookwright.lsp.services import Services
from hookwright.paths import path_of, uri_of
from hookwright.text import to_pointer


async def go_to_hooks(services: Services, params: ScriptParams) -> HookPlacesJson:
    """Where the hooks are that run a script; the first one is shown, unless a client of its own shows several.

    Raises UsageError if no hook runs it.
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


def go_to_script(services: Services, params: FireParams) -> FileUriJson:
    """The script that the hook at a place runs, shown at its first finding.

    Raises UsageError if none is known.
    """
    document = services.session.documents.get(params.uri)
    found = services.script_findings.of(document) if document is not None else {}
    known = next((it for route, it in found.items() if to_pointer(route) == params.pointer), None)
    if known is None:
        raise UsageError("No finding is known in a script of this hook", "ask for the lenses again")
    uri, start = uri_of(known.path), known.first["start"]
    if services.session.options.client.shows_documents:
        place = types.Position(start["line"], start["character"])
        there = types.ShowDocumentParams(uri, take_focus=True, selection=types.Range(place, place))
        services.server.window_show_document(there)
    return {"uri": uri}
