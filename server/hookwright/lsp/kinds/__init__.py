"""The kinds of documents, each with its answers in a file of its own; a new one needs its line in `KINDS`.

All of them are imported with the first document, so they import what answers when they are asked.
"""

from __future__ import annotations

from collections.abc import Callable

from hookwright.lsp.documents import Document, ScriptsOfHooks
from hookwright.lsp.kinds.hooks import HooksDocument
from hookwright.lsp.kinds.modules import ModuleDocument
from hookwright.lsp.kinds.samples import SampleDocument
from hookwright.lsp.kinds.scripts import ScriptDocument
from hookwright.lsp.kinds.settings import SettingsDocument
from hookwright.lsp.options import Options
from hookwright.paths import path_of

KINDS: tuple[type[Document], ...] = (
    SettingsDocument,
    SampleDocument,
    ModuleDocument,
    ScriptDocument,
    # Any other file may be a hook file; what it holds decides.
    HooksDocument,
)


def open_document(
    uri: str,
    version: int | None,
    text: str,
    options: Options,
    dialect_of: Callable[[str], str | None] = lambda _: None,
    scripts: Callable[[], ScriptsOfHooks] | None = None,
) -> Document:
    """The document, of the first kind that is at its path; what is not a file has no kind.

    `scripts` gives those of the session that it is open in.
    """
    path = path_of(uri)
    kind = Document if path is None else next(it for it in KINDS if it.is_at(path))
    document = kind(uri, path, version, text, options, dialect_of)
    if kind.may_be_script and scripts is not None:
        document.scripts = scripts()
    return document
