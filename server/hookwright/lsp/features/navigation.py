"""`textDocument/definition`, `references` and `documentLink`: between hooks and the scripts and names they mention."""

from __future__ import annotations

import os.path

from lsprotocol import types

from hookwright.ide.references import matcher_names, name_at, named_scripts, script_at
from hookwright.ide.references import references as references_of
from hookwright.lsp.convert import BEGINNING, lsp_range
from hookwright.lsp.hook_files import hook_files
from hookwright.lsp.services import Services
from hookwright.paths import uri_of


def definition(services: Services, params: types.DefinitionParams) -> types.Location | list[types.LocationLink] | None:
    """The beginning of the script that a command names, with that name where the client takes it."""
    document = services.session.document(params.text_document)
    if document is None or document.file is None:
        return None
    found = script_at(document.file, document.offset(params.position), services.session.options.home)
    if found is None or not os.path.isfile(found.path):
        return None
    uri = uri_of(found.path)
    if not services.session.options.client.links_definitions:
        return types.Location(uri, BEGINNING)
    return [types.LocationLink(uri, BEGINNING, BEGINNING, lsp_range(document.lines, found.span))]


async def references(services: Services, params: types.ReferenceParams) -> list[types.Location] | None:
    """Where else hook files name the script, or this file's matchers the name; the place of the cursor among them.

    On the first line of a script, these are the hooks that run it.
    """
    document = services.session.document(params.text_document)
    if document is None:
        return None
    await services.find_hooks_of(document)
    offset, home = document.offset(params.position), services.session.options.home
    users = [types.Location(uri_of(it.path), lsp_range(it.tree.lines, span)) for it, span in document.used_at(offset)]
    file = document.file
    if users or file is None:
        return users or None
    script = script_at(file, offset, home)
    if script is not None:
        named = references_of(hook_files(services.session), script.path, home)
        return [types.Location(uri_of(it.file.path), lsp_range(it.file.tree.lines, it.span)) for it in named]
    name = name_at(file, offset)
    if name is None:
        return None
    spans = [span for text, span in matcher_names(file) if text == name[0]]
    return [types.Location(document.uri, lsp_range(document.lines, it)) for it in spans]


def document_link(services: Services, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    """Scripts that are there, with their targets."""
    document = services.session.document(params.text_document)
    if document is None or document.file is None:
        return []
    return [
        types.DocumentLink(lsp_range(document.lines, it.span), target=uri_of(it.path))
        for it in named_scripts(document.file, services.session.options.home)
        if os.path.isfile(it.path)
    ]
