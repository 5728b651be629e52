"""`textDocument/hover`: what the word under the cursor means in the file's dialect."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from hookwright.ide.hover import Hover
from hookwright.ide.hover import hover as hover_at
from hookwright.lsp.convert import range_json
from hookwright.lsp.documents import Document
from hookwright.lsp.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.engine.journal.statistics import HookKey


def hover(
    session: Session, params: dict[str, Any]
) -> dict[str, Any] | Coroutine[Any, Any, dict[str, Any] | None] | None:
    """Markdown and the range it is about, or nothing; on a matcher, how often it has fired is asked of the journal."""
    document = session.document(params)
    if document is None:
        return None
    offset = document.offset(params["position"])
    found = _found(session, document, offset)
    # In the blanks before a value nothing is pointed at.
    if found is None or not found.span.start <= offset <= found.span.end:
        return None
    extent = range_json(document.lines, found.span)
    if found.group is None or document.file is None:
        return _answer(found.markdown, extent)
    from hookwright.ide.last_runs import hooks_of_group
    from hookwright.lsp.fired_often import journal_to_ask

    path, hooks = journal_to_ask(session), hooks_of_group(document.file, found.group)
    if path is None or not hooks:
        return _answer(found.markdown, extent)
    return _with_history(session, path, hooks, found.markdown, extent)


async def _with_history(
    session: Session, path: str, hooks: tuple[HookKey, ...], markdown: str, extent: dict[str, Any]
) -> dict[str, Any]:
    from hookwright.lsp.fired_often import fired_often

    words = await fired_often(session, path, hooks)
    return _answer(f"{markdown}\n\n{words}" if words else markdown, extent)


def _answer(markdown: str, extent: dict[str, Any]) -> dict[str, Any]:
    return {"contents": {"kind": "markdown", "value": markdown}, "range": extent}


def _found(session: Session, document: Document, offset: int) -> Hover | None:
    if document.is_sample:
        from hookwright.ide.sample_documents import hover_sample
        from hookwright.lsp.sample_document import sample_of

        sample = sample_of(document)
        return hover_sample(sample[0], offset, sample[1]) if sample else None
    if document.is_settings:
        from hookwright.ide.settings_documents import hover_settings
        from hookwright.lsp.settings_file import settings_file

        settings = settings_file(document)
        return hover_settings(settings.tree, offset) if settings else None
    return hover_at(document.file, offset, session.options.home) if document.file is not None else None
